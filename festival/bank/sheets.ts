import type { FileRow } from './cells'
import { type Choice, chooseColumns, headerKey, type Looks, lookAt } from './columns'

/** A table, how its cells look, and what its balances say of its columns. */
export interface SeenTable {
  table: readonly FileRow[]
  looks: Looks
  choice: Choice
  /** Its sheets among those of the file, from 0: several where each goes on from the one before. */
  sheets: number[]
}

const seeTable = (table: readonly FileRow[], sheets: number[]): SeenTable[] => {
  const looks = lookAt(table)
  return looks ? [{ table, looks, choice: chooseColumns(table, looks), sheets }] : []
}

/** Looks at a file's sheets. Neighbours of one header row are one table where the balances go on from one to the next, in either order. */
export const seeSheets = (
  tables: readonly (readonly FileRow[])[],
  sheets: readonly number[],
): SeenTable[] => {
  const seen: SeenTable[] = []
  for (const one of sheets.flatMap((at) => seeTable(tables[at] ?? [], [at]))) {
    const last = seen.at(-1)
    const isAlike = last && headerKey(last.looks.header) === headerKey(one.looks.header)
    const orders = isAlike ? [last.table.concat(one.table), one.table.concat(last.table)] : []
    const both = orders.flatMap((table) =>
      seeTable(table, [...(last?.sheets ?? []), ...one.sheets]),
    )
    const whole = both.find(({ choice }) => choice.kind === 'proved')
    if (whole) seen.pop()
    seen.push(whole ?? one)
  }
  const balanced = seen.filter(({ choice }) => choice.kind !== 'no balance')
  return balanced.length > 0 ? balanced : seen
}
