import type { Page, Route } from '@playwright/test'
import { type ProblemCode, problemStatus } from '../../festival/contract/problem'
import { fillForm, findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

const refuse = (route: Route, code: ProblemCode, detail: string, retryAfter: string) =>
  route.fulfill({
    status: problemStatus[code],
    contentType: 'application/problem+json',
    headers: { 'Retry-After': retryAfter },
    body: JSON.stringify({
      type: 'about:blank',
      title: 'Later',
      status: problemStatus[code],
      code,
      detail,
    }),
  })

/** Refuses the first calls to an address, and counts all of them. */
const refuseFirst = async (
  page: Page,
  address: string,
  times: number,
  code: ProblemCode,
  seconds = '1',
) => {
  const calls = { count: 0 }
  await page.route(`**${address}`, (route) => {
    calls.count += 1
    return calls.count <= times
      ? refuse(route, code, 'Too many at once.', seconds)
      : route.continue()
  })
  return calls
}

const waiting = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('a temporarily refused registration is retried until the visitor stops it, and is saved once', async ({
  page,
  festival,
}) => {
  const email = 'crowd@students.test'
  await page.clock.install()
  const calls = await refuseFirst(page, '/api/event-registrations', 2, 'too-many-requests', '15')
  const uploads = await refuseFirst(page, '/image/upload', 1, 'unavailable', '15')
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, email)
  await findForm(page).submit.click()
  await expect(waiting(page, 'The server is busy at the moment.')).toBeVisible()
  await page.clock.fastForward(25_000)
  for (const count of [1, 2]) {
    await expect.poll(() => calls.count).toBe(count)
    await expect(waiting(page, 'Many people are sending at once.')).toContainText(
      /Trying again in \d+ s …/,
    )
    if (count === 1) {
      await page.clock.fastForward(25_000)
    }
  }
  await page.getByRole('button', { name: 'Stop and edit' }).click()
  await expect(page.getByText('Too many registrations were sent from here.')).toBeVisible()
  await page.clock.fastForward(25_000)
  await findForm(page).institution.fill('Another College')
  expect(calls.count).toBe(2)
  await findForm(page).submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect([uploads.count, calls.count]).toEqual([2, 3])
  expect(readRegistrations(festival, email)).toMatchObject([{ institution: 'Another College' }])
})

test('a queued e-mail counts as a success', async ({ page }) => {
  await page.route('**/api/event-registrations', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), confirmation: 'queued' },
    })
  })
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, 'queued@students.test')
  await findForm(page).submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  await expect(page.getByText('is on its way; it can take a while today.')).toContainText(
    /Your \w+ is saved\./,
  )
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
})
