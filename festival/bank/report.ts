import { type FileRow, type Paise, readDay } from './cells'
import { type Columns, type Looks, names, readTable, tidy, widest } from './columns'
import { isAgainst, readRefunds, readWords, received } from './states'

/** A column of states has few words, whatever their number of rows. */
const mostStates = 12

/**
 * The columns that say what became of a payment. Those of states are known by their values, whatever their names: few words, of which
 * one speaks of money that went back or did not come, or all of money that came. Those of refunds are known by their names, where most
 * rows have none.
 */
const findStates = (table: readonly FileRow[], { header, days, money }: Looks) => {
  const rows = table.filter(({ cells }) => days.some((column) => readDay(cells[column] ?? '')))
  const states: number[] = []
  const refunds: number[] = []
  for (let column = 0; column < widest; column++) {
    const name = readWords(header[column] ?? '')
    const isEmpty = ({ cells }: FileRow) => readRefunds([cells[column] ?? ''], 1, 1) === 0
    if (/refund|reversal|charge ?back/.test(name) && rows.filter(isEmpty).length >= rows.length / 2) {
      refunds.push(column)
      continue
    }
    const words = new Set<string>()
    for (const { cells } of rows) if (words.size <= mostStates) words.add(readWords(cells[column] ?? ''))
    words.delete('')
    const all = [...words]
    if (words.size === 0 || words.size > mostStates || days.includes(column) || money.includes(column)) continue
    const isNamed = /\bstatus\b/.test(name) && words.size > 1
    if (isNamed || all.some(isAgainst) || all.every((word) => received.test(word))) states.push(column)
  }
  // Whether the app has handed the money on is no state of the payment.
  const own = states.filter((column) => !/settle|payout/.test(readWords(header[column] ?? '')))
  return { states: own.length > 0 ? own : states, refunds }
}

/**
 * A column by which money went back or never came, in a row that counts as received by the chosen columns alone: no report is read
 * without it (behaviour 15.3). `likely` has it among the chosen ones.
 */
export const findUnchosen = (table: readonly FileRow[], looks: Looks, columns: Columns) => {
  const found = findStates(table, looks)
  const speaks = {
    states: (cell: string) => isAgainst(readWords(cell)),
    refunds: (cell: string) => readRefunds([cell], 1, 1) !== 0,
  }
  const { states, refunds = [], money } = columns
  const chosen = [...states, ...refunds, ...(money.kind === 'with side' ? [money.side] : [])]
  const counted = readTable(table, columns).rows.filter((row) => row.kind === 'row' && row.amount > 0 && !row.back)
  for (const kind of ['states', 'refunds'] as const)
    for (const column of found[kind].filter((one) => !chosen.includes(one)))
      for (const { at, line } of counted) {
        const said = table[at]?.cells[column] ?? ''
        const likely = { ...columns, [kind]: [...(columns[kind] ?? []), column] }
        if (speaks[kind](said)) return { column, said: tidy(said), line, likely }
      }
  return undefined
}

/** ₹50 in paise; as rupees no festival's usual amount is as much. */
const leastInPaise = 5_000

/** Whether a report's amounts may be paise: whole numbers, nearly all of full rupees then, and too large for rupees. */
export const mayBePaise = (table: readonly FileRow[], columns: Columns): boolean => {
  const { rows } = readTable(table, { ...columns, isPaise: true })
  const sizes = rows
    .flatMap((row) => (row.kind === 'row' ? Math.abs(row.amount) : []))
    .sort((one, other) => one - other)
  const isFull = (size: Paise) => size % 100 === 0
  return (
    rows.every(({ kind }) => kind !== 'unreadable') &&
    sizes.filter(isFull).length >= sizes.length * 0.9 &&
    (sizes[Math.floor(sizes.length / 2)] ?? 0) >= leastInPaise
  )
}

/** A first proposal for a report without balances, by its names, looks and values. */
export const guessColumns = (table: readonly FileRow[], looks: Looks): Partial<Columns> => {
  const { header, days } = looks
  const { states, refunds } = findStates(table, looks)
  const money = looks.money.filter((column) => !refunds.includes(column))
  const named = (pattern: RegExp, among: readonly number[]) =>
    among.find((column) => pattern.test((header[column] ?? '').toLowerCase().replace(/[^a-z]/g, '')))
  const day = named(/^(?:transaction|txn|payment)?date|^creat|time/, days) ?? days[0]
  const amount = named(/^(?:transaction|txn|gross|paid)?amount/, money)
  const [debit, credit] = [named(names.debit, money), named(names.credit, money)]
  const two =
    debit === undefined || credit === undefined ? {} : { money: { kind: 'two columns', debit, credit } as const }
  return {
    ...(day === undefined ? {} : { day }),
    ...(amount === undefined ? two : { money: { kind: 'one column', amount } }),
    states: states.slice(0, 4),
    ...(refunds.length > 0 ? { refunds: refunds.slice(0, 4) } : {}),
  }
}
