/** The ID of the notice about a failed import, which is part of every page. */
export const stalledId = 'stalled'

let offers = 0

/**
 * Some browsers cache a failed import, so from the second time on the notice's button reloads the
 * page.
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

/** Offers a retry if loading fails, and waits for it. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => new Promise<Part>((resolve) => offerRetry(() => resolve(loadPart(load)))))
