import { unzipSync, zipSync } from 'fflate'
import { holdFile } from '../../../desk/features/bank/file-worker'
import type { Layout } from '../../support/statements/layout'
import { layouts } from '../../support/statements/layouts'
import { type Booked, book } from '../../support/statements/transaction'
import { inventWorld } from '../../support/statements/world'

const window = { from: '2026-08-15', to: '2026-10-15' } as const
const today = '2026-10-01'

/** What the desk says of a file. */
const tell = async (bytes: Uint8Array, password?: string): Promise<string> => {
  const file = new Blob([new Uint8Array(bytes)])
  const answer = await holdFile()({ kind: 'open', file, known: [], window, today, ...(password ? { password } : {}) })
  if (answer.kind === 'refused') return `refused: ${answer.words}`
  if (answer.kind === 'password') return answer.isWrong ? 'the password is wrong' : 'asks for the password'
  if (answer.kind === 'asks') return `asks: ${answer.why}`
  const { refusal, notes, file: read } = answer
  return refusal ?? `read: ${answer.rowCount} rows, ${read.payments.length} payments. ${notes.join(' ')}`
}

const named = (name: string): Layout => {
  const found = layouts.find((one) => one.name.startsWith(name))
  if (!found) throw new Error(`no layout ${name}`)
  return found
}

const change = (bytes: Uint8Array, how: (lines: string[]) => string[]) =>
  new TextEncoder().encode(how(new TextDecoder().decode(bytes).split('\r\n')).join('\r\n'))

/** A workbook whose balances are formulas, as a program leaves it that calculates none. */
const forgetValues = (workbook: Uint8Array, column: string): Uint8Array => {
  const files = unzipSync(workbook)
  const path = 'xl/worksheets/sheet1.xml'
  const sheet = new TextDecoder()
    .decode(files[path])
    .replace(new RegExp(`<c r="${column}(\\d+)"[^>]*>.*?</c>`, 'g'), (cell, row: string) =>
      Number(row) > 8 ? `<c r="${column}${row}"><f>${column}${Number(row) - 1}+F${row}-E${row}</f></c>` : cell,
    )
  return zipSync({ ...files, [path]: new TextEncoder().encode(sheet) })
}

const swapDays = (line: string) =>
  line.replace(/\b(\d\d)([-/])(\d\d)(?=\2\d{4})/g, (all, day: string, sign: string, month: string) =>
    Number(day) <= 12 ? `${month}${sign}${day}` : all,
  )

const swapRows = (lines: string[], one: number, other: number) =>
  lines.map((line, at) => (at === one ? (lines[other] ?? '') : at === other ? (lines[one] ?? '') : line))

/** Prints what is said of files that are not as the bank gave them. */
export const tellFaults = async (): Promise<void> => {
  const rows: Booked[] = book(inventWorld({ count: 60, seed: 4 }).transactions, 1_000_050)
  const axis = named('Axis .csv').write(rows)
  const kotak = named('Kotak "600').write(rows)
  const [pdf, xlsx] = [named('PDF, amounts flush right').write(rows), named('IDFC').write(rows)]
  const locked = named('PDF with a password')
  const files: readonly (readonly [string, Uint8Array, (string | undefined)?])[] = [
    ['as the bank gave it', axis],
    ['days and months swapped', change(axis, (lines) => lines.map(swapDays))],
    ['two rows of other days in each other’s place', change(axis, (lines) => swapRows(lines, 10, 60))],
    ['two rows of one day in each other’s place', change(axis, (lines) => swapRows(lines, 8, 9))],
    ['cut off within a line', axis.slice(0, Math.round(axis.length / 2) + 3)],
    ['cut off between lines', change(axis, (lines) => lines.slice(0, 70))],
    ['a line is missing', change(axis, (lines) => lines.filter((_line, at) => at !== 40))],
    [
      'an amount was changed',
      change(kotak, (lines) =>
        lines.map((line, at) => (at === 40 ? line.replace(/\d(?=\.\d\d\((?:Cr|Dr)\))/, '7') : line)),
      ),
    ],
    [
      'another year',
      named('Axis .csv').write(rows.map((row) => ({ ...row, day: row.day.replace('2026', '2025') as Booked['day'] }))),
    ],
    ['.xlsx that is cut off', xlsx.slice(0, xlsx.length - 900)],
    ['PDF that is cut off', pdf.slice(0, pdf.length - 900)],
    ['PDF with a password, none given', locked.write(rows)],
    ['PDF with a password, a wrong one', locked.write(rows), 'RAVI0101'],
    ['PDF with a password, the right one', locked.write(rows), locked.password],
    ['formulas without values', forgetValues(xlsx, 'G')],
    ['all amounts are formulas without values', ['E', 'F', 'G'].reduce(forgetValues, xlsx)],
    ['a report without its columns', named('PhonePe').write(rows)],
    ['numbers shortened', named('numbers that').write(rows)],
  ]
  for (const [name, bytes, password] of files) console.log(`${name}: ${await tell(bytes, password)}`)
}

export const main = tellFaults
