import { fillForm, findForm } from '../support/form'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

test('an address that the mail server refuses ends with the id, and is corrected under the same key, also after a reload (5.56)', async ({
  page,
  festival,
}) => {
  const [wrong, right] = ['nobody@students.test', 'somebody@students.test']
  const sent: { key: string | undefined; body: Record<string, unknown> }[] = []
  // The server saves the form; its answer is what it says where a mail server refuses the address for good.
  await page.route('**/api/event-registrations', async (route) => {
    const request = route.request()
    sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
    const first = sent[0]
    if (sent.length === 1) {
      const answer = await route.fetch()
      return route.fulfill({ response: answer, json: { ...(await answer.json()), confirmation: 'refused' } })
    }
    const [row] = readRegistrations(festival, String(first?.body.email))
    const receipt = {
      registration_id: row?.registration_id,
      event: 'SeniorQuiz',
      event_name: 'Senior Quiz ‘Peristalympics’',
      registrant_name: 'Asha Test',
      team: ['Asha Test'],
      email: sent.at(-1)?.body.email,
      registration_time: row?.registration_time,
      coupon_applied: 'no',
      amount: 600,
      payment_reference: row?.payment_reference,
      confirmation: sent.length === 2 ? 'refused' : 'sent',
    }
    return route.fulfill({ status: 201, json: receipt })
  })
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, wrong)
  await findForm(page).submit.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registration Successful' })).toBeFocused()
  const id = await page.getByText(/^EVT-\d{6}$/).textContent()
  await expect(page.getByText(`The mail server refuses ${wrong}`, { exact: true })).toBeVisible()
  await expectAccessible(page, 'with a refused address')

  // The first correction is refused too; the same address is not sent again.
  const field = page.getByRole('textbox', { name: 'E-mail' })
  const correct = page.getByRole('button', { name: 'Correct the address' })
  await correct.click()
  await expect(page.getByText('This is the address that was refused.')).toBeVisible()
  await field.fill('also-nobody@students.test')
  await correct.click()
  await expect(page.getByText('The mail server refuses this address, too.')).toBeVisible()

  await enter(page, '/my-festival')
  await expect(page.getByText(id ?? '', { exact: true })).toBeVisible()
  await field.fill(right)
  await correct.click()
  await expect(page.getByText(`The mail server refuses`)).toBeHidden()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent.map(({ body }) => body.email)).toEqual([wrong, 'also-nobody@students.test', right])
  expect(new Set(sent.map(({ body }) => JSON.stringify({ ...body, email: '' }))).size).toBe(1)
  await page.reload()
  await expect(page.getByText(right)).toBeVisible()
  // Nothing that was typed is kept once it is corrected.
  expect(await page.evaluate(() => localStorage.getItem('cerebra:receipts'))).not.toContain('0123456789')
})
