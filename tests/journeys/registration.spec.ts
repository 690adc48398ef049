import { makePng } from '../support/files'
import { fillForm, findForm, readReference } from '../support/form'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { readEmails, readMessageStates, readRegistrations, readStoredFile } from '../support/saved'
import { holds } from '../support/step'

test('a team registers for the Senior Quiz from the event page to the confirmation', async ({
  page,
  festival,
}) => {
  const email = 'whole-way@students.test'
  const screenshot = makePng({ bytes: 300_000 })
  await enter(page, '/events/senior-quiz')
  await page.getByRole('link', { name: 'Register Now' }).first().click()
  const form = findForm(page)

  const qr = await readQr(form.qr)
  expect(qr).toMatch(
    /^upi:\/\/pay\?pa=cerebra@placeholder&pn=Payee%20\(to%20be%20announced\)&am=600\.00&cu=INR&tn=[2-9B-Z]{6}%20Cerebra$/,
  )
  const reference = await readReference(page)
  expect(qr).toContain(`&tn=${reference}%20Cerebra`)

  await fillForm(page, email, screenshot)
  await page.getByRole('button', { name: 'Add a member' }).click()
  await form.names.nth(1).fill('Bala Test')
  await page.getByRole('button', { name: 'Add phone and year of member 2' }).click()
  await expect(form.phones.nth(1)).toBeFocused()
  await form.years.nth(1).fill('3rd year')

  // A slow connection keeps intermediate states visible.
  const network = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 20, downloadThroughput: -1 }
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 20_000 })
  await form.submit.click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await holds('said.uploading', () =>
    expect(page.getByText('Uploading screenshot...').first()).toBeVisible(),
  )
  const progress = page.getByRole('progressbar')
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(3)
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })

  await expect(
    page.getByRole('heading', { level: 1, name: 'Registration Successful' }),
  ).toBeFocused()
  await expectAccessible(page, 'confirmed')
  const id = await page.getByText(/^EVT-\d{6}$/).textContent()
  await expect(page.getByText('we have received your registration for Senior Quiz')).toBeVisible()
  await expect(page.getByText('₹600, being checked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  const [row, ...others] = readRegistrations(festival, email)
  expect(others).toEqual([])
  expect(row).toMatchObject({ registration_id: id, amount: 600, payment_reference: reference })
  const url = String(row?.payment_screenshot_url)
  expect(readStoredFile(festival, url).equals(screenshot)).toBe(true)

  expect(readMessageStates(festival, email)).toEqual(['sent'])
  const [mail] = await readEmails(festival, email)
  expect(mail?.subject).toContain(String(id))
  for (const part of [mail?.text, mail?.html]) {
    for (const words of [id, reference, 'Bala Test', url]) {
      expect(part).toContain(words)
    }
  }

  await holds('register.done', async () => {
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('a confirmation can be copied, printed and added to a calendar', async ({
  page,
  context,
  festival,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: festival.address,
  })
  await enter(page, '/register?event=JuniorQuiz')
  await fillForm(page, 'keepsake@students.test')
  await findForm(page).submit.click()
  const id = await page.getByText(/^EVT-\d{6}$/).textContent()

  await page.getByRole('button', { name: 'Copy the details' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Registration ID: ${id}`)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('junior-quiz.ics')
  const stream = await file.createReadStream()
  const calendar = (await stream.toArray()).join('')
  expect(calendar).toContain('BEGIN:VCALENDAR')
  expect(calendar).toContain('20251012T')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(String(id))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('the form of a workshop without a fee asks for a pass and shows no payment code', async ({
  page,
  festival,
}) => {
  const email = 'workshop@students.test'
  await enter(page, '/register?event=SonicShift')
  const form = findForm(page)
  await expect(page.getByText('Delegate Pass Required').first()).toBeVisible()
  await expect(form.qr).toHaveCount(0)
  await fillForm(page, email)
  await form.submit.click()
  await holds('register.pass-id', () => expect(form.passId).toBeFocused())
  await form.passId.fill('481920047713')
  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect(readRegistrations(festival, email)).toMatchObject([
    { event_id: 'SonicShift', delegate_id: '481920047713', amount: null },
  ])
})

test('a link opens the form of its event, or of the Senior Quiz by default', async ({ page }) => {
  await holds('register.event', async () => {
    for (const path of ['/register', '/register?event=NoSuchThing', '/event-registration']) {
      await enter(page, path)
      await expect(page.getByRole('form', { name: /Peristalympics/ }), path).toBeVisible()
    }
    await enter(page, '/event-registration?event=JuniorQuiz')
    await expect(page.getByRole('form', { name: /Vistura/ })).toBeVisible()
  })
  await holds('register.closed', async () => {
    await enter(page, '/register?event=Anastamos')
    await expect(page.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()
    await expect(page.getByRole('form')).toHaveCount(0)
  })
  await enter(page, '/register?event=InsideICU')
  await expect(page.getByText(/Included with the .*Delegate Pass/).first()).toBeVisible()
})
