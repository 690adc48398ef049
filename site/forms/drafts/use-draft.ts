import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { openDraftStore, readDraft, removeDraft, writeDraft } from './draft'

export interface Draft<T> {
  value: T
  /**
   * The value of this moment, also within a function that began earlier; its attempts are those that are kept, for another
   * tab may have sent the same draft (behaviour 7.17).
   */
  read: () => T
  /** Changes the value and keeps it at once, so that a killed tab loses nothing. */
  change: (update: (value: T) => T) => void
  /** Starts empty again, and keeps nothing. */
  clear: () => void
  /** Whether a draft of an earlier visit was taken up. */
  isRestored: boolean
}

/** What has been sent of a draft, under the key that belongs to it. */
interface Sent {
  attempts: { key: string }
}

/**
 * What a form holds, kept on the device under a name. The first render is empty, as the prerendered page is; a kept
 * draft is taken up right after (behaviour 5.11). `schema` must not change between renders; what it makes of nothing is the
 * empty form.
 */
export const useDraft = <T extends Sent>(name: string, schema: v.GenericSchema<unknown, T>): Draft<T> => {
  const [value, setValue] = useState(() => v.parse(schema, {}))
  const [isRestored, setIsRestored] = useState(false)
  const latest = useRef(value)

  const show = useCallback((next: T) => {
    latest.current = next
    setValue(next)
  }, [])

  const readKept = useCallback(() => readDraft(openDraftStore(), name, schema, Date.now()), [name, schema])

  useEffect(() => {
    const kept = readKept()
    if (kept === undefined) return
    show(kept)
    setIsRestored(true)
  }, [readKept, show])

  const read = useCallback(() => {
    const { current } = latest
    const kept = readKept()
    return kept?.attempts.key === current.attempts.key ? { ...current, attempts: kept.attempts } : current
  }, [readKept])
  const change = useCallback(
    (update: (value: T) => T) => {
      const next = update(read())
      show(next)
      writeDraft(openDraftStore(), name, next, Date.now())
    },
    [name, read, show],
  )
  const clear = useCallback(() => {
    show(v.parse(schema, {}))
    removeDraft(openDraftStore(), name)
    setIsRestored(false)
  }, [name, schema, show])

  return { value, read, change, clear, isRestored }
}
