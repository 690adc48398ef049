import { useSyncExternalStore } from 'react'

let news = ''
const listeners = new Set<() => void>()

/** Has a screen reader say something, once what it is saying is over. */
export const announce = (words: string): void => {
  // The same words again are said again where they differ by what nobody hears.
  news = words === news ? `${words}\u00a0` : words
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one place from which announcements are read; it stands on every page. */
export const Announcer = () => (
  <p role="status" className="sr-only">
    {useSyncExternalStore(subscribe, () => news)}
  </p>
)
