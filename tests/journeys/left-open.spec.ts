import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { at } from '../../festival/content/slot'
import type { SubjectChange } from '../../festival/live/state'
import { identity } from '../edition/identity'
import { admin, startSession, test } from '../support/desk-visit'
import { findForm } from '../support/form'
import { enter, expect, expectAccessible } from '../support/journey'
import { paid } from '../support/passes'
import { secondDist } from '../support/second-edition'
import type { ServedFestival } from '../support/serve'

// Sales end in open tabs of a public build, by the clock or by an organiser's change.
test.use({ dist: secondDist, trace: 'off' })

const helpDeskContact = 'the help desk, +91 00000 00000'
const closedWords = 'Registration has closed: please don’t pay now'

type Desk = Pick<Page, 'request'>

/** `seen` is the field's current value, null if no organiser has set one. */
const change = async (
  { request }: Desk,
  { address }: ServedFestival,
  event: string,
  changes: SubjectChange,
  seen: string | null = null,
) => {
  const answer = await request.put(`${address}/api/desk/festival/subject?event=${event}`, {
    data: {
      id: randomUUID(),
      changes: Object.entries(changes).map(([field, value]) => ({ field, seen, value })),
    },
    headers: { Origin: address },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const openAt = async (page: Page, time: string, path: string) => {
  await page.clock.install({ time: new Date(time) })
  await enter(page, path)
}

const openTab = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await enter(page, path)
  return page
}

const findCode = (page: Page) => page.getByRole('img', { name: /^QR code/ })

const expectCode = async (page: Page) => {
  await findCode(page).scrollIntoViewIfNeeded()
  await expect(findCode(page)).toBeVisible()
  await expect(page.getByText(identity.payee.id, { exact: true })).toBeVisible()
}

/** Expects an alert, and neither a payment QR nor a UPI ID. */
const expectStop = async (page: Page, title: string, advice: string) => {
  // If a dialog is open, the last alert is the dialog's.
  const alert = page.getByRole('alert').filter({ hasText: title }).last()
  await expect(alert).toContainText(advice)
  await expect(alert).toBeInViewport()
  await expect(findCode(page)).toHaveCount(0)
  await expect(page.getByText(identity.payee.id, { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy the UPI id' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0)
}

/** Delays every state response until the returned function is called. */
const holdState = async (page: Page) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/state', async (route) => {
    await isReleased
    await route.continue()
  })
  return () => release()
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

const fillPass = async (page: Page) => {
  await page.getByRole('radio', { name: /SILVER SPINE/ }).check()
  await page.getByLabel('Full name').fill('Asha Test')
  await page.getByLabel('E-mail').fill('left-open@students.test')
  await page.getByLabel('Phone').fill('0123456789')
  await page.getByLabel('College or institution').fill('Test Medical College')
}

test('an open event form hides its payment code when the event is closed, postponed or cancelled', async ({
  page,
  context,
  festival,
  request,
}) => {
  await startSession({ request }, festival, admin)
  await openAt(page, at('2025-10-08', '10:00'), '/register?event=Sonostrike')
  await findForm(page).names.first().fill('Asha Test')
  await expectCode(page)
  const closing = await openTab(context, '/register?event=SmartAI')
  await expectCode(closing)
  const postponed = await openTab(context, '/register?event=AxonAlley')
  await expectCode(postponed)
  const timed = await openTab(context, '/register?event=SeniorQuiz')
  await findForm(timed).names.first().fill('Ravi Test')
  await expectCode(timed)

  await change({ request }, festival, 'Sonostrike', { status: 'cancelled' })
  await change({ request }, festival, 'SmartAI', { status: 'closed' })
  await change({ request }, festival, 'AxonAlley', { status: 'soon' })
  await change({ request }, festival, 'SeniorQuiz', { closesAt: at('2025-10-08', '10:30') })
  await page.clock.runFor(20_000)
  const refund = 'If you have already paid, submit the form to get a refund.'
  await expectStop(page, 'Sonostrike is cancelled: please don’t pay', refund)
  const advice = `Already paid? Submit within 30 minutes of closing; after that, call ${helpDeskContact}.`
  await expectStop(closing, closedWords, advice)
  await expectStop(postponed, closedWords, advice)
  await expectCode(timed)
  await expect(findForm(page).names.first()).toHaveValue('Asha Test')

  // The page already knows the closing time, so it needs no network.
  await context.setOffline(true)
  await page.clock.fastForward(30 * 60_000)
  await expectStop(timed, closedWords, advice)
  await expect(findForm(timed).names.first()).toHaveValue('Ravi Test')
  await context.setOffline(false)

  // Reopening shows the payment QR again.
  await change({ request }, festival, 'Sonostrike', { status: 'open' }, 'cancelled')
  await page.clock.runFor(20_000)
  await expectCode(page)
  await expect(page.getByText('please don’t pay')).toHaveCount(0)
})

for (const isOffline of [false, true]) {
  test(`an open event form hides its payment code once the event begins, and keeps it hidden after the event ends, ${isOffline ? 'offline' : 'online'}`, async ({
    page,
    context,
  }) => {
    await openAt(page, at('2025-10-09', '08:55'), '/register?event=Sonostrike')
    const name = findForm(page).names.first()
    await name.fill('Asha Test')
    await expectCode(page)
    await context.setOffline(isOffline)
    await page.clock.pauseAt(new Date(at('2025-10-09', '08:59')))
    await page.clock.runFor(59_000)
    await expectCode(page)
    await page.clock.runFor(1_000)
    const advice = `We can no longer take this form. Already paid? Call ${helpDeskContact}.`
    await expectStop(page, 'Sonostrike has begun: please don’t pay now', advice)
    await expect(name).toHaveValue('Asha Test')
    await page.clock.pauseAt(new Date(at('2025-10-09', '12:30')))
    await page.clock.runFor(1_000)
    await expectStop(page, 'Sonostrike is over: please don’t pay now', advice)
    await expect(name).toHaveValue('Asha Test')
  })
}

test('reloading a draft after the event has begun shows no payment code', async ({ page }) => {
  await openAt(page, at('2025-10-09', '08:58'), '/register?event=Sonostrike')
  await findForm(page).names.first().fill('Asha Test')
  await page.clock.fastForward(3 * 60_000)
  await page.reload()
  await expectStop(page, 'Sonostrike has begun: please don’t pay now', helpDeskContact)
  await expect(findForm(page).names.first()).toHaveValue('Asha Test')
})

test('an open pass form hides its payment code when the sale of its tier ends', async ({
  page,
  context,
}) => {
  await openAt(page, at('2025-10-10', '07:55'), '/delegate-pass')
  await fillPass(page)
  const other = await openTab(context, '/delegate-pass')
  await expect(other.getByRole('radio', { name: /SILVER SPINE/ })).toBeChecked()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expectCode(page)
  await page.clock.pauseAt(new Date(at('2025-10-10', '07:59')))
  await page.clock.runFor(59_000)
  await expectCode(page)
  await page.clock.runFor(1_000)
  const title = 'Tier 1 is no longer sold: please don’t pay for it'
  const advice = `Choose another tier. Already paid? Submit the form now. If it is no longer accepted, call ${helpDeskContact}.`
  await expectStop(page, title, advice)
  const dialog = page.getByRole('dialog', { name: 'Send your payment' })
  await expect(dialog.getByRole('alert')).toContainText(title)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectStop(page, title, advice)
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Test')
  await expect(page.getByRole('radio', { name: /SILVER SPINE/ })).toBeDisabled()
  await expectStop(other, title, advice)

  // Participants who have paid can still submit.
  await other.getByRole('button', { name: 'I have already paid' }).click()
  const paidDialog = other.getByRole('dialog', { name: 'Send your payment' })
  await paidDialog.locator('input[type="file"]').setInputFiles(paid())
  await expect(paidDialog.getByRole('button', { name: 'Submit Registration' })).toBeEnabled()
  await paidDialog.getByRole('button', { name: 'Close' }).click()

  // The other tier stays on sale until the gala night.
  await page.getByRole('radio', { name: /GOLDEN SPINE/ }).check()
  await expect(page.getByText('please don’t pay')).toHaveCount(0)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expectCode(page)
  await context.setOffline(true)
  await page.clock.pauseAt(new Date(at('2025-10-11', '18:00')))
  await page.clock.runFor(1_000)
  await expectStop(
    page,
    'Tier 2 is no longer sold: please don’t pay for it',
    'Already paid? Submit the form now.',
  )
})

test('“Proceed to Payment” shows no payment code if all workshops of the tier are closed', async ({
  page,
  festival,
  request,
}) => {
  await startSession({ request }, festival, admin)
  await openAt(page, at('2025-10-08', '10:00'), '/delegate-pass')
  await fillPass(page)
  const releaseState = await holdState(page)
  for (const event of ['Sonostrike', 'Vivantia', 'SonicShift', 'SmartAI', 'DisasterX']) {
    await change({ request }, festival, event, { status: 'closed' })
  }
  await page.clock.pauseAt(new Date(at('2025-10-08', '11:00')))
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'One moment: we are checking that you can still pay for this.',
  )
  await expect(findCode(page)).toHaveCount(0)
  releaseState()
  await expectStop(page, 'Tier 1 is no longer sold: please don’t pay for it', helpDeskContact)
})

test('shows the payment code if the server does not respond within three seconds', async ({
  page,
}) => {
  await openAt(page, at('2025-10-08', '10:00'), '/delegate-pass')
  await fillPass(page)
  await page.route('**/api/state', () => new Promise(() => {}))
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expectCode(page)
})

test('the text that replaces a payment code is accessible, on the form and in the dialog', async ({
  page,
}) => {
  await openAt(page, at('2025-10-10', '07:59'), '/delegate-pass')
  await fillPass(page)
  await page.clock.fastForward(2 * 60_000)
  await expectStop(page, 'Tier 1 is no longer sold: please don’t pay for it', helpDeskContact)
  await expectAccessible(page, 'a pass form whose tier is no longer sold')
  await page.getByRole('button', { name: 'I have already paid' }).click()
  await expectStop(page, 'Tier 1 is no longer sold: please don’t pay for it', helpDeskContact)
  await expectAccessible(page, 'its dialog')
})

for (const isOffline of [false, true]) {
  test(`an open room form hides its payment QR as the last night begins, ${isOffline ? 'offline' : 'online'}`, async ({
    page,
    context,
  }) => {
    await openAt(page, at('2025-10-12', '17:55'), '/accommodation')
    await page.getByLabel('Full name').fill('Asha Test')
    await expectCode(page)
    await context.setOffline(isOffline)
    await page.clock.pauseAt(new Date(at('2025-10-12', '18:00')))
    await page.clock.runFor(1_000)
    const title = 'Rooms can no longer be requested: please don’t pay'
    await expectStop(
      page,
      title,
      `We can no longer take this form. Already paid? Call ${helpDeskContact}.`,
    )
    await expect(page.getByLabel('Full name')).toHaveValue('Asha Test')
    // After midnight, the festival is over, and the form still has the draft.
    await page.clock.pauseAt(new Date(at('2025-10-13', '00:00')))
    await page.clock.runFor(1_000)
    await expectStop(page, title, helpDeskContact)
    await expect(page.getByLabel('Full name')).toHaveValue('Asha Test')
  })
}

test('a tab that becomes visible checks for changes before it shows a payment code', async ({
  page,
  festival,
  request,
}) => {
  await startSession({ request }, festival, admin)
  await openAt(page, at('2025-10-08', '10:00'), '/register?event=Sonostrike')
  await expectCode(page)
  await setHidden(page, true)
  await change({ request }, festival, 'Sonostrike', { status: 'closed' })
  const releaseState = await holdState(page)
  await page.clock.pauseAt(new Date(at('2025-10-08', '18:00')))
  await setHidden(page, false)
  await expect(findCode(page)).toHaveCount(0)
  await expect(
    page.getByText('One moment: we are checking that you can still pay for this.'),
  ).toBeVisible()
  releaseState()
  await expectStop(page, closedWords, helpDeskContact)
})

test('a laptop that slept through the start of an event shows no payment QR on waking', async ({
  page,
}) => {
  await openAt(page, at('2025-10-09', '08:30'), '/register?event=Sonostrike')
  await expectCode(page)
  await page.clock.fastForward(3_600_000)
  await expectStop(page, 'Sonostrike has begun: please don’t pay now', helpDeskContact)
})

test('an open event form hides its payment code at the closing time set by organisers', async ({
  page,
  festival,
  request,
}) => {
  await startSession({ request }, festival, admin)
  await openAt(page, at('2025-10-08', '10:00'), '/register?event=JuniorQuiz')
  await expectCode(page)
  await change({ request }, festival, 'JuniorQuiz', { closesAt: at('2025-10-08', '10:05') })
  await page.clock.runFor(20_000)
  await page.clock.pauseAt(new Date(at('2025-10-08', '10:04')))
  await page.clock.runFor(59_000)
  await expectCode(page)
  await page.clock.runFor(1_000)
  await expectStop(page, closedWords, helpDeskContact)
})

test('a tab that was offline hides its payment code once online if the event was closed', async ({
  page,
  context,
  festival,
  request,
}) => {
  await startSession({ request }, festival, admin)
  await change({ request }, festival, 'Nexus', { status: 'open' })
  await openAt(page, at('2025-10-08', '10:00'), '/register?event=Nexus')
  await findForm(page).names.first().fill('Asha Test')
  await expectCode(page)
  await context.setOffline(true)
  await change({ request }, festival, 'Nexus', { status: 'closed' }, 'open')
  await page.clock.runFor(60_000)
  // Without a network, the page uses the newest state on the device.
  await expectCode(page)
  await context.setOffline(false)
  await page.clock.runFor(20_000)
  await expectStop(page, closedWords, helpDeskContact)
  await expect(findForm(page).names.first()).toHaveValue('Asha Test')
})
