import { expect, test } from 'vitest'
import { judgeImport } from '../../tests/support/statements/judge-import'
import { banks } from '../../tests/support/statements/layouts'

test.each(banks.map((bank, index) => [bank.name, bank, index] as const))(
  '%s: every row is read, the balances prove it, and no claim gets another’s money',
  async (_name, bank, seed) => {
    const verdict = await judgeImport(bank, 200, seed)
    expect([verdict.unreadable, verdict.breaks]).toEqual([0, 0])
    expect(verdict.links > 300 || bank.name.startsWith('merchant app')).toBe(true)
    expect(verdict.wronglyMatched).toEqual([])
    // Whoever gives neither number nor note cannot be told from others; of those who do, few wait for a person.
    const { 'no sign left': withoutSign = 0, ...waiting } = verdict.missed
    const waitingCount = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    expect(waitingCount / (verdict.paid - withoutSign)).toBeLessThan(0.1)
    for (const state of ['matched-by-number', 'wrong-amount', 'unknown-payment'] as const)
      expect(verdict.states[state], state).toBeGreaterThan(0)
    expect((verdict.states['matched-by-reference'] ?? 0) > 20).toBe(bank.noteKept >= 4)
  },
)
