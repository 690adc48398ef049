import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** Goes to another address of the desk; `replace` leaves no step for the back button. */
export const go = (address: string, { replace = false }: { replace?: boolean } = {}): void => {
  if (address === window.location.pathname + window.location.search) return
  window.history[replace ? 'replaceState' : 'pushState'](null, '', address)
  tell()
}

/** The path and the query that the browser shows. */
export const useAddress = (): { path: string; search: string } => {
  const address = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search)
  const [path = '', search = ''] = address.split(/\?(.*)/s)
  return { path, search }
}
