import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtFestival } from '../../festival/live/whole-edition'
import {
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'
import { queueMessage, readMessage, registrationPayload } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { engineNames, openTestEngine, type TestEngine } from '../../tests/support/test-mail-engine'
import { createConfirmations } from '../app/confirmations'
import { MailError } from './mailer'

describe.each(engineNames)('the mail engine %s', (name) => {
  let engine: TestEngine
  let festival: TestApp
  beforeEach(async () => {
    engine = await openTestEngine(name)
    festival = await createTestApp({ mailer: engine.mailer })
  })
  afterEach(async () => {
    await festival.close()
    await engine.close()
  })

  test('sends a confirmation for each of the three forms', async () => {
    const forms = [
      ['/api/event-registrations', await fillRegistration(festival)],
      ['/api/delegate-passes', await fillDelegatePass(festival)],
      ['/api/accommodations', await fillAccommodation(festival)],
    ] as const
    for (const [path, body] of forms) {
      const headers = keyHeader()
      expect((await festival.post(path, body, headers)).status).toBe(201)
      expect((await festival.post(path, body, headers)).status).toBe(201)
    }
    const received = await engine.received()
    expect(received).toHaveLength(3)
    for (const mail of received) {
      expect(mail).toContain('asha@college.test')
      expect(mail).toContain('Asha Test')
    }
  })

  test('retries after an outage, and keeps personal details out of the log', async () => {
    await engine.setWorking(false)
    const id = await queueMessage(festival)
    expect(await festival.outbox.deliver(id)).toBe('failed')
    const { last_error, state } = await readMessage(festival, id)
    expect(state).toBe('queued')
    expect(last_error).not.toBe('')
    for (const personal of ['asha', 'Asha', '0123456789', 'Test Medical']) {
      expect(`${last_error}${festival.logged.join('')}`).not.toContain(personal)
    }
    await engine.setWorking(true)
    festival.passSeconds(60)
    expect(await festival.outbox.deliver(id)).toBe('sent')
    expect(await engine.received()).toHaveLength(1)
  })

  test('throws a MailError during an outage', async () => {
    await engine.setWorking(false)
    const mail = {
      ...createConfirmations({
        festival: () => builtFestival,
        address: 'https://cerebra.test',
        clock: () => festival.now,
      }).registration(JSON.stringify(registrationPayload)),
      kind: 'registration' as const,
      messageId: randomUUID(),
      from: 'Cerebra <registrations@cerebra.test>',
      to: 'asha@students.test',
    }
    await expect(engine.mailer.send(mail)).rejects.toBeInstanceOf(MailError)
  })

  test('ignores line breaks in participants’ text, which could add recipients', async () => {
    const event_name = 'Quiz\r\nBcc: everyone@students.test\r\n\r\nBuy this'
    await queueMessage(festival, {
      payload: JSON.stringify({ ...registrationPayload, event_name }),
    })
    await festival.outbox.deliverDue()
    const received = await engine.received()
    expect(received).toHaveLength(1)
    expect(received[0]).not.toMatch(/"(?:bcc|address)":"everyone@/)
  })
})

test.each(['folder', 'smtp'])(
  'the mail engine %s attaches a calendar file and sets the reply address',
  async (name) => {
    const engine = await openTestEngine(name)
    const festival = await createTestApp({ mailer: engine.mailer })
    await queueMessage(festival)
    await festival.outbox.deliverDue()
    const [received] = await engine.received()
    await festival.close()
    await engine.close()
    expect(JSON.parse(received ?? '')).toMatchObject({
      replyTo: [{ address: 'desk@lumbar-days.example' }],
      files: [
        {
          filename: 'senior-quiz.ics',
          mimeType: 'text/calendar',
          text: expect.stringContaining('BEGIN:VEVENT'),
        },
      ],
    })
  },
)
