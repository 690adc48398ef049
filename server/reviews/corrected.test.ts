import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { createDeskApp, signIn } from '../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/submissions'

test('a corrected submission is marked and found at the desk, and the earlier value stands in its timeline (14.44)', async () => {
  const festival = await createDeskApp()
  const ravi = await signIn(festival)
  await submit(festival, 'registration', { email: 'other@college.test' })
  const other = await readOnly(ravi)
  const { registration_id } = await submit(festival, 'registration', { utr: '999999999999' })
  const [row] = (await readQueue(ravi)).filter(({ id }) => id !== other.id)
  if (!row) throw new Error('There are two')
  await decideOn(ravi, row, { decision: 'ask-correction', reasons: [{ key: 'utr-wrong' }] })
  festival.now = new Date('2025-10-01T05:30:00.000Z')
  const secret = await askForSecret(festival, registration_id ?? '')
  const correction = { secret, version: 2, fields: { utr: '412345678901' } }
  expect((await festival.post('/api/my-submission/correct', correction)).status).toBe(200)
  const corrected = await readOnly(ravi, '?state=submitted&corrected=yes')
  expect(corrected).toMatchObject({ id: row.id, isCorrected: true })
  expect((await readQueue(ravi)).find(({ id }) => id === other.id)).not.toHaveProperty('isCorrected')
  expect((await (await ravi.get('/api/desk/counts')).json()).corrected).toBe(1)
  const { timeline } = await (await ravi.get(`/api/desk/submissions/${row.id}`)).json()
  expect(timeline.at(-1)).toMatchObject({
    what: 'corrected',
    fields: ['utr'],
    earlier: [{ field: 'utr', value: '999999999999' }],
  })
  await festival.close()
})
