import { identity } from '#edition/identity'
import { dayMs } from '../../festival/content/slot'
import { readKept } from '../../ui/browser-storage'

export const draftStorageKey = (name: string): string => `cerebra:draft:${name}`

/** A draft is somebody's personal data: it goes after so many milliseconds without a change. */
export const draftLifetimeMs = 30 * dayMs

/** Where the device keeps the state of this festival: the next one begins at version 1 again. */
export const stateStorageKey = `cerebra:state:${identity.firstDay}`

export const receiptStorageKey = 'cerebra:receipts'

/** Whether this device keeps any receipt; none where the browser keeps nothing. */
export const hasReceipts = (): boolean => readKept(receiptStorageKey) !== undefined

/** Whether this device keeps the receipt of a registration for an event. */
export const hasReceiptOf = (event: string): boolean =>
  JSON.stringify(readKept(receiptStorageKey) ?? '').includes(`"event":"${event}"`)

/** Where a page that could not come alive leaves what was typed for the load that follows (behaviour 9.15). */
export const typedKey = 'typed'

/** Where the device remembers that the key "/" does not open the search. */
export const searchShortcutStorageKey = 'cerebra:search-key'

/** Whether it does, as this device remembers; it does until somebody switches it off (behaviour 9.17). */
export const isSearchKeyOn = (): boolean => readKept(searchShortcutStorageKey) === undefined

/** The id of the block in which a page carries the state that it was rendered with. */
export const stateBlockId = 'state'
