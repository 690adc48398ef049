/** The ID of the notice about a failed import, which is part of every page. */
export const stalledId = 'stalled'

let offers = 0

/**
 * Shows a notice with a button that retries. From the second failure on, the button reloads the
 * page, because some browsers cache a failed import.
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

/** If loading fails, offers a retry and waits for it. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => new Promise<Part>((resolve) => offerRetry(() => resolve(loadPart(load)))))
