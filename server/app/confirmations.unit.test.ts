import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { formatDay, formatDays, formatHours, toDay } from '../../festival/content/slot'
import type { FormKind } from '../../festival/forms/api'
import { builtFestival } from '../../festival/live/whole-edition'
import {
  accommodationPayload,
  delegatePassPayload,
  registrationPayload,
} from '../../tests/support/messages'
import { createConfirmations } from './confirmations'

const confirmations = createConfirmations({
  festival: () => builtFestival,
  address: 'https://cerebra.test',
  clock: () => new Date('2025-10-01T04:30:00Z'),
})

const quiz = subjects.find(({ key }) => key === 'SeniorQuiz') ?? expect.fail('No SeniorQuiz')

const render = async (kind: FormKind, payload: object) => {
  const { subject, renderBodies } = confirmations[kind](JSON.stringify(payload))
  return { subject, ...(await renderBodies()) }
}

/** Returns the visible text of a page, without tags and the head. */
const readPage = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

const expectBoth = ({ html, text }: { html: string; text: string }, words: readonly string[]) => {
  for (const word of words) {
    expect(readPage(html)).toContain(word)
    expect(text).toContain(word)
  }
}

test('the confirmation of a registration shows every field', async () => {
  const mail = await render('registration', registrationPayload)
  expect(mail.subject).toBe(
    'We have received your registration: Senior Quiz ‘Peristalympics’ (EVT-000123)',
  )
  const {
    amount,
    team_members,
    event_key: _unseen,
    confirm_path: _none,
    obstacle: _noObstacle,
    ...texts
  } = registrationPayload
  expectBoth(mail, [...Object.values(texts), '₹570'])
  expectBoth(mail, [
    'Member 1: Asha Test (0123456789, Final year)',
    'Member 2: Bilal Test (+910123456788, 3rd year)',
  ])
})

test('with a desk, the links to proofs are for the organisers, and no heading is empty', async () => {
  const withDesk = createConfirmations({
    festival: () => builtFestival,
    address: 'https://cerebra.test',
    hasDesk: true,
    clock: () => new Date('2025-10-01T04:30:00Z'),
  })
  const mail = withDesk.accommodation(JSON.stringify(accommodationPayload))
  const page = readPage((await mail.renderBodies()).html)
  expect(page).toMatch(/For the organisers ID proof .*Proof of participation .*Proof of payment/)
  expect(page).not.toContain('Proofs')
})

test('the confirmation of a delegate pass shows every field and describes the tier', async () => {
  const mail = await render('delegate-pass', delegatePassPayload)
  expect(mail.subject).toBe('We have received your registration: delegate pass (DP-047713)')
  const { tier: _code, ...texts } = delegatePassPayload
  expectBoth(mail, [...Object.values(texts), 'Tier 2, GOLDEN SPINE', '₹700', 'The gala night'])
  expect(mail.text).not.toContain('magnus')
})

test('the confirmation of a room request shows every field, with readable times', async () => {
  const mail = await render('accommodation', accommodationPayload)
  expect(mail.subject).toBe('We have received your accommodation request ACC-402118')
  const { arrival, departure, events, amount: _rupees, ...texts } = accommodationPayload
  expectBoth(mail, [
    ...Object.values(texts),
    'Wednesday, 8 October 2025, 4:00 PM',
    'Sunday, 12 October 2025, 8:30 PM',
    'Senior Quiz ‘Peristalympics’',
    'Smart AI',
    '₹50',
  ])
})

test('confirmations describe or omit missing values', async () => {
  const payment = { payment_reference: '', utr: '' }
  const registration = {
    ...registrationPayload,
    ...payment,
    delegate_id: '',
    coupon_code: '',
    amount: null,
  }
  const mail = await render('registration', registration)
  expectBoth(mail, ['Covered by the delegate pass'])
  expect(mail.text).not.toMatch(/Payment reference|UTR|Coupon/)
  expectBoth(await render('accommodation', { ...accommodationPayload, events: '' }), [
    'None chosen',
  ])
})

test('the confirmation of a quiz mentions no Delegate Pass ID if none was entered', async () => {
  const { html, text } = await render('registration', { ...registrationPayload, delegate_id: '' })
  for (const words of [html, text]) {
    expect(words).not.toContain('Delegate Pass ID')
  }
})

test('the confirmation of a registration shows time, place and a link to the event (7.40)', async () => {
  expectBoth(await render('registration', registrationPayload), [
    ...quiz.slots.flatMap((slot) => [
      slot.label ?? '',
      `${formatDay(toDay(slot.start))}, ${formatHours(slot)}`,
    ]),
    `${identity.college}, ${identity.city}`,
    'https://cerebra.test/events/senior-quiz',
  ])
})

test('the confirmation of a registration has a calendar file of the sessions (7.40)', async () => {
  const { calendar } = await render('registration', registrationPayload)
  expect(calendar?.name).toBe('senior-quiz.ics')
  for (const line of [
    `UID:SeniorQuiz-0@${identity.firstDay}.lumbar-days`,
    'DTSTAMP:20251001T043000Z',
    `DTSTART:${new Date(quiz.slots[0]?.start ?? '').toISOString().replace(/[-:]|\.\d+/g, '')}`,
    'URL:https://cerebra.test/events/senior-quiz',
  ]) {
    expect(calendar?.text.split('\r\n')).toContain(line)
  }
})

test('the confirmation of an earlier version’s registration has no calendar file', async () => {
  const { event_key: _unknown, ...stored } = registrationPayload
  const { calendar, text } = await render('registration', stored)
  expect(calendar).toBeUndefined()
  expect(text).toContain('EVT-000123')
})

test('confirmations link to the workshops for a pass, and to the accommodation page for a room (7.40)', async () => {
  expectBoth(await render('delegate-pass', delegatePassPayload), [
    formatDays(identity.firstDay, identity.lastDay),
    'https://cerebra.test/workshops',
    'https://cerebra.test/schedule',
  ])
  expectBoth(await render('accommodation', accommodationPayload), [
    'https://cerebra.test/accommodation',
  ])
})

test('every confirmation says that the payment is still to be checked (7.50)', async () => {
  for (const mail of [
    await render('registration', registrationPayload),
    await render('delegate-pass', delegatePassPayload),
    await render('accommodation', accommodationPayload),
  ]) {
    expect(mail.subject).toMatch(/^We have received your /)
    expectBoth(mail, [
      'We are checking your payment and will e-mail you.',
      'e-mail you. You do not need to do anything.',
      'Usually you hear from us within 24 hours.',
    ])
    expect(mail.text).not.toMatch(/you are registered|is paid/i)
  }
})

test('replies to a confirmation go to the organisers (7.41)', () => {
  for (const { replyTo } of [
    confirmations.registration(JSON.stringify(registrationPayload)),
    confirmations['delegate-pass'](JSON.stringify(delegatePassPayload)),
    confirmations.accommodation(JSON.stringify(accommodationPayload)),
  ]) {
    expect(replyTo).toBe('desk@lumbar-days.example')
  }
})

test('every confirmation names the days of the festival and the contact address', async () => {
  for (const mail of [
    await render('registration', registrationPayload),
    await render('delegate-pass', delegatePassPayload),
    await render('accommodation', accommodationPayload),
  ]) {
    expectBoth(mail, [formatDays(identity.firstDay, identity.lastDay), identity.email])
  }
})

test('escapes markup in participants’ text', async () => {
  const attack = `"><script>alert('x')</script><img src=x onerror=alert(1)>`
  const all = <T extends object>(payload: T) =>
    Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [
        name,
        typeof value === 'string' ? attack : value,
      ]),
    )
  for (const { html } of [
    await render('registration', all(registrationPayload)),
    await render('delegate-pass', all(delegatePassPayload)),
    await render('accommodation', all(accommodationPayload)),
  ]) {
    expect(html).not.toMatch(/<script|<img/i)
    expect(html).toContain('&lt;script&gt;')
  }
})

test('makes links in participants’ text unclickable, even in the subject', async () => {
  const lure =
    'your seat was CANCELLED. Refund at https://evil.example/refund?x=1 or www.evil.example'
  const mails = [
    await render('registration', {
      ...registrationPayload,
      registrant_name: lure,
      registrant_year: lure,
      registrant_institution: lure,
      delegate_id: lure,
      team_members: `Member 1: ${lure} (0123456789, ${lure})`,
    }),
    await render('delegate-pass', { ...delegatePassPayload, name: lure, institution: lure }),
    await render('accommodation', {
      ...accommodationPayload,
      name: lure,
      college: lure,
      transaction_id: lure,
      request_id: '',
    }),
  ]
  for (const { html, text, subject } of mails) {
    for (const part of [html, text, subject]) {
      expect(part).not.toMatch(/evil\.example|www\.evil|https:\/\/evil/)
    }
  }
  expect(mails[2]?.subject).toContain('https: //evil. example/refund?x=1')
})

test('removes line breaks from subjects', async () => {
  const { subject } = await render('registration', {
    ...registrationPayload,
    event_name: 'Quiz\r\nBcc: a@b.test',
  })
  expect(subject).toBe('We have received your registration: Quiz Bcc: a@b.test (EVT-000123)')
})

test('rejects the payload of another kind of e-mail', async () => {
  await expect(render('delegate-pass', registrationPayload)).rejects.toThrow()
})

test('the confirmation of a registration loads no external resources', async () => {
  const { html } = await render('registration', registrationPayload)
  expect(html).not.toMatch(/<(?:img|link|iframe|script)|url\(|@import/)
})
