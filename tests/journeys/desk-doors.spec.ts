import {
  expectAccessibleOnBoth,
  postToDesk,
  registerMany,
  signIn,
  test,
  verifier,
} from '../support/desk-visit'
import { createPhone, makeScan } from '../support/doors'
import { expect } from '../support/journey'

/** (behaviours 21.30, 21.31, 21.37, 21.39, 21.40) */
test('a verifier opens a door, adds a phone, sees who is in and removes the phone', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, verifier)
  await page.goto('/desk/doors')
  await expect(page.getByText('No doors yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Open a door' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Open a door' })
  await dialog.getByLabel('List').selectOption({ label: 'Gala night' })
  await dialog.getByLabel('List').selectOption('event:SeniorQuiz')
  await expectAccessibleOnBoth(page, 'opening a door')
  await dialog.getByRole('button', { name: 'Open door' }).press('Enter')
  await expect(dialog).toBeHidden()
  const door = page.getByRole('region', { name: 'Senior Quiz · Door 1' })
  await expect(door.getByText('No phones yet.')).toBeVisible()

  const added = page.waitForResponse((response) => response.url().endsWith('/phones'))
  await door.getByRole('button', { name: 'Add a phone' }).press('Enter')
  const { address } = await (await added).json()
  const adding = page.getByRole('dialog', { name: 'Add a phone' })
  await expect(adding.getByRole('img', { name: 'QR code that adds a phone' })).toBeVisible()
  await expectAccessibleOnBoth(page, 'adding a phone')
  const request = (path: string, init?: RequestInit) => {
    const headers = { ...init?.headers, Origin: festival.address }
    return fetch(festival.address + path, { ...init, headers })
  }
  const phone = createPhone(request, 'Dev')
  await phone.pair(address.split('#')[1])
  await expect(adding.getByText('1 phone at this door.')).toBeVisible()
  await page.keyboard.press('Escape')

  const { entries } = await phone.readList()
  const entryId = entries[0]?.id ?? ''
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString()
  const unlisted = [{ id: crypto.randomUUID(), name: 'Meena Rao', at: at(1), volunteer: 'Dev' }]
  const scans = [makeScan(entryId, { at: at(60) }), makeScan(entryId, { at: at(30) })]
  await phone.sendScans({ scans, unlisted, unsent: 2 })
  await expect(door.getByText('1 let in')).toBeVisible()
  await expect(door.getByRole('row', { name: /^Dev/ })).toContainText('2')
  await expect(door.getByText('Meena Rao')).toBeVisible()
  await expectAccessibleOnBoth(page, 'a door')

  await door.getByRole('link', { name: 'Who is in' }).press('Enter')
  await page.getByLabel('Present', { exact: true }).selectOption('Came twice')
  await expect(page.getByText(/^Came twice: .*, Door 1; .*, Door 1$/)).toBeVisible()
  await page.goBack()
  await door.getByRole('link', { name: 'Sign for the door' }).press('Enter')
  await expect(page.getByRole('img', { name: 'Test code' })).toBeVisible()
  await expectAccessibleOnBoth(page, 'the sign of a door')
  await page.goBack()

  await door.getByRole('button', { name: /^Remove.*Dev/ }).press('Enter')
  await expect(door.getByText('No phones yet.')).toBeVisible()
  expect((await phone.send('list')).status).toBe(401)

  const { pathname } = new URL((await added).url())
  for (let number = 0; number < 8; number += 1) {
    const { address: link } = await (await postToDesk(page, festival, pathname, {})).json()
    await createPhone(request, 'Esha').pair(link.split('#')[1])
  }
  await door.getByRole('button', { name: 'Add a phone' }).press('Enter')
  await expect(door.getByText('This door has 8 phones, which is the limit.')).toBeVisible()
})
