import { fillForm, findForm, leader } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { startMailServer } from '../support/mail-server'
import { findPass, paid, proceedToPayment } from '../support/passes'
import { fillRequest, findRequest } from '../support/rooms'
import { makeMailDue, readMessageStates, readRegistrations, readRows } from '../support/saved'
import { serveFestival } from '../support/serve'
import { holds } from '../support/step'

test('each form is saved while e-mail is down, and a second submit completes it later', async ({
  page,
  context,
  dist,
}) => {
  const team = 'team@no-mail.test'
  const guest = 'guest@no-mail.test'
  const delegate = 'delegate@no-mail.test'
  const brokenMail = await startMailServer()
  const festival = await serveFestival({ SMTP_URL: brokenMail.url, MAIL_WAIT_SECONDS: '3' }, dist)
  try {
    await brokenMail.stop()
    const room = await context.newPage()
    const other = await context.newPage()
    const form = findForm(page)
    const request = findRequest(room)
    const pass = findPass(other)
    await enter(page, `${festival.address}/register?event=SeniorQuiz`)
    await fillForm(page, team)
    await holds('said.mail-failed', async () => {
      await form.submit.click()
      await expect(
        page.getByText('Failed to send registration email. Please try again.'),
      ).toBeVisible()
      await expect(form.names.first()).toHaveValue(leader.name)
      await expect(form.email).toHaveValue(team)
      await expect(page.getByText('paid.png').first()).toBeVisible()
      expect(readRegistrations(festival, team)).toHaveLength(1)
    })
    await enter(room, `${festival.address}/accommodation`)
    await fillRequest(room, guest)
    await holds('said.stay-mail', async () => {
      await request.submit.click()
      await expect(room.getByRole('alert')).toContainText(
        'Failed to send accommodation request. Please try again.',
      )
      expect(readRows(festival, 'Accommodation', guest)).toHaveLength(1)
    })
    await enter(other, `${festival.address}/delegate-pass`)
    await proceedToPayment(other, delegate)
    await pass.screenshot.setInputFiles(paid())
    await expect(pass.submit).toBeEnabled()
    await holds('said.pass-mail', async () => {
      await pass.submit.click()
      const alert = pass.dialog.getByRole('alert')
      await expect(alert).toContainText('Failed to send registration email. Please try again.')
      expect(readRows(festival, 'DelegatePass', delegate)).toHaveLength(1)
    })

    const restoredMail = await startMailServer({ port: brokenMail.port })
    try {
      makeMailDue(festival)
      for (const email of [team, guest, delegate]) {
        await expect
          .poll(() => readMessageStates(festival, email), { timeout: 20_000 })
          .toEqual(['sent'])
      }
      await form.submit.click()
      const id = await page.getByText(/^EVT-\d{6}$/).textContent()
      expect(readRegistrations(festival, team)).toMatchObject([{ registration_id: id }])
      await request.submit.click()
      await expect(
        room.getByRole('heading', { name: 'Accommodation Request Submitted' }),
      ).toBeVisible()
      await pass.submit.click()
      await expect(other.getByText(/^DP-\d{6}$/)).toBeVisible()
      for (const [table, email] of [
        ['EventRegistration', team],
        ['Accommodation', guest],
        ['DelegatePass', delegate],
      ] as const) {
        expect(readRows(festival, table, email), table).toHaveLength(1)
      }
      expect(restoredMail.taken.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
        delegate,
        guest,
        team,
      ])
    } finally {
      await restoredMail.stop()
    }
  } finally {
    await festival.stop()
  }
})
