import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Whether the page's scripts have taken it over: false in a page as it was built, true from the first moment after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )

/** How far below what is seen an element counts as near, in pixels: a phone's screen. */
const reach = 800

/** Whether an element has come near to what the visitor sees; it stays so. */
export const useIsNear = (element: RefObject<Element | null>): boolean => {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) {
      return
    }
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setIsNear(true)
        }
      },
      { rootMargin: `${reach}px` },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return isNear
}
