import { identity } from '#edition/identity'
import { dayMs } from '../../festival/content/slot'
import { readKept } from '../../ui/browser-storage'

export const draftStorageKey = (name: string): string => `cerebra:draft:${name}`

/** In milliseconds since the last change. Drafts contain personal data, so they expire. */
export const draftLifetimeMs = 30 * dayMs

/** Each festival has its own key, because its versions start at 1. */
export const stateStorageKey = `cerebra:state:${identity.firstDay}`

export const receiptStorageKey = 'cerebra:receipts'

export const hasReceipts = (): boolean => readKept(receiptStorageKey) !== undefined

export const hasReceiptOf = (event: string): boolean =>
  JSON.stringify(readKept(receiptStorageKey) ?? '').includes(`"event":"${event}"`)

export const typedKey = 'typed'

/** The key is set if "/" must not open the search. */
export const searchShortcutStorageKey = 'cerebra:search-key'

export const isSearchKeyOn = (): boolean => readKept(searchShortcutStorageKey) === undefined

export const stateBlockId = 'state'
