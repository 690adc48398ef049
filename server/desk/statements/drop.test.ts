import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { StatementDropped, StatementPreview, Statements } from '../../../festival/desk/statement'
import { type Desk, organisers, signIn } from '../../../tests/support/organisers'
import {
  allOf,
  bring,
  claimPass,
  fileOf,
  itemOf,
  onlyOf,
  pays,
  preview,
  settle,
  settleTicked,
} from '../../../tests/support/statements/at-the-desk'
import { test } from '../../../tests/support/statements/desk-test'
import { decideOn, readOnly } from '../../../tests/support/submissions'

const press = (desk: Desk, id: string) => desk.send('POST', `/api/desk/statements/${id}/drop`)
const drop = async (desk: Desk, id: string): Promise<StatementDropped> => (await press(desk, id)).json()
const readFiles = async (desk: Desk): Promise<Statements> => (await desk.get('/api/desk/statements')).json()
const statesOf = (shown: StatementPreview) => shown.groups.map(({ state }) => state)

test('a wrong file is taken back as a whole; the audit log keeps which it was, and twice is once (15.49)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const [id, wrong] = [randomUUID(), fileOf([pays('527400000001', 'K7Q4M2', 40_000), pays('527400000002', 'rent')])]
  await bring(asha, wrong, id)
  expect((await readOnly(ravi)).flags).toEqual(['odd-amount'])
  expect((await readFiles(ravi)).imports).toMatchObject([{ own: { count: 2, sum: 90_000, spent: 0 }, isOld: false }])
  const dropped = await drop(asha, id)
  expect(dropped).toEqual({ id, gone: { count: 2, sum: 90_000 }, kept: 0 })
  expect(await drop(asha, id)).toEqual(dropped)

  expect(allOf(await preview(ravi))).toEqual([])
  expect((await readOnly(ravi)).flags).toEqual([])
  expect(await festival.db.selectFrom('bank_row').selectAll().execute()).toEqual([])
  expect(await readFiles(ravi)).toMatchObject({
    imports: [{ fresh: 0, sum: 0, dropped: { by: organisers.admin } }],
    payments: { spent: 0, open: 0, openSum: 0 },
  })
  const linesOf = async (action: string) => (await (await ravi.get(`/api/desk/audit?action=${action}`)).json()).entries
  const [{ detail: brought }] = await linesOf('statement-imported')
  expect(brought).toMatchObject({ rows: 2, first: '2025-09-25', last: '2025-10-02' })
  expect(brought.file).toHaveLength(16)
  const told = { ...brought, gone: 2, kept: 0, paise: 90_000, by: organisers.admin }
  expect(await linesOf('statement-dropped')).toMatchObject([{ actor: organisers.admin, detail: told }])
})

test('after that the same file can be imported anew, but not by the old press (15.47, 15.49)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const [id, file] = [randomUUID(), fileOf([pays('527400000001', 'K7Q4M2')])]
  await bring(asha, file, id)
  await drop(asha, id)
  const late = await asha.send('POST', '/api/desk/statements', { id, ...file })
  expect([late.status, (await late.json()).code]).toEqual([409, 'undone'])
  expect((await preview(ravi, file)).fresh).toEqual({ count: 1, sum: 50_000 })
  expect(await bring(asha, file)).toMatchObject({ fresh: { count: 1 }, known: 0 })
  await settleTicked(ravi)
  expect(await standing()).toEqual(['verified bank'])
})

test('what a later file has as well stays, with whom it verified; the days of the file that went count no more (15.9, 15.49)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  festival.now = new Date('2025-09-28T04:30:00.000Z')
  await claimPass(festival, 'K7Q4M2')
  await claimPass(festival, '9XYZ22')
  const [shared, own] = [
    pays('527400000001', 'K7Q4M2', 50_000, '2025-09-28'),
    pays('527400000002', 'rent', 90_000, '2025-09-28'),
  ]
  const [first, later] = [randomUUID(), randomUUID()]
  await bring(asha, fileOf([shared, own]), first)
  await settleTicked(ravi)
  festival.now = new Date('2025-09-28T05:00:00.000Z')
  await bring(asha, fileOf([shared], { first: '2025-09-27', last: '2025-09-28' }), later)
  expect((await readFiles(ravi)).imports).toMatchObject([
    { id: later, fresh: 0, known: 1, own: { count: 0 } },
    { id: first, fresh: 2, known: 0, own: { count: 1, sum: 90_000, spent: 0 } },
  ])
  expect(statesOf(await preview(ravi))).toEqual(['unknown-payment', 'claimed-not-received'])
  expect(await drop(asha, first)).toEqual({ id: first, gone: { count: 1, sum: 90_000 }, kept: 1 })
  expect((await standing()).sort()).toEqual(['submitted null', 'verified bank'])
  expect(statesOf(await preview(ravi))).toEqual(['not-yet-in-this-file'])
  expect((await readFiles(ravi)).imports).toMatchObject([{ id: later, fresh: 1, known: 0, own: { spent: 1 } }, {}])
  const row = await readOnly(ravi, '?q=K7Q4M2')
  const record = await (await ravi.get(`/api/desk/submissions/${row.id}`)).json()
  expect(record.bankRows).toMatchObject([{ standing: 'spent', amount: 50_000 }])
})

test('while somebody is verified by it a file stays; put back among the waiting it can go, and nothing brings it back (15.49)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  const { registration_id } = await claimPass(festival, 'K7Q4M2')
  const id = randomUUID()
  const file = fileOf([pays('527400000001', 'K7Q4M2')])
  await bring(asha, file, id)
  await settleTicked(ravi)
  const refused = await press(asha, id)
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    `One payment that only this file has verified somebody (${registration_id}). Put those back among the waiting first, then take the file back.`,
  ])
  expect(await standing()).toEqual(['verified bank'])
  const reopened = await (await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })).json()
  expect(await drop(asha, id)).toMatchObject({ gone: { count: 1 } })
  const undone = await ravi.send('POST', `/api/desk/decisions/${reopened.id}/undo`)
  expect([undone.status, (await undone.json()).code]).toEqual([409, 'too-late'])
  expect(await standing()).toEqual(['submitted null'])
  // The row that verified somebody once is evidence, and stays with its history.
  expect(
    await festival.db.selectFrom('bank_match').innerJoin('bank_row', 'bank_row.id', 'row_id').select('day').execute(),
  ).toHaveLength(1)
  expect(allOf(await preview(ravi))).toEqual([])
  await bring(asha, file)
  await settleTicked(ravi)
  expect(await standing()).toEqual(['verified bank'])
})

test('dropping the file of a reversal clears nobody: the flag stays until a person settles the payment anew (15.24, 15.49)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bring(asha, fileOf([paid]))
  await settleTicked(ravi)
  const back = { ...pays('527400000001', 'K7Q4M2', -50_000), narration: 'UPI/REV/527400000001/ASHA/HDFC' }
  const id = randomUUID()
  await bring(asha, fileOf([paid, back]), id)
  await drop(asha, id)
  const row = await readOnly(ravi)
  expect([row.state, row.ground, row.flags]).toEqual(['verified', 'picture', ['payment-reversed']])
  const { flagList } = await (await ravi.get(`/api/desk/submissions/${row.id}`)).json()
  expect(flagList[0].detail).toBe(
    'A file that was taken back since said that the bank took ₹500.00 of 2025-10-01 back.',
  )
  const matched = onlyOf(await preview(ravi))
  expect([matched.state, matched.isTicked]).toEqual(['matched-by-number', false])
  expect((await settle(ravi, [itemOf(matched)])).skipped).toMatchObject([{ why: 'flagged' }])
  await settle(ravi, [itemOf(matched, { hasSeenFlags: true })])
  const settled = await readOnly(ravi)
  expect([settled.ground, settled.flags]).toEqual(['bank', []])
})

test('whoever says yes to a payment whose file was taken back meanwhile is told so (15.23, 15.49)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const id = randomUUID()
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]), id)
  const item = itemOf(onlyOf(await preview(ravi)))
  await drop(asha, id)
  expect((await settle(ravi, [item])).skipped).toMatchObject([{ why: 'gone' }])
  expect(await standing()).toEqual(['submitted null'])
})

test('a viewer takes no file back, nobody one that is not there, and none of an earlier version (15.49)', async ({
  festival,
  ravi,
  asha,
}) => {
  const id = randomUUID()
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]), id)
  expect((await press(await signIn(festival, 'viewer'), id)).status).toBe(403)
  expect((await press(asha, randomUUID())).status).toBe(404)
  await festival.db.updateTable('bank_import').set({ lists_rows: 0 }).execute()
  expect((await press(asha, id)).status).toBe(409)
  expect((await preview(ravi)).groups).toHaveLength(1)
})
