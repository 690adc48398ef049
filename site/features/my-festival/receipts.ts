import type { FormKind, Forms } from '../../../festival/forms/api'
import { tryStore } from '../../../ui/browser-storage'
import { draftLifetimeMs, draftStorageKey } from '../../device/storage-keys'
import { readRecent } from '../../forms/draft'
import { type Person, readPerson } from '../../person'
import { findId, readStored, writeStored } from '../../receipts'

/** What every receipt of a kind has held in all versions; the rest may be missing in one that an earlier version kept. */
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
  const receipt: Record<string, unknown> = {
    ...(value.receipt instanceof Object ? value.receipt : {}),
  }
  if (!names || (value.kind === 'registration' && !Array.isArray(receipt.team))) {
    return false
  }
  return names.every((name) => typeof receipt[name] === 'string')
}

/** The receipts that this device keeps, the newest first; what cannot be read is left out (behaviour 5.50). */
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

/** Removes who sent what, where that was before a moment; the receipts stay (behaviour 5.61). */
export const forgetPeople = (before = Number.POSITIVE_INFINITY): void => {
  const store = Object.entries(readStored()).map(([key, value]) =>
    value instanceof Object && Number(Reflect.get(value, 'sentAt')) < before
      ? [key, { ...value, person: undefined, sentAt: undefined }]
      : [key, value],
  )
  writeStored(Object.fromEntries(store))
}

/** Whoever sent something from this device in the last 30 days, the newest first, each with their own pass; what is older goes, drafts too. */
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

/** The id and the address of what this device sent last. */
export const findLatest = (): { id: string; email: string } | undefined => {
  const [latest] = readAllReceipts()
  return latest && { id: findId(latest.receipt) ?? '', email: latest.receipt.email }
}

/** Takes a receipt off this device; what it tells of stays registered. */
export const removeReceipt = (key: string): void => {
  const { [key]: _removed, ...rest } = readStored()
  writeStored(rest)
}
