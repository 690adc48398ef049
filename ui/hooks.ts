import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Returns false in built markup and during hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )

/** About the height of a phone's screen, in CSS pixels. */
const reach = 800

/** Stays true once the element has come within reach of the screen. */
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
