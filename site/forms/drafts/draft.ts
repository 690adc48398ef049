import * as v from 'valibot'

/** What a draft is kept on: the browser's local storage, or nothing where it is switched off. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A draft is somebody's personal data: it goes after so long without a change. */
const keptForMs = 30 * 24 * 60 * 60 * 1000

const addressOf = (name: string) => `cerebra:draft:${name}`

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
    const text = shelf?.getItem(addressOf(name))
    if (!text) return undefined
    const kept = v.parse(v.object({ changedAt: v.number(), value: schema }), JSON.parse(text))
    return now - kept.changedAt > keptForMs ? undefined : kept.value
  } catch {
    return undefined
  }
}

/** Keeps a draft; where that fails (private browsing, no room) the form goes on without. */
export const writeDraft = <T>(shelf: Shelf | undefined, name: string, value: T, now: number): void => {
  try {
    shelf?.setItem(addressOf(name), JSON.stringify({ changedAt: now, value }))
  } catch {
    // The form itself still holds everything.
  }
}

export const removeDraft = (shelf: Shelf | undefined, name: string): void => {
  try {
    shelf?.removeItem(addressOf(name))
  } catch {
    // What could not be removed is not read after its time.
  }
}
