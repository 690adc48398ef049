import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Bank } from '../../festival/desk/bank'
import { organisers } from '../../tests/support/organisers'
import { fileOf, pays } from '../../tests/support/statements/at-the-desk'
import { test } from '../../tests/support/statements/desk-test'
import { readOnly } from '../../tests/support/submissions'

test('only an admin brings a bank’s file, takes one back or keeps its columns; a verifier settles what it leaves, and reads who brought it (15.63)', async ({
  bank,
}) => {
  await bank.claim('K7Q4M2')
  const file = fileOf([pays('527400000001', 'K7Q4M2')])
  const id = randomUUID()
  const forbidden = async (method: string, path: string, body: object) => {
    const answer = await bank.ravi.send(method, `/api/desk/bank${path}`, body)
    expect([answer.status, (await answer.json()).code], path).toEqual([403, 'forbidden'])
  }
  await forbidden('POST', '/imports', { id, ...file })
  expect(await bank.db.selectFrom('bank_row').selectAll().execute()).toEqual([])

  await bank.bring(file, id)
  const columns = { day: 0, states: [3], money: { kind: 'one column', amount: 1 } }
  await forbidden('PUT', '/columns', { key: 'when what amount state', columns })
  await forbidden('DELETE', `/imports/${id}`, {})
  const readRows = async () => (await bank.read(`submissions/${(await readOnly(bank.ravi)).id}`)).bankRows
  const from = { importedBy: organisers.admin }
  expect(await readRows()).toMatchObject([{ ...from, standing: 'names-it' }])
  expect((await bank.settleTicked()).settled).toHaveLength(1)
  expect(await readRows()).toMatchObject([{ ...from, standing: 'allocated' }])
})

test('an import is taken back within its minute: its rows go, while they have changed nothing for anybody (15.49)', async ({
  bank,
}) => {
  await bank.claim('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  const undo = async (id: string) => (await bank.asha.send('DELETE', `/api/desk/bank/imports/${id}`, {})).status
  const wait = (seconds: number) => {
    bank.festival.now = new Date(bank.festival.now.getTime() + seconds * 1_000)
  }
  await bank.bring([paid], first)
  await bank.settleTicked()
  expect(await undo(first)).toBe(409)

  wait(1)
  const later = fileOf([paid, pays('527400000002', 'rent', 90_000)])
  await bank.bring(later, second)
  expect(await undo(first)).toBe(409)
  const seen: Bank = await bank.read('bank')
  expect(seen.imports.map(({ undoUntil }) => undoUntil !== undefined)).toEqual([true, false])
  for (const _twice of [1, 2]) expect(await undo(second)).toBe(204)
  expect(await bank.standing()).toEqual(['verified bank'])
  expect(await bank.db.selectFrom('bank_row').select('amount').execute()).toEqual([{ amount: 50_000 }])
  // A press that comes late brings nothing back; the same file under another does.
  expect((await bank.asha.send('POST', '/api/desk/bank/imports', { id: second, ...later })).status).toBe(409)
  expect(await bank.bring(later, third)).toMatchObject({ fresh: { count: 1 } })
  wait(61)
  expect(await undo(third)).toBe(409)
  const back = { ...paid, amount: -50_000, narration: '527400000001' }
  const taking = randomUUID()
  expect(await bank.bring([back], taking)).toMatchObject({ takenBack: [{ amount: 50_000 }] })
  expect(await undo(taking)).toBe(409)
  expect(await undo(randomUUID())).toBe(404)
})

test('which debits are a kept credit’s is asked by hash, and nothing else is told (15.73)', async ({ bank }) => {
  await bank.bring([pays('527400000001', 'K7Q4M2')])
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const [own, ...others] = ['527400000001 50000', '527400000001 50001', '527400000002 50000'].map(hash)
  const asked = await bank.ravi.send('POST', '/api/desk/bank/known-numbers', { hashes: [own, ...others] })
  expect(await asked.json()).toEqual({ known: [own] })
})
