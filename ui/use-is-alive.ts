import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Whether the page's scripts have taken it over: false in a page as it was built, true from the first moment after. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
