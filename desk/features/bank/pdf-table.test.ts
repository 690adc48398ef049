import { expect, test } from 'vitest'
import { layOutPages } from './pdf-table'

/** A text as returned by pdf.js, positioned in points from the lower left corner. */
const place = (str: string, x: number, y: number, matrix: readonly number[] = [8, 0, 0, 8]) => ({
  str,
  width: str.length * 4,
  height: 8,
  transform: [...matrix, x, y],
})
type Placed = ReturnType<typeof place>

const people = ['ASHA RAO', 'BHAVNA IYER', 'CHETAN PRABHU', 'DEEPAK KULKARNI']
const numbers = ['630512345601', '630512345602', '630712345603', '030612345604']

/**
 * A payment app's statement with four lines per payment. `gaps` are the distances after each of the
 * four lines.
 */
const appStatement = (gaps: readonly [number, number, number, number]): Placed[] => {
  const items = [
    place('Date', 30, 758),
    place('Transaction Details', 140, 758),
    place('Amount', 500, 758),
  ]
  let y = 734
  for (const [at, name] of people.entries()) {
    items.push(
      place(`Nov 0${at + 2}, 2026`, 30, y),
      place(`Received from ${name}`, 140, y),
      place(`₹${at + 3}00`, 500, y),
    )
    y -= gaps[0]
    items.push(place('08:20 pm', 30, y), place('Transaction ID T266311123400120012345678', 140, y))
    y -= gaps[1]
    items.push(place(`UTR No. ${numbers[at]}`, 140, y))
    y -= gaps[2]
    items.push(place('Credited to XXXXXX1234', 140, y))
    y -= gaps[3]
  }
  return items
}

const readRows = (...pages: readonly (readonly Placed[])[]) =>
  layOutPages(pages)
    .rows.map(({ cells }) => cells.join(' '))
    .filter((text) => /₹|\.\d\d/.test(text) && people.some((name) => text.includes(name)))

const expectOwnNumbers = (rows: readonly string[]) => {
  expect(rows).toHaveLength(people.length)
  for (const [at, name] of people.entries()) {
    expect(rows[at]).toContain(name)
    expect(rows[at]?.match(/\d{12}(?!\d)/g)?.filter((digits) => numbers.includes(digits))).toEqual([
      numbers[at],
    ])
  }
}

test.each([
  ['close together', [11, 10, 10, 21]],
  ['equally far apart', [10, 10, 10, 10]],
  ['far below their first line', [18, 10, 10, 30]],
] as const)(
  'joins a payment’s lines in an app’s statement if they are %s (15.96)',
  (_what, gaps) => {
    expectOwnNumbers(readRows(appStatement(gaps)))
  },
)

test('reports lines that are halfway between two payments as unclear (15.96)', () => {
  expect(layOutPages([appStatement([10, 10, 10, 21])]).isUnclear).toBe(false)
  expect(layOutPages([appStatement([20, 10, 10, 20])]).isUnclear).toBe(true)
})

/** A bank statement with equally spaced lines of text above and below each row. */
const tightStatement = (above: number, below: number): Placed[] => {
  const items = [
    place('Date', 30, 790),
    place('Particulars', 140, 790),
    place('Deposits', 400, 790),
    place('Balance', 500, 790),
  ]
  let y = 780
  const write = (text: string) => {
    items.push(place(text, 140, y))
    y -= 9
  }
  for (const [at, name] of people.entries()) {
    if (above > 0) {
      write(`UPI/${numbers[at]}/${name}`)
    }
    items.push(
      place(`0${at + 2}-11-2026`, 30, y),
      place('300.00', 410, y),
      place(`${at + 1}300.00`, 500, y),
    )
    write(above > 0 ? 'note' : `${name}`)
    if (below > 0) {
      write(above > 0 ? 'further text' : `UPI/${numbers[at]}`)
    }
  }
  return items
}

test('uses the first and last row to assign equally spaced lines to payments (15.96)', () => {
  expectOwnNumbers(readRows(tightStatement(0, 1)))
  expectOwnNumbers(readRows(tightStatement(1, 0)))
  expect(layOutPages([tightStatement(1, 1)]).isUnclear).toBe(true)
})

test('reads rows with the day on the first line and the amounts on the last (15.96)', () => {
  const items = [
    place('Date', 30, 776),
    place('Particulars', 100, 776),
    place('Deposits', 370, 776),
    place('Balance', 540, 776),
  ]
  let y = 746
  for (const [at, name] of people.entries()) {
    items.push(place(`0${at + 2}-11-2026`, 30, y), place(`UPI/CR/${numbers[at]}/`, 100, y))
    items.push(place(`${name}/02/11/2026`, 100, y - 10))
    items.push(
      place('Chq: 1234', 100, y - 20),
      place('300.00', 370, y - 20),
      place(`${at + 1},300.00`, 540, y - 20),
    )
    y -= 36
  }
  items.push(place('Closing Balance', 100, y), place('4,300.00', 540, y))
  expectOwnNumbers(readRows(items))
})

test('reads rotated pages, and ignores text along the margin (15.96)', () => {
  const upright = tightStatement(0, 1)
  const turned = upright.map(({ str, transform: [, , , , x = 0, y = 0] }) =>
    place(str, 842 - y, x, [0, 8, -8, 0]),
  )
  expectOwnNumbers(readRows(turned))
  const other = upright.map(({ str, transform: [, , , , x = 0, y = 0] }) =>
    place(str, y, 595 - x, [0, -8, 8, 0]),
  )
  expectOwnNumbers(readRows(other))
  const side = [place('Computer generated 02-11-2026 500.00', 10, 300, [0, 8, -8, 0])]
  expect(layOutPages([[...upright, ...side]]).rows).toEqual(layOutPages([upright]).rows)
})

test('ignores a date range and totals above the table (15.96)', () => {
  const sums = [
    place('01 November 2026 - 10 November 2026', 40, 800),
    place('₹2,550', 250, 800),
    place('₹3,650', 400, 800),
  ]
  expectOwnNumbers(readRows([...sums, ...appStatement([11, 10, 10, 21])]))
})

test('joins the lines of a payment wherever a page break separates them, if another payment follows (15.96)', () => {
  const readY = ({ transform }: Placed) => transform.at(-1) ?? 0
  const items = appStatement([11, 10, 10, 21])
  const lastPayment = items.findLastIndex(({ str }) => str.startsWith('Nov'))
  for (const start of items.slice(0, lastPayment + 1).map(readY)) {
    const isAbove = (item: Placed) => readY(item) > start
    const pages = [items.filter(isAbove), items.filter((item) => !isAbove(item))]
    expectOwnNumbers(readRows(...pages))
  }
})
