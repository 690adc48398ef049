import { useEffect, useRef } from 'react'
import { useSettings } from '../settings'
import { type Key, keyOf } from './key-table'

/** Where letters are text, or belong to the element itself. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Has keys do something while the component is shown: not in a box for text, not under a dialog, not switched off. */
export const useKeys = (actions: Partial<Record<Key, () => void>>): void => {
  const { keys } = useSettings()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!keys) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return
      const key = keyOf(event)
      const action = key && latest.current[key]
      // A key that is held down moves on, and decides nothing.
      if (!action || (event.repeat && key !== 'j' && key !== 'k')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}
