import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '../content/slot'
import { type BankRow, type ExpectedPayment, isTicked, type Match, type MatchInput } from './match'
import { matchPayments } from './match-payments'
import { identifyRow } from './statement'

/**
 * There are few values of each kind, so that numbers, references, names and amounts often collide.
 */
const numbers = [
  '624412345678',
  '624412345679',
  '624587654321',
  '084718897182',
  '919876543210',
] as const
const references = ['K7Q4M2', 'K7Q4XX', '3BCDFG', 'ZZ9ZZZ'] as const
const notes = [...references, 'K7Q4', 'UPI', '3BCD', 'K7Q4N2'] as const
const days = ['2026-09-01', '2026-09-02', '2026-09-03'] as const satisfies readonly Day[]
const ids = ['asha', 'ravi', 'priya', 'deepa', 'faiz', 'thomas'] as const
const names = ['Asha Menon', 'Ravi Kumar', 'R Kumar'] as const

const identify = (row: Omit<BankRow, 'id'>): BankRow => ({
  ...row,
  id: `${identifyRow(row)} ${row.file}`,
})
const credit = fc
  .record({
    line: fc.integer({ min: 1, max: 99 }),
    day: fc.constantFrom(...days),
    amount: fc.constantFrom(60_000, 45_000, 105_000, 120_000),
    number: fc.constantFrom(...numbers),
    note: fc.constantFrom(...notes),
    payer: fc.constantFrom('PAYER', 'ASHA MENON', 'RAVI K'),
    balance: fc.integer({ min: 0, max: 3 }),
    file: fc.constantFrom('first', 'second'),
  })
  .map(({ number, note, payer, ...rest }) =>
    identify({ ...rest, narration: `UPI/P2A/${number}/${payer}/${note}/HDFC`, reference: '' }),
  )
const debit = credit.map(({ amount, narration, ...row }) =>
  identify({ ...row, amount: -amount, narration: narration.slice(8, 20) }),
)
const expected = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom(...ids),
      due: fc.constantFrom(60_000, 45_000),
      day: fc.constantFrom(...days),
      name: fc.constantFrom(...names),
      paymentStatus: fc.constantFrom('open', 'open', 'open', 'settled', 'closed'),
      reference: fc.constantFrom(...references),
      number: fc.constantFrom(...numbers),
      pictureNumber: fc.constantFrom(...numbers),
    },
    { requiredKeys: ['id', 'due', 'day', 'name', 'paymentStatus'] },
  ),
  { selector: ({ id }) => id },
)
const known = fc
  .record({
    credits: fc.array(fc.tuple(credit, fc.constantFrom(undefined, undefined, undefined, ...ids)), {
      maxLength: 8,
    }),
    debits: fc.array(debit, { maxLength: 2 }),
    expected,
  })
  .map(({ credits, debits, expected: all }): MatchInput => {
    const rows = credits.map(([row, holder]) =>
      holder === undefined ? row : { ...row, allocatedTo: holder },
    )
    const holders = new Set(credits.map(([, holder]) => holder))
    // Entries with an allocated payment are verified.
    const settle = (entry: ExpectedPayment) =>
      holders.has(entry.id as (typeof ids)[number]) && entry.paymentStatus === 'open'
        ? { ...entry, paymentStatus: 'settled' as const }
        : entry
    return {
      rows: [...rows, ...debits],
      expected: all.map(settle),
      days: { first: days[0], last: days[2] },
    }
  })

const once = <Item extends { id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
const tickedOf = ({ matches }: { matches: readonly Match[] }) =>
  matches.filter((match) => isTicked({ ...match, expected: [] }))

test('puts each open payment and each open entry in exactly one match', () => {
  fc.assert(
    fc.property(known, (given) => {
      const { matches, duplicates } = matchPayments(given)
      // An open payment keeps its own match after being reversed in part.
      const shown = matches
        .flatMap(({ rows, reversal, kind }) => [
          ...rows,
          ...(reversal && /reversed$/.test(kind) ? [reversal] : []),
        ])
        .flatMap((id) => duplicates.get(id) ?? [id])
      expect(new Set(shown).size).toBe(shown.length)
      const credits = once(given.rows).filter(({ amount }) => amount > 0)
      // A repeated row is allocated if one of its copies is.
      const allocated = given.rows.filter(({ allocatedTo }) => allocatedTo !== undefined)
      const closed = new Set(allocated.flatMap(({ id }) => duplicates.get(id) ?? [id]))
      for (const { id } of credits) {
        if (!closed.has(id)) {
          expect(shown).toContain(id)
        }
      }
      const named = matches.flatMap((match) => match.expected)
      const openIds = given.expected
        .filter(({ paymentStatus }) => paymentStatus === 'open')
        .map(({ id }) => id)
      for (const id of openIds) {
        expect(named.filter((namedId) => namedId === id).length, id).toBe(1)
      }
    }),
  )
})

test('proposes the same matches, however rows and entries are ordered or repeated', () => {
  fc.assert(
    fc.property(known, fc.integer(), ({ rows, expected: all, days: span }, turn) => {
      const rotate = <Item>(items: readonly Item[]) => {
        const at = items.length === 0 ? 0 : Math.abs(turn) % items.length
        return [...items.slice(at), ...items.slice(0, at)].reverse()
      }
      const one = once(rows)
      const turned = matchPayments({
        rows: rotate([...one, ...one]),
        expected: rotate(all),
        days: span,
      })
      expect(turned).toEqual(matchPayments({ rows: one, expected: all, days: span }))
    }),
  )
})

test('ticks no match that reuses a row, verifies an entry twice or has a wrong amount', () => {
  fc.assert(
    fc.property(known, (given) => {
      const ticked = tickedOf(matchPayments(given))
      const rowIds = ticked.flatMap(({ rows }) => rows)
      const people = ticked.flatMap((match) => match.expected)
      expect([new Set(rowIds).size, new Set(people).size]).toEqual([ticked.length, ticked.length])
      for (const match of ticked) {
        const row = given.rows.find(({ id }) => id === match.rows[0])
        const person = given.expected.find(({ id }) => id === match.expected[0])
        expect([row?.allocatedTo, person?.paymentStatus]).toEqual([undefined, 'open'])
        expect(row?.amount).toBe(person?.due)
      }
    }),
  )
})

test('neither proposes settled payments again nor assigns them to another entry', () => {
  fc.assert(
    fc.property(known, (given) => {
      const ticked = tickedOf(matchPayments(given))
      const holder = new Map(ticked.map(({ rows: [row = ''], expected: [id = ''] }) => [row, id]))
      const people = new Set(holder.values())
      const settle = (one: ExpectedPayment): ExpectedPayment =>
        people.has(one.id) ? { ...one, paymentStatus: 'settled' } : one
      const rows = given.rows.map((row) => {
        const id = holder.get(row.id)
        return id === undefined ? row : { ...row, allocatedTo: id }
      })
      const again = tickedOf(
        matchPayments({ ...given, rows, expected: given.expected.map(settle) }),
      )
      for (const match of again) {
        expect(holder.has(match.rows[0] ?? '')).toBe(false)
        expect(people.has(match.expected[0] ?? '')).toBe(false)
      }
    }),
  )
})

test('ticks neither of two open entries that name one payment’s number', () => {
  fc.assert(
    fc.property(known, (given) => {
      const result = matchPayments(given)
      const live = once(given.rows).filter(({ amount }) => amount > 0)
      const names = (row: BankRow | undefined, number: string | undefined) =>
        number !== undefined && !number.startsWith('91') && row?.narration.includes(`/${number}/`)
      for (const match of tickedOf(result)) {
        const row = live.find(({ id }) => id === match.rows[0])
        const others = given.expected.filter(
          ({ id, number, paymentStatus }) =>
            paymentStatus === 'open' && id !== match.expected[0] && names(row, number),
        )
        // A number in three or more payments identifies no payment.
        const own = others.filter(
          ({ number }) => live.filter((payment) => names(payment, number)).length < 3,
        )
        expect(own).toEqual([])
      }
    }),
  )
})

test('reports a reversed payment only as reversed, whatever the order of the rows and the file each is in', () => {
  fc.assert(
    fc.property(known, credit, (given, paid) => {
      const [number] = /\d{12}/.exec(paid.narration) ?? []
      const { balance: _balance, ...rest } = paid
      const back = identify({
        ...rest,
        amount: -paid.amount,
        narration: number ?? '',
        day: days[2],
      })
      // A row in another file with the same day, amount and balance would be the same payment.
      const isSamePayment = (row: BankRow) =>
        row.day === paid.day && row.amount === paid.amount && row.balance === paid.balance
      const others = given.rows.filter(
        (row) => number === undefined || (!row.narration.includes(number) && !isSamePayment(row)),
      )
      const { matches } = matchPayments({ ...given, rows: [back, ...others, paid] })
      const own = matches.filter(({ rows }) => rows.includes(paid.id))
      if (number !== undefined && !number.startsWith('91')) {
        expect(own.map(({ kind }) => kind)).toEqual(['reversed'])
      }
    }),
  )
})
