import { enter, expect, test } from '../support/journey'

test('the key “/” can be turned off in the search, and the device remembers the choice', async ({
  page,
}) => {
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

test('a slow search says that it is loading (11.6)', async ({ page }) => {
  let isAsked = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/search-dialog.*\.js/, async (route) => {
    isAsked = true
    await released
    await route.continue()
  })
  await enter(page, '/')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Loading…')).toBeVisible()
  expect(isAsked).toBe(true)
  release()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
})

test('the theme switch is labelled “Dark mode” and says whether it is on', async ({ page }) => {
  await enter(page, '/')
  const dark = page.getByRole('button', { name: 'Dark mode', exact: true })
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await dark.click()
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
})

test('a search without results offers to ask the chatbot', async ({ page }) => {
  await enter(page, '/')
  await page.keyboard.press('/')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('searchbox').fill('parking')
  await search.getByRole('button', { name: 'Ask instead' }).click()
  await expect(search).toHaveCount(0)
  const chat = page.getByRole('dialog', { name: 'Ask about Cerebra' })
  await expect(chat.getByRole('log')).toContainText('parking')
  await expect(chat.getByRole('log')).toContainText('I don’t know about “parking”; call')
  await expect(chat.getByRole('textbox', { name: 'Your question' })).toBeFocused()
  await chat
    .getByRole('list', { name: 'Perhaps you mean' })
    .getByRole('button', { name: 'What are the fees?' })
    .click()
  await expect(chat.getByRole('log')).toContainText('Case Pulse, Axon Alley and Nexus')
  await expect(chat.getByRole('textbox', { name: 'Your question' })).toBeFocused()
})
