/** The id of the notice that a part of the page did not come; the build writes it into every page. */
export const stalledId = 'stalled'

let offers = 0

/**
 * Shows the notice that a part of the page did not load; its button calls back. Some browsers remember that a script
 * failed and never ask for it again, so from the second time on the button loads the page again (behaviour 9.15).
 */
export const offerRetry = (retry: () => void): void => {
  const notice = document.getElementById(stalledId)
  const button = notice?.querySelector('button')
  if (!notice || !button) {
    return
  }
  offers += 1
  notice.hidden = false
  button.onclick = () => {
    notice.hidden = true
    if (offers > 1) {
      location.reload()
    } else {
      retry()
    }
  }
}

/** Fetches a part that comes late. Where that fails it offers to try again, and goes on once the part is there. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => new Promise<Part>((resolve) => offerRetry(() => resolve(loadPart(load)))))
