import { organisers, organisersSetting, registerMany, signIn, test as visit } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'
import { type ServedFestival, serveFestival } from '../support/serve'

/** A festival of its own: other journeys of the desk register people in theirs. */
const test = visit.extend<object, { festival: ServedFestival }>({
  festival: [
    async ({ dist }, use) => {
      const festival = await serveFestival({ ORGANISERS: organisersSetting }, dist)
      await use(festival)
      await festival.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

/** (behaviours 14.110, 14.112, 14.113) */
test('a chair on a phone goes from the overview to whom a figure counts, and to a list that prints to A4', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 4)
  await signIn(page, festival, organisers.statement)
  await page.goto('/desk')
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money.getByRole('row', { name: /^Should come in/ })).toContainText('₹2,400.00')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `overview, ${colorScheme}`)
  }
  await page.getByRole('region', { name: 'What waits' }).getByRole('link', { name: '4' }).first().tap()
  await expect(page.getByRole('region', { name: 'Queue' }).locator('[data-row]')).toHaveCount(4)
  await expect(page).toHaveURL(/\/desk\/queue\?state=submitted$/)
  await page.goBack()

  await page.getByRole('link', { name: 'Senior Quiz' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Senior Quiz')
  const roll = page.getByRole('table')
  await expect(roll.getByRole('row')).toHaveCount(5)
  await expect(roll.getByRole('row').nth(1)).toContainText('Registrant 1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `a list, ${colorScheme}`)
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Excel' }).tap()])
  expect(file.suggestedFilename()).toMatch(/^seniorquiz-[\d-]+\.xlsx$/)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(roll.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
  await expect(roll.getByRole('columnheader', { name: 'E-mail' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', /rgba?\((?:255, 255, 255|0, 0, 0, 0)/)
  const paper = await page.pdf({ preferCSSPageSize: true })
  // 210 by 297 mm in points.
  expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
})
