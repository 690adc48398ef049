import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { matchPayments } from '../../../festival/bank/match-payments'
import { axisFile, sbiNewFile } from '../../support/statements/bank-layouts'
import { importFile } from '../../support/statements/import-file'
import { writeWorkbook } from '../../support/statements/layout'
import { book } from '../../support/statements/transaction'
import { inventWorld } from '../../support/statements/world'

const window = { from: '2026-08-15', to: '2026-10-15' } as const
const mebibyte = 1024 * 1024

/** A workbook just below the bound of what it may unpack to, all cells. */
const writeCells = (): Uint8Array => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(62_000)}</sheetData></worksheet>`
  const book = unzipSync(writeWorkbook([['a']], 'xlsx'))
  return zipSync({ ...book, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(sheet) }, { level: 1 })
}

/** Time and memory of large and hostile files, with what the organiser is told. */
export const measureFiles = async (): Promise<void> => {
  const rows = book(inventWorld({ count: 40_000, seed: 7 }).transactions, 1_000_050)
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(400 * mebibyte) }, { level: 6 })
  const files: readonly [string, Uint8Array][] = [
    [`${rows.length} rows, .csv`, axisFile.write(rows)],
    [`${rows.length} rows, .xlsx`, sbiNewFile.write(rows)],
    ['zip bomb of 400 MiB', bomb],
    ['31 MiB of text', new Uint8Array(31 * mebibyte).fill(65)],
    ['29 MiB of commas', new Uint8Array(29 * mebibyte).fill(44)],
    ['29 MiB of quotes', new Uint8Array(29 * mebibyte).fill(34)],
    ['29 MiB in one line', new Uint8Array(29 * mebibyte).fill(65)],
    [
      '20 MiB of HTML',
      new TextEncoder().encode(
        `<html><table>${'<tr><td>0123456789012345678901</td></tr>\n'.repeat(95_000)}${'x'.repeat(16 * mebibyte)}`,
      ),
    ],
    ['unclosed HTML', new TextEncoder().encode(`<html><table>${'<table '.repeat(1_900_000)}`)],
    ['90 MiB of cells in .xlsx', writeCells()],
  ]
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-statements-'))
  try {
    for (const [name, bytes] of files) {
      const path = join(folder, 'statement')
      await writeFile(path, bytes)
      const said = execFileSync(process.execPath, ['scripts/run.mjs', 'tests/trials/statements/one-file.ts', path])
      console.log(`${name}, ${said.toString().trim()}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** How the time from bytes to proposals grows. */
export const measureGrowth = async (): Promise<void> => {
  for (const count of [1_250, 2_500, 5_000, 10_000]) {
    const { transactions, expected } = inventWorld({ count, seed: 3 })
    const rows = book(transactions, 1_000_050)
    const bytes = axisFile.write(rows)
    const start = performance.now()
    const { statement, payments: chosen, reversals } = await importFile(bytes, window)
    const read = performance.now()
    const days = statement.days ?? { first: window.from, last: window.to }
    matchPayments({ rows: [...chosen, ...reversals], expected, days })
    const [reading, matching] = [read - start, performance.now() - read].map((time) => time.toFixed(0))
    console.log(`${rows.length} rows, ${count} submissions: read in ${reading} ms, matched in ${matching} ms`)
  }
}
