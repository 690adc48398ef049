import { type Day, formatDate, formatDays } from '../content/slot'
import type { Paise } from '../payment/money'
import { formatPaise, isMonthFirst } from './cells'
import { type Chain, findJumps } from './chain'
import { looksLikeReference, mobilePrefix, readNarration, scientificNumber } from './narration'
import { maxPaymentsPerNumber } from './payments'
import type { Payment, Statement, UncountedRow, UnreadableRow } from './statement'

/** Both days are inclusive. */
export interface PaymentWindow {
  from: Day
  to: Day
}

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
  return { numbers, all: [...numbers, ...codesWithAmount] }
}

type KeyedRow = ReturnType<typeof readKeys> & { row: Payment }

const firstWord = (key: string) => key.split(' ')[0] ?? ''

/** A credit that follows a debit with the same key and amount is the account's own money. */
const makeReturnTest = (rows: readonly KeyedRow[]) => {
  const firstDays = new Map<string, Day>()
  for (const { row, all } of rows) {
    for (const key of all) {
      const movement = `${key} ${row.amount}`
      if (row.day < (firstDays.get(movement) ?? '9999')) {
        firstDays.set(movement, row.day)
      }
    }
  }
  return ({ row, all }: KeyedRow) =>
    all.some((key) => {
      const debitDay = firstDays.get(`${key} ${-row.amount}`) ?? row.day
      const creditDay = firstDays.get(`${key} ${row.amount}`)
      return debitDay < row.day && creditDay === row.day
    })
}

const indexCredits = (credits: readonly KeyedRow[]) => {
  const keys = new Set<string>()
  const uses = new Map<string, number>()
  for (const key of credits.flatMap(({ all }) => all)) {
    // Twelve digits that may be 91 and a mobile number do not identify a payment.
    if (!mobilePrefix.test(key)) {
      keys.add(key)
    }
    uses.set(firstWord(key), (uses.get(firstWord(key)) ?? 0) + 1)
  }
  return {
    keys,
    /** A serial number in more than two payments may belong to a branch or an account. */
    isFew: (key: string) => (uses.get(firstWord(key)) ?? 0) <= maxPaymentsPerNumber,
  }
}

const isOwnMoney = ({ row, numbers }: KeyedRow): boolean =>
  ownMoneyPattern.test(row.narration) &&
  numbers.length === 0 &&
  !readNarration(row.narration, row.reference).fields.some(looksLikeReference)

/** A debit with a credit's number reverses the credit if it is booked on the same day or later. */
export const choosePayments = (
  { rows, uncountedRows = [] }: Pick<Statement, 'rows'> & Partial<Pick<Statement, 'uncountedRows'>>,
  window: PaymentWindow,
): ChosenPayments => {
  const read = rows.map((row): KeyedRow => ({ row, ...readKeys(row) }))
  const isReturned = makeReturnTest(read)
  const isInWindow = ({ day }: Payment) => day >= window.from && day <= window.to
  const credits = read.filter(({ row }) => row.amount > 0)
  const { keys, isFew } = indexCredits(credits.filter((credit) => !isReturned(credit)))
  const chosen: ChosenPayments = { payments: [], reversals: [], leftOut: [], otherDays: 0 }
  const leaveOut = (row: Payment, why: string) =>
    chosen.leftOut.push({
      line: row.line,
      text: `${row.day} · ${formatPaise(row.amount)} · ${row.narration}`,
      why,
    })
  for (const credit of credits) {
    const { row } = credit
    if (!isInWindow(row)) {
      chosen.otherDays += 1
    } else if (isReturned(credit)) {
      leaveOut(row, 'the account’s own money came back')
    } else if (isOwnMoney(credit)) {
      leaveOut(row, 'it is worded as interest, cash or the holder’s own transfer')
    } else {
      chosen.payments.push(row)
    }
  }
  for (const { row, numbers, all } of read) {
    if (row.amount > 0 || !isInWindow(row)) {
      continue
    }
    const key = all.find((each) => keys.has(each) && (numbers.includes(each) || isFew(each)))
    if (key !== undefined) {
      const { balance: _kept, ...rest } = row
      chosen.reversals.push({ ...rest, narration: firstWord(key), reference: '' })
    }
  }
  chosen.reversals.push(...findDoubtful(uncountedRows, chosen, isFew))
  return chosen
}

/** Finds payments with the number and amount of an uncounted row, which may be their return. */
const findDoubtful = (
  uncountedRows: readonly UncountedRow[],
  { payments, reversals }: ChosenPayments,
  isFew: (key: string) => boolean,
): Payment[] => {
  const paid = payments.map((payment) => ({ payment, keys: readKeys(payment).all }))
  const known = new Set(reversals.map(({ narration, amount }) => `${narration} ${-amount}`))
  return uncountedRows.flatMap(({ line, narration, reference, sizes }) =>
    sizes.flatMap((size): Payment[] => {
      const shown = new Set(readKeys({ narration, reference, amount: size }).all)
      const isShared = (key: string) => shown.has(key) && isFew(key) && !mobilePrefix.test(key)
      const own = paid.find(({ payment, keys }) => payment.amount === size && keys.some(isShared))
      const key = own?.keys.find(isShared)?.split(' ')[0]
      if (!own || key === undefined || known.has(`${key} ${size}`)) {
        return []
      }
      known.add(`${key} ${size}`)
      return [{ line, day: own.payment.day, amount: -size, narration: key, reference: '' }]
    }),
  )
}

/**
 * Recognises bulk settlements: they are few, have no payment numbers and total about the missing
 * `dues`, and some are larger than every one of the dues.
 */
export const areInBulk = (credits: readonly Payment[], dues: readonly Paise[]): boolean => {
  const bulk = credits.filter(
    ({ narration, reference }) => readNarration(narration, reference).numbers.length === 0,
  )
  const sumUp = (amounts: readonly Paise[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const share = sumUp(bulk.map(({ amount }) => amount)) / sumUp(dues)
  const isFew = bulk.length > 1 && dues.length >= Math.max(10, bulk.length * 1.5)
  return (
    isFew && share > 0.5 && share < 1.5 && bulk.some(({ amount }) => amount > Math.max(...dues))
  )
}

export interface StatementVerdict {
  refusal?: string
  notes: readonly string[]
  chosen: ChosenPayments
}

const downloadAgain =
  'Download the file again and drop it here unchanged. Until then, nothing in it is matched.'
const formatCount = (number: number, singular: string, plural: string) =>
  `${number} ${number === 1 ? singular : plural}`

const describeBreak = ({ breaks }: Chain): string | undefined => {
  const [first, ...more] = breaks
  if (!first) {
    return undefined
  }
  const { after, line, expected, found } = first
  const others =
    more.length > 0
      ? ` Further down it breaks ${formatCount(more.length, 'time', 'times')} more.`
      : ''
  return `Line ${line} does not follow from line ${after}: the balance should be ${formatPaise(expected)}, and the file says ${formatPaise(found)}. A row is missing there or was changed, a comma cuts its text (Excel or PDF has none), another account begins there (each needs a file of its own), or another column is the balance.${others} ${downloadAgain}`
}

/** Dates that are out of order show that a spreadsheet read 09/10 as the 10th of September. */
const describeOddDay = ({ rows, chain }: Statement, today: Day): string | undefined => {
  const describe = ({ line, day }: Payment, why: string) =>
    `Line ${line} is dated ${formatDate(day)}, ${why}. Did a spreadsheet swap day and month when it saved the file? ${downloadAgain}`
  const early = rows.find(({ day }) => day > today)
  if (early) {
    return describe(early, 'which is in the future')
  }
  const days = rows.map(({ day }) => day)
  const jump = chain && rows[findJumps(days, chain.order)[0] ?? -1]
  return jump && describe(jump, 'which does not fit the lines around it')
}

const listUncounted = (uncounted: Statement['uncounted']): string => {
  const words = [...uncounted].slice(0, 6).map(([stateText, times]) => `“${stateText}” (${times})`)
  return `${words.join(', ')}${uncounted.size > 6 ? ' and others' : ''}`
}

/**
 * Compares `UPI/CR` and `UPI/DR` with the signs. A few rows may contradict, because they are
 * returns.
 */
const describeMixedTexts = ({ rows }: Statement): string | undefined => {
  const worded = rows.flatMap(({ amount, narration }) => {
    const side = /\bUPI[/-](CR|DR)\b/i.exec(narration)?.[1]?.toUpperCase()
    return side ? [(side === 'CR') === amount > 0] : []
  })
  const wrong = worded.filter((isRight) => !isRight).length
  if (wrong < 3 || wrong < worded.length * 0.3) {
    return undefined
  }
  return `In ${wrong} rows the text contradicts the direction of the payment: the texts belong to other rows, or the file does not show which payments went out. Download the account’s statement as CSV or Excel from the bank’s site instead.`
}

/** No Indian bank writes the month first. */
const areMonthFirst = (rows: readonly Payment[], window: PaymentWindow): boolean =>
  rows.length > 0 &&
  rows.every(({ day }) => {
    const swapped = `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`
    return swapped >= window.from && swapped <= window.to
  })

const dayFirst =
  'Download the statement as PDF, or with the day first, and do not save it from a spreadsheet.'

export const describeUnreadDay = (line: number, day: string): string => {
  const words =
    day === ''
      ? `Line ${line} has no date.`
      : `Line ${line} says “${day}” where its date should be.`
  return /\d/.test(day)
    ? `${words} Download the statement as Excel or PDF with whole dates, and do not save it from a spreadsheet.`
    : `${words} Download the file again in a day or two, or choose a period that ends yesterday.`
}

const describeUnread = ({ line, why, day }: UnreadableRow): string =>
  day === undefined
    ? `Line ${line} cannot be read: ${why}. Perhaps a comma cuts its text (Excel or PDF has none), or another column has the amounts. ${downloadAgain}`
    : describeUnreadDay(line, day)

const chooseOrDownload =
  'Choose the columns yourself. If no choice reads it, download the account’s statement as CSV, Excel or PDF from the bank’s site.'

const describeNothingRead = ({ line, why, day }: UnreadableRow): string =>
  day === undefined
    ? `No line could be read by these columns: on line ${line}, ${why}. ${chooseOrDownload}`
    : describeUnreadDay(line, day)

const findRefusal = (
  statement: Statement,
  window: PaymentWindow,
  today: Day,
): string | undefined => {
  const { chain, rows, unreadable, days, uncounted } = statement
  const swapped = unreadable.find(({ day = '' }) => isMonthFirst(day))
  if (swapped) {
    return `The dates of this file have the month first: line ${swapped.line} says “${swapped.day}”. ${dayFirst}`
  }
  const [unreadFirst] = unreadable
  if (!days && uncounted.size > 0) {
    return `No row says clearly that money was received, but ${listUncounted(uncounted)}. ${chooseOrDownload}`
  }
  if (!days) {
    return unreadFirst
      ? describeNothingRead(unreadFirst)
      : 'The file has a header row, but no rows below it. Download the statement for the days of the festival’s payments.'
  }
  // An unreadable row breaks the chain too, so report the row first.
  const unread = unreadable.find(({ isTwin }) => !isTwin)
  if (chain && unread) {
    return describeUnread(unread)
  }
  const broken = chain && describeBreak(chain)
  if (broken) {
    return broken
  }
  const isOutside = rows.every(({ day }) => day < window.from || day > window.to)
  if ((isOutside || rows.some(({ day }) => day > today)) && areMonthFirst(rows, window)) {
    return `The dates of this file have the month first: ${formatDate(days.first)} would be its first day. ${dayFirst}`
  }
  const odd = describeOddDay(statement, today)
  if (odd) {
    return odd
  }
  const mixed = describeMixedTexts(statement)
  if (mixed) {
    return mixed
  }
  if (isOutside) {
    return `This file runs from ${formatDate(days.first)} to ${formatDate(days.last)}; payments are expected from ${formatDays(window.from, window.to)}. Download those days.`
  }
  return undefined
}

const collectNotes = (
  { unreadable, rows, chain, uncounted, cutOffLine, days }: Statement,
  chosen: ChosenPayments,
  window: PaymentWindow,
): string[] => {
  const notes: string[] = []
  if (!chain && days) {
    notes.push('This report has no balances, so nothing shows whether a row is missing.')
  }
  if (chain && chain.links === 0) {
    notes.push('There is only one row with a balance, so nothing shows whether a row is missing.')
  }
  if (unreadable.length > 0) {
    notes.push(
      `${formatCount(unreadable.length, 'line', 'lines')} could not be read: listed below and not counted.`,
    )
  }
  if (cutOffLine !== undefined) {
    notes.push(
      `The last line, ${cutOffLine}, is cut off: later rows are missing. Download the file again.`,
    )
  }
  if (uncounted.size > 0) {
    notes.push(
      `Not counted, as they do not clearly say that money was received: ${listUncounted(uncounted)}.`,
    )
  }
  const shortened = rows.filter(({ reference }) => scientificNumber.test(reference))
  const [first] = shortened
  if (first) {
    notes.push(
      `A spreadsheet has shortened the payment numbers of ${formatCount(shortened.length, 'row', 'rows')} (line ${first.line}: ${scientificNumber.exec(first.reference)?.[0]}), and they cannot be restored. Download the file again and do not save it from a spreadsheet.`,
    )
  }
  if (chosen.leftOut.length > 0) {
    notes.push(
      `${formatCount(chosen.leftOut.length, 'credit is', 'credits are')} left out: not for the festival. See the list below.`,
    )
  }
  if (chosen.otherDays > 0) {
    notes.push(
      `${formatCount(chosen.otherDays, 'credit is', 'credits are')} dated outside ${formatDays(window.from, window.to)} and left out.`,
    )
  }
  if (days && days.first > window.from) {
    notes.push(
      `The file begins on ${formatDate(days.first)}; earlier payments are not reported as missing.`,
    )
  }
  return notes
}

/** `today` is the day in India. */
export const checkStatement = (
  statement: Statement,
  window: PaymentWindow,
  today: Day,
): StatementVerdict => {
  const chosen = choosePayments(statement, window)
  const verdict: StatementVerdict = { notes: collectNotes(statement, chosen, window), chosen }
  const refusal = findRefusal(statement, window, today)
  if (refusal !== undefined) {
    verdict.refusal = refusal
  }
  return verdict
}
