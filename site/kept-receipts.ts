import type { FormKind, Forms, Receipt } from '../festival/api'
import { receiptShelf } from './shelves'

/** What was kept, by the keys of the submissions; of this shape as far as nobody else wrote it. */
export const readShelf = (): Record<string, unknown> => {
  try {
    return { ...JSON.parse(localStorage.getItem(receiptShelf) ?? '{}') }
  } catch {
    return {}
  }
}

export const writeShelf = (kept: Record<string, unknown>): void => {
  try {
    if (Object.keys(kept).length > 0) localStorage.setItem(receiptShelf, JSON.stringify(kept))
    else localStorage.removeItem(receiptShelf)
  } catch {
    // The confirmation still shows, and goes by e-mail.
  }
}

/** The id that a registrant holds. */
export const idOf = ({ registration_id, request_id }: Receipt): string | undefined => registration_id ?? request_id

/** What was sent under a key, where the mail server refuses its address; for this page alone where nothing can be kept. */
const refusedHere = new Map<string, { key: string; body: object }>()

/**
 * Keeps a receipt on this device alone, once for its submission's key (behaviour 5.50); with all that was sent as long as its
 * address must be corrected (behaviour 5.56).
 */
export const keepReceipt = <Kind extends FormKind>(
  key: string,
  kind: Kind,
  receipt: Forms[Kind]['receipt'],
  body?: Forms[Kind]['body'],
): void => {
  const isRefused = receipt.confirmation === 'refused' && body !== undefined
  if (isRefused) refusedHere.set(`${kind} ${idOf(receipt)}`, { key, body })
  writeShelf({ ...readShelf(), [key]: { kind, receipt, ...(isRefused ? { body } : {}) } })
}

const isRefusedForm = <Kind extends FormKind>(
  kind: Kind,
  id: string | undefined,
  value: unknown,
): value is { receipt: Receipt; body: Forms[Kind]['body'] } =>
  value instanceof Object &&
  'kind' in value &&
  value.kind === kind &&
  'receipt' in value &&
  value.receipt instanceof Object &&
  idOf(value.receipt as Receipt) === id &&
  'body' in value &&
  value.body instanceof Object

/** What was sent under which key by the form of this id, whose address the mail server refuses. */
export const findRefused = <Kind extends FormKind>(
  kind: Kind,
  id: string | undefined,
): { key: string; body: Forms[Kind]['body'] } | undefined => {
  for (const [key, value] of Object.entries(readShelf()))
    if (isRefusedForm(kind, id, value)) return { key, body: value.body }
  return refusedHere.get(`${kind} ${id}`) as { key: string; body: Forms[Kind]['body'] } | undefined
}
