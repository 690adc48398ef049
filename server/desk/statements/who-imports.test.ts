import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { organisers } from '../../../tests/support/organisers'
import { bring, claimPass, fileOf, pays, settleTicked } from '../../../tests/support/statements/at-the-desk'
import { test } from '../../../tests/support/statements/desk-test'
import { readOnly } from '../../../tests/support/submissions'

test('only an admin brings a bank’s file, takes one back or keeps its columns; a verifier settles what it leaves, and reads who brought it (15.63)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const file = fileOf([pays('527400000001', 'K7Q4M2')])
  const id = randomUUID()
  const forbidden = async (method: string, path: string, body: object) => {
    const answer = await ravi.send(method, `/api/desk/statements${path}`, body)
    expect([answer.status, (await answer.json()).code], path).toEqual([403, 'forbidden'])
  }
  await forbidden('POST', '', { id, ...file })
  expect(await festival.db.selectFrom('bank_row').selectAll().execute()).toEqual([])

  await bring(asha, file, id)
  const columns = { day: 0, states: [3], money: { kind: 'one column', amount: 1 } }
  await forbidden('PUT', '/columns', { key: 'when what amount state', columns })
  await forbidden('POST', `/${id}/drop`, {})
  const readRows = async () =>
    (await (await ravi.get(`/api/desk/submissions/${(await readOnly(ravi)).id}`)).json()).bankRows
  const from = { importedBy: organisers.admin }
  expect(await readRows()).toMatchObject([{ ...from, standing: 'matched-by-reference' }])
  expect((await settleTicked(ravi)).settled).toHaveLength(1)
  expect(await readRows()).toMatchObject([{ ...from, standing: 'spent' }])
})
