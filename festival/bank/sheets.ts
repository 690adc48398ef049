import type { Day } from '../slot'
import { type FileRow, readDay, readMoney, writeSerials } from './cells'
import { type Choice, chooseColumns, headerKey, type Looks, lookAt } from './columns'

/** A table, how its cells look, and what its balances say of its columns. */
export interface SeenTable {
  table: readonly FileRow[]
  looks: Looks
  choice: Choice
  /** Its sheets among those of the file, from 0: several where each goes on from the one before. */
  sheets: readonly number[]
}

/** Sheets that may be the statement, with how many of their rows have a date and money, and between which days. */
export interface SheetChoice extends Pick<SeenTable, 'sheets'> {
  rows: number
  days: { first: Day; last: Day }
}

/** Looks at a table, with its days as they are written or as a spreadsheet counts them. */
const seeTable = (source: readonly FileRow[], sheets: readonly number[]): SeenTable[] => {
  const table = lookAt(source) ? source : writeSerials(source)
  const looks = lookAt(table)
  return looks ? [{ table, looks, choice: chooseColumns(table, looks), sheets }] : []
}

/** Looks at a file's sheets. Neighbours of one header row are one table where the balances go on from one to the next, in either order. */
export const seeSheets = (tables: readonly (readonly FileRow[])[], sheets: readonly number[]): SeenTable[] => {
  const joined: SeenTable[] = []
  for (const one of sheets.flatMap((at) => seeTable(tables[at] ?? [], [at]))) {
    const last = joined.at(-1)
    const isAlike = last && headerKey(last.looks.header) === headerKey(one.looks.header)
    const both = isAlike ? [...last.sheets, ...one.sheets] : []
    const orders = isAlike ? [last.table.concat(one.table), one.table.concat(last.table)] : []
    const whole = orders.flatMap((table) => seeTable(table, both)).find(({ choice }) => choice.kind === 'proved')
    if (whole) joined.pop()
    joined.push(whole ?? one)
  }
  return joined
}

/** The sheets that may be the statement, where there are several: those with balances, else those with rows. */
export const findChoices = (seen: readonly SeenTable[]): SheetChoice[] => {
  const sized = seen.map(({ table, looks, choice, sheets }) => {
    const isRow = ({ cells }: FileRow) => looks.money.some((column) => readMoney(cells[column] ?? ''))
    const days = table.filter(isRow).flatMap(({ cells }) => readDay(cells[looks.days[0] ?? -1] ?? '') ?? [])
    const [first = '1970-01-01', last = first] = [days.toSorted()[0], days.toSorted().at(-1)]
    return { hasBalance: choice.kind !== 'no balance', choice: { sheets, rows: days.length, days: { first, last } } }
  })
  const several = sized.filter(({ choice }) => choice.rows > 1)
  const balanced = several.filter(({ hasBalance }) => hasBalance)
  return (balanced.length > 0 ? balanced : several).map(({ choice }) => choice)
}
