import { type FileRow, readDirection, readSide } from './cells'
import { allColumns, type Columns } from './columns'
import { findByName, headerPatterns, isDated, type TableLayout } from './layout'
import { readTable, trimCell } from './read-table'
import { classifyState, normaliseWords, readRefunds } from './states'

const maxStates = 12

const isShort = (cell: string) => normaliseWords(cell).split(' ').length <= 3 && !/\d{4}/.test(cell)

/**
 * A column of states has few, short values that are repeated or known. One of them must mean "not
 * received", or all must mean "received".
 */
const areStates = (cells: readonly string[], name: string): boolean => {
  const words = new Set<string>()
  for (const cell of cells) {
    if (words.size <= maxStates + 1) {
      words.add(normaliseWords(cell))
    }
  }
  words.delete('')
  if (words.size === 0 || words.size > maxStates) {
    return false
  }
  if (/\bstatus\b/.test(name) && words.size > 1) {
    return true
  }
  const verdicts = [...words].map(classifyState)
  const areRepeated = words.size <= cells.length / 2 || !verdicts.includes(undefined)
  const areClear = verdicts.includes('against') || verdicts.every((verdict) => verdict === 'for')
  return areClear && areRepeated && cells.every(isShort)
}

const areRefunds = (cells: readonly string[], name: string): boolean => {
  const isEmpty = (cell: string) => readRefunds([cell], 1, 1) === 0
  return (
    /refund|reversal|charge ?back/.test(name) && cells.filter(isEmpty).length >= cells.length / 2
  )
}

const findStates = (table: readonly FileRow[], layout: TableLayout) => {
  const { header, days, money } = layout
  const rows = table.filter((row) => isDated(row, layout))
  const readName = (column: number) => normaliseWords(header[column] ?? '')
  const readCells = (column: number) => rows.map(({ cells }) => cells[column] ?? '')
  const refunds = allColumns.filter((column) => areRefunds(readCells(column), readName(column)))
  const otherColumns = [...days, ...money, ...refunds]
  const states = allColumns.filter(
    (column) => !otherColumns.includes(column) && areStates(readCells(column), readName(column)),
  )
  // Whether the app has transferred the money to the bank is not a state of the payment.
  const ofPayment = states.filter((column) => !/settle|payout/.test(readName(column)))
  return { states: ofPayment.length > 0 ? ofPayment : states, refunds }
}

/** `likely` contains the chosen columns and the contradicting one. */
export const findUnchosenColumn = (
  table: readonly FileRow[],
  layout: TableLayout,
  columns: Columns,
) => {
  const { states, refunds = [], money } = columns
  const chosen = [...states, ...refunds]
  if (money.kind === 'with side') {
    chosen.push(money.side)
  }
  const detected = findStates(table, layout)
  const isUnchosen = (column: number) => !chosen.includes(column)
  const otherStates = detected.states.filter(isUnchosen)
  const otherRefunds = detected.refunds.filter(isUnchosen)
  for (const { index, line, ...row } of readTable(table, columns).rows) {
    if (row.kind !== 'row' || row.amount <= 0 || row.refunded) {
      continue
    }
    const readCell = (column: number) => table[index]?.cells[column] ?? ''
    const describe = (column: number) => ({ column, line, stateText: trimCell(readCell(column)) })
    const state = otherStates.find((column) => classifyState(readCell(column)) === 'against')
    if (state !== undefined) {
      return { ...describe(state), likely: { ...columns, states: [...states, state] } }
    }
    const refund = otherRefunds.find((column) => readRefunds([readCell(column)], 1, 1) !== 0)
    if (refund !== undefined) {
      return { ...describe(refund), likely: { ...columns, refunds: [...refunds, refund] } }
    }
  }
  return undefined
}

/** Payment methods, currencies, long numbers and totals are not states. */
const neutralWord = /^(?:upi|.*\bcard|net ?banking|wallet|inr|.*\bbank|.*\d{6}.*|.*\d\.\d\d)?$/i

/** Finds the words whose meaning an organiser must explain. */
export const findStateWords = (
  table: readonly FileRow[],
  layout: TableLayout,
  columns: Partial<Columns>,
) => {
  const { balance, money = {}, states = [], refunds = [], text, received } = columns
  if (balance !== undefined) {
    return []
  }
  const rows = table.filter((row) => isDated(row, layout))
  const otherColumns = [text, ...layout.days, ...refunds, ...Object.values(money)]
  const isUnexplained = (column: number, words: readonly string[]) => {
    const meanings = words.map(classifyState)
    const isExplained = states.includes(column)
      ? meanings.includes('for')
      : !meanings.includes(undefined)
    // A direction such as "Credit" is not a state.
    const areSides = words.every((word) => readSide(word) ?? readDirection(word))
    return !isExplained && !areSides && !words.every((word) => neutralWord.test(word))
  }
  return allColumns.flatMap((column) => {
    const words = [...new Set(rows.map(({ cells }) => trimCell(cells[column])))]
    const areFew = words.length > 1 && words.length <= Math.min(maxStates, rows.length / 2)
    const isState =
      areFew && !otherColumns.includes(column) && isUnexplained(column, words.filter(Boolean))
    return isState || column === received?.column ? words.map((word) => ({ column, word })) : []
  })
}

/** ₹50 in paise. If the amounts were rupees, a median of 5,000 would be too much for a festival. */
const minMedianPaise = 5_000

export const mayBePaise = (table: readonly FileRow[], columns: Columns): boolean => {
  const { rows } = readTable(table, { ...columns, isPaise: true })
  const sizes = rows
    .flatMap((row) => (row.kind === 'row' ? Math.abs(row.amount) : []))
    .sort((left, right) => left - right)
  const full = sizes.filter((size) => size % 100 === 0)
  const isWhole =
    rows.every(({ kind }) => kind !== 'unreadable') && full.length >= sizes.length * 0.9
  return isWhole && (sizes[Math.floor(sizes.length / 2)] ?? 0) >= minMedianPaise
}

const findSide = (table: readonly FileRow[], layout: TableLayout): number | undefined => {
  const rows = table.filter((row) => isDated(row, layout))
  return layout.sides.find((column) => {
    const directions = rows.map(({ cells }) => readSide(cells[column]))
    return directions.every(Boolean) && new Set(directions).size === 2
  })
}

const guessAmount = (
  table: readonly FileRow[],
  layout: TableLayout,
  money: readonly number[],
): number | undefined => {
  const { debit, credit, balance, amount } = headerPatterns
  // Long numbers are payment or phone numbers, not amounts.
  const isLong = (column: number) =>
    table.some(({ cells }) => /^\s*\d{9,}\s*$/.test(cells[column] ?? ''))
  const hasName = (column: number) =>
    [debit, credit].some((pattern) => findByName(layout, pattern, [column]) !== undefined)
  const balanceColumn = findByName(layout, balance, money)
  const unnamed = money.filter(
    (column) => column !== balanceColumn && !isLong(column) && !hasName(column),
  )
  return (
    findByName(layout, amount, money) ??
    findByName(layout, /^(?:gross|sum)/, unnamed) ??
    (unnamed.length === 1 ? unnamed[0] : undefined)
  )
}

export const guessColumns = (table: readonly FileRow[], layout: TableLayout): Partial<Columns> => {
  const { states, refunds } = findStates(table, layout)
  const money = layout.money.filter((column) => !refunds.includes(column))
  const side = findSide(table, layout)
  const day =
    findByName(layout, /^(?:transaction|txn|payment)?date|^creat|time/, layout.days) ??
    layout.days[0]
  const balance = findByName(layout, headerPatterns.balance, money)
  const amount = guessAmount(table, layout, money)
  const debit = findByName(layout, headerPatterns.debit, money)
  const credit = findByName(layout, headerPatterns.credit, money)
  const guess: Partial<Columns> = { states: states.filter((column) => column !== side), refunds }
  if (day !== undefined) {
    guess.day = day
  }
  if (balance !== undefined) {
    guess.balance = balance
  }
  if (amount !== undefined && side !== undefined) {
    guess.money = { kind: 'with side', amount, side }
  } else if (amount !== undefined) {
    guess.money = { kind: 'one column', amount }
  } else if (debit !== undefined && credit !== undefined) {
    guess.money = { kind: 'two columns', debit, credit }
  }
  return guess
}
