import type { FormKind, Forms } from '../../../festival/api'
import { idOf, readShelf, writeShelf } from '../../receipts'

/** What every receipt of a kind has held in all versions; the rest may be missing in one that an earlier version kept. */
const texts: Readonly<Record<FormKind, readonly string[]>> = {
  registration: ['registration_id', 'event', 'event_name', 'registrant_name', 'email', 'registration_time'],
  'delegate-pass': ['registration_id', 'delegate_id', 'name', 'email', 'tier', 'purchase_time'],
  accommodation: ['request_id', 'name', 'email', 'check_in', 'check_out', 'room_type', 'booking_time'],
}

/** A kept receipt and the key of its submission, by which it can be removed. */
export interface KeptReceipt<Kind extends FormKind> {
  key: string
  kind: Kind
  receipt: Forms[Kind]['receipt'] & { email: string }
}

const isReceiptOf = <Kind extends FormKind>(kind: Kind, value: unknown): value is Omit<KeptReceipt<Kind>, 'key'> => {
  if (!(value instanceof Object && 'receipt' in value && 'kind' in value) || value.kind !== kind) return false
  const receipt: Record<string, unknown> = { ...(value.receipt instanceof Object ? value.receipt : {}) }
  if (kind === 'registration' && !Array.isArray(receipt.team)) return false
  return texts[kind].every((name) => typeof receipt[name] === 'string')
}

/** The receipts of a kind that this device keeps, the newest first; what cannot be read is left out (behaviour 5.50). */
export const readReceipts = <Kind extends FormKind>(kind: Kind): KeptReceipt<Kind>[] =>
  Object.entries(readShelf())
    .flatMap(([key, value]) => (isReceiptOf(kind, value) ? [{ ...value, key }] : []))
    .reverse()

/** The Delegate Pass ID of the one pass that this device keeps; undefined for none, or for several (behaviour 5.54). */
export const findOwnPass = (): string | undefined => {
  const [pass, another] = readReceipts('delegate-pass')
  return another ? undefined : pass?.receipt.delegate_id
}

/** The id and the address of what this device sent last. */
export const findLatest = (): { id: string; email: string } | undefined => {
  const kinds = ['registration', 'delegate-pass', 'accommodation'] as const
  const all = kinds.flatMap((kind): KeptReceipt<FormKind>[] => readReceipts(kind))
  const latest = Object.keys(readShelf())
    .flatMap((key) => all.find((kept) => kept.key === key) ?? [])
    .at(-1)?.receipt
  return latest && { id: idOf(latest) ?? '', email: latest.email }
}

/** Takes a receipt off this device; what it tells of stays registered. */
export const removeReceipt = (key: string): void => {
  const { [key]: _removed, ...rest } = readShelf()
  writeShelf(rest)
}
