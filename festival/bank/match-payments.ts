import type { Day } from '../content/slot'
import { groupBy } from '../group-by'
import { sumBy } from '../sum-by'
import {
  type BankRow,
  type ExpectedPayment,
  type Match,
  type MatchInput,
  type MatchKind,
  type MatchResult,
  matchKinds,
} from './match'
import { findSeveralByName, findWeakPairs, markCopied } from './payers'
import { compareText, groupRowsIntoPayments, type Movement, type Reversal } from './payments'
import { isNearNumber } from './signals'
import { findTies, type Group, groupTies, type Tie, toArray } from './ties'

interface Draft {
  kind: MatchKind
  entries: readonly ExpectedPayment[]
  payments: readonly Movement[]
  reversal?: Movement
  /** Entries that fit the payer's name better. */
  payerEntries?: readonly ExpectedPayment[]
}

const sumPayments = (payments: readonly Movement[]) => sumBy(payments, ({ amount }) => amount)
const sumDue = (entries: readonly ExpectedPayment[]) => sumBy(entries, ({ due }) => due)

const isOpen = ({ paymentStatus }: ExpectedPayment) => paymentStatus === 'open'
const isUnallocated = ({ allocatedTo }: Movement) => allocatedTo === undefined

const findPairKind = (tie: Tie): MatchKind => {
  const { payment, entry, byNumber, byReference, doubt } = tie
  if (doubt) {
    return doubt
  }
  if (entry.paymentStatus === 'settled') {
    return 'twice'
  }
  if (payment.amount !== entry.due) {
    return 'wrong-amount'
  }
  if (byNumber === 'typed') {
    return 'number'
  }
  if (byReference === 'whole') {
    return 'reference'
  }
  if (byNumber) {
    return 'picture-number'
  }
  const isNear = [entry.number, entry.pictureNumber].some(
    (number) => number && isNearNumber(payment, number),
  )
  return isNear ? 'near-number-and-reference' : 'reference'
}

const draftPair = (tie: Tie): Draft[] => {
  const { payment, entry, isAllocated, payerEntries = [] } = tie
  return isAllocated
    ? []
    : [{ kind: findPairKind(tie), entries: [entry], payments: [payment], payerEntries }]
}

const draftGroup = ({ entries, payments }: Group, kind: MatchKind): Draft[] => [
  { kind, entries, payments },
]

/** Several payments for an entry are contested if one of them may belong to another entry. */
const findSeveralKind = ({ ties, payments }: Group, entry: ExpectedPayment): MatchKind => {
  const hasNumber = ties.some(({ byNumber }) => byNumber)
  // Each payment has its own number, so a second one naturally differs from the typed number.
  const isDoubtful = ({ doubt, byReference, isAllocated }: Tie) =>
    doubt !== undefined && !isAllocated && !(doubt === 'other-number' && byReference && hasNumber)
  if (ties.some(isDoubtful)) {
    return 'contested'
  }
  if (entry.paymentStatus === 'settled' || payments.some(({ amount }) => amount === entry.due)) {
    return 'twice'
  }
  return sumPayments(payments) === entry.due ? 'in-parts' : 'wrong-amount'
}

const classifyForOneEntry = (group: Group, entry: ExpectedPayment): Draft[] => {
  const { ties, payments } = group
  const isForOtherEntry = (payment: Movement) =>
    !isUnallocated(payment) && payment.allocatedTo !== entry.id
  if (payments.some(isForOtherEntry)) {
    return isOpen(entry) ? draftGroup(group, 'contested') : []
  }
  return ties.length === 1
    ? ties.flatMap(draftPair)
    : draftGroup(group, findSeveralKind(group, entry))
}

/** One payment that certainly covers all entries. */
const isForSeveralEntries = ({ ties, payments, entries }: Group): boolean =>
  payments.length === 1 &&
  payments.every((payment) => isUnallocated(payment) && !payment.partReversal) &&
  sumPayments(payments) === sumDue(entries) &&
  entries.every(isOpen) &&
  ties.every(({ byNumber, byReference }) => byNumber || byReference === 'whole')

/** Returns undefined unless payments and entries pair one to one. */
const pairByNumber = ({ ties, payments, entries }: Group): Tie[] | undefined => {
  const pairs = ties.filter(
    ({ byNumber, isAllocated, payment }) => isAllocated || (byNumber && isUnallocated(payment)),
  )
  const isOneToOne = [
    payments.length,
    entries.length,
    new Set(pairs.map(({ payment }) => payment)).size,
    new Set(pairs.map(({ entry }) => entry)).size,
  ].every((count) => count === pairs.length)
  return isOneToOne ? pairs : undefined
}

/** Leaves the choice to an organiser if a payment may belong to several entries. */
const classifyGroup = (group: Group): Draft[] => {
  const { payments, entries } = group
  if (!payments.some(isUnallocated) && !entries.some(isOpen)) {
    return []
  }
  const [entry, ...otherEntries] = entries
  if (entry && otherEntries.length === 0) {
    return classifyForOneEntry(group, entry)
  }
  if (isForSeveralEntries(group)) {
    return draftGroup(group, 'for-several')
  }
  return pairByNumber(group)?.flatMap(draftPair) ?? draftGroup(group, 'contested')
}

/** Turns reliable matches to rejected and withdrawn entries into refunds, and drops all others. */
const resolveClosed = (draft: Draft): Draft[] => {
  const { kind, entries, payerEntries = [] } = draft
  const isClosed = ({ paymentStatus }: ExpectedPayment) => paymentStatus === 'closed'
  if (![...entries, ...payerEntries].every(isClosed)) {
    return [draft]
  }
  const isReliable = kind === 'wrong-amount' || matchKinds[kind].settling === 'yes'
  return isReliable ? [{ ...draft, kind: 'not-accepted' }] : []
}

const findUnpaidKind = (day: Day, { first, last }: MatchInput['days']): MatchKind => {
  // The file may have been downloaded during its last day.
  if (day >= last) {
    return 'newer'
  }
  return day < first ? 'older' : 'not-received'
}

const toMatch = (draft: Draft): Match => {
  const { kind, entries, payments } = draft
  const partReversal = payments.find((payment) => payment.partReversal)?.partReversal
  const reversal = draft.reversal ?? partReversal
  const rows = payments.map(({ id }) => id)
  const ids = entries.map(({ id }) => id)
  const match: Match = {
    key: [...rows, '<', ...ids, reversal?.id ?? ''].join(' ').trim(),
    kind,
    expected: ids,
    rows,
  }
  if (reversal) {
    match.reversal = reversal.id
  }
  const difference = sumPayments(payments) - sumDue(entries)
  const isComparable = rows.length > 0 && (kind === 'for-several' || ids.length === 1)
  if (isComparable && difference !== 0) {
    match.difference = difference
  }
  return match
}

const createDraftList = () => {
  const drafts: Draft[] = []
  const taken = new Set<Movement | ExpectedPayment>()
  const take = (items: readonly (Movement | ExpectedPayment)[]) => {
    for (const item of items) {
      taken.add(item)
    }
  }
  return {
    drafts,
    take,
    isFree: (item: Movement | ExpectedPayment) => !taken.has(item),
    add: (draft: Draft) => {
      drafts.push(draft)
      take([...draft.payments, ...draft.entries])
    },
  }
}
type DraftList = ReturnType<typeof createDraftList>

const addGroups = ({ add, take, isFree }: DraftList, groups: readonly Group[]): void => {
  // First takes all entries, so that no group claims another group's entry as its payer's.
  take(groups.flatMap(({ entries }) => entries))
  for (const draft of groups.flatMap(classifyGroup).flatMap(resolveClosed)) {
    const { kind, payments, entries, payerEntries = [] } = draft
    add({ kind, payments, entries: [...entries, ...payerEntries.filter(isFree)] })
  }
}

const addReversals = (
  { add, isFree }: DraftList,
  reversals: readonly Reversal[],
  ties: readonly Tie[],
  openEntries: readonly ExpectedPayment[],
): void => {
  const tiesByPayment = groupBy(ties, ({ payment }) => [payment])
  const entriesByNumber = groupBy(openEntries, ({ number }) => toArray(number))
  const whollyReversed = collectWhollyReversed(reversals)
  const listEntries = ({ reversal, payment }: Reversal) =>
    payment
      ? (tiesByPayment.get(payment) ?? []).map(({ entry }) => entry)
      : reversal.numbers.flatMap((number) => entriesByNumber.get(number) ?? [])
  // The match of the unallocated payment contains its partial reversal (see `toMatch`).
  const isInOtherMatch = ({ reversal, payment }: Reversal) =>
    payment?.partReversal === reversal && isUnallocated(payment)
  for (const reversed of reversals.filter((reversed) => !isInOtherMatch(reversed))) {
    const { reversal, payment } = reversed
    const isAffected = (entry: ExpectedPayment) =>
      entry.id === payment?.allocatedTo || (isFree(entry) && entry.paymentStatus !== 'closed')
    add({
      kind: payment && !whollyReversed.has(payment) ? 'reversed-in-part' : 'reversed',
      entries: listEntries(reversed).filter(isAffected),
      payments: payment && isFree(payment) ? [payment] : [],
      reversal,
    })
  }
}

const collectWhollyReversed = (reversals: readonly Reversal[]): Set<Movement> =>
  new Set(reversals.flatMap(({ payment, isPart }) => (payment && !isPart ? [payment] : [])))

const addRemaining = (
  { add, isFree }: DraftList,
  payments: readonly Movement[],
  openEntries: readonly ExpectedPayment[],
): void => {
  const listOpenPayments = () =>
    payments.filter((payment) => isUnallocated(payment) && isFree(payment))
  const listOpenEntries = () => openEntries.filter(isFree)
  for (const { kind, payment, entry } of findWeakPairs(listOpenPayments(), listOpenEntries())) {
    add({ kind, entries: [entry], payments: [payment] })
  }
  for (const several of findSeveralByName(listOpenPayments(), listOpenEntries())) {
    add({ kind: 'contested', entries: [several.entry], payments: several.payments })
  }
  for (const payment of listOpenPayments()) {
    const kind = payment.partReversal ? 'reversed-in-part' : 'unknown'
    add({ kind, entries: [], payments: [payment] })
  }
}

const toSortedMatches = (drafts: readonly Draft[]): Match[] => {
  const findDay = ({ payments: [payment], entries: [entry], reversal }: Draft) =>
    payment?.day ?? entry?.day ?? reversal?.day ?? ''
  return drafts
    .map((draft) => ({ day: findDay(draft), match: toMatch(draft) }))
    .sort(
      (left, right) =>
        compareText(left.day, right.day) || compareText(left.match.key, right.match.key),
    )
    .map(({ match }) => match)
}

const findDuplicates = (payments: readonly Movement[]): MatchResult['duplicates'] =>
  new Map(
    payments.flatMap(({ rows }) => {
      const ids = rows.map(({ id }) => id)
      return ids.length > 1 ? ids.map((id) => [id, ids] as const) : []
    }),
  )

/** The result does not depend on the order of the input. */
export const matchPayments = ({ rows, expected, days }: MatchInput): MatchResult => {
  const entries = [...new Map(expected.map((entry) => [entry.id, entry])).values()].sort(
    (left, right) => compareText(left.id, right.id),
  )
  const openEntries = entries.filter(isOpen)
  const { payments, reversals } = groupRowsIntoPayments(
    rows,
    new Set(entries.map(({ due }) => due)),
  )
  const whollyReversed = collectWhollyReversed(reversals)
  const remaining = payments.filter((payment) => !whollyReversed.has(payment))
  const ties = markCopied(findTies(remaining, entries), entries)
  const reversedTies = findTies([...whollyReversed], entries)
  const list = createDraftList()
  addGroups(list, groupTies(ties))
  addReversals(list, reversals, [...ties, ...reversedTies], openEntries)
  addRemaining(list, remaining, openEntries)
  for (const entry of openEntries.filter(list.isFree)) {
    list.add({ kind: findUnpaidKind(entry.day, days), entries: [entry], payments: [] })
  }
  return { matches: toSortedMatches(list.drafts), duplicates: findDuplicates(payments) }
}

const minSampleSize = 10

/** True if hardly any number matches: the file belongs to another account, or a column is wrong. */
export const isLikelyWrongFile = (
  file: readonly Pick<BankRow, 'id' | 'day'>[],
  { expected }: MatchInput,
  { matches, duplicates }: MatchResult,
): boolean => {
  const matchedIds = new Set(
    matches
      .filter(({ kind }) => kind !== 'unknown' && kind !== 'name')
      .flatMap(({ rows }) => rows.flatMap((id) => duplicates.get(id) ?? [id])),
  )
  const matchedCount = file.filter(({ id }) => matchedIds.has(id)).length
  const days = file.map(({ day }) => day).sort()
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  const openCount = expected.filter(
    (entry) => isOpen(entry) && entry.day >= first && entry.day <= last,
  ).length
  const smallerCount = Math.min(openCount, file.length)
  return smallerCount >= minSampleSize && matchedCount * 10 < smallerCount
}
