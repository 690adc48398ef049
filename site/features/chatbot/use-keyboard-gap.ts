import { type RefObject, useLayoutEffect } from 'react'

/** Keeps an element above the phone's keyboard, and no taller than what is left of the screen. */
export const useKeyboardGap = (element: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const view = window.visualViewport
    const measure = () => {
      const style = element.current?.style
      if (!style || !view || view.scale > 1.01) return
      const gap = Math.max(0, window.innerHeight - view.height - view.offsetTop)
      style.setProperty('--keyboard', `${gap}px`)
      style.setProperty('--view', `${view.height}px`)
    }
    measure()
    view?.addEventListener('resize', measure)
    view?.addEventListener('scroll', measure)
    return () => {
      view?.removeEventListener('resize', measure)
      view?.removeEventListener('scroll', measure)
    }
  }, [element])
}
