import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { builtFestival } from '../../festival/live/whole-edition'
import { importFile } from '../../server/bank/imports'
import { createMatcher } from '../../server/bank/matches'
import { fingerprint } from '../../server/bank/rows'
import type { Db } from '../../server/db/schema'
import { createSettle } from '../../server/decisions/settle'
import { fillEntries, type TrialEntry } from '../support/fill-entries'
import { createTestApp } from '../support/test-app'

const listPayments = (entries: readonly TrialEntry[]) =>
  entries.map(({ reference, number }, index) => ({
    line: index + 2,
    day: '2025-09-20' as const,
    amount: 60_000,
    narration: `UPI/P2A/${number}/GUEST/${reference}/HDFC`,
    reference: '',
    balance: Number(number) * 100,
  }))

const clock = () => new Date('2025-10-01T04:30:00.000Z')
const entriesOfRound = 4
const days = { first: '2025-09-01', last: '2025-09-30' } as const

const bringAndSettle = async (
  db: Db,
  actor: string,
  payments: ReturnType<typeof listPayments>,
  entries: string[],
) => {
  const settings = { publicUrl: 'https://cerebra.test', listCancelled: () => [] }
  // Run from source, the matcher works in this thread and uses these connections.
  const matcher = createMatcher({
    festival: () => builtFestival,
    db,
    store: { engine: 'sqlite', file: '' },
  })
  const settle = createSettle({
    db,
    clock,
    settings,
    matcher,
    indexer: { catchUp: async () => {} },
  })
  await importFile(
    { db, clock, matcher },
    { id: randomUUID(), days, payments, reversals: [] },
    actor,
  )
  const items = payments.slice(-entries.length).map((payment, index) => ({
    expected: [{ id: entries[index] ?? '', version: 1 }],
    rows: [fingerprint(payment)],
    difference: 0,
    reason: undefined,
    hasSeenFlags: true,
  }))
  // Ravi starts at the end of the list.
  await settle({ id: randomUUID(), actor }, actor === 'asha' ? items : items.reverse())
}

const countTwice = async (
  db: Db,
  table: string,
  column: string,
  where: string,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select ${sql.ref(column)} from ${sql.table(table)} where ${sql.raw(where)}
      group by ${sql.ref(column)} having count(*) > 1
    ) as twice
  `.execute(db)
  return Number(rows[0]?.n)
}

test('two simultaneous imports of one file verify each entry once (15.22)', async () => {
  const festival = await createTestApp()
  const second = await createTestApp({ beside: festival })
  const { db } = festival
  // Each file overlaps with the previous file.
  let before: ReturnType<typeof listPayments> = []
  for (let round = 0; round < 10; round += 1) {
    const entries = await fillEntries(db, round * entriesOfRound, entriesOfRound)
    const own = listPayments(entries)
    const ids = entries.map(({ id }) => id)
    await Promise.all([
      bringAndSettle(db, 'asha', [...before, ...own], ids),
      bringAndSettle(second.db, 'ravi', [...before, ...own], ids),
    ])
    before = own
  }
  const states = await db.selectFrom('review').select(['state', 'source']).execute()
  expect(states).toEqual(Array(10 * entriesOfRound).fill({ state: 'verified', source: 'bank' }))
  for (const [table, column, where] of [
    ['allocation', 'row_id', 'freed_by is null'],
    ['allocation', 'entry_id', 'freed_by is null'],
    ['decision', 'entry_id', "decision = 'verify'"],
    ['message', 'entry_id', "kind = 'decision'"],
  ] as const) {
    expect(await countTwice(db, table, column, where), `${table} ${column}`).toBe(0)
  }
  await second.close()
  await festival.close()
})
