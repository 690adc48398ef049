import type { Browser } from '@playwright/test'
import type { Layout } from '../../support/statements/layout'
import { layouts } from '../../support/statements/layouts'
import { type ReadLayout, readLayout } from '../../support/statements/read-layout'
import { type Booked, book } from '../../support/statements/transaction'
import { inventWorld } from '../../support/statements/world'
import { openBrowser } from '../pictures/desk-browser'

const print = async (browser: Browser, page: Uint8Array): Promise<Uint8Array> => {
  const tab = await browser.newPage()
  await tab.setContent(new TextDecoder().decode(page))
  const bytes = await tab.pdf({ format: 'A4' })
  await tab.close()
  return new Uint8Array(bytes)
}

/** The file of a layout, printed where it has to be. */
export const writeLayout = async (layout: Layout, rows: readonly Booked[], browser: Browser): Promise<Uint8Array> =>
  layout.isPrinted ? print(browser, layout.write(rows)) : layout.write(rows)

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.floor((part / whole) * 1000) / 10} %`)
const rupeesOf = (paise: number) => Math.round(paise / 100)

/** Prints a line a layout. @returns whether every one was read to the paisa */
export const printLayouts = (read: readonly ReadLayout[]): boolean => {
  const lines = read.map(({ layout, said, asked, likely, rows, sums, numbers, notes, milliseconds }) => {
    const isRight = rows.right === rows.written && rows.read === rows.written
    const money = sums.read.map((paise, index) => `${rupeesOf(paise)}/${rupeesOf(sums.written[index] ?? 0)}`)
    return [
      layout.name,
      asked ? `asked (${likely})` : 'no',
      `${rows.read}/${rows.written}${isRight ? '' : ` (${rows.right} right)`}`,
      ...money,
      share(numbers.read, numbers.written),
      share(notes.read, notes.written),
      String(milliseconds),
      said,
    ]
  })
  const head = ['layout', 'columns asked', 'rows', '₹ came', '₹ went', 'numbers', 'notes', 'ms', 'said']
  const widths = head.map((name, at) => Math.max(name.length, ...lines.map((cells) => cells[at]?.length ?? 0)))
  for (const cells of [head, ...lines])
    console.log(cells.map((cell, at) => (at === 8 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '))
  return read.every(({ sums }) => sums.read.join() === sums.written.join())
}

/** Writes every layout of one account and reads it as the desk does. @returns whether each was read to the paisa */
export const readLayouts = async (claims: number, seed: number, only = ''): Promise<boolean> => {
  const rows = book(inventWorld({ count: claims, seed }).transactions, 1_000_050)
  const browser = await openBrowser()
  try {
    const read: ReadLayout[] = []
    for (const layout of layouts.filter(({ name }) => name.includes(only)))
      read.push(
        await readLayout(layout, rows, await writeLayout(layout, rows, browser), {
          from: '2026-08-15',
          to: '2026-10-15',
        }),
      )
    return printLayouts(read)
  } finally {
    await browser.close()
  }
}

export const main = ([claims = '400', only = '']: string[]): Promise<boolean> => readLayouts(Number(claims), 1, only)
