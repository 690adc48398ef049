import * as v from 'valibot'
import { draftAddress, draftKeptMs } from '../../draft-shelf'

/** What a draft is kept on: the browser's local storage, or nothing where it is switched off. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's shelf; undefined where it is switched off. */
export const openShelf = (): Shelf | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** The draft that was kept under a name; undefined for none, an old one, or one of another shape (behaviour 5.11). */
export const readDraft = <T>(
  shelf: Shelf | undefined,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  now: number,
): T | undefined => {
  try {
    const text = shelf?.getItem(draftAddress(name))
    if (!text) return undefined
    const kept = v.parse(v.object({ changedAt: v.number(), value: schema }), JSON.parse(text))
    return now - kept.changedAt > draftKeptMs ? undefined : kept.value
  } catch {
    return undefined
  }
}

/** Keeps a draft; where that fails (private browsing, no room) the form goes on without. */
export const writeDraft = <T>(shelf: Shelf | undefined, name: string, value: T, now: number): void => {
  try {
    shelf?.setItem(draftAddress(name), JSON.stringify({ changedAt: now, value }))
  } catch {
    // The form itself still holds everything.
  }
}

export const removeDraft = (shelf: Shelf | undefined, name: string): void => {
  try {
    shelf?.removeItem(draftAddress(name))
  } catch {
    // What could not be removed is not read after its time.
  }
}
