import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { deskCalls } from '../../festival/contract/calls'
import { myEntryPaths } from '../../festival/contract/my-entry'
import type { QueuePage, QueueRow } from '../../festival/contract/queue'
import { admin, postToDesk, readLink, registerMany, signIn, test } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'
import type { ServedFestival } from '../support/serve'

const email = 'registrant-1@students.test'

/** Verifies all entries and cancels their event. */
const cancelVerified = async (page: Page, festival: ServedFestival): Promise<QueueRow[]> => {
  const { address } = festival
  const answer = await page.request.get(address + deskCalls.listQueue.path)
  const { rows }: QueuePage = await answer.json()
  for (const { id: entryId, version } of rows) {
    const decision = { id: randomUUID(), entryId, version, decision: 'verify' }
    await postToDesk(page, festival, deskCalls.decide.path, decision)
  }
  const changes = [{ field: 'status', seen: null, value: 'cancelled' }]
  const response = await page.request.put(
    `${address}${deskCalls.saveSubject.path}?event=SeniorQuiz`,
    { data: { id: randomUUID(), changes }, headers: { Origin: address } },
  )
  expect(response.status()).toBe(200)
  return rows
}

const openOwnPage = async (page: Page, festival: ServedFestival, id: string) => {
  const headers = { Origin: festival.address }
  const data = { id, email }
  await page.request.post(festival.address + myEntryPaths.askForStatus, { data, headers })
  await page.goto(await readLink(festival, email, '/my-submission'))
}

/** (behaviour 15.158, 15.164, 15.165, 15.166, 15.171) */
test('a participant enters a UPI ID, and an admin records three refunds with three presses', async ({
  page,
  festival,
  context,
}) => {
  await registerMany(festival, 3)
  await signIn(page, festival, admin)
  const rows = await cancelVerified(page, festival)

  const own = await context.newPage()
  await openOwnPage(own, festival, rows.find((row) => row.email === email)?.label ?? '')
  const field = own.getByLabel('UPI ID for the refund')
  await field.fill('9876543210')
  await own.getByRole('button', { name: 'Save the UPI ID' }).click()
  await expect(own.getByText('Enter a UPI ID such as name@bank.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(own, 'a wrong UPI ID')
  await field.fill('asha@ybl')
  await own.getByRole('button', { name: 'Save the UPI ID' }).click()
  await expect(own.getByText('Your UPI ID is saved.')).toBeVisible()

  await page.goto('/desk/refunds')
  await expect(page.getByText('asha@ybl')).toBeVisible()
  await expect(page.getByText('not given yet')).toHaveCount(2)
  await page.getByLabel('Tick 3 entries, ₹1,800 in Senior Quiz').check()
  await expect(page.getByRole('status').filter({ hasText: '3 entries, ₹1,800' })).toBeVisible()
  await expectAccessible(page, 'ticked refunds')
  await page.getByRole('button', { name: 'Refund …', exact: true }).click()
  await expectAccessible(page, 'the dialog for three refunds')
  await page.getByLabel('How it was refunded').fill('UPI')
  await page.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(page.getByText('There is nothing to refund.')).toBeVisible()
  const recorded = page.getByRole('region', { name: 'Refunded or not refunded' })
  await expect(recorded.getByRole('listitem')).toHaveCount(3)
  await own.reload()
  await expect(own.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await expect(own.getByLabel('UPI ID for the refund')).toHaveCount(0)
})
