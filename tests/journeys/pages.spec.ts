import { enter, expect, expectAccessible, test } from '../support/journey'
import { listBuiltScreens } from '../support/screens'

test('the server says that it lives and that its tables answer', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('the home page opens, and a visitor comes from it to the Senior Quiz’s form', async ({ page }) => {
  await enter(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'home')
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).first().click()
  await expect(page).toHaveURL(/\/events$/)
  await page.goto('/events/senior-quiz')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go to the festival' }).click()
  await page.getByRole('link', { name: 'Register Now' }).first().click()
  await expect(page).toHaveURL(/\/register\?event=SeniorQuiz$/)
  await expect(page.getByRole('button', { name: 'Submit Registration' })).toBeVisible()
})

test('every address of the table answers with a page of its own', async ({ request }) => {
  const addresses = listBuiltScreens().flatMap(({ address, aliases }) => [address, ...aliases])
  expect(addresses.length).toBeGreaterThan(50)
  for (const address of addresses) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(200)
    expect(await answer.text(), address).toMatch(/<title>[^<]+<\/title>[\s\S]*<h1/)
  }
})

test('an address that does not exist gets the page for lost visitors, and says so by its status', async ({
  request,
}) => {
  const answer = await request.get('/no-such-page')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('<h1')
})
