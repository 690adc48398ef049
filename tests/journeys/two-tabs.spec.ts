import type { BrowserContext, Page } from '@playwright/test'
import { makePng } from '../support/files'
import { choosePng, fillForm, findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

test.use({ expectedErrors: /Failed to load resource.*api/ })

test.setTimeout(120_000)

const address = '/register?event=SeniorQuiz'
const findId = (page: Page) => page.getByText(/^EVT-\d{6}$/)

/** Opens a second tab, which restores the first tab's draft and screenshot. */
const openSecond = async (context: BrowserContext, email: string): Promise<Page> => {
  const second = await context.newPage()
  await enter(second, address)
  await expect(findForm(second).email).toHaveValue(email)
  await expect(second.getByText('paid.png').first()).toBeVisible()
  return second
}

test('a form open in two tabs is saved once, and both tabs show the confirmation', async ({
  page,
  context,
  festival,
}) => {
  const email = 'two-tabs@students.test'
  await enter(page, address)
  await fillForm(page, email)
  const second = await openSecond(context, email)

  await findForm(page).submit.click()
  await expect(findId(page)).toBeVisible()
  await expect(findId(second)).toHaveText((await findId(page).textContent()) ?? '')
  expect(readRegistrations(festival, email)).toHaveLength(1)

  // The device now has a new draft with a new key.
  const next = 'two-tabs-next@students.test'
  await enter(second, address)
  await expect(findForm(second).email).toHaveValue('')
  await fillForm(second, next)
  await findForm(second).submit.click()
  await expect(findId(second)).toBeVisible()
  expect(readRegistrations(festival, next)).toHaveLength(1)
  await expect(findId(page)).toHaveText(
    String(readRegistrations(festival, email)[0]?.registration_id),
  )
})

test('a tab that missed the save sends the same key again, which saves no second registration', async ({
  page,
  context,
  festival,
}) => {
  const email = 'untold@students.test'
  await context.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await enter(page, address)
  await fillForm(page, email)
  const second = await openSecond(context, email)
  await findForm(page).submit.click()
  await expect(findId(page)).toBeVisible()

  await choosePng(findForm(second).screenshot, 'other.png', makePng({ width: 301, height: 600 }))
  await findForm(second).submit.click()
  await expect(second.getByText('We saved the first version of your registration')).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
})

test('changes from another tab are kept, and saved as a second registration on request', async ({
  page,
  context,
  festival,
}) => {
  const email = 'first-team@students.test'
  const changed = 'second-team@students.test'
  await enter(page, address)
  await fillForm(page, email)
  const second = await openSecond(context, email)
  await findForm(second).email.fill(changed)

  await findForm(page).submit.click()
  const id = (await findId(page).textContent()) ?? ''
  await expect(
    second.getByText(`We saved the first version of your registration ${id}.`),
  ).toBeVisible()
  await expect(findForm(second).email).toHaveValue(changed)
  await second.getByRole('button', { name: 'Start a new registration' }).click()
  await findForm(second).submit.click()
  await expect(findId(second)).toBeVisible()
  expect(await findId(second).textContent()).not.toBe(id)
  expect(readRegistrations(festival, email)).toHaveLength(1)
  expect(readRegistrations(festival, changed)).toHaveLength(1)
})
