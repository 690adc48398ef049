import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import {
  type Desk,
  organisers,
  readEmails,
  readNewestEmail,
  signIn,
} from '../../tests/support/organisers'

let admin: Desk
startDesk()
beforeEach(async () => {
  admin = await signIn(festival, 'admin')
})

const link = 'https://forms.example/abstracts'
const save = (desk: Desk, value: string | null, seen: string | null = null) =>
  desk.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: randomUUID(),
    changes: [{ field: 'submissionLink', seen, value }],
  })
const saveStatus = (value: string) =>
  admin.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: randomUUID(),
    changes: [{ field: 'status', value }],
  })
const open = async (secret: string) =>
  (await festival.post('/api/my-submission/open', { secret })).json()

test('gives the submission link to the participants of the event only (16.59)', async () => {
  await save(admin, link)
  const receipt = await submit(festival)
  expect(receipt.submission_link).toBe(link)
  const other = await submit(festival, 'registration', { event: 'JuniorQuiz' })
  expect(other).not.toHaveProperty('submission_link')
  const secret = await askForSecret(festival, String(receipt.registration_id))
  expect(await open(secret)).toMatchObject({ submissionLink: link })
  await decideOn(admin, await readOnly(admin, '?event=SeniorQuiz'), { decision: 'verify' })
  festival.passSeconds(61)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'decision')
  expect(mail).toContain(`Hand in your abstract, slides or film: ${link}`)
  expect(await open(secret)).toMatchObject({ state: 'verified', submissionLink: link })
})

test('does not give the submission link to rejected participants (16.59)', async () => {
  await save(admin, link)
  const { registration_id } = await submit(festival)
  const secret = await askForSecret(festival, String(registration_id))
  const answer = await decideOn(admin, await readOnly(admin), { decision: 'reject' })
  expect(answer.status).toBe(200)
  expect(await open(secret)).not.toHaveProperty('submissionLink')
  festival.passSeconds(61)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'decision')
  expect(mail).not.toContain(link)
})

test('does not show the submission link of a cancelled event (16.59)', async () => {
  await save(admin, link)
  const { registration_id } = await submit(festival)
  const secret = await askForSecret(festival, String(registration_id))
  await saveStatus('cancelled')
  expect(await open(secret)).not.toHaveProperty('submissionLink')
  expect(await submit(festival)).not.toHaveProperty('submission_link')
})

test('does not publish a submission link that was saved at the desk (16.60)', async () => {
  await save(admin, link)
  const state = await (await festival.request('/api/state')).text()
  expect(JSON.parse(state)).toMatchObject({ version: 1, state: { subjects: { SeniorQuiz: {} } } })
  expect(state).not.toContain(link)
  const view = await (await admin.get('/api/desk/festival')).json()
  expect(view.state.subjects.SeniorQuiz).toEqual({ submissionLink: link })
})

test('lets only admins change the submission link, and e-mails each change to all admins (16.61)', async () => {
  const head = await signIn(festival, 'head')
  expect((await save(head, link)).status).toBe(403)
  expect((await save(admin, link)).status).toBe(200)
  const undo = { id: randomUUID(), version: 1 }
  const undone = await head.send('POST', '/api/desk/festival/undo?event=SeniorQuiz', undo)
  expect(undone.status).toBe(403)
  festival.passSeconds(301)
  const mails = await readEmails(festival, /Please check these changes/)
  expect(mails.map(({ to }) => to)).toEqual([organisers.admin])
  expect((await mails[0]?.renderBodies())?.text).toContain('submission link: ')
  const { lines } = await (await admin.get('/api/desk/audit?action=festival-changed')).json()
  expect(lines).toMatchObject([{ detail: { fields: 'submissionLink' } }])
  expect(JSON.stringify(lines)).not.toContain(link)
})

test.each([
  'http://forms.example/x',
  'javascript:alert(1)',
  'forms.example',
  'https://forms.example@evil.test/x',
  'https://forms.example/a b',
  'https://forms.example/pay?to=evil@ybl',
  `https://forms.example/${'x'.repeat(300)}`,
])('rejects the submission link %s (16.58)', async (value) => {
  const answer = await save(admin, value)
  expect([answer.status, (await answer.json()).errors]).toMatchObject([
    422,
    [{ path: 'submissionLink' }],
  ])
})
