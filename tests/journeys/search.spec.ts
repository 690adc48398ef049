import { enter, expect, test } from '../support/journey'

test('the key / can be switched off in the search, and the device remembers', async ({ page }) => {
  await enter(page, '/')
  const search = page.getByRole('dialog', { name: 'Search' })
  const choice = search.getByRole('checkbox', { name: 'The key / opens this search' })
  await page.keyboard.press('/')
  await choice.uncheck()
  await page.keyboard.press('Escape')
  await enter(page, '/shop')
  await page.keyboard.press('/')
  await page.waitForTimeout(300)
  await expect(search).toHaveCount(0)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(search).toBeVisible()
})

test('the switch between light and dark is called by what it does', async ({ page }) => {
  await enter(page, '/')
  const dark = page.getByRole('button', { name: 'Dark mode', exact: true })
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await dark.click()
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
})
