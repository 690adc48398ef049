import { randomUUID } from 'node:crypto'
import { deskCalls } from '../../festival/contract/calls'
import type { QueuePage } from '../../festival/contract/queue'
import { admin, postToDesk, readLink, registerMany, signIn, test } from '../support/desk-visit'
import { fillForm, findForm } from '../support/form'
import { enter, expect } from '../support/journey'
import { readRegistrations } from '../support/saved'

const group = 'https://chat.whatsapp.com/senior-quiz'
const email = 'registrant-1@students.test'

test('only verified participants get the group link that was set at the desk (14.159)', async ({
  page,
  browser,
  festival,
}) => {
  await signIn(page, festival, admin)
  await page.goto('/desk/events/SeniorQuiz')
  await page.getByText('More', { exact: true }).click()
  await page.getByText('Event group (no link yet)').click()
  await page.getByLabel('Link to the group').fill(group)
  await page.getByRole('button', { name: 'Save the link' }).click()
  await expect(page.getByText('Event group', { exact: true })).toBeVisible()

  await registerMany(festival, 1)
  const visitor = await browser.newPage({ baseURL: festival.address })
  const id = String(readRegistrations(festival, email)[0]?.registration_id)
  await visitor.request.post('/api/my-submission/links', { data: { id, email } })
  const link = await readLink(festival, email, '/my-submission')
  await enter(visitor, `/my-submission#${link.split('#')[1]}`)
  await expect(visitor.getByRole('heading', { name: 'Payment still to be checked' })).toBeVisible()
  for (const text of [
    await visitor.content(),
    await (await visitor.request.get('/api/state')).text(),
  ]) {
    expect(text).not.toContain(group)
  }

  const { rows }: QueuePage = await (await page.request.get(deskCalls.listQueue.path)).json()
  const [{ id: entryId, version } = { id: '', version: 0 }] = rows
  const decision = { id: randomUUID(), entryId, version, decision: 'verify' }
  await postToDesk(page, festival, deskCalls.decide.path, decision)
  await visitor.reload()
  const join = visitor.getByRole('link', { name: 'Join the group of Senior Quiz ‘Peristalympics’' })
  await expect(join).toHaveAttribute('href', group)
  await visitor.close()
})

test('the home page counts and links to the registrations on the device (9.28)', async ({
  page,
}) => {
  await enter(page, '/')
  await expect(page.getByRole('link', { name: /^Your registrations/ })).toHaveCount(0)
  const ids: string[] = []
  for (const event of ['SeniorQuiz', 'JuniorQuiz']) {
    await enter(page, `/register?event=${event}`)
    await fillForm(page, 'two@students.test')
    await findForm(page).submit.click()
    ids.push((await page.getByText(/^EVT-\d{6}$/).textContent()) ?? '')
  }
  await enter(page, '/')
  await page.getByRole('link', { name: 'Your registrations (2)' }).click()
  await expect(page).toHaveURL('/my-festival')
  for (const id of ids) {
    await expect(page.getByText(id, { exact: true })).toBeVisible()
  }
})
