import { expect, test } from 'vitest'
import { judgeImport } from '../../tests/support/statements/judge-world'
import { banks } from '../../tests/support/statements/layouts'
import { inventWorld } from '../../tests/support/statements/world'

const world = inventWorld({ count: 250, seed: 11 })

test.each(banks.map((bank) => [bank.name, bank] as const))(
  '%s: every row is read, the balances prove it, nobody gets another’s money, and few are left (behaviour 15.3 to 15.7)',
  async (_name, bank) => {
    const verdict = await judgeImport(bank, world)
    expect([verdict.unreadable, verdict.breaks]).toEqual([0, 0])
    expect(verdict.links > 250 || bank.name.startsWith('merchant app')).toBe(true)
    expect(verdict.wrong).toEqual([])
    expect(verdict.matched / verdict.payable).toBeGreaterThan(0.85)
    if (bank.noteKept >= 6) expect(verdict.kinds.reference).toBeGreaterThan(20)
  },
)
