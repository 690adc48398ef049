import type { FileRow } from './cells'
import { type ColumnChoice, chooseColumns } from './choose-columns'
import { headerKey } from './columns'
import { detectLayout, type TableLayout } from './layout'

export interface AnalysedTable {
  table: readonly FileRow[]
  layout: TableLayout
  choice: ColumnChoice
  /** Contains several indexes if each sheet continues the previous one. */
  sheets: number[]
}

const analyseTable = (table: readonly FileRow[], sheets: number[]): AnalysedTable[] => {
  const layout = detectLayout(table)
  return layout ? [{ table, layout, choice: chooseColumns(table, layout), sheets }] : []
}

const joinSheets = (last: AnalysedTable, next: AnalysedTable): AnalysedTable | undefined => {
  if (headerKey(last.layout.header) !== headerKey(next.layout.header)) {
    return undefined
  }
  return [last.table.concat(next.table), next.table.concat(last.table)]
    .flatMap((table) => analyseTable(table, [...last.sheets, ...next.sheets]))
    .find(({ choice }) => choice.kind === 'proved')
}

/** Joins neighbouring sheets if the balances of one continue in the other, in either order. */
export const analyseSheets = (
  tables: readonly (readonly FileRow[])[],
  sheets: readonly number[],
): AnalysedTable[] => {
  const analysed: AnalysedTable[] = []
  for (const next of sheets.flatMap((sheet) => analyseTable(tables[sheet] ?? [], [sheet]))) {
    const last = analysed.at(-1)
    const joined = last && joinSheets(last, next)
    if (joined) {
      analysed.pop()
    }
    analysed.push(joined ?? next)
  }
  const balanced = analysed.filter(({ choice }) => choice.kind !== 'no balance')
  return balanced.length > 0 ? balanced : analysed
}
