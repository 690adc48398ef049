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
import { compareText, groupRowsIntoPayments, type Movement } from './payments'
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

/** A match before it is written with ids. */
interface Draft {
  kind: MatchKind
  expected: readonly ExpectedPayment[]
  payments: readonly Movement[]
  reversal?: Movement
  /** Whom the payer's name says instead. */
  others?: readonly ExpectedPayment[]
}

const sumPayments = (payments: readonly Movement[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0)

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

/** Several payments for one: paid in parts or twice, unless one of them is perhaps another's. */
const classifySeveral = ({ ties, payments, expected }: Group): MatchKind => {
  const [own] = expected
  const hasOwn = ties.some(({ byNumber }) => byNumber)
  // Whoever pays again has another number: the one that was given is the other payment's.
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

/** Each payment's own by number (or by allocation), if that pairs off all of a group. */
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

/** What a group comes to: where more than one payment or submission could be meant, a person decides. */
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
    const isFirm = ties.every((one) => one.byNumber || one.byReference === 'whole')
    const isOpen = tie.payment.allocatedTo === undefined && !tie.payment.partReversal
    const isExact = expected.reduce((sum, { due }) => sum + due, 0) === tie.payment.amount
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

/** What firmly came for somebody who is not accepted is to be given back; the rest of it is nobody's. */
const classifyClosed = (draft: Draft): Draft[] => {
  const isClosed = [...draft.expected, ...(draft.others ?? [])].every(
    ({ paymentStatus }) => paymentStatus === 'closed',
  )
  if (!isClosed) {
    return [draft]
  }
  const isFirm = draft.kind === 'wrong-amount' || matchKinds[draft.kind].settling === 'yes'
  return isFirm ? [{ ...draft, kind: 'not-accepted' }] : []
}

const classifyUnpaid = (one: ExpectedPayment, { first, last }: MatchInput['days']): Draft => {
  // The file may have been made in the middle of its last day.
  const kind = one.day >= last ? 'newer' : one.day < first ? 'older' : 'not-received'
  return { kind, expected: [one], payments: [] }
}

const toMatch = ({ kind, expected, payments, reversal: known }: Draft): Match => {
  const reversal = known ?? payments.find(({ partReversal }) => partReversal)?.partReversal
  const [rows, ids] = [payments.map(({ id }) => id), expected.map(({ id }) => id)]
  const due = expected.reduce((sum, one) => sum + one.due, 0)
  const isOfOne = rows.length > 0 && (kind === 'for-several' || ids.length === 1)
  const difference = isOfOne ? sumPayments(payments) - due : 0
  return {
    key: [...rows, '<', ...ids, reversal?.id ?? ''].join(' ').trim(),
    kind,
    expected: ids,
    rows,
    ...(reversal ? { reversal: reversal.id } : {}),
    ...(difference === 0 ? {} : { difference }),
  }
}

/** Proposes what each payment is for and what became of each submission, in whatever order they are given (behaviour 15.6 to 15.12). */
export const matchPayments = ({ rows, expected: given, days }: MatchInput): MatchResult => {
  const all = [...new Map(given.map((one) => [one.id, one])).values()].sort((a, b) =>
    compareText(a.id, b.id),
  )
  const open = all.filter(({ paymentStatus }) => paymentStatus === 'open')
  const { payments, reversed } = groupRowsIntoPayments(rows, new Set(all.map(({ due }) => due)))
  const reversedPayments = new Set(
    reversed.flatMap(({ of, isPart }) => (of && !isPart ? [of] : [])),
  )
  const remaining = payments.filter((payment) => !reversedPayments.has(payment))
  const ties = markCopied(findTies(remaining, all), all)
  const drafts: Draft[] = []
  const taken = new Set<Movement | ExpectedPayment>()
  const add = (draft: Draft) => {
    drafts.push(draft)
    for (const one of [...draft.payments, ...draft.expected]) {
      taken.add(one)
    }
  }
  const groups = groupTies(ties)
  for (const group of groups) {
    for (const one of group.expected) {
      taken.add(one)
    }
  }
  for (const { others = [], ...draft } of groups.flatMap(classifyGroup).flatMap(classifyClosed)) {
    add({ ...draft, expected: [...draft.expected, ...others.filter((one) => !taken.has(one))] })
  }
  const tiesByPayment = groupBy(
    [...ties, ...findTies([...reversedPayments], all)],
    ({ payment }) => [payment],
  )
  const typed = groupBy(open, ({ number }) => (number === undefined ? [] : [number]))
  for (const { reversal, of, isPart } of reversed) {
    if (isPart && of?.allocatedTo === undefined && of?.partReversal === reversal) {
      continue
    }
    const named = of
      ? (tiesByPayment.get(of) ?? []).map(({ expected }) => expected)
      : reversal.numbers.flatMap((number) => typed.get(number) ?? [])
    const theirs = named.filter(
      (one) => one.id === of?.allocatedTo || (!taken.has(one) && one.paymentStatus !== 'closed'),
    )
    add({
      kind: isPart && of && !reversedPayments.has(of) ? 'part-reversed' : 'reversed',
      expected: theirs,
      payments: of && !taken.has(of) ? [of] : [],
      reversal,
    })
  }
  const isFree = (one: Movement | ExpectedPayment) => !taken.has(one)
  const openPayments = () =>
    remaining.filter((payment) => payment.allocatedTo === undefined && isFree(payment))
  for (const { kind, payment, expected } of findWeakPairs(openPayments(), open.filter(isFree))) {
    add({ kind, expected: [expected], payments: [payment] })
  }
  for (const { payments, expected } of findSeveralByName(openPayments(), open.filter(isFree))) {
    add({ kind: 'contested', expected: [expected], payments })
  }
  for (const payment of openPayments()) {
    add({
      kind: payment.partReversal ? 'part-reversed' : 'unknown',
      expected: [],
      payments: [payment],
    })
  }
  for (const one of open.filter(isFree)) {
    add(classifyUnpaid(one, days))
  }
  const findDay = ({ payments: [payment], expected: [one], reversal }: Draft) =>
    payment?.day ?? one?.day ?? reversal?.day ?? ''
  return {
    matches: drafts
      .map((draft) => ({ day: findDay(draft), match: toMatch(draft) }))
      .sort((a, b) => compareText(a.day, b.day) || compareText(a.match.key, b.match.key))
      .map(({ match }) => match),
    duplicates: new Map(
      payments.flatMap(({ rows: own }) => {
        const ids = own.map(({ id }) => id)
        return ids.length > 1 ? ids.map((id) => [id, ids] as const) : []
      }),
    ),
  }
}

/** Fewer open submissions in a file's days, or payments of it, say nothing of the file. */
const minSampleSize = 10

/** Whether hardly any payment of a file, known or not, names anybody who is open in its days: another account's file, or a wrong column. */
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
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const open = expected.filter(
    ({ paymentStatus, day }) => paymentStatus === 'open' && day >= first && day <= last,
  )
  return (
    open.length >= minSampleSize &&
    file.length >= minSampleSize &&
    namedCount * 10 < Math.min(open.length, file.length)
  )
}
