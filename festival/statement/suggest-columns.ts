import { type Layout, layoutKey, plainName } from './layout'
import { readAmount } from './read-amount'
import { readDay } from './read-day'
import type { FileRow } from './row'

const deepest = 80

/** The row that is most likely the header of an unknown layout: the last one of words before the first with a date and an amount. */
export const suggestHeader = (rows: readonly FileRow[]): FileRow | undefined => {
  const first = rows
    .slice(0, deepest)
    .findIndex(({ cells }) => cells.some((cell) => readDay(cell)) && cells.some((cell) => isMoney(cell)))
  return rows.slice(0, Math.max(first, 0)).findLast(({ cells }) => cells.filter(isName).length >= 3)
}

const isMoney = (cell: string) => /\d\.\d/.test(cell) && readAmount(cell) !== undefined
const isName = (cell: string) => /[a-z]/i.test(cell) && !readDay(cell)

/** What an organiser chooses for an unknown layout: a column's name for each part. */
export interface ChosenColumns {
  day: string
  narration: string
  reference?: string
  balance?: string
  money:
    | { kind: 'two columns'; debit: string; credit: string }
    | { kind: 'with direction'; amount: string; direction: string }
    | { kind: 'received'; amount: string }
}

/** Words that banks use for each part, the most telling first. */
const words = {
  day: ['transactiondate', 'txndate', 'trandate', 'postdate', 'date', 'valuedate'],
  narration: ['narration', 'description', 'particulars', 'remarks', 'details', 'notes'],
  reference: ['utr', 'rrn', 'upitransactionid', 'upiref'],
  balance: ['closingbalance', 'balance', 'bal'],
  debit: ['withdrawal', 'debit', 'paidout', 'dr'],
  credit: ['deposit', 'credit', 'paidin', 'cr'],
  direction: ['drcr', 'crdr', 'type'],
  amount: ['amount', 'amt'],
}

const guess = (names: readonly string[], part: keyof typeof words, taken: readonly (string | undefined)[] = []) => {
  for (const word of words[part]) {
    const hit = names.find((name) => !taken.includes(name) && fits(plainName(name), word))
    if (hit !== undefined) return hit
  }
  return undefined
}

const fits = (plain: string, word: string) => (word.length <= 3 ? plain === word : plain.includes(word))

/** A first proposal for the mapping, for the organiser to look over; a part that nothing fits is left out. */
export const suggestColumns = (names: readonly string[]): Partial<ChosenColumns> => {
  const [day, narration] = [guess(names, 'day'), guess(names, 'narration')]
  const [reference, balance] = [guess(names, 'reference'), guess(names, 'balance')]
  const [debit, credit] = [guess(names, 'debit'), guess(names, 'credit')]
  const amount = guess(names, 'amount', [debit, credit])
  const direction = guess(names, 'direction')
  const money =
    debit && credit && debit !== credit
      ? { kind: 'two columns' as const, debit, credit }
      : amount && direction
        ? { kind: 'with direction' as const, amount, direction }
        : amount && { kind: 'received' as const, amount }
  return {
    ...(day ? { day } : {}),
    ...(narration ? { narration } : {}),
    ...(reference ? { reference } : {}),
    ...(balance ? { balance } : {}),
    ...(money ? { money } : {}),
  }
}

/** The layout that an organiser's choice makes, remembered by the header row's set of names. */
export const makeLayout = (name: string, header: readonly string[], chosen: ChosenColumns): Layout => {
  const { money } = chosen
  return {
    id: layoutKey(header).slice(0, 200),
    name,
    day: [chosen.day],
    narration: [chosen.narration],
    ...(chosen.reference ? { reference: [chosen.reference] } : {}),
    ...(chosen.balance ? { balance: [chosen.balance] } : {}),
    money:
      money.kind === 'two columns'
        ? { kind: money.kind, debit: [money.debit], credit: [money.credit] }
        : money.kind === 'with direction'
          ? { kind: money.kind, amount: [money.amount], direction: [money.direction] }
          : { kind: money.kind, amount: [money.amount] },
  }
}
