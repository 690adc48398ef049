import { readFile } from '../../../desk/features/bank/read-file'
import { type Columns, headerKey } from '../../../festival/bank/columns'
import { readNarration } from '../../../festival/bank/narration'
import { openStatement, type Statement } from '../../../festival/bank/statement'
import { judgeStatement } from '../../../festival/bank/verdict'
import type { Layout } from './layout'
import type { Booked } from './transaction'

/** What was read of one layout, beside what was written. */
export interface ReadLayout {
  layout: Layout
  statement: Statement | undefined
  /** Why it asked for columns or was not read. */
  said: string
  asked: boolean
  /** Of what is proposed where it asks: the columns that are right. */
  likely: string
  rows: { written: number; read: number; right: number }
  /** Paise that came and went. */
  sums: { written: [number, number]; read: [number, number] }
  /** Payment numbers and notes: of rows that have one written, those that are read. */
  numbers: { written: number; read: number }
  notes: { written: number; read: number }
  milliseconds: number
}

const sumsOf = (amounts: readonly number[]): [number, number] => [
  amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0),
  amounts.reduce((sum, amount) => sum + Math.min(0, amount), 0),
]

const countCommon = (written: readonly string[], read: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const one of written) left.set(one, (left.get(one) ?? 0) + 1)
  return read.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count > 0
  }).length
}

/** Of what is proposed where it asks, the parts that are right. */
const tellProposal = (proposed: Partial<Columns>, columns: Columns) => {
  const write = ({ day, money, states = [] }: Partial<Columns>) =>
    [day, money, [...states].sort()].map((part) => JSON.stringify(part))
  const [mine, right] = [write(proposed), write(columns)]
  const wrong = ['day', 'amount', 'states'].filter((_part, at) => mine[at] !== right[at])
  return wrong.length === 0 ? 'right' : `wrong: ${wrong.join(', ')}`
}

export const readLayout = async (
  layout: Layout,
  all: readonly Booked[],
  bytes: Uint8Array,
  window: { from: Booked['day']; to: Booked['day'] },
): Promise<ReadLayout> => {
  const told = layout.told(all)
  const start = performance.now()
  const tables = await readFile(bytes, layout.password).catch((error: unknown) => String(error))
  const opened = typeof tables === 'string' ? undefined : openStatement(tables, [])
  const milliseconds = Math.round(performance.now() - start)
  let statement = opened?.kind === 'read' ? opened.statement : undefined
  const said: string[] = []
  if (typeof tables === 'string') said.push(tables)
  else if (opened?.kind === 'asks') {
    const { columns } = layout
    const again = columns && openStatement(tables, [{ key: headerKey(opened.looks.header), columns }])
    if (again?.kind === 'read') statement = again.statement
    else said.push(opened.why)
  } else if (opened?.kind !== 'read') said.push(opened?.kind ?? '')
  if (statement) {
    const { refusal } = judgeStatement(statement, window, '2027-01-01')
    if (refusal) said.push(refusal)
  }
  const rows = statement?.rows ?? []
  const amounts = rows.map(({ amount }) => amount)
  const key = ({ day, amount }: { day: string; amount: number }) => `${day} ${amount}`
  const read = rows.map((row) => ({ ...row, ...readNarration(row.narration, row.reference) }))
  const paid = told.filter(({ kind }) => kind === 'upi')
  const keptOf = ({ note }: Booked) => note.slice(0, layout.noteKept).split(' ')[0]?.toUpperCase() ?? ''
  const noted = paid.filter((row) => /^(?=.{0,3}\d)[2-9B-Z]{4,6}$/.test(keptOf(row)))
  return {
    layout,
    statement,
    said: said.join(' · '),
    asked: opened?.kind === 'asks',
    likely: opened?.kind === 'asks' && layout.columns ? tellProposal(opened.likely, layout.columns) : '',
    rows: { written: told.length, read: rows.length, right: countCommon(told.map(key), rows.map(key)) },
    sums: { written: sumsOf(told.map(({ amount }) => amount)), read: sumsOf(amounts) },
    numbers: {
      written: paid.length,
      read: countCommon(
        paid.map((row) => `${key(row)} ${row.rrn}`),
        read.flatMap((row) => [...row.numbers, ...row.doubtfulNumbers].map((number) => `${key(row)} ${number}`)),
      ),
    },
    notes: {
      written: noted.length,
      // What is left of a note tells by its first four, and a word may be glued to it.
      read: countCommon(
        noted.map((row) => `${key(row)} ${keptOf(row).slice(0, 4)}`),
        read.flatMap((row) => row.fields.map((field) => `${key(row)} ${field.slice(0, 4)}`)),
      ),
    },
    milliseconds,
  }
}
