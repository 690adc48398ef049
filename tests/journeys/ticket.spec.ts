import { deskCalls, fillPath } from '../../festival/contract/calls'
import type { EntryDetails } from '../../festival/contract/entry'
import type { QueuePage } from '../../festival/contract/queue'
import { admin, registerMany, signIn, test } from '../support/desk-visit'
import { enter, expect, expectAccessible, readQr } from '../support/journey'

test('shows a ticket with a readable QR code, prints it on one page, and retries after a lost connection (21.5, 21.12)', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 1)
  await signIn(page, festival, admin)
  const { rows }: QueuePage = await (await page.request.get(deskCalls.listQueue.path)).json()
  const path = fillPath(deskCalls.readEntry.path, { id: rows[0]?.id ?? '' })
  const entry: EntryDetails = await (await page.request.get(path)).json()
  const ticket = entry.ticket?.path ?? ''
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, ticket)
  await expect(page.getByText('Payment not checked yet')).toBeVisible()
  expect(await readQr(page.getByRole('img', { name: 'QR code of the ticket' }))).toMatch(/^\w{16}$/)
  await expectAccessible(page, 'a ticket')
  const share = page.getByRole('link', { name: 'Share on WhatsApp' })
  expect(decodeURIComponent((await share.getAttribute('href')) ?? '')).toContain(
    festival.address + ticket,
  )
  const paper = await page.pdf({ format: 'A4' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)

  await page.route('**/api/ticket/open', (route) => route.abort())
  await page.reload()
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/ticket/open')
  await retry.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code of the ticket' })).toBeVisible()

  await enter(page, `/ticket#${'A'.repeat(43)}`)
  await expect(page.getByText('This ticket no longer works')).toBeVisible()
  await expect(retry).toHaveCount(0)
  await expectAccessible(page, 'a ticket that no longer works')
})
