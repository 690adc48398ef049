import type { Locator } from '@playwright/test'
import { makePng } from '../support/files'
import { findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'

const readBorder = (element: Locator) =>
  element.evaluate((shown) => {
    const { borderTopColor, borderTopStyle, borderTopWidth, outlineStyle, backgroundColor } =
      getComputedStyle(shown)
    return { borderTopColor, borderTopStyle, borderTopWidth, outlineStyle, backgroundColor }
  })

const readBorderColour = async (element: Locator) => (await readBorder(element)).borderTopColor

test('with forced colours, buttons keep their shape and the current place is marked (behaviour 9.22)', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(page, '/events/senior-quiz')
  const source = (await readBorder(page.locator('html'))).backgroundColor
  const register = page.getByRole('link', { name: 'Register Now' })
  expect(await readBorder(register)).toMatchObject({
    borderTopStyle: 'solid',
    borderTopWidth: '1px',
  })
  expect(await readBorderColour(register), 'a primary button’s border').not.toBe(source)
  const places = page.getByRole('navigation', { name: 'Main' })
  expect(
    await readBorderColour(places.getByRole('link', { name: 'Events', exact: true })),
    'where one is',
  ).not.toBe(source)
  for (const name of ['Home', 'Workshops', 'Shop', 'About', 'Contact']) {
    expect(await readBorderColour(places.getByRole('link', { name, exact: true })), name).toBe(
      source,
    )
  }
  await page.keyboard.press('Tab')
  await register.focus()
  expect((await readBorder(register)).outlineStyle, 'the focus').toBe('solid')
})

test('with forced colours, a chosen filter and an invalid field stand out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(page, '/schedule')
  const chip = (name: string) => page.locator('label', { hasText: name })
  expect((await readBorder(chip('Everyone'))).backgroundColor).not.toBe(
    (await readBorder(chip('Dental'))).backgroundColor,
  )
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await form.screenshot.setInputFiles({
    name: 'paid.png',
    mimeType: 'image/png',
    buffer: makePng(),
  })
  await form.submit.click()
  await expect(page.locator('[aria-invalid]').first()).toBeFocused()
  expect((await readBorder(page.locator('[aria-invalid]').first())).borderTopWidth).toBe('2px')
})

test('captions and lines have the text colour if a visitor prefers more contrast (behaviour 9.22)', async ({
  page,
}) => {
  await page.emulateMedia({ contrast: 'more' })
  await enter(page, '/events/senior-quiz')
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  for (const part of [page.locator('.caption').first(), page.locator('dt').first()]) {
    expect(await part.evaluate((shown) => getComputedStyle(shown).color)).toBe(ink)
  }
  expect(await readBorderColour(page.getByRole('complementary', { name: 'Registration' }))).toBe(
    ink,
  )
})
