import type { BrowserContext, Page } from '@playwright/test'
import { makePng } from '../support/files'
import { choosePng, fillForm, findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

test.use({ expectedErrors: /Failed to load resource.*api/ })

test.setTimeout(120_000)

const address = '/register?event=SeniorQuiz'
const findId = (page: Page) => page.getByText(/^EVT-\d{6}$/)

/** A second tab that opens the form's address, and has the draft and the screenshot of the first put back. */
const openSecond = async (context: BrowserContext, email: string): Promise<Page> => {
  const second = await context.newPage()
  await enter(second, address)
  await expect(findForm(second).email).toHaveValue(email)
  await expect(second.getByText('paid.png').first()).toBeVisible()
  return second
}

test('a form that stands in two tabs is saved once, and both show its confirmation', async ({
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

  // What the device holds now is a new draft, with a key of its own.
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

test('a tab that was not told sends under the same key, and is asked before a new registration is made', async ({
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

test('what was changed in the other tab is kept, and becomes a registration of its own when asked to', async ({
  page,
  context,
  festival,
}) => {
  const [email, changed] = ['first-team@students.test', 'second-team@students.test']
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
  expect([email, changed].map((one) => readRegistrations(festival, one).length)).toEqual([1, 1])
})
