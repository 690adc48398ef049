import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import { sumBy } from '../sum-by'
import { formatPaise } from './cells'
import { looksLikeReference, mobilePrefix, readNarration } from './narration'
import { maxPaymentsPerNumber } from './payments'
import type { Payment, Statement, UncountedRow } from './statement'

/** Both days are inclusive. */
export interface PaymentWindow {
  from: Day
  to: Day
}

export const isInWindow = (day: Day, { from, to }: PaymentWindow): boolean =>
  day >= from && day <= to

export interface ChosenPayments {
  payments: Payment[]
  /** For privacy, reversals contain only the common number or code, the amount and the day. */
  reversals: Payment[]
  leftOut: LeftOut[]
  /** Number of credits outside the window. */
  otherDays: number
}

/** These rows never leave the device. */
export interface LeftOut {
  line: number
  text: string
  why: string
}

const ownMoneyPattern =
  /^\W*(?:int(?:erest)?\b|.*\binterest (?:paid|credit|capitali[sz]ed)|.*\bint\.? ?pd\b|(?:by )?cash\b|cdm\b|self\b|(?:to|from|by) self\b)/i

/** A serial number or code identifies a payment only together with the amount. */
const readKeys = ({
  narration,
  reference,
  amount,
}: Pick<Payment, 'narration' | 'reference' | 'amount'>) => {
  const { numbers, serials, codes } = readNarration(narration, reference)
  const codesWithAmount = [...serials, ...codes].map((code) => `${code} ${Math.abs(amount)}`)
  return { numbers, keys: [...numbers, ...codesWithAmount] }
}

type KeyedRow = ReturnType<typeof readKeys> & { row: Payment }

const dropAmount = (key: string) => key.split(' ')[0] ?? ''

/** A credit that follows a debit with the same key and amount is the account's own money. */
const makeReturnTest = (rows: readonly KeyedRow[]) => {
  const firstDays = new Map<string, Day>()
  for (const { row, keys } of rows) {
    for (const key of keys) {
      const movement = `${key} ${row.amount}`
      if (row.day < (firstDays.get(movement) ?? '9999')) {
        firstDays.set(movement, row.day)
      }
    }
  }
  return ({ row, keys }: KeyedRow) =>
    keys.some((key) => {
      const debitDay = firstDays.get(`${key} ${-row.amount}`) ?? row.day
      const creditDay = firstDays.get(`${key} ${row.amount}`)
      return debitDay < row.day && creditDay === row.day
    })
}

const indexCredits = (credits: readonly KeyedRow[]) => {
  const creditKeys = new Set<string>()
  const uses = new Map<string, number>()
  for (const key of credits.flatMap(({ keys }) => keys)) {
    // Twelve digits that may be 91 and a mobile number do not identify a payment.
    if (!mobilePrefix.test(key)) {
      creditKeys.add(key)
    }
    uses.set(dropAmount(key), (uses.get(dropAmount(key)) ?? 0) + 1)
  }
  return {
    creditKeys,
    /** A serial number in more than two payments may belong to a branch or an account. */
    isRare: (key: string) => (uses.get(dropAmount(key)) ?? 0) <= maxPaymentsPerNumber,
  }
}

const isOwnMoney = ({ row, numbers }: KeyedRow): boolean =>
  ownMoneyPattern.test(row.narration) &&
  numbers.length === 0 &&
  !readNarration(row.narration, row.reference).fields.some(looksLikeReference)

/** A debit with a credit's number reverses the credit if it is booked on the same day or later. */
export const choosePayments = (
  { rows, uncountedRows }: Pick<Statement, 'rows' | 'uncountedRows'>,
  window: PaymentWindow,
): ChosenPayments => {
  const keyedRows = rows.map((row): KeyedRow => ({ row, ...readKeys(row) }))
  const allCredits = keyedRows.filter(({ row }) => row.amount > 0)
  const credits = allCredits.filter(({ row }) => isInWindow(row.day, window))
  const debits = keyedRows.filter(({ row }) => row.amount < 0 && isInWindow(row.day, window))
  const isReturned = makeReturnTest(keyedRows)
  const { creditKeys, isRare } = indexCredits(allCredits.filter((credit) => !isReturned(credit)))

  const payments: Payment[] = []
  const leftOut: LeftOut[] = []
  const leaveOut = ({ line, day, amount, narration }: Payment, why: string) =>
    leftOut.push({ line, text: `${day} · ${formatPaise(amount)} · ${narration}`, why })
  for (const credit of credits) {
    if (isReturned(credit)) {
      leaveOut(credit.row, 'the account’s own money was returned')
    } else if (isOwnMoney(credit)) {
      leaveOut(credit.row, 'its text mentions interest, cash or a transfer by the account holder')
    } else {
      payments.push(credit.row)
    }
  }

  const reversals = debits.flatMap(({ row, numbers, keys }): Payment[] => {
    const { line, day, amount } = row
    const key = keys.find(
      (each) => creditKeys.has(each) && (numbers.includes(each) || isRare(each)),
    )
    return key === undefined
      ? []
      : [{ line, day, amount, narration: dropAmount(key), reference: '' }]
  })
  return {
    payments,
    reversals: [...reversals, ...findPossibleReturns(uncountedRows, payments, reversals, isRare)],
    leftOut,
    otherDays: allCredits.length - credits.length,
  }
}

/** Finds payments with the number and amount of an uncounted row, which may be their return. */
const findPossibleReturns = (
  uncountedRows: readonly UncountedRow[],
  payments: readonly Payment[],
  reversals: readonly Payment[],
  isRare: (key: string) => boolean,
): Payment[] => {
  const keyedPayments = payments.map((payment) => ({ payment, keys: readKeys(payment).keys }))
  const reversed = new Set(reversals.map(({ narration, amount }) => `${narration} ${-amount}`))
  const returns: Payment[] = []
  for (const { line, narration, reference, sizes } of uncountedRows) {
    for (const size of sizes) {
      const rowKeys = new Set(readKeys({ narration, reference, amount: size }).keys)
      const isShared = (key: string) => rowKeys.has(key) && isRare(key) && !mobilePrefix.test(key)
      const match = keyedPayments.find(
        ({ payment, keys }) => payment.amount === size && keys.some(isShared),
      )
      const code = dropAmount(match?.keys.find(isShared) ?? '')
      if (match && !reversed.has(`${code} ${size}`)) {
        reversed.add(`${code} ${size}`)
        const { day } = match.payment
        returns.push({ line, day, amount: -size, narration: code, reference: '' })
      }
    }
  }
  return returns
}

/**
 * Recognises bulk settlements: they are few, have no payment numbers and total about the missing
 * `dues`, and some are larger than every one of the dues.
 */
export const areInBulk = (credits: readonly Payment[], dues: readonly Paise[]): boolean => {
  const bulk = credits.filter(
    ({ narration, reference }) => readNarration(narration, reference).numbers.length === 0,
  )
  const share = sumBy(bulk, ({ amount }) => amount) / sumBy(dues, (due) => due)
  const isFew = bulk.length > 1 && dues.length >= Math.max(10, bulk.length * 1.5)
  return (
    isFew && share > 0.5 && share < 1.5 && bulk.some(({ amount }) => amount > Math.max(...dues))
  )
}
