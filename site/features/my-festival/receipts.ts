import type { FormKind, Forms } from '../../../festival/forms/api'
import { tryStore } from '../../../ui/browser-storage'
import { draftLifetimeMs, draftStorageKey } from '../../device/storage-keys'
import { readRecent } from '../../forms/draft'
import { type Person, readPerson } from '../../person'
import { findId, readStored, writeStored } from '../../receipts'

/** All versions of receipts have these fields. Other fields may be missing. */
const texts: Readonly<Record<FormKind, readonly string[]>> = {
  registration: [
    'registration_id',
    'event',
    'event_name',
    'registrant_name',
    'email',
    'registration_time',
  ],
  'delegate-pass': ['registration_id', 'delegate_id', 'name', 'email', 'tier', 'purchase_time'],
  accommodation: [
    'request_id',
    'name',
    'email',
    'check_in',
    'check_out',
    'room_type',
    'booking_time',
  ],
}

export interface KeptReceipt<Kind extends FormKind> {
  key: string
  kind: Kind
  receipt: Forms[Kind]['receipt']
}

const isReceipt = (value: unknown): value is Omit<KeptReceipt<FormKind>, 'key'> => {
  if (!(value instanceof Object && 'receipt' in value && 'kind' in value)) {
    return false
  }
  const [, names] = Object.entries(texts).find(([kind]) => kind === value.kind) ?? []
  const receipt: Record<string, unknown> =
    value.receipt instanceof Object ? { ...value.receipt } : {}
  if (!names || (value.kind === 'registration' && !Array.isArray(receipt.team))) {
    return false
  }
  return names.every((name) => typeof receipt[name] === 'string')
}

/** Returns the newest receipt first and skips unreadable receipts. */
export const readAllReceipts = (): KeptReceipt<FormKind>[] =>
  Object.entries(readStored())
    .flatMap(([key, value]) => (isReceipt(value) ? [{ ...value, key }] : []))
    .reverse()

export const isOfKind = <Kind extends FormKind>(
  entry: KeptReceipt<FormKind>,
  kind: Kind,
): entry is KeptReceipt<Kind> => entry.kind === kind

export const readReceipts = <Kind extends FormKind>(kind: Kind): KeptReceipt<Kind>[] =>
  readAllReceipts().filter((entry) => isOfKind(entry, kind))

/** Deletes personal details from before a time (milliseconds since 1970). Receipts stay. */
export const forgetPeople = (before = Number.POSITIVE_INFINITY): void => {
  const store = readStored()
  for (const [key, value] of Object.entries(store)) {
    if (value instanceof Object && Number(Reflect.get(value, 'sentAt')) < before) {
      store[key] = { ...value, person: undefined, sentAt: undefined }
    }
  }
  writeStored(store)
}

/**
 * The people who sent a form in the last 30 days, newest first. Also deletes older personal details
 * and drafts.
 */
export const listPeople = (): Person[] => {
  forgetPeople(Date.now() - draftLifetimeMs)
  for (const key of tryStore(() => Object.keys(localStorage)) ?? []) {
    if (key.startsWith(draftStorageKey(''))) {
      readRecent(key.slice(draftStorageKey('').length))
    }
  }
  const people = new Map<string, Person>()
  for (const value of Object.values(readStored()).reverse()) {
    const person = readPerson(value instanceof Object && Reflect.get(value, 'person'))
    if (person.name === '') {
      continue
    }
    const id = `${person.name} ${person.email}`.toLowerCase()
    const newer = Object.entries(people.get(id) ?? {}).filter(([, text]) => text !== '')
    people.set(id, { ...person, ...Object.fromEntries(newer) })
  }
  return [...people.values()]
}

/** Returns the entry with this ID, or the latest. */
export const findSent = (id: string): { id: string; email: string } | undefined => {
  const sent = readAllReceipts().map(({ receipt }) => ({
    id: findId(receipt) ?? '',
    email: receipt.email,
  }))
  return sent.find((entry) => entry.id === id) ?? sent[0]
}

export const removeReceipt = (key: string): void => {
  const { [key]: _removed, ...rest } = readStored()
  writeStored(rest)
}
