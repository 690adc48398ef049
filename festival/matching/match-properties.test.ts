import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifyRow } from '../bank/statement'
import type { Day } from '../slot'
import type { BankPayment, Claim } from './claim'
import { matchPayments } from './match-payments'
import { isTicked, type Proposal } from './proposal'

/** Few values for each part, so that numbers, references and amounts collide all the time. */
const numbers = ['624412345678', '624412345679', '624587654321', '084718897182', '919876543210'] as const
const references = ['K7Q4M2', 'K7Q4XX', '3BCDFG', 'ZZ9ZZZ'] as const
const notes = [...references, 'K7Q4', 'UPI', '3BCD', 'K7Q4N2'] as const
const days = ['2026-09-01', '2026-09-02', '2026-09-03'] as const satisfies readonly Day[]

const payment = fc
  .record({
    line: fc.integer({ min: 1, max: 99 }),
    day: fc.constantFrom(...days),
    amount: fc.constantFrom(60_000, 45_000, 105_000, 120_000),
    number: fc.constantFrom(...numbers),
    note: fc.constantFrom(...notes),
    balance: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ number, note, ...rest }): BankPayment => {
    const row = { ...rest, narration: `UPI/P2A/${number}/PAYER/${note}/HDFC`, reference: '' }
    return { ...row, id: identifyRow(row) }
  })

const claims = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom('asha', 'ravi', 'priya', 'deepa', 'faiz', 'thomas'),
      due: fc.constantFrom(60_000, 45_000),
      day: fc.constantFrom(...days),
      reference: fc.constantFrom(...references),
      number: fc.constantFrom(...numbers),
    },
    { requiredKeys: ['id', 'due', 'day'] },
  ),
  { selector: ({ id }) => id },
)

const known = fc.record({
  payments: fc.array(payment, { maxLength: 8 }),
  reversals: fc.array(
    payment.map((row) => {
      const taken = { ...row, amount: -row.amount, narration: row.narration.replace('P2A', 'REV') }
      return { ...taken, id: identifyRow(taken) }
    }),
    { maxLength: 2 },
  ),
  claims,
})
const span = { first: days[0], last: days[2] }

const rowsOf = (proposal: Proposal): readonly BankPayment[] =>
  'rows' in proposal ? proposal.rows : 'row' in proposal && proposal.row ? [proposal.row] : []
const claimsOf = (proposal: Proposal): readonly Claim[] =>
  'claims' in proposal ? proposal.claims : 'claim' in proposal ? [proposal.claim] : []
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort()

/** What "Verify matched" does to the desk's rows. */
const verify = (proposals: readonly Proposal[], payments: readonly BankPayment[]): BankPayment[] => {
  const spent = new Map(
    proposals
      .filter(({ state }) => isTicked(state))
      .map((proposal) => [rowsOf(proposal)[0]?.id, claimsOf(proposal)[0]?.id]),
  )
  return payments.map((row) => {
    const claim = spent.get(row.id)
    return claim === undefined ? row : { ...row, spentOn: claim }
  })
}

test('each row and each claim stands in exactly one proposal', () => {
  fc.assert(
    fc.property(known, (given) => {
      const proposals = matchPayments({ ...given, days: span })
      expect(idsOf(proposals.flatMap(rowsOf))).toEqual(
        idsOf([...new Map(given.payments.map((row) => [row.id, row])).values()]),
      )
      expect(idsOf(proposals.flatMap(claimsOf))).toEqual(idsOf(given.claims))
    }),
  )
})

test('no order of rows or claims, and no row that comes twice, changes what is proposed', () => {
  fc.assert(
    fc.property(known, fc.integer(), ({ payments, reversals, claims: given }, turn) => {
      const rotate = <Item>(items: readonly Item[]) => {
        const at = items.length === 0 ? 0 : Math.abs(turn) % items.length
        return [...items.slice(at), ...items.slice(0, at)].reverse()
      }
      const bare = (proposals: Proposal[]) =>
        proposals.map((proposal) => `${proposal.state} ${idsOf(rowsOf(proposal))} ${idsOf(claimsOf(proposal))}`).sort()
      const plain = matchPayments({ payments, reversals, claims: given, days: span })
      const turned = matchPayments({
        payments: rotate([...payments, ...payments]),
        reversals: rotate([...reversals, ...reversals]),
        claims: rotate(given),
        days: span,
      })
      expect(bare(turned)).toEqual(bare(plain))
    }),
  )
})

test('nothing that is ticked spends a row twice, verifies a claim twice or takes another amount than is due', () => {
  fc.assert(
    fc.property(known, (given) => {
      const ticked = matchPayments({ ...given, days: span }).filter(({ state }) => isTicked(state))
      expect(new Set(idsOf(ticked.flatMap(rowsOf))).size).toBe(ticked.length)
      expect(new Set(idsOf(ticked.flatMap(claimsOf))).size).toBe(ticked.length)
      for (const proposal of ticked) expect(rowsOf(proposal)[0]?.amount).toBe(claimsOf(proposal)[0]?.due)
    }),
  )
})

test('a second import of the same file verifies nothing more', () => {
  fc.assert(
    fc.property(known, (given) => {
      const first = matchPayments({ ...given, days: span })
      const unspent = given.payments.map(({ spentOn: _spentOn, ...row }) => row)
      const payments = [...verify(first, given.payments), ...unspent]
      const again = matchPayments({ ...given, payments, days: span })
      expect(again.filter(({ state }) => isTicked(state)).map(rowsOf)).toEqual([])
    }),
  )
})

test('where two claims name the number of one payment, neither is ticked', () => {
  fc.assert(
    fc.property(known, (given) => {
      const live = [...new Map(given.payments.map((row) => [row.id, row])).values()]
      const names = (row: BankPayment | undefined, number: string | undefined) =>
        number !== undefined && !number.startsWith('91') && row?.narration.includes(`/${number}/`)
      for (const proposal of matchPayments({ ...given, days: span }).filter(({ state }) => isTicked(state))) {
        const [row] = rowsOf(proposal)
        const [claim] = claimsOf(proposal)
        const others = given.claims.filter(({ id, number }) => id !== claim?.id && names(row, number))
        // A number in three rows and more is no payment's, and names none.
        const own = others.filter(({ number }) => live.filter((one) => names(one, number)).length < 3)
        expect(own).toEqual([])
      }
    }),
  )
})
