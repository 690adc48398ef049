import { afterEach, beforeEach, expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { createDeskApp, type Desk, signIn } from '../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/submissions'
import type { TestApp } from '../../tests/support/test-app'

let festival: TestApp
let ravi: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

/** The letters that leave once the minute for undoing is over. */
const letters = async (subject: RegExp) => {
  festival.now = new Date(festival.now.getTime() + 60_000)
  while (await festival.outbox.deliverDue());
  return festival.mailer.sent.filter((mail) => subject.test(mail.subject))
}

test('the mail of a verified payment says event, day, place, amount and what comes next, for each kind (14.100)', async () => {
  const [quiz, pass, room] = ['quiz@college.test', 'pass@college.test', 'room@college.test']
  await submit(festival, 'registration', { email: quiz })
  await submit(festival, 'delegate-pass', { email: pass, phone: '9810000001' })
  await submit(festival, 'accommodation', { email: room, phone: '9820000000' })
  for (const row of await readQueue(ravi)) await decideOn(ravi, row, { decision: 'verify' })
  const mails = await letters(/^Your payment is verified/)
  const says: Record<string, string[]> = {
    [quiz]: [
      'Senior Quiz ‘Peristalympics’',
      'Sunday, 12 October 2025, 9:00 AM',
      '₹600',
      '/events/senior-quiz',
      'Next: come',
    ],
    [pass]: [
      'MAGNUS CEREBRI',
      '8 to 12 October 2025',
      '₹700',
      'Delegate Pass ID: ',
      'Next: register for each workshop',
    ],
    [room]: ['Room, Non-AC', 'Arrival: ', '₹50', 'Next: have your request number'],
  }
  expect(mails.map(({ to }) => to).sort()).toEqual(Object.keys(says).sort())
  for (const mail of mails) {
    const { text, html } = await mail.renderBodies()
    for (const words of says[mail.to] ?? []) expect([text, mail.to]).toEqual([expect.stringContaining(words), mail.to])
    for (const body of [text, html]) expect(body).toContain('Place')
  }
})

test('a rejection says why, and of the money only what an organiser chose; the page says the same (14.42, 14.100)', async () => {
  const { registration_id } = await submit(festival)
  const row = await readOnly(ravi)
  await decideOn(ravi, row, {
    decision: 'reject',
    reasons: [{ key: 'proof-used' }],
    note: 'Your team has played before.',
  })
  const [mail] = await letters(/^Your submission is not accepted: Senior Quiz/)
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  expect(text).toContain('The same screenshot came with another registration.\n')
  expect(text).toContain('Your team has played before.')
  expect(text).not.toMatch(/Please send|money|refund/i)
  const secret = await askForSecret(festival, registration_id ?? '')
  const page = await (await festival.post('/api/my-submission/open', { secret })).json()
  expect(page).toMatchObject({
    state: 'rejected',
    more: ['The same screenshot came with another registration.', 'Your team has played before.'],
  })
})
