import { useCallback, useEffect, useRef, useState } from 'react'
import type { GenericSchema } from 'valibot'
import { openShelf, readDraft, removeDraft, writeDraft } from './draft'

export interface Draft<T> {
  value: T
  /** The value of this moment, also within a function that began earlier. */
  read: () => T
  /** Changes the value and keeps it at once, so that a killed tab loses nothing. */
  change: (update: (value: T) => T) => void
  /** Starts empty again, and keeps nothing. */
  clear: () => void
  /** Whether a draft of an earlier visit was taken up. */
  isRestored: boolean
}

/**
 * What a form holds, kept on the device under a name. The first render is empty, as the prerendered page is; a kept
 * draft is taken up right after (behaviour 5.11). `schema` and `makeEmpty` must not change between renders.
 */
export const useDraft = <T>(name: string, schema: GenericSchema<unknown, T>, makeEmpty: () => T): Draft<T> => {
  const [value, setValue] = useState(makeEmpty)
  const [isRestored, setIsRestored] = useState(false)
  const latest = useRef(value)

  const show = useCallback((next: T) => {
    latest.current = next
    setValue(next)
  }, [])

  useEffect(() => {
    const kept = readDraft(openShelf(), name, schema, Date.now())
    if (kept === undefined) return
    show(kept)
    setIsRestored(true)
  }, [name, schema, show])

  const read = useCallback(() => latest.current, [])
  const change = useCallback(
    (update: (value: T) => T) => {
      const next = update(latest.current)
      show(next)
      writeDraft(openShelf(), name, next, Date.now())
    },
    [name, show],
  )
  const clear = useCallback(() => {
    show(makeEmpty())
    removeDraft(openShelf(), name)
    setIsRestored(false)
  }, [name, makeEmpty, show])

  return { value, read, change, clear, isRestored }
}
