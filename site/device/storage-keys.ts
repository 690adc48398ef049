import { identity } from '#edition/identity'
import { dayMs } from '../../festival/content/slot'
import { readKept } from '../../ui/browser-storage'

export const draftStorageKey = (name: string): string => `cerebra:draft:${name}`

/** Milliseconds after the last change; drafts contain personal data. */
export const draftLifetimeMs = 30 * dayMs

/** Per festival, because the next one starts at version 1 again. */
export const stateStorageKey = `cerebra:state:${identity.firstDay}`

export const receiptStorageKey = 'cerebra:receipts'

/** False if the browser cannot store anything. */
export const hasReceipts = (): boolean => readKept(receiptStorageKey) !== undefined

export const hasReceiptOf = (event: string): boolean =>
  JSON.stringify(readKept(receiptStorageKey) ?? '').includes(`"event":"${event}"`)

/** Texts typed before a failed hydration. */
export const typedKey = 'typed'

/** Set if the "/" key must not open the search. */
export const searchShortcutStorageKey = 'cerebra:search-key'

export const isSearchKeyOn = (): boolean => readKept(searchShortcutStorageKey) === undefined

/** The ID of the element with the page's state. */
export const stateBlockId = 'state'
