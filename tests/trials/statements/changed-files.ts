import { readFile } from '../../../desk/features/bank/read-file'
import { type FileRow, isEmptyCell, readDay, readMoney, readSide } from '../../../festival/bank/cells'
import { openStatement } from '../../../festival/bank/statement'
import { judgeStatement } from '../../../festival/bank/verdict'
import { type Chance, makeChance } from '../../support/statements/chance'
import { moved } from '../../support/statements/layout'
import { layouts } from '../../support/statements/layouts'
import { book } from '../../support/statements/transaction'
import { inventWorld } from '../../support/statements/world'

const tried = [
  'HDFC .xls',
  'SBI .csv',
  'ICICI .xls',
  'Axis corporate .csv',
  'Kotak .csv, two columns of sides',
  'Kotak "600.00(Cr)"',
  'Federal .csv, newest first',
  'Central .csv, paged',
  'one column with a sign',
  'newest day first, oldest within',
  'PDF, amounts flush right',
]
const window = { from: '2026-08-15', to: '2026-10-15' } as const

/** What a table comes to; undefined where it is refused or asked about. */
const sumOf = (table: readonly FileRow[]) => {
  const opened = openStatement([table], [])
  if (opened.kind !== 'read' || judgeStatement(opened.statement, window, '2026-11-01').refusal) return undefined
  return opened.statement.rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** One cell of an amount, a side or a balance in another way, or a row less. */
const change = (table: readonly FileRow[], at: number, chance: Chance): FileRow[] => {
  const cells = [...(table[at]?.cells ?? [])]
  const isDue = (cell: string) => (readMoney(cell) !== undefined && readDay(cell) === undefined) || readSide(cell)
  const own = [...cells.keys()].filter((column) => isDue(cells[column] ?? ''))
  const column = own[chance.below(own.length)] ?? 0
  const cell = cells[column] ?? ''
  const kind = chance.below(6)
  if (kind === 0) return table.filter((_row, index) => index !== at)
  if (readSide(cell)) cells[column] = readSide(cell) === 'credit' ? 'DR' : 'CR'
  else if (kind === 1) cells[column] = ''
  else if (kind === 2) cells[column] = cell.startsWith('-') ? cell.slice(1) : `-${cell}`
  else if (kind === 3) {
    // What goes is what came: the amount stands in the empty cell beside it.
    const other = [column - 1, column + 1].find((beside) => isEmptyCell(cells[beside] ?? 'x'))
    if (other !== undefined) cells[other] = cell
    cells[column] = ''
  } else {
    const places = [...cell.matchAll(/\d/g)].map(({ index }) => index)
    const place = places[chance.below(places.length)] ?? 0
    const digit = (Number(cell.charAt(place)) + 1 + chance.below(9)) % 10
    cells[column] = cell.slice(0, place) + digit + cell.slice(place + 1)
  }
  return table.map((row, index) => (index === at ? { ...row, cells } : row))
}

/** Changes one thing of a file, again and again. @returns a line for each layout that was read to another sum */
export const changeFiles = async (times: number, seed: number): Promise<string[]> => {
  const rows = book(inventWorld({ count: 25, seed }).transactions, 1_000_050)
  const complaints: string[] = []
  for (const layout of layouts.filter(({ name }) => tried.includes(name))) {
    const [table = []] = await readFile(layout.write(rows))
    const honest = sumOf(table)
    const told = layout.told(rows)
    // In time, and not in the file: nothing is beside these, so their balance proves nothing.
    const edges = [moved(rows).at(0)?.balance, moved(rows).at(-1)?.balance]
    const chance = makeChance(seed)
    const movements = [...table.keys()].filter(
      (at) => table[at]?.cells.some((cell) => readDay(cell)) && table[at]?.cells.some((cell) => readMoney(cell)),
    )
    const counts = { refused: 0, same: 0, inside: 0, edge: 0 }
    for (let time = 0; time < times; time += 1) {
      const place = chance.below(movements.length)
      const sum = sumOf(change(table, movements[place] ?? 0, chance))
      if (sum === undefined) counts.refused += 1
      else if (sum === honest) counts.same += 1
      else counts[edges.includes(told[place]?.balance) ? 'edge' : 'inside'] += 1
    }
    console.log(
      `${layout.name}: ${times} changes of ${movements.length} rows: refused or asked ${counts.refused}, the same sum ${counts.same}, another sum ${counts.inside}, of the first and last row ${counts.edge}`,
    )
    if (honest === undefined || counts.inside > 0)
      complaints.push(`${layout.name}: ${counts.inside} changes were read to another sum`)
  }
  return complaints
}
