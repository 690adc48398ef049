import type { Day } from '../content/slot'
import { groupBy } from '../group-by'
import {
  type BankRow,
  type ExpectedPayment,
  type Match,
  type MatchInput,
  type MatchKind,
  type MatchResult,
  matchKinds,
} from './match'
import { compareText, groupRowsIntoPayments, type Movement, type Reversal } from './payments'
import { isNearNumber } from './signals'
import {
  findSeveralByName,
  findTies,
  findWeakPairs,
  type Group,
  groupTies,
  markCopied,
  type Tie,
} from './ties'

interface Draft {
  kind: MatchKind
  expected: readonly ExpectedPayment[]
  payments: readonly Movement[]
  reversal?: Movement
  /** Entries that fit the payer's name better. */
  others?: readonly ExpectedPayment[]
}

const sumPayments = (payments: readonly Movement[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0)
const sumDue = (expected: readonly ExpectedPayment[]) =>
  expected.reduce((sum, { due }) => sum + due, 0)

const classifyPair = (tie: Tie): Draft[] => {
  const { payment, expected, byNumber, byReference, against, others = [] } = tie
  const draft = (kind: MatchKind) => [{ kind, expected: [expected], payments: [payment], others }]
  if (tie.isAllocated) {
    return []
  }
  if (against) {
    return draft(against)
  }
  if (expected.paymentStatus === 'settled') {
    return draft('twice')
  }
  if (payment.amount !== expected.due) {
    return draft('wrong-amount')
  }
  if (byNumber === 'typed') {
    return draft('number')
  }
  if (byNumber && byReference !== 'whole') {
    return draft('picture-number')
  }
  const isNear = [expected.number, expected.pictureNumber].some(
    (number) => number && isNearNumber(payment, number),
  )
  return draft(byReference !== 'whole' && isNear ? 'near-number-and-reference' : 'reference')
}

/** Several payments for an entry are contested if one of them may belong to another entry. */
const classifySeveral = ({ ties, payments, expected }: Group): MatchKind => {
  const [own] = expected
  const hasOwn = ties.some(({ byNumber }) => byNumber)
  // Each payment has its own number, so a second one naturally differs from the typed number.
  const isDoubtful = ({ against, byReference, isAllocated }: Tie) =>
    against !== undefined && !isAllocated && !(against === 'other-number' && byReference && hasOwn)
  if (!own || ties.some(isDoubtful)) {
    return 'contested'
  }
  if (own.paymentStatus === 'settled' || payments.some(({ amount }) => amount === own.due)) {
    return 'twice'
  }
  return sumPayments(payments) === own.due ? 'in-parts' : 'wrong-amount'
}

/** Returns undefined unless payments and entries pair one to one. */
const pairByNumber = ({ ties, payments, expected }: Group): Tie[] | undefined => {
  const pairs = ties.filter(
    ({ byNumber, isAllocated, payment }) =>
      isAllocated || (byNumber && payment.allocatedTo === undefined),
  )
  const isOneToOne =
    payments.length === expected.length &&
    pairs.length === payments.length &&
    new Set(pairs.map((pair) => pair.expected)).size === pairs.length &&
    new Set(pairs.map(({ payment }) => payment)).size === pairs.length
  return isOneToOne ? pairs : undefined
}

/** Leaves the choice to an organiser if a payment may belong to several entries. */
const classifyGroup = (group: Group): Draft[] => {
  const { ties, payments, expected } = group
  const [tie, another] = ties
  const makeDraft = (kind: MatchKind): Draft[] => [{ kind, expected, payments }]
  if (!tie) {
    return []
  }
  if (expected.length === 1) {
    const isAllocatedElsewhere = ({ allocatedTo }: Movement) =>
      allocatedTo !== undefined && allocatedTo !== tie.expected.id
    if (payments.some(isAllocatedElsewhere)) {
      return tie.expected.paymentStatus === 'open' ? makeDraft('contested') : []
    }
    if (!another) {
      return classifyPair(tie)
    }
    return payments.every(({ allocatedTo }) => allocatedTo) && tie.expected.paymentStatus !== 'open'
      ? []
      : makeDraft(classifySeveral(group))
  }
  const isSettled = payments.every(({ allocatedTo }) => allocatedTo !== undefined)
  if (isSettled && !expected.some(({ paymentStatus }) => paymentStatus === 'open')) {
    return []
  }
  if (payments.length === 1) {
    const isFirm = ties.every(({ byNumber, byReference }) => byNumber || byReference === 'whole')
    const isOpen = tie.payment.allocatedTo === undefined && !tie.payment.partReversal
    const isExact = sumDue(expected) === tie.payment.amount
    if (
      isFirm &&
      isOpen &&
      isExact &&
      expected.every(({ paymentStatus }) => paymentStatus === 'open')
    ) {
      return makeDraft('for-several')
    }
  }
  return pairByNumber(group)?.flatMap(classifyPair) ?? makeDraft('contested')
}

/** Turns reliable matches to rejected and withdrawn entries into refunds, and drops all others. */
const classifyClosed = (draft: Draft): Draft[] => {
  const isClosed = [...draft.expected, ...(draft.others ?? [])].every(
    ({ paymentStatus }) => paymentStatus === 'closed',
  )
  if (!isClosed) {
    return [draft]
  }
  const isReliable = draft.kind === 'wrong-amount' || matchKinds[draft.kind].settling === 'yes'
  return isReliable ? [{ ...draft, kind: 'not-accepted' }] : []
}

const findUnpaidKind = (day: Day, { first, last }: MatchInput['days']): MatchKind => {
  // The file may have been downloaded during its last day.
  if (day >= last) {
    return 'newer'
  }
  return day < first ? 'older' : 'not-received'
}

const toMatch = ({ kind, expected, payments, reversal: known }: Draft): Match => {
  const reversal = known ?? payments.find(({ partReversal }) => partReversal)?.partReversal
  const rows = payments.map(({ id }) => id)
  const ids = expected.map(({ id }) => id)
  const match: Match = {
    key: [...rows, '<', ...ids, reversal?.id ?? ''].join(' ').trim(),
    kind,
    expected: ids,
    rows,
  }
  if (reversal) {
    match.reversal = reversal.id
  }
  const isForOne = rows.length > 0 && (kind === 'for-several' || ids.length === 1)
  const difference = sumPayments(payments) - sumDue(expected)
  if (isForOne && difference !== 0) {
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
      take([...draft.payments, ...draft.expected])
    },
  }
}
type DraftList = ReturnType<typeof createDraftList>

/** Takes all entries of all groups before adding the first draft. */
const addGroups = ({ add, take, isFree }: DraftList, groups: readonly Group[]): void => {
  take(groups.flatMap(({ expected }) => expected))
  for (const { others = [], ...draft } of groups.flatMap(classifyGroup).flatMap(classifyClosed)) {
    add({ ...draft, expected: [...draft.expected, ...others.filter(isFree)] })
  }
}

const addReversals = (
  { add, isFree }: DraftList,
  reversed: readonly Reversal[],
  ties: readonly Tie[],
  open: readonly ExpectedPayment[],
): void => {
  const tiesByPayment = groupBy(ties, ({ payment }) => [payment])
  const entriesByNumber = groupBy(open, ({ number }) => (number === undefined ? [] : [number]))
  const whollyReversed = listWhollyReversed(reversed)
  const listNamed = ({ reversal, of }: Reversal) =>
    of
      ? (tiesByPayment.get(of) ?? []).map(({ expected }) => expected)
      : reversal.numbers.flatMap((number) => entriesByNumber.get(number) ?? [])
  for (const found of reversed) {
    const { reversal, of, isPart } = found
    // A partial reversal of an unallocated payment is shown with that payment.
    if (isPart && of?.allocatedTo === undefined && of?.partReversal === reversal) {
      continue
    }
    const isAffected = (entry: ExpectedPayment) =>
      entry.id === of?.allocatedTo || (isFree(entry) && entry.paymentStatus !== 'closed')
    const kind = isPart && of && !whollyReversed.has(of) ? 'reversed-in-part' : 'reversed'
    const payments = of && isFree(of) ? [of] : []
    add({ kind, expected: listNamed(found).filter(isAffected), payments, reversal })
  }
}

const addRemaining = (
  { add, isFree }: DraftList,
  payments: readonly Movement[],
  open: readonly ExpectedPayment[],
): void => {
  const listOpenPayments = () =>
    payments.filter((payment) => payment.allocatedTo === undefined && isFree(payment))
  for (const { kind, payment, expected } of findWeakPairs(
    listOpenPayments(),
    open.filter(isFree),
  )) {
    add({ kind, expected: [expected], payments: [payment] })
  }
  const severalByName = findSeveralByName(listOpenPayments(), open.filter(isFree))
  for (const { payments: alike, expected } of severalByName) {
    add({ kind: 'contested', expected: [expected], payments: alike })
  }
  for (const payment of listOpenPayments()) {
    const kind = payment.partReversal ? 'reversed-in-part' : 'unknown'
    add({ kind, expected: [], payments: [payment] })
  }
}

const listWhollyReversed = (reversed: readonly Reversal[]): Set<Movement> =>
  new Set(reversed.flatMap(({ of, isPart }) => (of && !isPart ? [of] : [])))

const toSortedMatches = (drafts: readonly Draft[]): Match[] => {
  const findDay = ({ payments: [payment], expected: [entry], reversal }: Draft) =>
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
  const unique = new Map(expected.map((entry) => [entry.id, entry]))
  const all = [...unique.values()].sort((left, right) => compareText(left.id, right.id))
  const open = all.filter(({ paymentStatus }) => paymentStatus === 'open')
  const { payments, reversed } = groupRowsIntoPayments(rows, new Set(all.map(({ due }) => due)))
  const whollyReversed = listWhollyReversed(reversed)
  const remaining = payments.filter((payment) => !whollyReversed.has(payment))
  const ties = markCopied(findTies(remaining, all), all)
  const list = createDraftList()
  addGroups(list, groupTies(ties))
  addReversals(list, reversed, [...ties, ...findTies([...whollyReversed], all)], open)
  addRemaining(list, remaining, open)
  for (const entry of open.filter(list.isFree)) {
    list.add({ kind: findUnpaidKind(entry.day, days), expected: [entry], payments: [] })
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
  const namingMatches = matches.filter(({ kind }) => kind !== 'unknown' && kind !== 'name')
  const named = new Set(
    namingMatches.flatMap(({ rows }) => rows.flatMap((id) => duplicates.get(id) ?? [id])),
  )
  const namedCount = file.filter(({ id }) => named.has(id)).length
  const days = file.map(({ day }) => day).sort()
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  const open = expected.filter(
    ({ paymentStatus, day }) => paymentStatus === 'open' && day >= first && day <= last,
  )
  return (
    open.length >= minSampleSize &&
    file.length >= minSampleSize &&
    namedCount * 10 < Math.min(open.length, file.length)
  )
}
