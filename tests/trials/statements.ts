import type { Browser } from '@playwright/test'
import { judgeFiles, type WorldVerdict } from '../support/statements/judge-world'
import type { Layout } from '../support/statements/layout'
import { layouts } from '../support/statements/layouts'
import { type ReadLayout, readLayout } from '../support/statements/read-layout'
import { type Booked, book } from '../support/statements/transaction'
import { inventWorld } from '../support/statements/world'
import { openBrowser, report } from './harness'
import { changeFiles } from './statements/changed-files'
import { tryBothEngines } from './statements/on-both-engines'

/**
 * `npm run trial:statements -- [SUBMISSIONS] [SEED]`: every layout of one account written, read and matched against what truly
 * happened; 2,000 changes of a file's amounts for each of some layouts; 200 times two importers at once on both table
 * stores, and a treasurer beside visitors, killed. Fails if a file is read otherwise than it was written or to another
 * sum, one submission gets another's money, or a row is spent twice (15.5, 15.6, 15.22).
 */
export const main = async ([submissions = '1000', seed = '1']: string[]): Promise<void> => {
  const complaints = await matchLayouts(Number(submissions), Number(seed))
  console.log('\nChanged files:')
  complaints.push(...(await changeFiles(2_000, Number(seed))))
  console.log('\nAt the server:')
  complaints.push(...(await tryBothEngines(200)))
  report('statements', complaints)
}

/** Files of one account in other words: together they match no less than each. */
const pairs = [
  ['SBI .csv', 'PNB .xls'],
  ['PNB .xls', 'PhonePe Business .xlsx'],
  ['Axis .csv', 'Google Pay for Business .csv'],
] as const

/**
 * Every layout, with the pictures of nine in ten and of two in three read rightly. Wrong is what is ticked with another's
 * money, or with money that went back. @returns what is wrong
 */
const matchLayouts = async (count: number, seed: number): Promise<string[]> => {
  const complaints: string[] = []
  const browser = await openBrowser()
  try {
    for (const ocr of [90, 65]) {
      const world = inventWorld({ count, seed, ocr })
      const rows = book(world.transactions, 1_000_050)
      console.log(`OCR right in ${ocr} %, ${count} submissions, ${world.payable.size} payable, seed ${seed}`)
      console.log(
        `${'layout'.padEnd(40)}asked  rows right   numbers  matched  maybe  two  amount  not received  back | unknown  WRONG`,
      )
      const all: ReadLayout[] = []
      for (const layout of layouts) {
        const bytes = await writeLayout(layout, rows, browser)
        const read = await readLayout(layout, rows, bytes, { from: '2026-08-15', to: '2026-10-15' })
        all.push(read)
        const { written, right } = read.rows
        const { numbers, asked, statement } = read
        // Whoever paid, got it back and paid again may stand there twice alike, once a spreadsheet has taken the numbers.
        const twins = statement?.unreadable.filter(({ isTwin }) => isTwin).length ?? 0
        if (right + twins !== written || read.rows.read + twins !== written)
          complaints.push(`${layout.name}: ${read.rows.read} rows, ${right} of ${written} right. ${read.said}`)
        const verdict = judgeFiles(world, [read])
        // Where a file has neither note nor name, nothing contradicts a copied number: counted, and no fault.
        if (layout.noteKept >= 4) complaints.push(...verdict.wrong)
        const reading = `${asked ? 'once' : '–'}  ${right}/${written}`.padEnd(19) + `${numbers.read}/${numbers.written}`
        console.log(`${layout.name.padEnd(40)}${reading} ${tellVerdict(verdict)} ${read.said}`)
      }
      for (const names of pairs) {
        const pair = all.filter(({ layout }) => names.some((name) => name === layout.name))
        const alone = pair.map((read) => judgeFiles(world, [read]).matched)
        const both = judgeFiles(world, pair)
        complaints.push(...both.wrong)
        console.log(`${names.join(' and ')}: matched ${alone.join(' and ')} alone, ${both.matched} by both`)
      }
    }
  } finally {
    await browser.close()
  }
  return complaints
}

/** The file of a layout, printed where it has to be. */
const writeLayout = async (layout: Layout, rows: readonly Booked[], browser: Browser): Promise<Uint8Array> => {
  const written = layout.write(rows)
  if (!layout.isPrinted) return written
  const tab = await browser.newPage()
  await tab.setContent(new TextDecoder().decode(written))
  const bytes = await tab.pdf({ format: 'A4' })
  await tab.close()
  return new Uint8Array(bytes)
}

const tellVerdict = ({ matched, payable, left, unknown, wrong }: WorldVerdict): string => {
  const groups = ['maybe', 'contested', 'wrong-amount', 'not-received', 'reversed'] as const
  const share = `${((matched / payable) * 100).toFixed(1)} %`
  return [share, ...groups.map((group) => left[group] ?? 0), '|', unknown, wrong.length]
    .map((cell) => String(cell).padStart(7))
    .join('')
}
