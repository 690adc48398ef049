import { identity } from '#edition/identity'
import { helpDeskContact } from '../../festival/content/help-desk'
import { formatKnownPlace } from '../../festival/content/place'
import {
  dayAt,
  dayMs,
  findMidnight,
  formatDay,
  formatDays,
  formatHours,
  toDay,
} from '../../festival/content/slot'
import type { Subject } from '../../festival/content/subject'
import { describeStanding } from '../../festival/contract/places'
import type { Ticket } from '../../festival/contract/ticket'
import { findEndOfSubject } from '../../festival/schedule/availability'
import type { TicketRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { traceTicketQr } from '../system/ticket-qr'
import { type EntryWithReview, findEntryWithReview, type ReviewedEntry } from './entry'
import { findStanding } from './places'

/** Returns the end of the day after the event or the festival, in milliseconds since 1970. */
const findTicketEnd = (subject: Subject | undefined): number => {
  const lastDay = subject ? dayAt(findEndOfSubject(subject)) : identity.lastDay
  return findMidnight(lastDay) + 2 * dayMs
}

export const readTicketStatus = async (
  db: DbOrTransaction,
  { review, entry }: EntryWithReview,
  subjects: readonly Subject[],
  now: Date,
): Promise<Ticket['status']> => {
  const { state, event } = review
  if (state === 'rejected' || state === 'withdrawn') {
    return { is: 'refused', words: `Not accepted. Call ${helpDeskContact}.` }
  }
  if (subjects.some(({ key, status }) => key === event && status === 'cancelled')) {
    return { is: 'refused', words: 'The event is cancelled' }
  }
  if (state === 'unconfirmed') {
    return { is: 'unchecked', words: 'Not confirmed yet. Use the link in the e-mail.' }
  }
  if (state !== 'verified') {
    const words = entry.amount ? 'Payment not checked yet' : 'Not checked yet'
    return { is: 'unchecked', words }
  }
  const standing = await findStanding(db, review, subjects, now)
  switch (standing.is) {
    case 'lost':
      return { is: 'refused', words: describeStanding(standing, entry.amount) }
    case 'waiting':
      return { is: 'waiting', words: `Waiting list, number ${standing.number}` }
    default:
      return { is: 'valid', words: 'Verified' }
  }
}

/** Without a subject, the ticket is for a pass. */
const listTimes = (subject: Subject | undefined): string[] => {
  if (!subject) {
    return [formatDays(identity.firstDay, identity.lastDay)]
  }
  return subject.slots.map((slot) => {
    const time = `${formatDay(toDay(slot.start))}, ${formatHours(slot)}`
    return slot.label ? `${slot.label}: ${time}` : time
  })
}

export const listTicketNames = ({ members, name }: ReviewedEntry): string[] =>
  members.length > 0 ? members.map((member) => member.name) : [name]

/** @returns undefined if the ticket has expired or its entry has been erased */
export const readTicket = async (
  db: DbOrTransaction,
  { entry_id, code }: TicketRow,
  subjects: readonly Subject[],
  { now, isPublic }: { now: Date; isPublic: boolean },
): Promise<Ticket | undefined> => {
  const reviewed = await findEntryWithReview(db, entry_id)
  if (!reviewed) {
    return undefined
  }
  const { entry } = reviewed
  const { kind, event, eventName, label } = entry
  const subject = subjects.find(({ key }) => kind === 'registration' && key === event)
  // At a private address, tickets never expire, so that you can try them out in any year.
  if (isPublic && now.getTime() >= findTicketEnd(subject)) {
    return undefined
  }
  const status = await readTicketStatus(db, reviewed, subjects, now)
  const shownCode = status.is === 'refused' ? '' : code
  return {
    kind,
    event,
    eventName,
    label,
    names: listTicketNames(entry),
    when: listTimes(subject),
    place: formatKnownPlace(identity, subject),
    status,
    code: shownCode,
    qr: shownCode && traceTicketQr(shownCode),
  }
}
