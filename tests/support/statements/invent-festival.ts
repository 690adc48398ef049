import type { ExpectedPayment } from '../../../festival/bank/match'
import type { Day } from '../../../festival/slot'
import { makeReference } from '../../../festival/upi'
import { type Chance, makeChance } from './chance'
import type { Transaction } from './transaction'

/** What became of a claim's payment, so that the trial can say why one was missed. */
export type Fate =
  | 'paid'
  | 'paid in part'
  | 'paid twice'
  | 'never paid'
  | 'reversed'
  | 'late'
  | 'shared'
  | 'names another’s number'
  | 'ground reference'

export interface InventedFestival {
  claims: readonly ExpectedPayment[]
  transactions: readonly Transaction[]
  fates: ReadonlyMap<string, Fate>
  /** The last day of the file. */
  lastDay: Day
}

const dues = [30_000, 45_000, 57_000, 60_000, 60_000, 95_000] as const
const names = ['RAVI KUMAR', 'ASHA MENON', 'PRIYA S', 'MOHAMMED FAIZ', 'DEEPA NAIR', 'J THOMAS'] as const
const handles = ['ybl', 'okaxis', 'okhdfcbank', 'paytm', 'ibl', 'oksbi'] as const
const defaultNotes = ['UPI', 'Payment', 'Paid', 'Sent', 'NO REM', ''] as const
const editedNotes = ['quiz', 'fees for fest', 'team of 3', 'cerebra 2026', 'from dad'] as const

const dayOf = (index: number): Day => `2026-09-${String(index + 1).padStart(2, '0')}` as Day
/** Days of September on which the file has rows. */
const days = 25

const edit = (reference: string, chance: Chance) =>
  chance.percent(30) ? `${reference.slice(0, 5)}${chance.pick(['2', '3', 'B', 'X'])}` : chance.pick(editedNotes)

/** 30 % of the notes are an app's own words, 10 % are edited, the others begin with the reference. */
const writeNote = (reference: string, chance: Chance): string => {
  const kind = chance.below(100)
  if (kind < 30) return chance.pick(defaultNotes)
  return kind < 40 ? edit(reference, chance) : `${reference} Cerebra`
}

const inventPayer = (chance: Chance) => {
  const isMobile = chance.percent(40)
  const account = isMobile ? `91${6 + chance.below(4)}${digits(chance, 9)}` : `student${digits(chance, 4)}`
  return { name: chance.pick(names), address: `${account}@${chance.pick(handles)}` }
}

const digits = (chance: Chance, count: number) => Array.from({ length: count }, () => chance.below(10)).join('')

/** One in twenty numbers begins with zeros, as those of a year that ends with 0 do. */
const inventNumber = (chance: Chance) =>
  (chance.percent(5) ? '00' : `62${44 + chance.below(25)}`).padEnd(4, '8') + digits(chance, 8)

/** One digit wrong, as typed by hand. */
const mistype = (number: string, chance: Chance) => {
  const at = 6 + chance.below(6)
  return `${number.slice(0, at)}${(Number(number.charAt(at)) + 1) % 10}${number.slice(at + 1)}`
}

const chooseFate = (chance: Chance): Fate => {
  const roll = chance.below(100)
  const fates: [number, Fate][] = [
    [3, 'paid in part'],
    [4, 'paid twice'],
    [6, 'never paid'],
    [7, 'reversed'],
    [10, 'late'],
    [12, 'shared'],
    [13, 'names another’s number'],
    [14, 'ground reference'],
  ]
  return fates.find(([below]) => roll < below)?.[1] ?? 'paid'
}

/** A festival with `count` claims, as many payments of strangers, and everything that goes wrong in between. */
export const inventFestival = (count: number, seed: number, noteKept: number): InventedFestival => {
  const chance = makeChance(seed)
  const claims: ExpectedPayment[] = []
  const transactions: Transaction[] = []
  const fates = new Map<string, Fate>()
  let victim: { claim: ExpectedPayment; number: string } | undefined
  let shared: { number: string; due: number } | undefined

  for (let index = 0; index < count; index++) {
    const id = `claim-${String(index).padStart(5, '0')}`
    const own = makeReference(chance.byte)
    const chosen = chooseFate(chance)
    const fate = victim === undefined && /another|ground/.test(chosen) ? 'paid' : chosen
    const due = chance.pick(dues)
    const reference = fate === 'ground reference' && victim?.claim.reference ? grind(victim.claim.reference, own) : own
    const at = fate === 'late' ? days : chance.below(days - 2)
    const number = shared && fate === 'shared' ? shared.number : inventNumber(chance)
    const gives = fate === 'shared' || chance.percent(60)
    const given = chance.percent(2) && fate === 'paid' ? mistype(number, chance) : number
    const claim: ExpectedPayment = {
      id,
      name: id,
      standing: 'open',
      due: victim && /another|ground/.test(fate) ? victim.claim.due : due,
      day: dayOf(Math.min(at + (chance.percent(10) ? 1 : 0), days)),
      reference,
      ...(fate === 'names another’s number' && victim ? { number: victim.number } : gives ? { number: given } : {}),
    }
    claims.push(claim)
    fates.set(id, fate)
    const note = writeNote(reference, chance)
    const pay = (amount: number, rrn: string, more: Partial<Transaction> = {}) =>
      transactions.push({ day: dayOf(at), amount, kind: 'upi', rrn, note, ...inventPayer(chance), claim: id, ...more })
    if (fate === 'paid') pay(due, number)
    if (fate === 'paid in part') pay(due - 10_000, number)
    if (fate === 'paid twice') for (const rrn of [number, inventNumber(chance)]) pay(due, rrn)
    if (fate === 'reversed') {
      pay(due, number)
      pay(-due, number, { kind: 'reversal', day: dayOf(at + 1) })
    }
    if (fate === 'shared') {
      if (shared) pay(shared.due + due, number, { note: 'for two' })
      shared = shared ? undefined : { number, due }
    }
    // Whoever leaves neither number nor note leaves nothing by which a thief could be told from them.
    const leavesSign = claim.number === number || (noteKept >= 4 && note.startsWith(reference))
    if (fate === 'paid' && leavesSign) victim = { claim, number }
    else if (/another|ground/.test(fate)) victim = undefined
  }
  for (let index = 0; index < count; index++) transactions.push(inventStranger(chance))
  return { claims, transactions, fates, lastDay: dayOf(days - 1) }
}

/** A reference of one's own making whose first four characters are another's. */
const grind = (victims: string, own: string) => victims.slice(0, 4) + own.slice(4)

const inventStranger = (chance: Chance): Transaction => {
  const kind = chance.pick(['upi', 'upi', 'upi', 'debit', 'debit', 'interest', 'cash'] as const)
  const amount = chance.percent(50) ? chance.pick(dues) : (1 + chance.below(5_000)) * 100 + chance.below(100)
  return {
    day: dayOf(chance.below(days)),
    amount: kind === 'debit' ? -amount : amount,
    kind,
    rrn: inventNumber(chance),
    note: chance.pick(['UPI', 'rent', 'books', 'lunch 12', 'Payment from PhonePe', 'QR 4521']),
    ...inventPayer(chance),
  }
}
