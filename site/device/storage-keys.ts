import { identity } from '#edition/identity'
import { dayMs } from '../../festival/content/slot'
import { readKept } from '../../ui/browser-storage'

export const draftStorageKey = (name: string): string => `cerebra:draft:${name}`

/** Drafts contain personal data and expire this long after their last change, in milliseconds. */
export const draftLifetimeMs = 30 * dayMs

/** Per festival, because the next one starts at version 1 again. */
export const stateStorageKey = `cerebra:state:${identity.firstDay}`

export const receiptStorageKey = 'cerebra:receipts'

/** False if the browser cannot store anything. */
export const hasReceipts = (): boolean => readKept(receiptStorageKey) !== undefined

export const hasReceiptOf = (event: string): boolean =>
  JSON.stringify(readKept(receiptStorageKey) ?? '').includes(`"event":"${event}"`)

/** Texts typed into a page that failed to hydrate, for the next page load. */
export const typedKey = 'typed'

/** Set if the "/" key must not open the search. */
export const searchShortcutStorageKey = 'cerebra:search-key'

export const isSearchKeyOn = (): boolean => readKept(searchShortcutStorageKey) === undefined

/** The ID of the element with the state that the page was rendered with. */
export const stateBlockId = 'state'
