import { enter, expect, test } from '../support/journey'

test('the key / opens a search that leads to a page, by keyboard alone', async ({ page }) => {
  await enter(page, '/')
  await page.keyboard.press('/')
  const search = page.getByRole('dialog', { name: /search/i })
  await expect(search).toBeVisible()
  await page.keyboard.type('reviva')
  await expect(search.getByText('Reviva').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/workshops\/reviva$/)
})
