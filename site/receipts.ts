import type { FormKind, Forms, Receipt } from '../festival/forms/api'
import { keep, readKept } from '../ui/browser-storage'
import { receiptStorageKey } from './device/storage-keys'
import { readPerson } from './person'

/** Returns stored receipts by idempotency key. Receipts are not validated. */
export const readStored = (): Record<string, unknown> => {
  const store = readKept(receiptStorageKey)
  return store instanceof Object ? { ...store } : {}
}

export const writeStored = (store: Record<string, unknown>): void =>
  keep(receiptStorageKey, Object.keys(store).length > 0 ? store : undefined)

export const findId = ({ registration_id, request_id }: Receipt): string | undefined =>
  registration_id ?? request_id

/** A form that was sent with an address which the mail server refuses. */
export interface RefusedForm<Kind extends FormKind> {
  key: string
  body: Forms[Kind]['body']
}

/** Used if the browser has no storage. */
export const refusedInMemory = new Map<string, RefusedForm<FormKind>>()

/** Also stores the sender's details and, until a refused address is corrected, the body. */
export const keepReceipt = <Kind extends FormKind>(
  key: string,
  kind: Kind,
  receipt: Forms[Kind]['receipt'],
  body?: Forms[Kind]['body'],
): void => {
  const stored: Record<string, unknown> = { kind, receipt }
  if (body) {
    stored.person = readPerson({ ...receipt, ...body })
    stored.sentAt = Date.now()
    if (receipt.confirmation === 'refused') {
      stored.body = body
      refusedInMemory.set(`${kind} ${findId(receipt)}`, { key, body })
    }
  }
  writeStored({ ...readStored(), [key]: stored })
}
