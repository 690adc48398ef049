import { expect, onTestFinished, test } from 'vitest'
import { fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import { startMailServer } from '../../tests/support/mail-server'
import { createTestApp } from '../../tests/support/test-app'
import { openSmtpMailer } from './smtp-mailer'

test.each([450, 550])(
  'sends the organisers only one copy if the participant’s address is refused with %i',
  async (code) => {
    const server = await startMailServer({ refused: { 'gone@college.example': code } })
    const mailer = openSmtpMailer(server.url)
    const festival = await createTestApp({
      mailer,
      env: { ORGANISERS_EMAIL: 'organisers@cerebra.test' },
    })
    onTestFinished(async () => {
      await festival.close()
      await mailer.close()
      await server.stop()
    })
    const body = await fillRegistration(festival, { email: 'gone@college.example' })
    const headers = keyHeader()
    for (let time = 0; time < 25; time += 1) {
      expect((await festival.post('/api/event-registrations', body, headers)).status).toBe(
        code === 550 ? 201 : 502,
      )
      festival.passSeconds(3_600)
      await festival.outbox.deliverDue()
    }
    expect(festival.mailer.begun.length).toBeGreaterThan(24)
    expect(server.taken.map(({ recipients }) => recipients)).toEqual([['organisers@cerebra.test']])
  },
)
