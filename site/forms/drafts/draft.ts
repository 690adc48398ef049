import * as v from 'valibot'
import { draftAddress, draftKeptMs } from '../../shelves'

/** What a draft is kept on: the browser's local storage, or nothing where it is switched off. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser’s storage; undefined where it is switched off. */
export const openDraftStore = (): DraftStore | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** The draft that was kept under a name; undefined for none, an old one, or one of another shape (behaviour 5.11). */
export const readDraft = <T>(
  draftStore: DraftStore | undefined,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  now: number,
): T | undefined => {
  try {
    const text = draftStore?.getItem(draftAddress(name))
    if (!text) return undefined
    const kept = v.parse(v.object({ changedAt: v.number(), value: schema }), JSON.parse(text))
    return now - kept.changedAt > draftKeptMs ? undefined : kept.value
  } catch {
    return undefined
  }
}

/** Keeps a draft; where that fails (private browsing, no room) the form goes on without. */
export const writeDraft = <T>(draftStore: DraftStore | undefined, name: string, value: T, now: number): void => {
  try {
    draftStore?.setItem(draftAddress(name), JSON.stringify({ changedAt: now, value }))
  } catch {
    // The form itself still holds everything.
  }
}

export const removeDraft = (draftStore: DraftStore | undefined, name: string): void => {
  try {
    draftStore?.removeItem(draftAddress(name))
  } catch {
    // What could not be removed is not read after its time.
  }
}
