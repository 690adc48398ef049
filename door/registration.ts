import { doorPage, doorWorker } from '../festival/contract/pages'
import { tryStoreAsync } from '../ui/browser-storage'

/** An older version is replaced only while no phone is paired, so a reload loses nothing. */
export const registerWorker = async (): Promise<void> => {
  const workers = navigator.serviceWorker
  if (workers?.controller?.scriptURL.endsWith(doorWorker)) {
    workers.addEventListener('controllerchange', () => location.reload())
  }
  await tryStoreAsync(() => workers.register(doorWorker, { scope: doorPage }))
}

/** The worker stores the page with all its files, or nothing. */
export const isPageStored = async (): Promise<boolean> => {
  const stored = await tryStoreAsync(() => caches.match(doorPage))
  return stored !== undefined
}

/**
 * Returns false if another tab has the door open. Two tabs would overwrite each other's scans. The
 * lock lasts as long as the page.
 */
export const claimOnlyTab = (): Promise<boolean> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return new Promise(() => {})
    }
    // Without HTTPS there are no locks.
    const request = navigator.locks?.request('cerebra-door', { ifAvailable: true }, hold)
    request ?? resolve(true)
  })
