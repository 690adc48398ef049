import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readQueue } from '../../tests/support/entries'
import {
  bank,
  countTicked,
  makeFile,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'
import { deleteUnmatchedRows } from '../jobs/retention'
import { forgetPerson } from './forget-person'

startBank()

const { payments, ...rest } = makeFile([
  pays('527400000001', 'K7Q4M2'),
  pays('527400000002', '3BCDFG', 40_000),
  pays('527400000003', 'rent', 90_000),
])
/** A bank may name the payer in a column of its own. */
const file = { ...rest, payments: payments.map((row) => ({ ...row, reference: 'ASHA' })) }

/** One who was verified by the bank, one who paid too little, and a stranger's rent. */
const fillStatement = async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement(file)
  await bank.settleTicked()
}

test('forget empties a person’s rows; they stay allocated, and the same file brings nothing back (15.27)', async () => {
  await fillStatement()
  const { db, festival, ravi } = bank
  const [mailFolder, files] = [join(festival.config.dataDir, 'mail'), festival.files.store]
  for (const { email } of await readQueue(ravi)) {
    await forgetPerson({ db, files, clock: () => festival.now, mailFolder, person: { email } })
  }
  const kept = await db
    .selectFrom('bank_row')
    .select(['narration', 'reference'])
    .orderBy('amount')
    .execute()
  const emptied = { narration: '', reference: '' }
  expect(kept).toEqual([
    emptied,
    emptied,
    { narration: expect.stringContaining('rent'), reference: 'ASHA' },
  ])
  expect(await db.selectFrom('allocation').selectAll().execute()).toEqual([])
  expect(await bank.importStatement(file)).toMatchObject({ fresh: { count: 0 }, known: 3 })
  expect(countTicked(await bank.preview())).toBe(0)
})

test('a row that was another’s once, and is no more, is emptied with its person (15.27)', async () => {
  await fillStatement()
  const { db, festival, ravi } = bank
  const [own, other] = await readQueue(ravi)
  const [match] = await db.selectFrom('allocation').selectAll().execute()
  if (!own || !other || !match) {
    throw new Error('Somebody is missing')
  }
  const [holder, former] = match.entry_id === own.id ? [own, other] : [other, own]
  await db
    .insertInto('allocation')
    .values({ ...match, id: 'former', entry_id: former.id, freed_by: 'a reopening' })
    .execute()
  const [mailFolder, files] = [join(festival.config.dataDir, 'mail'), festival.files.store]
  await forgetPerson({
    db,
    files,
    clock: () => festival.now,
    mailFolder,
    person: { email: holder.email },
  })
  const row = await db
    .selectFrom('bank_row')
    .select('narration')
    .where('id', '=', match.row_id)
    .executeTakeFirst()
  expect(row).toEqual({ narration: '' })
})

test('rows that were never allocated go when the time of proofs is over, and no day sooner (15.27)', async () => {
  await fillStatement()
  const at = (day: string) =>
    deleteUnmatchedRows({
      db: bank.db,
      by: new Date(`${day}T00:00:00Z`),
      lastDay: '2025-10-12',
      keptDays: 30,
    })
  expect(await at('2025-11-11')).toBe(0)
  expect(await at('2025-11-13')).toBe(2)
  expect(await bank.db.selectFrom('bank_row').select('amount').execute()).toEqual([
    { amount: 50_000 },
  ])
})
