import { useEffect, useRef } from 'react'

/**
 * The pressed button may disappear with the focus. Then the element with the returned ref gets the
 * focus, once the new value of `changed` has been rendered.
 */
export const useFocusAfterSave = <Target extends HTMLElement>(
  { isIdle, isPending }: Record<'isIdle' | 'isPending', boolean>,
  changed: string | boolean,
) => {
  const target = useRef<Target>(null)
  const isSaved = !isIdle && !isPending
  const trigger = isSaved && `${changed}`
  useEffect(() => {
    if (trigger && document.activeElement === document.body) {
      target.current?.focus({ preventScroll: true })
    }
  }, [trigger])
  return target
}
