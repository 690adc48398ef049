import type { Day } from '../slot'
import { type FileRow, isEmptyCell, plainName, readDay, readMoney, readSide } from './cells'
import { type Chain, countLooseEnds } from './chain'
import { type Columns, linksOf, type Reading, readRows, readTable } from './columns'

/** A table as its cells look, before anybody knows what its columns are. */
export interface Looks {
  /** The row of names above the first row with a date and money; empty where there is none. */
  header: readonly string[]
  /** Columns with dates, with money, with `CR` and `DR`; those with the most first. */
  days: readonly number[]
  money: readonly number[]
  sides: readonly number[]
}

/** Rows by which columns are known: enough to tell them apart, few enough for every assignment to be tried. */
const sampleSize = 240
const widest = 60
/** Letterheads have up to twenty lines; below this many rows nobody writes a header. */
const deepestHeader = 120

const countBy = (rows: readonly FileRow[], fits: (cell: string) => boolean): number[] => {
  const counts: number[] = []
  for (const { cells } of rows)
    for (const [column, cell] of cells.slice(0, widest).entries())
      if (fits(cell)) counts[column] = (counts[column] ?? 0) + 1
  return counts
}

const columnsWith = (counts: readonly number[], least: (column: number) => number): number[] =>
  [...counts.keys()]
    .filter((column) => (counts[column] ?? 0) >= Math.max(1, least(column)))
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other)

/** Looks at a table's cells; `undefined` where no row has a date and money. */
export const lookAt = (table: readonly FileRow[]): Looks | undefined => {
  const first = table
    .slice(0, deepestHeader)
    .findIndex(({ cells }) => cells.some((cell) => readDay(cell)) && cells.some((cell) => readMoney(cell)))
  if (first < 0) return undefined
  const body = table.slice(first, first + sampleSize)
  const dated = countBy(body, (cell) => readDay(cell) !== undefined)
  const mostDated = Math.max(...dated.filter(Boolean))
  const days = columnsWith(dated, () => mostDated / 2)
  const rows = body.filter(({ cells }) => days.some((column) => readDay(cells[column] ?? '')))
  const filled = countBy(rows, (cell) => !isEmptyCell(cell))
  const most = (column: number) => (filled[column] ?? 0) / 2
  const header = table.slice(0, first).findLast(({ cells }) => cells.filter((cell) => /[a-z]/i.test(cell)).length >= 3)
  return {
    header: header?.cells ?? [],
    days,
    money: columnsWith(
      countBy(rows, (cell) => readMoney(cell) !== undefined),
      most,
    ).filter((column) => !days.includes(column)),
    sides: columnsWith(
      countBy(rows, (cell) => readSide(cell) !== undefined),
      most,
    ),
  }
}

/** What the balance chain says of a table's columns. */
export type Choice =
  | { kind: 'proved'; columns: Columns }
  /** Two assignments hold and give other amounts. */
  | { kind: 'several'; columns: readonly Columns[] }
  /** None holds; the nearest names the line at which it breaks. */
  | { kind: 'broken'; columns: Columns }
  /** Nothing looks like a balance. */
  | { kind: 'no balance' }

function* assign({ money, sides }: Looks, day: number): Generator<Columns> {
  for (const balance of money) {
    const others = money.filter((column) => column !== balance)
    const balanceSide = sides.find((column) => column === balance + 1)
    const known = { day, balance, states: [], ...(balanceSide === undefined ? {} : { balanceSide }) }
    for (const debit of others)
      for (const credit of others)
        if (debit !== credit) yield { ...known, money: { kind: 'two columns', debit, credit } }
    for (const amount of others)
      for (const side of sides) if (side !== balanceSide) yield { ...known, money: { kind: 'with side', amount, side } }
    // A word for the side is not passed over: the first row's direction is proved by nothing else.
    if (sides.every((side) => side === balanceSide))
      for (const amount of others) yield { ...known, money: { kind: 'one column', amount } }
  }
}

/** What a column's name says, where it says something. */
const names = {
  debit: /debit|withdraw|paidout|moneyout|^dr$/,
  credit: /credit|deposit|paidin|moneyin|^cr$/,
  day: /tran|txn|post|^date$/,
} as const

/** Names decide nothing; between two readings that both hold they are a reason to prefer one. */
const agreement = ({ money }: Columns, header: readonly string[]): number => {
  if (money.kind !== 'two columns') return 0
  const [debit, credit] = [plainName(header[money.debit] ?? ''), plainName(header[money.credit] ?? '')]
  const says = (name: string, right: RegExp, wrong: RegExp) => (right.test(name) ? 1 : wrong.test(name) ? -1 : 0)
  return says(debit, names.debit, names.credit) + says(credit, names.credit, names.debit)
}

/** How far rows stand against the order of the chain, in days: what a swapped day and month, or another column, shows. */
export const countJumps = (days: readonly Day[], order: Chain['order'], most = 7): number[] => {
  const inOrder = order === 'newest first' ? days.toReversed() : days
  if (order === 'by day') return []
  let latest = Number.NEGATIVE_INFINITY
  return inOrder.flatMap((day, at) => {
    const time = Date.parse(day) / 86_400_000
    const isJump = time < latest - most
    latest = Math.max(latest, time)
    return isJump ? [order === 'newest first' ? days.length - 1 - at : at] : []
  })
}

const daysOf = (rows: Reading['rows']): Day[] =>
  rows.flatMap((row) => (row.kind === 'row' || row.kind === 'balance' ? [row.day] : []))

/** The column of days that runs with the chain; of several, the one whose name says that money moved then. */
const chooseDay = (table: readonly FileRow[], columns: Columns, looks: Looks): Columns => {
  const candidates = looks.days.map((day) => {
    const read = readTable(table, { ...columns, day })
    const holds = read.chain?.breaks.length === 0 && !read.rows.some(({ kind }) => kind === 'unreadable')
    const jumps = read.chain ? countJumps(daysOf(read.rows), read.chain.order, 0).length : 0
    const isNamed = names.day.test(plainName(looks.header[day] ?? ''))
    return { day, links: holds ? (read.chain?.links ?? 0) : -1, jumps, isNamed }
  })
  const [best] = candidates.sort(
    (one, other) => other.links - one.links || one.jumps - other.jumps || Number(other.isNamed) - Number(one.isNamed),
  )
  return { ...columns, day: best?.day ?? columns.day }
}

/** A share of loose ends beyond which a sample is not worth reading on; a file that was damaged has a few. */
const mostLoose = 0.3
/** A share of rows with an amount below which a column is no account's. */
const leastMoved = 0.3

/**
 * Tries every assignment of columns that the cells allow and keeps the one by which the balances follow from each other, from
 * the first row to the last: no bank's layout and no column's name is needed (behaviour 15.3). Most fall at the first rows.
 */
export const chooseColumns = (table: readonly FileRow[], looks: Looks): Choice => {
  const dated = [...table.keys()].filter((at) =>
    looks.days.some((column) => readDay(table[at]?.cells[column] ?? '') !== undefined),
  )
  const sample = dated.slice(0, sampleSize)
  const [day] = looks.days
  if (day === undefined || looks.money.length < 2) return { kind: 'no balance' }
  const plausible = [...assign(looks, day)].flatMap((columns) => {
    const rows = readRows(table, sample, columns)
    const links = linksOf(table, rows)
    const moved = links.filter(({ amount }) => amount !== 0).length
    const bad = rows.filter(({ kind }) => kind === 'unreadable').length
    const loose = bad + countLooseEnds(links) - 1
    // Rows without an amount follow from anything: a column of numbers beside a nearly empty one proves nothing.
    const isPlausible = moved >= links.length * leastMoved && loose <= Math.max(1, moved * mostLoose)
    return isPlausible ? [columns] : []
  })
  if (plausible.length === 0) return { kind: 'no balance' }
  const read = plausible.map((columns) => readTable(table, columns))
  const holding = read.filter(
    ({ chain, rows }) =>
      chain && chain.links > 0 && chain.breaks.length === 0 && !rows.some(({ kind }) => kind === 'unreadable'),
  )
  if (holding.length === 0) {
    const [nearest] = read.sort((one, other) => (one.chain?.breaks.length ?? 0) - (other.chain?.breaks.length ?? 0))
    return nearest ? { kind: 'broken', columns: chooseDay(table, nearest.columns, looks) } : { kind: 'no balance' }
  }
  const different = new Map<string, Columns>()
  const rank = ({ chain, rows, columns }: (typeof holding)[number]) =>
    (chain?.links ?? 0) * 4 -
    Math.min(2, countJumps(daysOf(rows), chain?.order ?? 'by day', 0).length) * 1 +
    agreement(columns, looks.header)
  const best = Math.max(...holding.map(rank))
  for (const one of holding.filter((one) => rank(one) === best)) {
    const amounts = one.rows.map((row) => (row.kind === 'row' ? row.amount : '')).join()
    if (!different.has(amounts)) different.set(amounts, one.columns)
  }
  const [columns, ...more] = [...different.values()].map((one) => chooseDay(table, one, looks))
  if (!columns) return { kind: 'no balance' }
  return more.length === 0 ? { kind: 'proved', columns } : { kind: 'several', columns: [columns, ...more] }
}

/** A first proposal for a report without balances, by its names and looks. */
export const guessColumns = ({ header, days, money }: Looks): Partial<Columns> => {
  const named = (pattern: RegExp, among: readonly number[]) =>
    among.find((column) => pattern.test((header[column] ?? '').toLowerCase().replace(/[^a-z]/g, '')))
  const day = named(/^(?:transaction|txn|payment)?date|^creat|time/, days) ?? days[0]
  const amount = named(/^(?:transaction|txn|gross|paid)?amount/, money)
  const [debit, credit] = [named(names.debit, money), named(names.credit, money)]
  const states = [...header.keys()].filter((column) =>
    /(?:^|[^a-z])(?:status|state|type)(?![a-z])/i.test(header[column] ?? ''),
  )
  const hasTwo = amount === undefined && debit !== undefined && credit !== undefined
  return {
    ...(day === undefined ? {} : { day }),
    ...(amount === undefined ? {} : { money: { kind: 'one column', amount } }),
    ...(hasTwo ? { money: { kind: 'two columns', debit, credit } } : {}),
    states: states.slice(0, 4),
  }
}
