import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { admin, expectAccessibleOnBoth, registerMany, signIn, test } from '../support/desk-visit'
import { expect } from '../support/journey'
import { readEmails } from '../support/saved'

/** (behaviour 14.140, 14.141, 14.142) */
test('an admin writes to everybody in a list by keyboard, tries it out, stops it, and sends it again to who did not get it', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 3)
  await signIn(page, festival, admin)
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Write to everybody in this list' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write to everybody in this list' })
  const send = dialog.getByRole('button', { name: 'Send to 3 addresses' })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Subject').focus()
  await page.keyboard.type('The quiz begins later')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It begins at 10.\nCome to the hall.')
  const preview = dialog.getByRole('region', { name: 'The e-mail will say' })
  await expect(preview).toContainText('The quiz begins later')
  await expect(preview).toContainText('Come to the hall.')
  await expectAccessibleOnBoth(page, 'a message')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The test is on its way to your address')).toBeVisible()
  await expect(async () => {
    const subjects = (await readEmails(festival, admin)).map(({ subject }) => subject)
    expect(subjects).toContain('The quiz begins later')
  }).toPass()

  // Nothing goes out for as long as the folder of the e-mails is missing.
  const mails = join(festival.dataDir, 'mail')
  rmSync(mails, { recursive: true })
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  const message = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'The quiz begins later' }) })
  await expect(message).toContainText('0 sent, 0 waiting, 3 failed')
  await message.getByText('Who did not get it (3)').click()
  await expectAccessibleOnBoth(page, 'who did not get a message')
  await message.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(message.getByRole('button', { name: 'Go on' })).toBeVisible()
  mkdirSync(mails)
  await message.getByRole('button', { name: /^Send again.*Registrant 2$/ }).press('Enter')
  await expect(message).toContainText('1 sent, 0 waiting, 2 failed')
  await expect(message.getByRole('button', { name: /^Send again/ })).toHaveCount(2)
  await message.getByRole('button', { name: 'Go on' }).press('Enter')
  // The pause before the next attempt has to pass.
  await expect(message).toContainText('3 sent, 0 waiting, 0 failed', { timeout: 60_000 })
  await expect(message).toContainText('Done')
  const [mail] = (await readEmails(festival, 'registrant-1@students.test')).slice(-1)
  expect(mail?.text).toContain('Dear Registrant 1,\n\nIt begins at 10.\nCome to the hall.')
})
