import { expect, test } from 'vitest'
import { amountDue } from '../../festival/amount-due'
import { dayAt } from '../../festival/day'
import type { Claim } from '../../festival/matching/claim'
import { matchPayments } from '../../festival/matching/match-payments'
import { isTicked, type Proposal } from '../../festival/matching/proposal'
import { type Invented, inventFestival } from '../../tests/support/demo/invent-festival'
import { writeStatements } from '../../tests/support/demo/write-statement'
import { importFile } from '../../tests/support/statements/import-file'

const now = Date.parse('2025-10-03T06:30:00.000Z')
const window = { from: '2025-09-20', to: '2025-10-03' } as const

/** What the desk takes for a claim: whatever has an amount due. */
const claimOf = ({ kind, subject, amount, reference, namesUtr, utr }: Invented, index: number): Claim[] =>
  kind === 'registration' && subject && amountDue(subject.fee, 1) === undefined
    ? []
    : [{ id: String(index), due: amount * 100, day: dayAt(now), reference, ...(namesUtr ? { number: utr } : {}) }]

const propose = async (file: Uint8Array, invented: readonly Invented[]): Promise<Proposal[]> => {
  const { statement, payments, reversals } = await importFile(file, window)
  expect(statement.chain?.breaks).toEqual([])
  const days = statement.days ?? { first: window.from, last: window.to }
  return matchPayments({ payments, reversals, claims: invented.flatMap(claimOf), days })
}

test('the demo’s statement has something of each kind that the desk tells apart, and matches nobody wrongly (behaviour 12.63)', async () => {
  const invented = inventFestival(300, 3)
  const { first, later } = writeStatements(invented, now, 3)
  const proposals = await propose(first, invented)
  const states = new Set(proposals.map(({ state }) => state))
  for (const state of [
    'matched-by-number',
    'matched-by-reference',
    'wrong-amount',
    'paid-twice',
    'one-payment-for-two-claims',
    'one-payment-for-several',
    'unknown-payment',
    'not-yet-in-this-file',
  ] as const)
    expect(states, state).toContain(state)
  for (const proposal of proposals)
    if (isTicked(proposal.state) && 'row' in proposal && 'claim' in proposal && proposal.row)
      expect(proposal.row.narration).toContain(invented[Number(proposal.claim.id)]?.utr)
  expect((await propose(later, invented)).filter(({ state }) => state === 'reversed')).toHaveLength(1)
})
