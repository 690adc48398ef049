import type { FileRow } from './cells'
import {
  type ColumnChoice,
  chooseColumns,
  detectLayout,
  headerKey,
  type TableLayout,
} from './columns'

/** A table, how its cells look, and what its balances say of its columns. */
export interface AnalysedTable {
  table: readonly FileRow[]
  layout: TableLayout
  choice: ColumnChoice
  /** Its sheets among those of the file, from 0: several where each goes on from the one before. */
  sheets: number[]
}

const analyseTable = (table: readonly FileRow[], sheets: number[]): AnalysedTable[] => {
  const layout = detectLayout(table)
  return layout ? [{ table, layout, choice: chooseColumns(table, layout), sheets }] : []
}

/** Looks at a file's sheets. Neighbours of one header row are one table where the balances go on from one to the next, in either order. */
export const analyseSheets = (
  tables: readonly (readonly FileRow[])[],
  sheets: readonly number[],
): AnalysedTable[] => {
  const analysed: AnalysedTable[] = []
  for (const one of sheets.flatMap((at) => analyseTable(tables[at] ?? [], [at]))) {
    const last = analysed.at(-1)
    const isAlike = last && headerKey(last.layout.header) === headerKey(one.layout.header)
    const orders = isAlike ? [last.table.concat(one.table), one.table.concat(last.table)] : []
    const both = orders.flatMap((table) =>
      analyseTable(table, [...(last?.sheets ?? []), ...one.sheets]),
    )
    const whole = both.find(({ choice }) => choice.kind === 'proved')
    if (whole) {
      analysed.pop()
    }
    analysed.push(whole ?? one)
  }
  const balanced = analysed.filter(({ choice }) => choice.kind !== 'no balance')
  return balanced.length > 0 ? balanced : analysed
}
