import { sql } from 'kysely'
import { teamRules } from '#edition/team-rules'
import {
  dayAt,
  dayMs,
  formatDate,
  formatShortDay,
  formatTime,
  isRealDay,
  type Slot,
  toDay,
} from '../../festival/content/slot'
import { findBrokenRules, type Subject } from '../../festival/content/subject'
import { type Flag, type FlagKind, flagKinds, maxNamed } from '../../festival/contract/flags'
import { groupBy } from '../../festival/group-by'
import type { Lateness } from '../../festival/schedule/availability'
import type { FlagRow, ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { DbOrTransaction, DelegatePassRow } from '../db/schema'
import { isRenamed } from './earlier-values'
import { type ReviewedEntry, readEntries } from './entry'
import type { StoredProof } from './proofs'

export interface NewFlag {
  kind: FlagKind
  detail: string
  group?: string
  other?: string
}

export interface EarlierRegistration {
  entry_id: string
  event: string
}

/** Payments that are older than the form by more days are flagged. */
const earliestDays = 120

const isOddDate = (date: string, sentAt: string): boolean => {
  const sent = Date.parse(sentAt)
  // Allows one more day, because a phone's clock may be ahead.
  return date > dayAt(sent + dayMs) || date < dayAt(sent - earliestDays * dayMs)
}

/** Does not compare the amount, because OCR often reads ₹600 as 3600. */
export const findPictureFlags = (
  entry: ReviewedEntry,
  pictures: readonly StoredProof[],
): NewFlag[] => {
  const flags: NewFlag[] = []
  for (const { replacedAt, ocrResult } of pictures) {
    if (replacedAt !== null) {
      continue
    }
    const { date, utr } = ocrResult
    if (date !== undefined && isOddDate(date, entry.sentAt)) {
      const sent = formatDate(dayAt(Date.parse(entry.sentAt)))
      flags.push({
        kind: 'odd-date',
        detail: `The picture shows ${isRealDay(date) ? formatDate(date) : date}; the form was sent on ${sent}.`,
      })
    }
    if (utr !== undefined && /^\d{12}$/.test(entry.utr) && utr !== entry.utr) {
      flags.push({
        kind: 'other-utr',
        detail: `The picture seems to show ${utr}; the form says ${entry.utr}.`,
      })
    }
  }
  return flags
}

export const findPassFlags = (
  entry: ReviewedEntry,
  pass: Pick<DelegatePassRow, 'id' | 'name' | 'email' | 'phone'> | undefined,
): NewFlag[] => {
  const passId = entry.delegateId.trim()
  if (entry.kind !== 'registration' || passId === '') {
    return []
  }
  if (!pass) {
    return [{ kind: 'unknown-pass', detail: `No pass has the Delegate Pass ID ${passId}.` }]
  }
  const people = [entry, ...entry.members.map((member) => ({ ...member, email: '' }))]
  if (people.some((person) => isSamePerson(person, pass))) {
    return []
  }
  const detail =
    'The pass was issued to a person with a different name, e-mail address and phone number.'
  return [{ kind: 'borrowed-pass', detail, other: pass.id }]
}

const listTimedSlots = (
  subjects: readonly Subject[],
  event: string,
): (Slot & { end: NonNullable<Slot['end']> })[] =>
  (subjects.find(({ key }) => key === event)?.slots ?? []).flatMap((slot) =>
    slot.end && !slot.part ? [{ ...slot, end: slot.end }] : [],
  )

export const findOverlap = (
  subjects: readonly Subject[],
  event: string,
  otherEvent: string,
): Slot | undefined => {
  if (event === otherEvent) {
    return undefined
  }
  const otherSlots = listTimedSlots(subjects, otherEvent)
  return listTimedSlots(subjects, event).find((slot) =>
    otherSlots.some((other) => slot.start < other.end && other.start < slot.end),
  )
}

export const findOverlapFlags = (
  entry: ReviewedEntry,
  earlierRegistrations: readonly EarlierRegistration[],
  subjects: readonly Subject[],
): NewFlag[] => {
  if (entry.kind !== 'registration') {
    return []
  }
  for (const { entry_id, event } of earlierRegistrations) {
    const slot = findOverlap(subjects, entry.event, event)
    if (!slot) {
      continue
    }
    const detail = `Both run on ${formatShortDay(toDay(slot.start))} at ${formatTime(slot.start)}.`
    return [{ kind: 'overlap', detail, other: entry_id }]
  }
  return []
}

export const findLateFlags = (late: Lateness | null): NewFlag[] => {
  if (late === null) {
    return []
  }
  return late === 'closed'
    ? [{ kind: 'late', detail: 'The form was sent within half an hour after registration closed.' }]
    : [{ kind: 'cancelled', detail: 'The event was cancelled before the form was sent.' }]
}

/** A changed team may mean that the participant sold the place. */
export const findRenamedFlags = (review: Pick<ReviewRow, 'earlier_values'>): NewFlag[] =>
  isRenamed(review)
    ? [
        {
          kind: 'renamed',
          detail: 'The participant changed the verified team. The timeline shows the earlier team.',
        },
      ]
    : []

export const findTeamFlags = ({ event, members }: ReviewedEntry): NewFlag[] => {
  const brokenRules = findBrokenRules(
    teamRules[event] ?? [],
    members.map(({ year }) => year),
  )
  return brokenRules.length === 0
    ? []
    : [{ kind: 'team-rule', detail: brokenRules.map(({ words }) => words).join(' ') }]
}

interface Person {
  name: string
  email: string
  phone: string
}

const foldName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, '')

export const lastDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

const isSamePerson = (left: Person, right: Person): boolean => {
  const sharesEmail = left.email !== '' && left.email.toLowerCase() === right.email.toLowerCase()
  const phone = lastDigits(left.phone)
  const sharesPhone = phone !== '' && phone === lastDigits(right.phone)
  return sharesEmail || sharesPhone || foldName(left.name) === foldName(right.name)
}

/** `of` counts decided entries with the flag; `times` counts those that were not verified. */
const countFlagOutcomes = async (db: DbOrTransaction, kinds: readonly FlagKind[]) => {
  const { rows } = await sql<{
    kind: FlagKind
    times: number | string | null
    of: number | string
  }>`
    select flagged.kind, count(*) as of, sum(case when review.state = 'verified' then 0 else 1 end) as times
    from (select distinct entry_id, kind from flag where kind in (${sql.join([...kinds])})) as flagged
    join review on review.entry_id = flagged.entry_id
    where review.state in ('verified', 'rejected', 'needs-correction') group by flagged.kind
  `.execute(db)
  return new Map(
    rows.map(({ kind, times, of }) => [kind, { times: Number(times ?? 0), of: Number(of) }]),
  )
}

const readOtherMembers = async (
  db: DbOrTransaction,
  { entry_id, group_id, other_id }: Pick<FlagRow, 'entry_id' | 'group_id' | 'other_id'>,
): Promise<Pick<Flag, 'others' | 'group'>> => {
  const reviews = db
    .selectFrom('review')
    .select(({ fn }) => ['review.entry_id', 'review.kind', fn.countAll().over().as('count')])
  const otherMembers = reviews
    .innerJoin('group_member', 'group_member.entry_id', 'review.entry_id')
    .where('group_id', '=', group_id)
    .where('review.entry_id', '<>', entry_id)
    .orderBy('since')
    .orderBy('review.entry_id')
    .limit(maxNamed)
  const rows = await (group_id === ''
    ? reviews.where('entry_id', '=', other_id).execute()
    : otherMembers.execute())
  const entries = await readEntries(db, rows)
  const others = rows
    .flatMap((row) => entries.get(row.entry_id) ?? [])
    .map(({ id, label }) => ({ id, label }))
  return group_id === ''
    ? { others }
    : { others, group: { id: group_id, count: Number(rows[0]?.count ?? 0) + 1 } }
}

export const listFlagKinds = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, FlagKind[]>> => {
  const all = db.selectFrom('flag').select(['entry_id', 'kind']).distinct().orderBy('kind')
  const flags = await (ids ? all.where(isAmong(db, 'entry_id', ids)) : all).execute()
  const kinds = new Map<string, FlagKind[]>()
  for (const [entryId, ofEntry] of groupBy(flags, ({ entry_id }) => [entry_id])) {
    kinds.set(
      entryId,
      ofEntry.map(({ kind }) => kind),
    )
  }
  return kinds
}

/**
 * Finds payments that entries share by file, UTR or code. `standing` counts later entries that are
 * neither rejected nor withdrawn.
 */
const listSharedPayments = async (db: DbOrTransaction, ids?: readonly string[]) => {
  const groupsOfEntries = sql`select group_id from group_member where group_id like 'same-%'`
  const { rows } = await sql<{ group_id: string; first: string; standing: number | string }>`
    select group_id,
      (select entry_id from group_member where group_id = flag.group_id order by since, entry_id limit 1) as first,
      sum(case when review.state in ('rejected', 'withdrawn') then 0 else 1 end) as standing
    from flag join review on review.entry_id = flag.entry_id where flag.kind like 'same-%'
      ${ids ? sql`and group_id in (${groupsOfEntries} and ${isAmong(db, 'entry_id', ids)})` : sql``}
    group by group_id order by group_id
  `.execute(db)
  return rows
}

/** The first entry of each shared payment may be the copy, so an organiser must check it, too. */
export const findEntriesWithSharedPayment = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<ReadonlySet<string>> => {
  const payments = await listSharedPayments(db, ids)
  return new Set(payments.filter(({ standing }) => Number(standing) > 0).map(({ first }) => first))
}

export const listLaterCopies = async (db: DbOrTransaction, entryId: string) => {
  const own = (await listSharedPayments(db, [entryId])).filter(({ first }) => first === entryId)
  return Promise.all(
    own.map(({ group_id }) => readOtherMembers(db, { entry_id: entryId, group_id, other_id: '' })),
  )
}

/** Uses the order of `flagKinds`. */
export const listFlags = async (db: DbOrTransaction, entryId: string): Promise<Flag[]> => {
  const rows = await db
    .selectFrom('flag')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .execute()
  if (rows.length === 0) {
    return []
  }
  const outcomes = await countFlagOutcomes(db, [...new Set(rows.map(({ kind }) => kind))])
  const flags: Flag[] = []
  for (const row of rows) {
    const { kind, detail, created_at } = row
    flags.push({
      kind,
      detail,
      ...(await readOtherMembers(db, row)),
      since: created_at,
      confirmed: outcomes.get(kind) ?? { times: 0, of: 0 },
    })
  }
  return flags.sort((left, right) => flagKinds.indexOf(left.kind) - flagKinds.indexOf(right.kind))
}
