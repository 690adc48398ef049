import { makePng } from '../support/files'
import { readReference } from '../support/form'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { fillRequest, findRequest } from '../support/rooms'
import { readMessageStates, readRows } from '../support/saved'
import { holds } from '../support/step'

test('a guest requests a room with two pictures and a PDF', async ({ page, festival }) => {
  const email = 'room@students.test'
  await enter(page, '/accommodation')
  const form = findRequest(page)
  const main = page.getByRole('main')
  await holds('stay.room', () => expect(main).toContainText('Only non-AC rooms are available.'))
  await holds('stay.fee', async () => {
    await expect(main).toContainText('A pre-booking of ₹50 is mandatory. It is paid by UPI')
    const reference = await readReference(page)
    expect(await readQr(page.getByRole('img', { name: /^QR code to pay ₹50 / }))).toContain(
      `&am=50.00&cu=INR&tn=${reference}%20Cerebra`,
    )
  })
  await holds('stay.phone', () =>
    expect(main).toContainText('confirm by phone that a room is free before you pay'),
  )
  await holds('said.stay-large', async () => {
    await form.idProof.setInputFiles({
      name: 'big.png',
      mimeType: 'image/png',
      buffer: makePng({ bytes: 4 * 1024 * 1024 + 1 }),
    })
    await expect(
      page.getByText('File is too large! Please upload an image less than 4MB.').first(),
    ).toBeVisible()
  })
  await holds('stay.fields', () => fillRequest(page, email))
  await form.departure.fill('2025-10-07T20:30')
  await form.submit.click()
  await expect(form.departure).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/Departure must be after arrival/).first()).toBeVisible()
  await form.departure.fill('2025-10-12T20:30')
  await expect(page.getByText(/Departure must be after arrival/)).toHaveCount(0)
  await form.events.fill('perist')
  await form.events.press('Enter')
  await form.events.fill('smart')
  await form.events.press('Enter')
  await expect(form.chosen).toHaveCount(2)
  await expectAccessible(page, 'filled')
  await holds('said.stay-upload', async () => {
    await page.route('**/image/upload', (route) => route.abort('connectionreset'), { times: 1 })
    await form.submit.click()
    await expect(page.getByRole('alert')).toContainText(
      'Failed to upload one or more files. Please try again.',
    )
  })
  await enter(page, '/accommodation')
  await expect(form.transaction).toHaveValue('412345678901')
  await expect(page.getByRole('button', { name: 'Remove id.pdf' })).toBeVisible()
  await holds('said.stay-save', async () => {
    await page.route('**/api/accommodations', (route) => route.abort('connectionreset'), {
      times: 1,
    })
    await form.submit.click()
    await expect(page.getByRole('alert')).toContainText(
      'Failed to save accommodation. Please try again.',
    )
    await expect(form.name).toHaveValue('Asha Test')
  })
  await holds('stay.done', async () => {
    await page.route('**/api/accommodations', async (route) => {
      await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
      await route.continue()
    })
    await form.submit.click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Accommodation Request Submitted' }),
    ).toBeFocused()
  })
  await expectAccessible(page, 'submitted')
  const [row, ...others] = readRows(festival, 'Accommodation', email)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    transaction_id: '412345678901',
    events: 'Senior Quiz ‘Peristalympics’, Smart AI',
    id_proof_url: expect.stringMatching(/\.pdf$/),
    participation_proof_url: expect.stringMatching(/\.png$/),
    payment_proof_url: expect.stringMatching(/\.png$/),
  })
  expect(readMessageStates(festival, email)).toEqual(['sent'])
})

test('a guest finds several events by typing in the event field', async ({ page }) => {
  await page.clock.install({ time: new Date('2025-09-01T10:00:00+05:30') })
  await enter(page, '/accommodation')
  const form = findRequest(page)
  const list = page.getByRole('listbox', { name: /^Events and workshops/ })
  const options = list.getByRole('option')
  await form.events.focus()
  await holds('stay.filter', async () => {
    await form.events.pressSequentially('quiz')
    await expect(options).toHaveText([/Senior Quiz/, /Junior Quiz/, /Online Quiz/])
  })
  await holds('stay.enter', async () => {
    await form.events.press('Enter')
    await expect(form.chosen).toHaveText([/Senior Quiz/])
    await expect(form.events).toHaveValue('')
    await form.events.pressSequentially('anasta')
    await form.events.press('Enter')
    await expect(form.chosen).toHaveText([/Senior Quiz/, /Anastamos/])
    await expect(page).toHaveURL(/\/accommodation$/)
  })
  await holds('stay.once', async () => {
    await form.events.pressSequentially('anasta')
    await expect(options).toHaveCount(0)
    await form.events.press('Enter')
    await expect(form.chosen).toHaveCount(2)
    await form.events.fill('')
  })
  await holds('stay.backspace', async () => {
    await form.events.press('Backspace')
    await expect(form.chosen).toHaveText([/Senior Quiz/])
  })
  await form.events.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.clock.pauseAt(new Date('2025-09-01T11:00:00+05:30'))
  await holds('stay.linger', async () => {
    await form.events.pressSequentially('re')
    await expect(list).toBeVisible()
    await form.college.focus()
    await page.clock.runFor(149)
    await expect(list).toBeVisible()
    await page.clock.runFor(1)
    await expect(list).toBeHidden()
  })
  const target = await form.chosen.getByRole('button').boundingBox()
  expect(target?.height).toBeGreaterThanOrEqual(44)
  await form.chosen.getByRole('button').click()
  await expect(form.chosen).toHaveCount(0)
})
