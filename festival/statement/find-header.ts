import { type Layout, plainName, plainNames } from './layout'
import type { FileRow } from './row'

/** Where each column of a layout stands in one file. */
export interface Columns {
  day: number
  narration: number
  money:
    | { kind: 'two columns'; debit: number; credit: number }
    | { kind: 'with direction'; amount: number; direction: number }
    | { kind: 'received'; amount: number; type?: number }
  reference?: number
  balance?: number
  balanceDirection?: number
  only?: { column: number; words: readonly string[] }
  /** How many cells the header row has. */
  count: number
}

export interface Header {
  layout: Layout
  columns: Columns
  /** Where the header row lies among the rows that were given. */
  index: number
}

/** Letterheads have up to twenty lines; below this many rows nobody writes a header. */
const deepestHeader = 80
/** No bank has more columns; what is wider is no header row. */
const widestHeader = 60

const place = (names: readonly string[], column: readonly string[] | undefined): number | undefined => {
  for (const name of column ?? []) {
    const at = names.indexOf(plainName(name))
    if (at >= 0) return at
  }
  return undefined
}

const placeMoney = (names: readonly string[], money: Layout['money']): Columns['money'] | undefined => {
  if (money.kind === 'two columns') {
    const [debit, credit] = [place(names, money.debit), place(names, money.credit)]
    return debit === undefined || credit === undefined ? undefined : { kind: money.kind, debit, credit }
  }
  const amount = place(names, money.amount)
  if (amount === undefined) return undefined
  if (money.kind === 'received') {
    const type = place(names, money.type)
    return { kind: money.kind, amount, ...(type === undefined ? {} : { type }) }
  }
  const direction = place(names, money.direction)
  return direction === undefined ? undefined : { kind: money.kind, amount, direction }
}

/** Where a layout's columns stand in a header row; `undefined` if it is not that layout's. */
export const placeColumns = (layout: Layout, cells: readonly string[]): Columns | undefined => {
  const names = plainNames(cells)
  const [day, narration, money] = [
    place(names, layout.day),
    place(names, layout.narration),
    placeMoney(names, layout.money),
  ]
  const rest = {
    reference: place(names, layout.reference),
    balance: place(names, layout.balance),
    balanceDirection: place(names, layout.balanceDirection),
  }
  if (day === undefined || narration === undefined || money === undefined) return undefined
  if (layout.reference && rest.reference === undefined) return undefined
  if (layout.balance && rest.balance === undefined) return undefined
  if (layout.besides?.some((name) => !names.includes(plainName(name)))) return undefined
  const only = layout.only && place(names, layout.only.column)
  return {
    day,
    narration,
    money,
    ...(rest.reference === undefined ? {} : { reference: rest.reference }),
    ...(rest.balance === undefined ? {} : { balance: rest.balance }),
    ...(rest.balanceDirection === undefined ? {} : { balanceDirection: rest.balanceDirection }),
    ...(layout.only && only !== undefined ? { only: { column: only, words: layout.only.words } } : {}),
    count: cells.length,
  }
}

/** Finds the header row by its names, never by its number. The first layout that fits the first such row is taken. */
export const findHeader = (rows: readonly FileRow[], layouts: readonly Layout[]): Header | undefined => {
  for (const [index, { cells }] of rows.slice(0, deepestHeader).entries()) {
    if (cells.length > widestHeader) continue
    for (const layout of layouts) {
      const columns = placeColumns(layout, cells)
      if (columns) return { layout, columns, index }
    }
  }
  return undefined
}
