import { doorPage, doorWorker } from '../festival/contract/pages'
import { tryStoreAsync } from '../ui/browser-storage'

/**
 * A new version takes over only while the phone is not paired, so reloading loses nothing. Looks for
 * it at once: browsers check later, when the phone might be paired.
 */
export const registerWorker = async (): Promise<void> => {
  const workers = navigator.serviceWorker
  if (workers?.controller?.scriptURL.endsWith(doorWorker)) {
    workers.addEventListener('controllerchange', () => location.reload())
  }
  const registration = await tryStoreAsync(() => workers.register(doorWorker, { scope: doorPage }))
  await registration?.update().catch(() => undefined)
}

/** The worker stores either the page with all its files or nothing. */
export const isPageStored = async (): Promise<boolean> => {
  const stored = await tryStoreAsync(() => caches.match(doorPage))
  return stored !== undefined
}

/**
 * Returns false if the door is open in another tab, because two tabs would overwrite each other's
 * scans. The lock is held until the page is closed.
 */
export const claimOnlyTab = (): Promise<boolean> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return new Promise(() => {})
    }
    // Browsers offer locks only over HTTPS.
    const request = navigator.locks?.request('cerebra-door', { ifAvailable: true }, hold)
    request ?? resolve(true)
  })
