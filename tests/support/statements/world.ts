import type { ExpectedPayment } from '../../../festival/bank/match'
import type { Day } from '../../../festival/slot'
import { makeReference } from '../../../festival/upi'
import { type Chance, makeChance } from './chance'
import type { Transaction } from './transaction'

/** An invented festival of many submissions, and all movements of the account that they were paid to. */
export interface World {
  expected: readonly ExpectedPayment[]
  /** By day; among them what failed (of reports only), what was taken back, strangers' payments and debits. */
  transactions: readonly Transaction[]
  /** Submissions with a payment of exactly what is due, which stayed. */
  payable: ReadonlySet<string>
  /** What nothing ties to its owner, whoever says to have it: number, note, name and picture are silent or another's. */
  days: { first: Day; last: Day }
}

const firstNames =
  'Aarav Abinaya Aditi Akash Ananya Anitha Arjun Asha Bala Bhavya Chandrasekhar Deepa Dinesh Divya Faizal Gayathri Gokul Harini Hari Ishaan Janani Kavya Keerthana Kiran Lakshmi Madhav Meena Mohammed Mohana Nandini Naveen Nisha Pavithra Pooja Pradeep Pranav Priya Rahul Rajesh Ramya Ravi Rohit Sahana Sai Sanjay Shalini Shreya Sita Sneha Sowmya Suresh Swathi Tarun Thomas Uma Varun Vidya Vignesh Yamini Zara'.split(
    ' ',
  )
const lastNames =
  'Anand Babu Das Fernandes Ganesan George Iyer Joseph Khan Krishnan Kumar Mathew Menon Murugan Nair Natarajan Pillai Prasad R Raj Rajan Rao Reddy S Sharma Shetty Singh Subramanian Thomas Varghese'.split(
    ' ',
  )
const handles = ['ybl', 'okaxis', 'okhdfcbank', 'paytm', 'ibl', 'oksbi'] as const
const silentNotes = ['UPI', 'Payment', 'Paid', 'Sent', 'NO REM', '', 'fees', 'fest', 'from dad'] as const
const dues = [30_000, 45_000, 57_000, 60_000, 60_000, 60_000, 95_000] as const
/** Days of September on which the file has rows. */
const lastDay = 25

const dayOf = (index: number): Day => `2026-09-${String(Math.min(Math.max(index, 0), 29) + 1).padStart(2, '0')}` as Day
const digits = (chance: Chance, count: number) => Array.from({ length: count }, () => chance.below(10)).join('')
const pickOf = (chance: Chance, all: readonly string[]) => all[chance.below(all.length)] ?? ''

/** The number of a payment: year, day of the year, and a serial; one in a hundred begins with zeros. */
const makeNumber = (chance: Chance, day: number) =>
  `${chance.percent(1) ? '0062' : `6${244 + day}`}${digits(chance, 8)}`.slice(0, 12)

const mistype = (number: string, chance: Chance): string => {
  const at = 4 + chance.below(7)
  const kind = chance.below(10)
  const swapped = number.slice(0, at) + number.charAt(at + 1) + number.charAt(at) + number.slice(at + 2)
  if (kind < 2 && swapped !== number) return swapped
  const wrong = (text: string, place: number) =>
    `${text.slice(0, place)}${(Number(text.charAt(place)) + 1 + chance.below(9)) % 10}${text.slice(place + 1)}`
  return kind === 9 ? wrong(wrong(number, 3), at) : wrong(number, at)
}

/** As a bank has the name of an account's holder: its own spelling, order and initials. */
const spell = (name: string, chance: Chance): string => {
  const [first = '', last = ''] = name.toUpperCase().split(' ')
  const kind = chance.below(100)
  if (kind < 60) return `${first} ${last}`
  if (kind < 70) return `${last} ${first}`
  if (kind < 80) return `${first.charAt(0)} ${last}`
  if (kind < 88) return `${first} ${last.charAt(0)}`
  if (kind < 93) return `${first}${last}`
  if (kind < 97) return `${first} ${pickOf(chance, lastNames).toUpperCase()} ${last}`
  return `${first.slice(0, 3)}${first.slice(4)} ${last}`
}

interface Person {
  name: string
  phone: string
}
const inventPerson = (chance: Chance): Person => ({
  name: `${pickOf(chance, firstNames)} ${pickOf(chance, lastNames)}`,
  phone: `${6 + chance.below(4)}${digits(chance, 9)}`,
})

/** Whose account the money comes from: mostly one's own, else a parent's or a friend's. */
const inventPayer = ({ name, phone }: Person, chance: Chance): Pick<Transaction, 'name' | 'address'> => {
  const isOwn = chance.percent(85)
  const other = inventPerson(chance)
  const payer = isOwn ? name : chance.percent(50) ? `${other.name.split(' ')[0]} ${name.split(' ')[1]}` : other.name
  const account = chance.percent(40)
    ? isOwn
      ? phone
      : other.phone
    : chance.percent(60)
      ? `${payer.toLowerCase().replace(' ', chance.pick(['', '.']))}${digits(chance, 2)}`
      : `q${digits(chance, 8)}`
  return { name: spell(payer, chance), address: `${account}@${chance.pick(handles)}` }
}

/** How many days after the payment the form is sent. */
const delay = (chance: Chance) => {
  const kind = chance.below(100)
  return kind < 85 ? 0 : kind < 95 ? 1 : kind < 99 ? 2 + chance.below(3) : 6
}

type Fate = 'paid' | 'never' | 'less' | 'parts' | 'twice' | 'went back' | 'went back, paid again' | 'late'
const chooseFate = (chance: Chance): Fate => {
  const roll = chance.below(1000)
  const fates: [number, Fate][] = [
    [50, 'never'],
    [70, 'less'],
    [75, 'parts'],
    [85, 'twice'],
    [105, 'went back'],
    [110, 'went back, paid again'],
    [120, 'late'],
  ]
  return fates.find(([below]) => roll < below)?.[1] ?? 'paid'
}

/**
 * `count` submissions: the right UTR typed by 54 %, a mistyped one by 9 %, another twelve digits by 2 %, somebody else's by
 * 2 %, none by the others; of the payments 68 % carry the whole note; of the pictures `ocr` percent are read right.
 */
export const inventWorld = ({
  count = 1500,
  seed,
  ocr = 90,
}: {
  count?: number
  seed: number
  ocr?: number
}): World => {
  const chance = makeChance(seed)
  const transactions: Transaction[] = []
  const payable = new Set<string>()
  const sent = Array.from({ length: count }, (_none, index) => {
    const id = `submission-${String(index).padStart(5, '0')}`
    const person = inventPerson(chance)
    const fate = chooseFate(chance)
    const due = chance.pick(dues)
    const at = fate === 'late' ? lastDay + chance.below(3) : chance.below(lastDay)
    const reference = makeReference(chance.byte)
    const number = makeNumber(chance, at)
    const payer = inventPayer(person, chance)
    const note = chance.percent(68) ? `${reference} Cerebra` : chance.pick(silentNotes)
    const pay = (amount: number, rrn: string, more: Partial<Transaction> = {}) =>
      transactions.push({ day: dayOf(at), amount, kind: 'upi', rrn, note, ...payer, claim: id, ...more })
    const again = makeNumber(chance, at)
    const takeBack = (rrn: string) =>
      pay(-due, rrn, { kind: 'reversal', day: dayOf(Math.min(at + chance.below(3), lastDay - 1)) })
    if (chance.percent(3)) pay(due, makeNumber(chance, at), { kind: 'failed' })
    if (fate === 'paid' || fate === 'twice') pay(due, number)
    if (fate === 'twice') pay(due, again)
    if (fate === 'less') pay(due - 10_000, number)
    if (fate === 'parts')
      for (const [rrn, amount] of [
        [number, 20_000],
        [again, due - 20_000],
      ] as const)
        pay(amount, rrn)
    if (fate.startsWith('went back')) {
      pay(due, number)
      takeBack(number)
    }
    if (fate === 'went back, paid again') pay(due, again)
    if (fate === 'paid' || fate === 'twice' || fate === 'went back, paid again') payable.add(id)
    const last = fate === 'went back, paid again' ? again : number
    return { id, person, fate, due, day: dayOf(at + delay(chance)), reference, number: last }
  })
  const expected = sent.map(({ id, person, fate, due, day, reference, number }): ExpectedPayment => {
    const kind = chance.below(100)
    const other = sent[chance.below(sent.length)]
    // Who copies takes the number of a payment of the same amount.
    const victim = sent.find(
      (one) => one.id > (other?.id ?? '') && one.due === due && one.id !== id && one.fate === 'paid',
    )
    const isCopied = kind >= 98 && victim !== undefined
    const typed =
      kind < 54
        ? number
        : kind < 63
          ? mistype(number, chance)
          : kind < 65
            ? `1${digits(chance, 11)}`
            : isCopied
              ? victim.number
              : undefined
    const ownPicture = fate === 'never' ? undefined : number
    const picture = isCopied && fate === 'never' && chance.percent(50) ? victim.number : ownPicture
    const isRead = chance.percent(ocr)
    const misread = chance.percent(3) && picture ? mistype(picture, chance) : undefined
    const pictureNumber = isRead ? picture : misread
    return {
      id,
      due,
      day,
      reference,
      ...person,
      standing: 'open',
      ...(typed === undefined ? {} : { number: typed }),
      ...(pictureNumber === undefined ? {} : { pictureNumber }),
    }
  })
  for (let index = 0; index < count / 4; index++) transactions.push(inventStranger(chance))
  return {
    expected,
    transactions: transactions
      .filter(({ day }) => day < dayOf(lastDay))
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    payable,
    days: { first: dayOf(0), last: dayOf(lastDay - 1) },
  }
}

const inventStranger = (chance: Chance): Transaction => {
  const kind = chance.pick(['upi', 'upi', 'debit', 'debit', 'interest', 'cash'] as const)
  const at = chance.below(lastDay)
  const amount = chance.percent(30) ? chance.pick(dues) : (1 + chance.below(5_000)) * 100 + chance.below(100)
  return {
    day: dayOf(at),
    amount: kind === 'debit' ? -amount : amount,
    kind,
    rrn: makeNumber(chance, at),
    note: chance.pick(['UPI', 'rent', 'books', 'lunch 12', 'Payment from PhonePe', 'QR 4521']),
    ...inventPayer(inventPerson(chance), chance),
  }
}
