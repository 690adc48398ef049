import type { FormKind, Forms, Receipt } from '../festival/forms/api'
import { keep, readKept } from '../ui/browser-storage'
import { receiptStorageKey } from './device/storage-keys'
import { readPerson } from './person'

/** What was kept, by the keys of the submissions; of this shape as far as nobody else wrote it. */
export const readStored = (): Record<string, unknown> => {
  const store = readKept(receiptStorageKey)
  return store instanceof Object ? { ...store } : {}
}

export const writeStored = (store: Record<string, unknown>): void =>
  keep(receiptStorageKey, Object.keys(store).length > 0 ? store : undefined)

export const findId = ({ registration_id, request_id }: Receipt): string | undefined =>
  registration_id ?? request_id

/** A form whose address the mail server refuses: the key it was sent under, and all that was sent. */
export interface RefusedForm<Kind extends FormKind> {
  key: string
  body: Forms[Kind]['body']
}

/** For this page alone, where nothing can be kept. */
export const refusedInMemory = new Map<string, RefusedForm<FormKind>>()

/**
 * Keeps a receipt on this device alone, once for its submission's key (behaviour 5.50), with who sent it (behaviour 5.61); with all
 * that was sent as long as its address must be corrected (behaviour 5.56).
 */
export const keepReceipt = <Kind extends FormKind>(
  key: string,
  kind: Kind,
  receipt: Forms[Kind]['receipt'],
  body?: Forms[Kind]['body'],
): void => {
  const isRefused = receipt.confirmation === 'refused' && body !== undefined
  if (isRefused) {
    refusedInMemory.set(`${kind} ${findId(receipt)}`, { key, body })
  }
  const person = body && { person: readPerson({ ...receipt, ...body }), sentAt: Date.now() }
  writeStored({
    ...readStored(),
    [key]: { kind, receipt, ...(isRefused ? { body } : {}), ...person },
  })
}
