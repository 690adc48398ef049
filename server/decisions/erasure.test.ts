import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { AuditAction } from '../../festival/contract/audit'
import { askForSecret } from '../../tests/support/corrections'
import { readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, organisers, readNewestEmail, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'
import { forgetPerson } from '../cli/forget-person'

startSignedDesk()

let asha: Desk
let secret: string
beforeEach(async () => {
  asha = await signIn(festival, 'admin')
  const { registration_id: label = '' } = await submit(festival)
  secret = await askForSecret(festival, label)
})

const ask = () => festival.post('/api/my-submission/erasure', { secret })
const open = async () => (await festival.post('/api/my-submission/open', { secret })).json()
const answer = (desk: Desk, id: string, text: string) =>
  desk.send('POST', `/api/desk/entries/${id}/erasure`, { answer: text })
const readErasureWait = async () =>
  (await (await asha.get('/api/desk/overview')).json()).openTasks.erasure
const listAudit = (action: AuditAction) =>
  festival.db
    .selectFrom('audit_line')
    .select(['actor', 'detail'])
    .where('action', '=', action)
    .execute()

test('counts, lists and shows a participant’s erasure request (14.242)', async () => {
  expect((await open()).erasure).toEqual({ askedAt: null, answeredAt: null, answer: '' })
  const first = await ask()
  expect([first.status, (await first.json()).erasure.askedAt]).toEqual([
    200,
    '2025-10-01T04:30:00.123Z',
  ])
  festival.passSeconds(3600)
  expect((await (await ask()).json()).erasure.askedAt).toBe('2025-10-01T04:30:00.123Z')
  expect(await readErasureWait()).toMatchObject({ count: 1 })
  const { id } = await readOnly(ravi, '?erasure=open')
  expect((await readEntry(ravi, id)).erasure).toEqual({
    askedAt: '2025-10-01T04:30:00.123Z',
    answeredAt: null,
    answer: '',
  })
  expect(await listAudit('erasure-asked')).toEqual([{ actor: 'registrant', detail: '{}' }])
})

test('accepts an erasure request only with the private link (14.242)', async () => {
  const refused = await festival.post('/api/my-submission/erasure', { secret: 'A'.repeat(43) })
  expect([refused.status, (await refused.json()).code]).toEqual([401, 'link-spent'])
  expect(await readQueue(ravi, '?erasure=open')).toEqual([])
})

test('e-mails and logs the answer to an erasure request once (14.243)', async () => {
  await ask()
  const { id } = await readOnly(ravi, '?erasure=open')
  expect((await answer(ravi, id, 'A refund is due.')).status).toBe(403)
  for (let time = 0; time < 2; time += 1) {
    expect((await answer(asha, id, 'A refund is due.')).status).toBe(200)
  }
  const mail = await readNewestEmail(festival, 'asha@college.test', 'announcement')
  expect(mail).toContain('Dear Asha Test,')
  expect(mail).toContain('You asked us to erase your details')
  expect(mail).toContain('A refund is due.')
  expect(festival.mailer.sent.filter(({ kind }) => kind === 'announcement')).toHaveLength(1)
  expect((await answer(asha, id, 'Something else.')).status).toBe(409)
  expect(await readErasureWait()).toMatchObject({ count: 0 })
  expect(await readQueue(ravi, '?erasure=open')).toEqual([])
  expect((await open()).erasure).toMatchObject({ answer: 'A refund is due.' })
  expect(await listAudit('erasure-answered')).toEqual([{ actor: organisers.admin, detail: '{}' }])
})

test('refuses a UPI ID in the answer to an erasure request (14.263)', async () => {
  await ask()
  const { id } = await readOnly(ravi, '?erasure=open')
  const refused = await answer(asha, id, 'Pay again to evil@ybl')
  expect([refused.status, (await refused.json()).errors]).toMatchObject([422, [{ path: 'answer' }]])
  expect((await open()).erasure).toMatchObject({ answer: '' })
})

test('contains no clickable links in the answer to an erasure request (14.263)', async () => {
  await ask()
  const { id } = await readOnly(ravi, '?erasure=open')
  await answer(asha, id, 'See https://evil.test/pay or www.evil.test')
  const mail = await readNewestEmail(festival, 'asha@college.test', 'announcement')
  expect(mail).toContain('See https: //evil. test/pay or www. evil. test')
  const { html } = (await festival.mailer.sent.at(-1)?.renderBodies()) ?? { html: '' }
  expect(html).not.toContain('href="https://evil')
})

test('refuses an answer if there is no erasure request (14.243)', async () => {
  const { id } = await readOnly(ravi)
  const refused = await answer(asha, id, 'It stays.')
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'illegal'])
  expect((await answer(asha, 'nothing', 'It stays.')).status).toBe(404)
})

test('the forget command deletes the erasure request along with the entry (14.242)', async () => {
  await ask()
  await forgetPerson({
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    mailFolder: join(festival.config.dataDir, 'mail'),
    person: { email: 'asha@college.test' },
  })
  expect(await readErasureWait()).toMatchObject({ count: 0 })
  expect((await festival.post('/api/my-submission/open', { secret })).status).toBe(401)
})

test('refuses erasure requests if the desk is switched off (14.242)', async () => {
  const appWithoutDesk = await createTestApp()
  const { registration_id: label = '' } = await submit(appWithoutDesk)
  const own = await askForSecret(appWithoutDesk, label)
  expect((await appWithoutDesk.post('/api/my-submission/erasure', { secret: own })).status).toBe(
    409,
  )
  expect(
    await (await appWithoutDesk.post('/api/my-submission/open', { secret: own })).json(),
  ).not.toHaveProperty('erasure')
  await appWithoutDesk.close()
})
