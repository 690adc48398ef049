import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BankPayment, Claim } from '../../../festival/matching/claim'
import { matchInSteps, matchPayments } from '../../../festival/matching/match-payments'
import { takeTurns } from './take-turns'

const day = '2025-09-28'
const rrnOf = (index: number) => String(527_400_000_000 + index)

/** A festival's payments, each of somebody who named its number. */
const claims = Array.from({ length: 2_000 }, (_none, index): Claim => {
  return { id: `guest-${index}`, due: 50_000, day, number: rrnOf(index) }
})
const payments = claims.map((_claim, index): BankPayment => {
  const narration = `UPI/P2A/${rrnOf(index)}/ASHA/UPI/HDFC`
  return { id: `row-${index}`, line: index + 2, day, amount: 50_000, narration, reference: '', balance: index }
})
const known = { payments, reversals: [], claims, days: { first: day, last: day } } as const

test('while two thousand payments are matched others have their turn, and they come to the same (behaviour 15.50)', async () => {
  // Each look at the clock is two milliseconds later, so that how fast the machine is does not count.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 2
    return now
  })
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  let isMatched = false
  const others = async () => {
    while (!isMatched) {
      await nextTurn()
      turns += 1
    }
  }
  const answered = others()
  const matched = await takeTurns(matchInSteps(known))
  isMatched = true
  await answered
  expect(turns).toBeGreaterThan(20)
  expect(matched).toHaveLength(2_000)
  expect(matched).toEqual(matchPayments(known))
})
