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
/** Some banks have a separate column for the payer's name. */
const file = { ...rest, payments: payments.map((row) => ({ ...row, reference: 'ASHA' })) }

const fillStatement = async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement(file)
  await bank.settleTicked()
}

test('clears a person’s bank rows, and does not import them again (15.27)', async () => {
  await fillStatement()
  const { db, festival, ravi } = bank
  const mailFolder = join(festival.config.dataDir, 'mail')
  const files = festival.files.store
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

test('clears a bank row that was released from another entry (15.27)', async () => {
  await fillStatement()
  const { db, festival, ravi } = bank
  const [own, other] = await readQueue(ravi)
  const [match] = await db.selectFrom('allocation').selectAll().execute()
  if (!own || !other || !match) {
    throw new Error('An entry or the allocation is missing')
  }
  const [holder, former] = match.entry_id === own.id ? [own, other] : [other, own]
  await db
    .insertInto('allocation')
    .values({ ...match, id: 'former', entry_id: former.id, freed_by: 'a reopening' })
    .execute()
  const mailFolder = join(festival.config.dataDir, 'mail')
  const files = festival.files.store
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

test('deletes unallocated bank rows at the end of the proofs’ retention period (15.27)', async () => {
  await fillStatement()
  const at = (day: string) =>
    deleteUnmatchedRows({
      db: bank.db,
      asOf: new Date(`${day}T00:00:00Z`),
      lastDay: '2025-10-12',
      keptDays: 30,
    })
  expect(await at('2025-11-11')).toBe(0)
  expect(await at('2025-11-13')).toBe(2)
  expect(await bank.db.selectFrom('bank_row').select('amount').execute()).toEqual([
    { amount: 50_000 },
  ])
})

test('deletes UPI IDs for refunds at the end of the proofs’ retention period (15.169)', async () => {
  const { db } = bank
  await db
    .insertInto('refund_upi_id')
    .values({ entry_id: 'entry', upi_id: 'asha@ybl', at: '2025-10-05T04:30:00.000Z' })
    .execute()
  const countAt = async (day: string) => {
    const asOf = new Date(`${day}T00:00:00Z`)
    await deleteUnmatchedRows({ db, asOf, lastDay: '2025-10-12', keptDays: 30 })
    return (await db.selectFrom('refund_upi_id').selectAll().execute()).length
  }
  expect(await countAt('2025-11-11')).toBe(1)
  expect(await countAt('2025-11-13')).toBe(0)
})
