import { teamRules } from '#edition/team-rules'
import { findSubject } from '../../festival/catalogue'
import { dayAt } from '../../festival/day'
import type { FlagKind } from '../../festival/desk/flags'
import { dayOf, formatShortDay, formatTime, type Slot } from '../../festival/slot'
import { findBrokenRules } from '../../festival/subject'
import type { DelegatePassRow } from '../db/schema'
import type { ReviewedRecord } from './records'
import { isSamePerson } from './same-person'
import type { SentPicture } from './sent-pictures'

/** Something odd that was found about a record. */
export interface FoundFlag {
  kind: FlagKind
  detail: string
  /** The group of those that have the same, where it is about one. */
  group?: string
  /** Another record that it is about. */
  other?: string
}

/** A registration of the same person, that came before. */
export interface EarlierRegistration {
  record_id: string
  event: string
}

/** Payments are made before the form is sent, and not a season before. */
const earliestDays = 120
const dayMs = 86_400_000

const isOddDate = (date: string, sentAt: string): boolean => {
  const sent = Date.parse(sentAt)
  // A day more: a phone's clock may be ahead.
  return date > dayAt(sent + dayMs) || date < dayAt(sent - earliestDays * dayMs)
}

/**
 * What the picture that counts (a correction's, not the one that it replaced) says and cannot be right: its date, or another UTR
 * than was typed. Its amount never flags (behaviour 14.17): ₹600 is read as 3600. The bank's amount does.
 */
export const findPictureFlags = (record: ReviewedRecord, pictures: readonly SentPicture[]): FoundFlag[] => {
  const found: FoundFlag[] = []
  for (const { isReplaced, reading } of pictures) {
    if (isReplaced) continue
    const { date, utr } = reading
    if (date !== undefined && isOddDate(date, record.sentAt)) {
      const sent = dayAt(Date.parse(record.sentAt))
      found.push({ kind: 'odd-date', detail: `The picture says ${date}; it was sent on ${sent}.` })
    }
    if (utr !== undefined && /^\d{12}$/.test(record.utr) && utr !== record.utr)
      found.push({ kind: 'other-utr', detail: `The picture seems to say ${utr}; the form says ${record.utr}.` })
  }
  return found
}

/** A Delegate Pass ID that a registration names: never given out, or given to somebody else. */
export const findPassFlags = (
  record: ReviewedRecord,
  pass: Pick<DelegatePassRow, 'id' | 'name' | 'email' | 'phone'> | undefined,
): FoundFlag[] => {
  const named = record.delegateId.trim()
  if (record.kind !== 'registration' || named === '') return []
  if (!pass) return [{ kind: 'unknown-pass', detail: `No pass has the Delegate Pass ID ${named}.` }]
  const people = [record, ...record.members.map((member) => ({ ...member, email: '' }))]
  if (people.some((person) => isSamePerson(person, pass))) return []
  const detail = 'The pass was given to another name, e-mail address and phone.'
  return [{ kind: 'borrowed-pass', detail, other: pass.id }]
}

/** The sessions of an event whose hours are announced. */
const hoursOf = (event: string): (Slot & { end: NonNullable<Slot['end']> })[] =>
  (findSubject(event)?.slots ?? []).flatMap((slot) => (slot.end && !slot.part ? [{ ...slot, end: slot.end }] : []))

/** When two events first run at the same time; undefined where they never do. */
export const findOverlap = (one: string, other: string): Slot | undefined => {
  if (one === other) return undefined
  return hoursOf(one).find((mine) =>
    hoursOf(other).some((theirs) => mine.start < theirs.end && theirs.start < mine.end),
  )
}

/** One of its people was in another session at the same time already. */
export const findOverlapFlags = (record: ReviewedRecord, before: readonly EarlierRegistration[]): FoundFlag[] => {
  if (record.kind !== 'registration') return []
  for (const { record_id, event } of before) {
    const slot = findOverlap(record.event, event)
    if (!slot) continue
    const detail = `Both run on ${formatShortDay(dayOf(slot.start))} at ${formatTime(slot.start)}.`
    return [{ kind: 'overlap', detail, other: record_id }]
  }
  return []
}

/** The rules of its event that a team seems to break. */
export const findTeamFlags = ({ event, members }: ReviewedRecord): FoundFlag[] => {
  const broken = findBrokenRules(
    teamRules[event] ?? [],
    members.map(({ year }) => year),
  )
  return broken.length === 0 ? [] : [{ kind: 'team-rule', detail: broken.map(({ words }) => words).join(' ') }]
}
