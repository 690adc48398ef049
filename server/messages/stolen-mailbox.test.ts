import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { festival, startDesk } from '../../tests/support/festival'
import { organisers, signIn } from '../../tests/support/organisers'

startDesk()

const addParticipants = async (count: number): Promise<void> => {
  const at = festival.now.toISOString()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const rows = numbers.map((number) => {
    const person = {
      name: `Participant ${number}`,
      phone: `${9_000_000_000 + number}`,
      year: 'Final year',
    }
    return {
      id: randomUUID(),
      registration_id: `EVT-${String(number).padStart(6, '0')}`,
      number,
      ...person,
      email: `participant-${number}@students.test`,
      event_id: 'SeniorQuiz',
      registration_time: at,
      payment_screenshot_url: '',
      team_members: JSON.stringify([person]),
      coupon_applied: 'no' as const,
      institution: 'A college',
      category: 'Medical Student',
      delegate_id: '',
      coupon_code: '',
      amount: 600,
      payment_reference: '',
      utr: '',
      privacy_notice: '',
      age: '',
    }
  })
  const reviews = rows.map(({ id }) => ({
    entry_id: id,
    kind: 'registration' as const,
    event: 'SeniorQuiz',
    day: '2025-10-01',
    state: 'verified' as const,
    created_at: at,
    changed_at: at,
    is_indexed: 1,
    due: 60_000,
  }))
  for (let start = 0; start < count; start += 50) {
    await festival.db
      .insertInto('EventRegistration')
      .values(rows.slice(start, start + 50))
      .execute()
    await festival.db
      .insertInto('review')
      .values(reviews.slice(start, start + 50))
      .execute()
  }
}
const deliverAll = async () => {
  while (await festival.outbox.deliverDue()) {}
}
const isParticipant = (address: string) => address.endsWith('@students.test')
const listSent = () => {
  const participants = festival.mailer.sent.filter(({ to }) => isParticipant(to))
  const admins = festival.mailer.sent.filter(
    ({ to, kind }) => to === organisers.admin && kind === 'announcement',
  )
  return { participants, admins }
}

/** Tries everything that a stranger with a head's mailbox could do within an hour. */
const abuseMailbox = async () => {
  const stranger = await signIn(festival, 'head')
  const write = (message: object) =>
    stranger.send('POST', '/api/desk/messages?event=SeniorQuiz', {
      id: randomUUID(),
      subject: 'Payment failed',
      text: 'Please see the help desk.',
      ...message,
    })
  const change = (field: string, value: unknown) =>
    stranger.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
      id: randomUUID(),
      changes: [{ field, value }],
    })
  const payees = await Promise.all(
    ['Pay again to evil@ybl', 'evil at okaxis', 'upi://pay?pa=x', 'evil (at) ybl'].map((text) =>
      write({ text }),
    ),
  )
  const others = await Promise.all([
    stranger.send('POST', '/api/desk/messages?event=AxonAlley', {
      id: randomUUID(),
      subject: 'a',
      text: 'b',
    }),
    stranger.send('POST', '/api/desk/messages', {
      id: randomUUID(),
      subject: 'a',
      text: 'b',
      toEveryone: true,
    }),
  ])
  const messages = [
    await write({ text: 'Your payment failed. Pay again here: https://evil.test/pay' }),
    await write({ text: 'Your payment failed. Bring ₹600 in cash to room 7.' }),
    await write({ text: 'Your payment failed. Call the help desk.' }),
    ...(await Promise.all(
      Array.from({ length: 20 }, (_, index) => write({ text: `Pay again, ${index}.` })),
    )),
  ]
  const links = await Promise.all(
    [
      'https://evil.test/pay',
      'https://chat.whatsapp.com@evil.test/x',
      'https://evil.test/?pa=evil@ybl',
      'upi://pay',
    ].map((url) => stranger.send('PUT', '/api/desk/group-link?event=SeniorQuiz', { url })),
  )
  const changes = [
    await change('incharges', ['Ravi, +91 98765 43210']),
    await change('note', 'Pay again to evil@ybl'),
    await change('place', 'Pay at evil@ybl'),
    await change('status', 'cancelled'),
  ]
  const count = (answers: readonly Response[]) => answers.filter(({ ok }) => ok).length
  return {
    payees: count(payees),
    others: count(others),
    messages: count(messages),
    links: count(links),
    changes: count(changes),
    stranger,
  }
}

test('sends participants nothing from a head’s stolen mailbox once an admin presses Stop (14.201 to 14.207)', async () => {
  await addParticipants(1_000)
  const { stranger, ...taken } = await abuseMailbox()
  expect(taken).toEqual({ payees: 0, others: 0, messages: 3, links: 0, changes: 1 })
  festival.passSeconds(240)
  await deliverAll()
  // The digest of changed contacts follows within five minutes.
  expect(listSent().admins).toHaveLength(3)
  expect(listSent().participants).toHaveLength(0)

  const admin = await signIn(festival, 'admin')
  const { announcements } = await (await admin.get('/api/desk/messages')).json()
  expect(announcements.map(({ state }: { state: string }) => state).toSorted()).toEqual([
    'held',
    'waiting',
    'waiting',
  ])
  for (const { id } of announcements) {
    expect((await admin.send('PUT', `/api/desk/messages/${id}`, { state: 'stopped' })).status).toBe(
      204,
    )
  }
  for (const { id } of announcements) {
    expect(
      (await stranger.send('PUT', `/api/desk/messages/${id}`, { state: 'sending' })).status,
    ).toBe(403)
    expect((await stranger.send('POST', `/api/desk/messages/${id}/release`)).status).toBe(403)
  }
  festival.passSeconds(3_120)
  await deliverAll()
  expect(listSent().admins).toHaveLength(4)
  expect(listSent().participants).toHaveLength(0)
})

test('sends each participant at most two e-mails from a head’s stolen mailbox (14.201 to 14.207)', async () => {
  await addParticipants(200)
  await abuseMailbox()
  festival.passSeconds(3_600)
  await deliverAll()
  const { participants } = listSent()
  expect(participants).toHaveLength(400)
  const texts = await Promise.all(
    participants.map(async (mail) => (await mail.renderBodies()).text),
  )
  expect(texts.filter((text) => /ybl|okaxis|upi:|evil/.test(text))).toEqual([])
})
