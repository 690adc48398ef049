import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeskApp, type Desk, signIn } from '../../tests/support/organisers'
import {
  bring,
  claimPass,
  countTicked,
  fileOf,
  pays,
  preview,
  settleTicked,
} from '../../tests/support/statements/at-the-desk'
import { readQueue } from '../../tests/support/submissions'
import type { TestApp } from '../../tests/support/test-app'
import { deleteOpenRows } from '../jobs/retention'
import { forgetPerson } from './forget-person'

let festival: TestApp
let asha: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  asha = await signIn(festival, 'admin')
})
afterEach(() => festival.close())

const file = fileOf([
  pays('527400000001', 'K7Q4M2'),
  pays('527400000002', '3BCDFG', 40_000),
  pays('527400000003', 'rent', 90_000),
])

/** One who was verified by the bank, one who paid too little, and a stranger's rent. */
const fillStatement = async () => {
  await claimPass(festival, 'K7Q4M2')
  await claimPass(festival, '3BCDFG')
  await bring(asha, file)
  await settleTicked(asha)
}

test('forget empties a person’s rows; they stay allocated, and the same file brings nothing back (15.27)', async () => {
  await fillStatement()
  const rows = await readQueue(asha)
  const [mailFolder, files] = [join(festival.config.dataDir, 'mail'), festival.files.store]
  for (const { email } of rows)
    await forgetPerson({ db: festival.db, files, clock: () => festival.now, mailFolder, person: { email } })
  const kept = await festival.db.selectFrom('bank_row').select('narration').orderBy('amount').execute()
  expect(kept.map(({ narration }) => narration)).toEqual(['', '', expect.stringContaining('rent')])
  expect(await festival.db.selectFrom('bank_match').selectAll().execute()).toEqual([])
  expect(await bring(asha, file)).toMatchObject({ fresh: { count: 0 }, known: 3 })
  expect(countTicked(await preview(asha))).toBe(0)
})

test('rows that were never allocated go when the time of proofs is over, and no day sooner (15.27)', async () => {
  await fillStatement()
  const at = (day: string) =>
    deleteOpenRows({ db: festival.db, by: new Date(`${day}T00:00:00Z`), lastDay: '2025-10-12', keptDays: 30 })
  expect(await at('2025-11-11')).toBe(0)
  expect(await at('2025-11-13')).toBe(2)
  expect(await festival.db.selectFrom('bank_row').select('amount').execute()).toEqual([{ amount: 50_000 }])
})
