import type { Page, Route } from '@playwright/test'
import { helpDeskContact } from '../../festival/content/help-desk'
import { choosePng } from '../support/form'
import { expect, expectAccessible, test, tryAgain } from '../support/journey'

test.use({ expectedErrors: /Failed to load resource.*(?:\.js|405 \(Method Not Allowed\).*)$/ })

const isScript = /\/assets\/.*\.js$/
const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' })

/** On a slow machine, the splash may already have ended. */
const endSplash = (page: Page) => page.evaluate(() => document.getElementById('splash')?.click())

/** Opens a page whose scripts load only when the returned function is called. */
const openBeforeScripts = async (page: Page, path: string) => {
  let release = () => undefined as undefined
  const released = new Promise<void>((resolve) => {
    release = () => void resolve()
  })
  await page.route(isScript, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await endSplash(page)
  return release
}

interface Form {
  path: string
  submit: string
  texts: Readonly<Record<string, string>>
  choice?: string
}

const registration: Form = {
  path: '/register?event=SeniorQuiz',
  submit: 'Submit Registration',
  texts: {
    'members.0.name': 'Asha Test',
    'members.0.phone': '0123456789',
    email: 'asha@students.test',
  },
  choice: '[name="category"][value="student"]',
}
const forms: readonly Form[] = [
  registration,
  {
    path: '/delegate-pass',
    submit: 'Proceed to Payment',
    texts: { name: 'Asha Test', email: 'asha@students.test', phone: '0123456789' },
    choice: '[name="tier"][value="magnus"]',
  },
  {
    path: '/accommodation',
    submit: 'Submit Request',
    texts: { name: 'Asha Test', email: 'asha@students.test', transaction_id: '412345678901' },
  },
]

const findField = (page: Page, name: string) => page.locator(`form [name="${name}"]`)

const fill = async (page: Page, { texts, choice }: Form) => {
  for (const [name, text] of Object.entries(texts)) {
    await findField(page, name).fill(text)
  }
  if (choice) {
    await page.locator(choice).check()
  }
}

const expectFilled = async (page: Page, { texts, choice }: Form) => {
  for (const [name, text] of Object.entries(texts)) {
    await expect(findField(page, name)).toHaveValue(text)
  }
  if (choice) {
    await expect(page.locator(choice)).toBeChecked()
  }
}

for (const form of forms) {
  test(`${form.path}: without scripts, text is neither lost nor sent, and a retry loads the scripts`, async ({
    page,
    baseURL,
  }) => {
    const cut = (route: Route) => route.abort('connectionreset')
    await page.route(isScript, cut)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await page.goto(form.path)
    await endSplash(page)
    const submit = page.getByRole('button', { name: form.submit })
    await fill(page, form)
    await expect(notice(page)).toBeVisible()
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription(
      'One moment: the button works once the page has loaded.',
    )
    if (form === registration) {
      await expectAccessible(page, 'a form without scripts')
    }
    await findField(page, 'email').press('Enter')
    await submit.click({ force: true })
    await expect(page).toHaveURL(form.path)
    await expectFilled(page, form)
    expect(asked.filter((line) => line.startsWith('POST') || line.includes('asha'))).toEqual([])

    await page.unroute(isScript, cut)
    const ready = page.getByRole('button', { name: form.submit, disabled: false })
    if (await tryAgain(page, ready)) {
      await endSplash(page)
    }
    await expect(submit).toBeEnabled()
    await expect(notice(page)).toBeHidden()
    await expectFilled(page, form)
    expect(page.url()).toBe(`${baseURL}${form.path}`)
  })
}

for (const form of forms) {
  test(`${form.path}: keeps text typed before hydration, and causes no layout shift`, async ({
    page,
  }) => {
    const releaseScripts = await openBeforeScripts(page, form.path)
    const submit = page.getByRole('button', { name: form.submit })
    await expect(submit).toBeDisabled()
    await fill(page, form)
    // The fonts arrive on their own, and may change where a line breaks.
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family }) => /^"?Source Sans"?$/.test(family)),
    )
    const before = await submit.boundingBox()
    releaseScripts()
    await expect(submit).toBeEnabled()
    await expectFilled(page, form)
    expect(await submit.boundingBox()).toEqual(before)
  })
}

test('the draft survives when a second retry reloads the page', async ({ page }) => {
  const form = registration
  const cut = (route: Route) => route.abort('connectionreset')
  await page.route(isScript, cut)
  await page.goto(form.path)
  await endSplash(page)
  await fill(page, form)
  const again = notice(page).getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(again).toBeVisible()
  await page.unroute(isScript, cut)
  await Promise.all([page.waitForEvent('load'), again.click()])
  await endSplash(page)
  await expect(page.getByRole('button', { name: form.submit })).toBeEnabled()
  await expectFilled(page, form)
  await page.reload()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a screenshot that was chosen before hydration is accepted', async ({ page }) => {
  const releaseScripts = await openBeforeScripts(page, '/register?event=SeniorQuiz')
  await choosePng(page.getByLabel('Payment screenshot'), 'early.png')
  releaseScripts()
  await expect(page.getByText('early.png').first()).toBeVisible()
})

test('submitting a form without scripts shows an explanation, and Back returns to the form', async ({
  page,
}) => {
  await page.route(isScript, (route) => route.abort())
  await page.goto('/register?event=JuniorQuiz')
  await endSplash(page)
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice(page)).toBeHidden()
  await page.locator('[name="email"]').fill('asha@students.test')
  await page
    .locator('main form')
    .evaluate((form) => form instanceof HTMLFormElement && form.submit())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your form was not sent')
  await expect(page.getByText(helpDeskContact)).toBeVisible()
  await expect(page).toHaveURL('/register?event=JuniorQuiz')
  await expectAccessible(page, 'not sent')
  await page.goBack()
  await expect(page.locator('[name="email"]')).toHaveValue('asha@students.test')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each form names a contact', async ({ page }) => {
    for (const { path, submit } of forms) {
      await page.goto(path)
      const words = page.locator('noscript p')
      await expect(words).toBeVisible()
      await expect(words).toContainText(
        `This form needs JavaScript, which your browser does not run.`,
      )
      await expect(words).toContainText(helpDeskContact)
      const tops = await Promise.all(
        [words, page.locator('main input').first()].map((locator) => locator.boundingBox()),
      )
      expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0)
      await expect(page.getByRole('button', { name: submit })).toBeDisabled()
      await expect(page.getByText('One moment').filter({ visible: true })).toHaveCount(0)
    }
  })
})
