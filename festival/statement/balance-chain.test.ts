import { expect, test } from 'vitest'
import { checkChain } from './balance-chain'

const rows = [
  { line: 21, amount: 60_000, balance: 160_000 },
  { line: 22, amount: -10_000, balance: 150_000 },
  { line: 23, amount: 45_000, balance: 195_000 },
  { line: 24, amount: 60_000, balance: 255_000 },
]

test('each balance is the one before it and the row’s amount, oldest or newest first', () => {
  expect(checkChain(rows)).toEqual({ order: 'oldest first', links: 3, breaks: [] })
  const turned = [...rows].reverse().map((row, index) => ({ ...row, line: 21 + index }))
  expect(checkChain(turned)).toEqual({ order: 'newest first', links: 3, breaks: [] })
})

test('a row that is missing is told by the line after the gap', () => {
  const chain = checkChain(rows.filter(({ line }) => line !== 23))
  expect(chain.breaks).toEqual([{ after: 22, line: 24, expected: 210_000, found: 255_000 }])
})

test('one digit that changed breaks the chain at its line', () => {
  const chain = checkChain(rows.map((row) => (row.line === 22 ? { ...row, amount: -70_000 } : row)))
  expect(chain.breaks).toEqual([{ after: 21, line: 22, expected: 90_000, found: 150_000 }])
})

test('a row whose amount could not be read leaves its own pair unchecked and no other', () => {
  const chain = checkChain(rows.map((row) => (row.line === 22 ? { line: 22, balance: 150_000 } : row)))
  expect(chain).toEqual({ order: 'oldest first', links: 2, breaks: [] })
})
