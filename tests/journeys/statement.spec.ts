import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { formatPaise } from '../../festival/bank/cells'
import type { Refunds } from '../../festival/contract/bank'
import { deskCalls } from '../../festival/contract/calls'
import type { QueuePage, QueueRow } from '../../festival/contract/queue'
import { type InventedEntry, inventFestival } from '../support/demo/invent-festival'
import { writeStatements } from '../support/demo/write-statement'
import { admin, postToDesk, sendInvented, signIn, test } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'
import type { ServedFestival } from '../support/serve'

const drop = (page: Page, name: string, bytes: Uint8Array) =>
  page.getByLabel(/^Choose (?:the bank statement|another) file/).setInputFiles({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(bytes),
  })

const group = (page: Page, name: string) => page.locator('summary', { hasText: name })

/** Refunds ₹1 as another organiser would while the dialog is open. Returns the formatted rest. */
const noteOneRupee = async (page: Page, festival: ServedFestival): Promise<string> => {
  const { refunds }: Refunds = await (
    await page.request.get(festival.address + deskCalls.recordRefunds.path)
  ).json()
  const [refund] = refunds
  if (!refund) {
    throw new Error('There is no refund to record')
  }
  const { entryId, amount } = refund
  await postToDesk(page, festival, deskCalls.recordRefunds.path, {
    refunds: [{ id: crypto.randomUUID(), entryId, amount: 100 }],
  })
  return formatPaise(amount - 100)
}

/** Finds an entry by its e-mail address, because entries sent concurrently have no fixed order. */
const findRow = async (
  { request }: Page,
  { address }: ServedFestival,
  { kind, person }: InventedEntry,
): Promise<QueueRow> => {
  const url = `${address + deskCalls.listQueue.path}?kind=${kind}`
  const { rows }: QueuePage = await (await request.get(url)).json()
  const row = rows.find(({ email }) => email === person.email)
  if (!row) {
    throw new Error(`The queue lacks ${person.email}`)
  }
  return row
}

/** (behaviour 15.1, 15.2, 15.3, 15.41 to 15.44, 15.49, 15.52, 15.80, 15.10) */
test('importing a statement twice verifies each payment once, and a reversal is flagged', async ({
  page,
  festival,
}) => {
  const now = Date.now()
  // These rooms and teams have no faults or flags, so every correct payment is matched.
  const invented = inventFestival(120, 3).filter(
    ({ kind, pass, fault }) => kind !== 'delegate-pass' && !pass && !fault,
  )
  await sendInvented(festival, invented)
  const { first, later, paidRightly } = writeStatements(invented, now, 3)
  const room = paidRightly.find(({ kind }) => kind === 'accommodation')
  const team = paidRightly.find(({ kind }) => kind === 'registration')
  if (!room || !team) {
    throw new Error('No room or no event was paid correctly')
  }
  await signIn(page, festival, admin)
  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: 'Statement' })
    .click()
  await drop(page, 'letter.pdf', new TextEncoder().encode('%PDF-1.7'))
  await expect(page.getByRole('alert')).toContainText('This PDF cannot be opened: it is damaged.')

  // Before saving, the desk warns that the file is from another account.
  const day = new Date(now).toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' })
  const shop = Array.from(
    { length: 12 },
    (_none, at) => `${day},NEFT SHOP ${at},,7.00,${100 + at * 7}.00`,
  )
  await drop(
    page,
    'the-shop.csv',
    new TextEncoder().encode(['Date,Details,Debit,Credit,Balance', ...shop].join('\n')),
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('alert')).toContainText(
    'Almost no payment in this file matches anyone',
  )
  await expect(preview.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expectAccessible(page, 'a file that names nobody')
  await preview.getByRole('button', { name: 'Yes, this is the right file' }).click()
  await expect(preview.getByRole('button', { name: 'Save 12 rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Close this file' }).click()

  // An organiser verifies this entry before the import.
  const { id: entryId, version } = await findRow(page, festival, room)
  const verification = { id: crypto.randomUUID(), entryId, version, decision: 'verify' }
  await postToDesk(page, festival, deskCalls.decide.path, verification)
  await drop(page, 'statement.txt', first)
  await expect(group(page, 'Matched')).toContainText('so does the amount')
  await expect(group(page, 'Unidentified payments')).toBeVisible()
  await group(page, 'Matched').click()
  for (const kind of [
    /^The UTR matches/,
    /^The note contains/,
    /^Paid more than once/,
    /^One payment for several/,
  ]) {
    await expect(preview.getByRole('region', { name: kind })).toBeVisible()
  }
  await expectAccessible(page, 'preview')
  const verifyMatched = preview.getByRole('button', { name: /^Verify \d+ matched/ })
  const matched = Number(/\d+/.exec(await verifyMatched.innerText())?.[0])
  const [people = 0, mailed = 0] =
    (await preview.getByText('would be “Verified (bank)”').innerText())
      .match(/\d+(?= entries would| people get an e-mail)/g)
      ?.map(Number) ?? []
  // Participants who were already verified get no second e-mail.
  expect(mailed).toBe(people - 1)
  await verifyMatched.click()
  await expect(page.getByText(`${matched} entries verified (bank)`)).toBeVisible()

  // One participant paid twice. An organiser confirms this and refunds the surplus.
  const open = page.getByRole('region', { name: 'Open' })
  await open.locator('summary', { hasText: 'Matched' }).click()
  const twice = open.getByRole('region', { name: /^Paid more than once/ })
  await twice.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(twice).toBeHidden()
  await page.getByRole('link', { name: /refund.* due/ }).click()
  await page.getByLabel(/^Tick (?!\d)/).check()
  await page.getByRole('button', { name: /^Refund …/ }).click()
  const refund = page.getByRole('dialog')
  const amount = refund.getByLabel('Amount that was refunded')
  const typed = await amount.inputValue()
  await refund.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(refund.getByLabel(/^How/)).toBeFocused()
  await refund.getByLabel(/^How/).fill('UPI')
  const left = await noteOneRupee(page, festival)
  await refund.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(refund.getByRole('alert')).toBeFocused()
  await expect(refund).toContainText(`Only ${left} is still to be refunded.`)
  await expect(amount).toHaveValue(typed)
  await expectAccessible(page, 'a refund that somebody else noted a part of')
  await amount.fill('')
  await amount.fill(left)
  await refund.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(page.getByRole('region', { name: 'Refunded or not refunded' })).toContainText(left)
  await expectAccessible(page, 'refunds')

  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('link', { name: /^Verified/ }).click()
  const { id } = await findRow(page, festival, team)
  await page.locator(`[data-row="${id}"]`).click()
  const bank = page.getByRole('region', { name: 'In the bank statement' })
  await expect(bank).toContainText('Verified by this payment')
  await expect(bank.locator('mark').first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo this/ }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Waiting')
  await expectAccessible(page, 'a record whose payment is free again')

  await page.getByRole('link', { name: 'Statement' }).click()
  await drop(page, 'the-same.txt', first)
  await expect(preview).toContainText('0 new rows')
  await page.getByRole('button', { name: 'Close this file' }).click()
  await drop(page, 'later.txt', later)
  await expect(preview).toContainText('2 new rows')
  await expect(group(page, 'Reversed, or not accepted')).toBeVisible()
  await preview.getByRole('button', { name: /^(?:Verify|Save)/ }).click()
  const reversedAllocations = page.getByRole('region', { name: /^The bank reversed 1 payment/ })
  await reversedAllocations.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'One flag' })).toContainText(
    'The bank reversed the payment',
  )
  // Fewer than five decisions exist on this kind of flag, so its success rate is hidden.
  await expect(page.getByRole('main')).not.toContainText('This kind of flag has been right')

  await page.getByRole('link', { name: 'Statement' }).click()
  const files = page.getByRole('region', { name: 'Files' }).getByRole('listitem')
  await expect(files).toHaveCount(2)
  const takeBack = files.getByRole('button', { name: 'Undo this import' })
  // The newest file has a reversal, so it cannot be removed.
  await expect(takeBack).toHaveCount(0)
  const others = [
    'Date,Details,Debit,Credit,Balance',
    `${day},NEFT GRANT,,70.00,170.00`,
    `${day},NEFT RENT,,5.00,175.00`,
  ]
  await drop(page, 'another-account.csv', new TextEncoder().encode(others.join('\n')))
  await preview.getByRole('button', { name: 'Save 2 rows' }).click()
  await expect(files).toHaveCount(3)
  await takeBack.click()
  await expect(files).toHaveCount(2)

  await drop(page, 'statement.txt', first)
  await page.getByRole('button', { name: 'Choose the columns yourself' }).click()
  await expectAccessible(page, 'columns that are mapped')
  await page.getByRole('button', { name: 'Use these columns' }).click()
  await expect(preview).toContainText('0 new rows')

  await page.getByRole('button', { name: 'Close this file' }).click()
  await drop(
    page,
    'statement.pdf',
    readFileSync(join(import.meta.dirname, '../support/statements/locked.pdf')),
  )
  await page.getByLabel('Password of the file').fill('wrong')
  await page.getByRole('button', { name: 'Open the file' }).click()
  await expect(page.getByLabel('Password of the file')).toHaveAccessibleDescription(
    /This password does not open the file/,
  )
  await expectAccessible(page, 'a locked PDF')
  await page.getByLabel('Password of the file').fill('ASHA1503')
  await page.getByRole('button', { name: 'Open the file' }).click()
  await expect(
    page.getByText('3 rows, 1 to 3 October 2025. All 2 running balances add up.'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Close this file' }).click()
  const marked = ['61,✅', '82,✅', '43,❌', '94,✅'].map(
    (cells, at) => `0${at + 1}/10/2025,52750000000${at},${cells}`,
  )
  await drop(
    page,
    'report.csv',
    new TextEncoder().encode(['Date,UTR,Amount,Went', ...marked].join('\n')),
  )
  const use = page.getByRole('button', { name: 'Use these columns' })
  await expect(use).toBeDisabled()
  await page.getByLabel('Value that means “received”').selectOption('“✅” under “Went”')
  await use.click()
  await expect(
    page.getByText('do not clearly say that money was received: “❌” (1).'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Close this file' }).click()
  const unsigned = ['Date,UTR,Amount', `${day},527500000010,61.00`, `${day},527500000011,82.00`]
  await drop(page, 'app.csv', new TextEncoder().encode(unsigned.join('\n')))
  await use.click()
  await expect(
    page.getByRole('heading', { name: 'Are all of these payments that you received?' }),
  ).toBeVisible()
  await expectAccessible(page, 'payments whose direction is asked')
  await page.getByRole('button', { name: 'No, some went out' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This file does not show which payments came in',
  )
})
