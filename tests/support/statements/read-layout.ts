import { readFile } from '../../../desk/features/bank/read-file'
import { headerKey } from '../../../festival/bank/columns'
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
  rows: { written: number; read: number; right: number }
  /** Payment numbers: of rows that have one written, those that are read. */
  numbers: { written: number; read: number }
}

const countCommon = (written: readonly string[], read: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const one of written) left.set(one, (left.get(one) ?? 0) + 1)
  return read.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count > 0
  }).length
}

/** Reads a file as the desk does; where it asks for columns, those of the layout are said. */
const open = async ({ columns, password }: Layout, bytes: Uint8Array) => {
  const tables = await readFile(bytes, password)
  const opened = openStatement(tables, [])
  if (opened.kind !== 'asks') return { statement: opened.kind === 'read' ? opened.statement : undefined, said: '' }
  const again = columns && openStatement(tables, [{ key: headerKey(opened.looks.header), columns }])
  return { asked: true, ...(again?.kind === 'read' ? { statement: again.statement, said: '' } : { said: opened.why }) }
}

export const readLayout = async (
  layout: Layout,
  all: readonly Booked[],
  bytes: Uint8Array,
  window: { from: Booked['day']; to: Booked['day'] },
): Promise<ReadLayout> => {
  const opened: { statement?: Statement | undefined; said: string; asked?: boolean } = await open(layout, bytes).catch(
    (error: unknown) => ({ said: String(error) }),
  )
  const { statement, asked = false } = opened
  const refusal = statement && judgeStatement(statement, window, '2027-01-01').refusal
  const told = layout.told(all)
  const rows = statement?.rows ?? []
  const key = ({ day, amount }: { day: string; amount: number }) => `${day} ${amount}`
  const paid = told.filter(({ kind }) => kind === 'upi')
  const numbers = rows.flatMap((row) => {
    const { numbers, doubtfulNumbers } = readNarration(row.narration, row.reference)
    return [...numbers, ...doubtfulNumbers].map((number) => `${key(row)} ${number}`)
  })
  return {
    layout,
    statement,
    said: [opened.said, refusal].filter(Boolean).join(' · '),
    asked,
    rows: { written: told.length, read: rows.length, right: countCommon(told.map(key), rows.map(key)) },
    numbers: {
      written: paid.length,
      read: countCommon(
        paid.map((row) => `${key(row)} ${row.rrn}`),
        numbers,
      ),
    },
  }
}
