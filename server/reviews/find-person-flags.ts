import { findSubject } from '../../festival/catalogue'
import { dayOf, formatShortDay, formatTime, type Slot } from '../../festival/slot'
import type { DbOrTransaction } from '../db/schema'
import { findByToken } from './find-by-token'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'
import { lastDigits } from './same-person'

/** More records of one e-mail address than a college's contact usually sends. */
const manyFromOne = 6
/** As many of one person's records are compared. */
const mostOfOne = 50

const phonesOf = ({ phone, members }: ReviewedRecord): string[] =>
  [phone, ...members.map((member) => member.phone)].map(lastDigits).filter((digits) => digits.length === 10)

/** The sessions of an event whose hours are announced. */
const hoursOf = (event: string): (Slot & { end: NonNullable<Slot['end']> })[] =>
  (findSubject(event)?.slots ?? []).flatMap((slot) => (slot.end && !slot.part ? [{ ...slot, end: slot.end }] : []))

/** When two events first run at the same time; undefined where they never do. */
const findOverlap = (one: string, other: string): Slot | undefined => {
  if (one === other) return undefined
  return hoursOf(one).find((mine) =>
    hoursOf(other).some((theirs) => mine.start < theirs.end && theirs.start < mine.end),
  )
}

const findOverlaps = (record: ReviewedRecord, others: readonly ReviewedRecord[]): FoundFlag[] => {
  const phones = phonesOf(record)
  return others.flatMap((other) => {
    const isShared =
      other.email.toLowerCase() === record.email.toLowerCase() ||
      phonesOf(other).some((phone) => phones.includes(phone))
    const slot = isShared && other.kind === 'registration' ? findOverlap(record.event, other.event) : undefined
    if (!slot) return []
    const detail = `Both run on ${formatShortDay(dayOf(slot.start))} at ${formatTime(slot.start)}.`
    return [{ kind: 'overlap', detail, other: { id: other.id, detail } }]
  })
}

/** All of them carry it, also those that came before there were many. */
const findMany = (record: ReviewedRecord, others: readonly ReviewedRecord[]): FoundFlag[] => {
  const alsoOn = others.filter(({ email }) => email.toLowerCase() === record.email.toLowerCase()).map(({ id }) => id)
  if (alsoOn.length + 1 < manyFromOne) return []
  const detail = `${manyFromOne} submissions or more came from this e-mail address.`
  return [{ kind: 'many-from-one', detail, alsoOn }]
}

/** One person in two places at once, and very many submissions from one address. */
export const findPersonFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const others = await findByToken(db, record, [record.email.toLowerCase().slice(0, 40)], mostOfOne)
  const sharing = await findByToken(db, record, phonesOf(record), mostOfOne)
  const everybody = [...new Map([...others, ...sharing].map((other) => [other.id, other])).values()]
  return [...(record.kind === 'registration' ? findOverlaps(record, everybody) : []), ...findMany(record, others)]
}
