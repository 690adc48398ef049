import type { Page } from '@playwright/test'
import { inventFestival } from '../support/demo/invent-festival'
import { writeStatements } from '../support/demo/write-statement'
import { admin, sendInvented, signIn, test } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'

const openRegion = (page: Page) => page.getByRole('region', { name: 'Open' })

const openGroup = async (page: Page, title: string, group: string) => {
  await openRegion(page).locator('summary', { hasText: title }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`group=${group}$`))
}

/** (behaviour 15.41, 15.44, 15.62, 15.65, 15.66) */
test('a treasurer settles a whole statement by keyboard', async ({ page, festival }) => {
  const invented = inventFestival(100, 3)
  await sendInvented(festival, invented)
  const { first, paidTooLittle } = writeStatements(invented, Date.now(), 3)
  await signIn(page, festival, admin)
  await page.goto('/desk/statement')
  await page.getByLabel('Choose the bank statement file').setInputFiles({
    name: 'statement.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(first),
  })
  await page
    .getByRole('region', { name: 'Preview' })
    .getByRole('button', { name: /^Verify \d+ matched/ })
    .click()
  await expect(page.getByText(/entries verified \(bank\)/)).toBeVisible()

  // One press settles all possible matches of a kind except one. The kind is the reason.
  await openGroup(page, 'Maybe', 'maybe')
  const kind = openRegion(page).getByRole('region', { name: /^The payer’s (?:phone|name)/ })
  const items = kind.getByRole('listitem')
  const all = await items.count()
  expect(all).toBeGreaterThan(3)
  await expectAccessible(page, 'maybes of one kind')
  // The desk does not preselect entries with a flag about money.
  const ticked = await kind.getByRole('checkbox', { checked: true }).count()
  expect(ticked).toBeGreaterThan(2)
  await kind.getByRole('checkbox', { checked: true }).first().uncheck()
  await kind.getByRole('button', { name: `Verify these ${ticked - 1}`, exact: true }).click()
  await expect(items).toHaveCount(all - ticked + 1)
  await expect(openRegion(page).locator('[data-match] fieldset button:focus')).toHaveCount(1)

  // Nothing links a stranger's payment to an entry, so a reason is typed.
  await openGroup(page, 'Unidentified payments', 'unknown')
  const stranger = openRegion(page).getByRole('listitem').filter({ hasText: 'STRANGER' }).first()
  const number = /\d{12}/.exec(await stranger.innerText())?.[0] ?? ''
  await stranger.getByRole('button', { name: /^Whose is this/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Whose payment is this?' })
  await expect(dialog.getByLabel('Search all open entries')).toBeFocused()
  await expectAccessible(page, 'whose is it')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked()
  // The suggested participant may be one of those who paid too little.
  const chosen = await dialog.getByRole('button', { name: /^Verify / }).innerText()
  const tooLittle = paidTooLittle.find(
    ({ kind, person }) => kind === 'registration' && !chosen.includes(person.name),
  )
  if (!tooLittle) {
    throw new Error('No second participant paid too little for an event')
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Why do you accept it?')).toBeFocused()
  await page.keyboard.type('They showed me the payment')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(openRegion(page).getByText(number)).toHaveCount(0)
  await expect(openRegion(page).locator('[data-match] fieldset button:focus')).toHaveCount(1)

  // Back returns to the entry's group, and the treasurer requests the missing amount.
  await openGroup(page, 'Wrong amount', 'wrong-amount')
  const short = openRegion(page).getByRole('listitem').filter({ hasText: tooLittle.person.name })
  await short.getByRole('link').click()
  await expect(page).toHaveURL(/\/desk\/entries\/[^?]+\?bank=wrong-amount$/)
  await expect(page.locator('[data-row][aria-current=true]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify with a bank payment …' })).toBeVisible()
  await expectAccessible(page, 'a record with a payment that names it')
  await page.goBack()
  await expect(page).toHaveURL(/group=wrong-amount$/)
  const ask = short.getByRole('button', { name: /^Ask for ₹/ })
  const sum = /₹([\d,]+)/.exec(await ask.innerText())?.[1]?.replace(',', '') ?? ''
  await ask.click()
  await expect(page.getByLabel('Missing amount in rupees')).toHaveValue(sum)
  await expectAccessible(page, 'what is missing is asked for')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a correction' }).click()
  await expect(short).toContainText('Needs correction')

  await page.goto('/desk/queue')
  await page.getByRole('searchbox').fill(number)
  const found = page.getByRole('region', { name: 'At the bank' })
  await expect(found).toContainText('A STRANGER')
  await expectAccessible(page, 'a search that finds a payment')
  await found.getByRole('link').click()
  await expect(page.getByText('They showed me the payment')).toBeVisible()
})
