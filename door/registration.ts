import { doorPage, doorWorker } from '../festival/contract/pages'
import { tryStoreAsync } from '../ui/browser-storage'

/** An older version is replaced only while no phone is paired, so a reload loses nothing. */
export const registerWorker = async (): Promise<void> => {
  const workers = navigator.serviceWorker
  const isUpdate = workers?.controller?.scriptURL.endsWith(doorWorker) === true
  if (isUpdate) {
    workers.addEventListener('controllerchange', () => location.reload())
  }
  await tryStoreAsync(() => workers.register(doorWorker, { scope: doorPage }))
}

/** The worker stores the page with all its files, or nothing. */
export const isPageStored = async (): Promise<boolean> => {
  const stored = await globalThis.caches?.match(doorPage).catch(() => undefined)
  return stored !== undefined && navigator.serviceWorker.controller !== null
}

/**
 * Returns false if another tab has the door open. Two tabs would use up each other's tokens. The
 * lock lasts as long as the page.
 */
export const claimOnlyTab = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (!navigator.locks) {
      return resolve(true)
    }
    const forever = new Promise<void>(() => {})
    void navigator.locks.request('cerebra-door', { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? forever : undefined
    })
  })
