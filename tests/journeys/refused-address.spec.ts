import { fillForm, findForm } from '../support/form'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { startMailServer } from '../support/mail-server'
import { readRegistrations } from '../support/saved'
import { serveFestival } from '../support/serve'

test('a participant corrects a refused address, even after a reload (5.56, 7.44)', async ({
  page,
  dist,
}) => {
  const wrong = 'nobody@students.test'
  const other = 'also-nobody@students.test'
  const right = 'somebody@students.test'
  const mails = await startMailServer({ refused: { [wrong]: 550, [other]: 550 } })
  const festival = await serveFestival({ SMTP_URL: mails.url }, dist)
  try {
    await enter(page, `${festival.address}/register?event=SeniorQuiz`)
    await fillForm(page, wrong)
    await findForm(page).submit.click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Registration Successful' }),
    ).toBeFocused()
    const id = (await page.getByText(/^EVT-\d{6}$/).textContent()) ?? ''
    await expect(page.getByText(`The mail server refuses ${wrong}`, { exact: true })).toBeVisible()
    await expectAccessible(page, 'with a refused address')

    // The server refuses the first correction too. The form does not send that address again.
    const field = page.getByRole('textbox', { name: 'E-mail' })
    const correct = page.getByRole('button', { name: 'Correct the address' })
    await correct.click()
    await expect(page.getByText('This address was refused.')).toBeVisible()
    await field.fill(other)
    await correct.click()
    await expect(page.getByText('The mail server refuses this address, too.')).toBeVisible()
    expect(mails.taken).toEqual([])

    await enter(page, `${festival.address}/my-festival`)
    await expect(page.getByText(id, { exact: true })).toBeVisible()
    await field.fill(right)
    await correct.click()
    await expect(page.getByText('The mail server refuses')).toBeHidden()
    expect(mails.taken.map(({ recipients }) => recipients)).toEqual([[right]])
    expect(mails.taken[0]?.content).toContain(id)
    expect([wrong, other].flatMap((email) => readRegistrations(festival, email))).toEqual([])
    expect(readRegistrations(festival, right)).toMatchObject([
      { registration_id: id, name: 'Asha Test' },
    ])
    await page.reload()
    await expect(page.getByText(right)).toBeVisible()
    // The draft is deleted now. The device keeps personal details for the next form (5.61).
    expect(await page.evaluate(() => localStorage.getItem('cerebra:receipts'))).not.toContain(
      'payment_screenshot_url',
    )
  } finally {
    await festival.stop()
    await mails.stop()
  }
})
