import type { BankRow } from '../../../festival/bank/match'
import { identifyRow } from '../../../festival/bank/statement'
import { choosePayments } from '../../../festival/bank/verdict'
import { judgeWorld, type WorldVerdict } from '../../support/statements/judge-world'
import { layouts } from '../../support/statements/layouts'
import { readLayout } from '../../support/statements/read-layout'
import { type Booked, book } from '../../support/statements/transaction'
import { inventWorld, type World } from '../../support/statements/world'
import { openBrowser } from '../pictures/desk-browser'
import { writeLayout } from './read-layouts'

/** Files of one account in other words: together they match no less than each. */
const pairs = [
  ['SBI .csv', 'PNB .xls'],
  ['PNB .xls', 'PhonePe Business .xlsx'],
  ['Axis .csv', 'Google Pay for Business .csv'],
] as const

type Read = Awaited<ReturnType<typeof readLayout>>

/** Matches what was read of one file or more of the same account. */
const matchFiles = (world: World, files: readonly Read[]): WorldVerdict => {
  const booked = book(world.transactions, 1_000_050)
  const truth = new Map<string, Booked | undefined>()
  const known = files.flatMap(({ layout, statement }): BankRow[] => {
    const [rows, told, file] = [statement?.rows ?? [], layout.told(booked), layout.name]
    // Files are read in their order, so that whose money a row is does not hang on what it says.
    for (const [at, { line }] of rows.entries()) truth.set(`${file} ${line}`, told[at])
    const { payments, reversals } = choosePayments({ rows }, { from: world.days.first, to: world.days.last })
    return [...payments, ...reversals].map((row) => ({ ...row, id: identifyRow(row), file }))
  })
  return judgeWorld(world, known, ({ file, line }) => truth.get(`${file} ${line}`))
}

/**
 * Every layout, with the pictures of nine in ten and of two in three read rightly. Wrong is what is ticked with another's money,
 * or with money that went back. @returns how many
 */
export const matchLayouts = async (count: number, seed: number, only = ''): Promise<number> => {
  const browser = await openBrowser()
  let wrong = 0
  try {
    for (const ocr of [90, 65]) {
      const world = inventWorld({ count, seed, ocr })
      const rows = book(world.transactions, 1_000_050)
      console.log(`OCR right in ${ocr} %, ${count} submissions, ${world.payable.size} payable, seed ${seed}`)
      console.log(`${'layout'.padEnd(40)} matched    maybe  two  amount  not received  back | unknown payments  WRONG`)
      const all: Read[] = []
      for (const layout of layouts.filter(({ name }) => name.includes(only))) {
        const bytes = await writeLayout(layout, rows, browser)
        const read = await readLayout(layout, rows, bytes, { from: world.days.first, to: world.days.last })
        all.push(read)
        const { matched, left, unknown, wrong: bad } = matchFiles(world, [read])
        // Where a file has neither note nor name, nothing contradicts a copied number: counted, and no fault.
        if (layout.noteKept >= 4) wrong += bad.length
        const cells = [
          `${((matched / world.payable.size) * 100).toFixed(1)} %`.padStart(7),
          ...(['maybe', 'contested', 'wrong-amount', 'not-received', 'reversed'] as const).map((group) =>
            String(left[group] ?? 0).padStart(group === 'not-received' ? 13 : 7),
          ),
          '|',
          String(unknown).padStart(8),
          String(bad.length).padStart(12),
        ]
        console.log(`${layout.name.padEnd(40)}${cells.join(' ')} ${read.said}`)
        for (const one of bad.slice(0, 3)) console.log(`    ${one}`)
      }
      for (const names of pairs) {
        const pair = names.flatMap((name) => all.find(({ layout }) => layout.name === name) ?? [])
        if (pair.length < 2) continue
        const [first, second] = pair.map((read) => matchFiles(world, [read]).matched)
        const both = matchFiles(world, pair)
        wrong += both.wrong.length
        console.log(
          `${names.join(' and ')}: matched ${first} and ${second} alone, ${both.matched} by both, wrong ${both.wrong.length}`,
        )
      }
    }
  } finally {
    await browser.close()
  }
  return wrong
}

export const main = async ([count = '1500', seed = '1', only = '']: string[]): Promise<void> => {
  await matchLayouts(Number(count), Number(seed), only)
}
