import { expect, test } from 'vitest'
import { shop } from '../../tests/edition/shop'
import type { Edition } from '../content/content'
import { at, slot } from '../content/slot'
import type { Subject } from '../content/subject'
import { checkEdition, findPlaceholders } from './check-edition'
import { wholeEdition } from './whole-edition'

const {
  categories,
  eventDetails,
  identity,
  participantCategories,
  subjects,
  tiers,
  workshopDetails,
} = wholeEdition

const check = (changes: Partial<Edition>) =>
  checkEdition({ ...wholeEdition, ...changes }).map(({ words }) => words)

const changeSubject = (key: string, changes: Partial<Subject>) =>
  check({
    subjects: subjects.map((subject) =>
      subject.key === key ? { ...subject, ...changes } : subject,
    ),
  })

test('finds no contradictions in the edition', () => {
  expect(checkEdition(wholeEdition)).toEqual([])
})

test('reports duplicate keys, addresses and groups', () => {
  expect(changeSubject('Vivantia', { key: 'Anastamos' })).toContain(
    'The key Anastamos appears twice',
  )
  expect(changeSubject('Vivantia', { aliases: ['anastamos'] })).toEqual([
    'The address /workshops/anastamos appears twice',
  ])
  expect(changeSubject('Vivantia', { slug: 'axon-alley' })).toEqual([])
  expect(check({ categories: [...categories, ...categories.slice(0, 1)] })).toEqual([
    'The group clinical appears twice',
  ])
})

test('reports subjects without details, and details without a subject', () => {
  const { Anastamos: _, ...rest } = workshopDetails
  expect(check({ workshopDetails: rest })).toEqual(['Anastamos has no workshop details'])
  expect(check({ eventDetails: { ...eventDetails, Limbo: { description: ['Low.'] } } })).toEqual([
    'Limbo has details, and is not in the catalogue',
  ])
})

test('reports team rules for events that are not in the catalogue', () => {
  const rules = [{ years: ['final'], atMost: 1, words: 'Only one final-year student in a team.' }]
  expect(check({ teamRules: { AxonAlley: rules } })).toEqual([])
  expect(check({ teamRules: { Limbo: rules } })).toEqual([
    'Limbo has team rules, and is not in the catalogue',
  ])
})

test('reports lunches that the edition does not describe (19.21)', () => {
  expect(check({ lunch: undefined })).toContain(
    'SeniorQuiz includes lunch, but the edition has no sentences about lunch',
  )
})

test('reports tier labels that contain the word “pass”', () => {
  const [first, ...rest] = tiers
  expect(first && check({ tiers: [{ ...first, label: 'Day pass' }, ...rest] })).toContain(
    'The tier Day pass is shown as “the Day pass Delegate Pass”; leave the word pass out of its label',
  )
})

test('reports events without a section, and groups without subjects', () => {
  expect(changeSubject('AxonAlley', { group: 'clinical' })).toEqual([
    'AxonAlley is in clinical, which lists no events',
  ])
  expect(changeSubject('InsideICU', { group: 'others' })).toEqual(['The group panels is empty'])
})

test('reports unknown audiences, and duplicate or missing participant categories (1.5)', () => {
  expect(changeSubject('Vivantia', { audience: ['dental', 'hygiene'] })).toEqual([
    'Vivantia is for hygiene, which is not one of the edition’s audiences',
  ])
  expect(
    check({
      participantCategories: [...participantCategories, { value: 'student', label: 'Student' }],
    }),
  ).toEqual(['The category student appears twice'])
  expect(check({ participantCategories: [] })).toEqual([
    'There is no category for participants to choose',
  ])
})

test('reports amounts that are not positive whole rupees', () => {
  for (const amount of [0, -5, 99.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(changeSubject('Anastamos', { fee: { per: 'entry', amount } })).toEqual([
      'Anastamos has a fee that is not a positive whole number of rupees',
    ])
  }
  expect(check({ shop: { ...shop, price: 84.5 } })).toEqual([
    'What the shop sells costs 84.5, which is not a positive whole number of rupees',
  ])
})

test('reports submission links that are not plain https addresses (16.58)', () => {
  expect(changeSubject('Nexus', { submissionLink: 'https://forms.example/papers' })).toEqual([])
  expect(changeSubject('Nexus', { submissionLink: 'http://forms.example/papers' })).toEqual([
    'Nexus has a submission link that is not a plain https address',
  ])
})

test('reports fees that contradict an event’s pass or status', () => {
  expect(changeSubject('InsideICU', { fee: { per: 'pass', tier: 'Platinum' } })).toEqual([
    'InsideICU comes with the pass Platinum, which is not sold',
  ])
  expect(changeSubject('Vivantia', { passRequired: false })).toEqual([
    'Vivantia is covered by a pass but does not require one',
  ])
  expect(changeSubject('Anastamos', { status: 'with-pass' })).toEqual([
    'Anastamos comes with a pass but has a fee of its own',
  ])
  expect(changeSubject('Vivantia', { feeAnnounced: false })).toEqual([
    'Vivantia is open, but its fee is not announced',
  ])
})

test('reports a team price below the single price', () => {
  expect(
    changeSubject('AxonAlley', { fee: { per: 'member-count', single: 190, team: 110 } }),
  ).toEqual(['AxonAlley has a price for teams that is below the price for one person'])
})

test('reports a placeholder payee name beside a real UPI ID', () => {
  const named = (payee: { id: string; name: string }) => check({ identity: { ...identity, payee } })
  expect(named({ id: 'lumbar@bank', name: 'Students’ Union' })).toEqual([])
  expect(named({ id: 'lumbar@bank', name: 'Payee (to be announced)' })).toEqual([
    'The payee lumbar@bank has the name “Payee (to be announced)”, which is shown beside every QR code',
  ])
})

test('requires a four-digit merchant code for merchants and forbids one for persons (5.127)', () => {
  const payee = { id: 'lumbar@bank', name: 'Students’ Union' }
  const paying = (changes: object) =>
    check({ identity: { ...identity, payee: { ...payee, ...changes } } })
  expect(paying({ kind: 'merchant', merchantCode: '8220' })).toEqual([])
  expect(paying({ kind: 'person' })).toEqual([])
  for (const wrong of [
    {},
    { merchantCode: '822' },
    { merchantCode: '82200' },
    { merchantCode: 'shop' },
  ]) {
    expect(paying({ kind: 'merchant', ...wrong })).toEqual([
      'The payee is a merchant, but merchantCode is not the four digits from the bank',
    ])
  }
  for (const kind of [{}, { kind: 'person' }]) {
    expect(paying({ ...kind, merchantCode: '8220' })).toEqual([
      'The payee is a person but has a merchantCode: remove it, or set kind: merchant',
    ])
  }
})

test('reports an end of registration that names no session', () => {
  expect(changeSubject('AxonAlley', { until: 'Semifinals' })).toEqual([
    'AxonAlley takes registrations until Semifinals, which is not one of its sessions',
  ])
})

test('allows only online rounds before the festival, and no sessions after it', () => {
  expect(changeSubject('Anastamos', { slots: [slot('2025-10-07', '10:00', '11:00')] })).toEqual([
    'Anastamos is on Tuesday, 7 October 2025, outside the festival',
  ])
  expect(
    changeSubject('Anastamos', { slots: [slot('2025-10-07', '10:00', '11:00', 'Online round')] }),
  ).toEqual([])
  expect(
    changeSubject('Anastamos', { slots: [slot('2025-10-13', '10:00', '11:00', 'Online round')] }),
  ).toContain('Anastamos is on Monday, 13 October 2025, outside the festival')
})

test('reports session names that are longer than the desk can store', () => {
  const named = (length: number) => [slot('2025-10-10', '10:00', '11:00', 'a'.repeat(length))]
  expect(changeSubject('Anastamos', { slots: named(60) })).toEqual([])
  expect(changeSubject('Anastamos', { slots: named(61) })).toEqual([
    'Anastamos has a session name of more than 60 characters',
  ])
})

test('reports sessions with invalid times, or with both hours and part of day', () => {
  expect(changeSubject('Anastamos', { slots: [slot('2025-10-10', '11:00', '11:00')] })).toEqual([
    'Anastamos ends on Fri 10 Oct, 11:00 AM, which is not after its start',
  ])
  expect(
    changeSubject('Anastamos', { slots: [slot('2025-09-31', '10:00', '11:00', 'Online round')] }),
  ).toEqual(['Anastamos starts at 2025-09-31T10:00:00+05:30, which does not exist'])
  expect(
    changeSubject('Anastamos', {
      slots: [{ ...slot('2025-10-10', '10:00', '11:00'), part: 'morning' }],
    }),
  ).toEqual(['Anastamos has an end and a part of the day; keep only one of them'])
})

test('reports a festival that ends before it begins, or a countdown that ends too late', () => {
  expect(check({ identity: { ...identity, countdownTarget: at('2025-10-13', '00:00') } })).toEqual([
    'The countdown’s target is after the festival',
  ])
  expect(check({ identity: { ...identity, firstDay: '2025-10-13' } })).toContain(
    'The festival ends before it begins',
  )
})

test('reports invalid UPI IDs and phone numbers', () => {
  expect(check({ identity: { ...identity, payee: { id: 'nobody', name: 'Nobody' } } })).toEqual([
    'The payee nobody is not a UPI ID',
  ])
  expect(check({ shop: { ...shop, phones: [{ label: 'Bags', number: '12345' }] } })).toEqual([
    'shop.phones.0.number is 12345; phones are written +91 00000 00000',
  ])
  expect(check({ identity: { ...identity, phones: [{ label: 'Desk', number: 'ask' }] } })).toEqual([
    'identity.phones.0.number is ask; phones are written +91 00000 00000',
  ])
})

test('reports a missing postal address', () => {
  expect(check({ identity: { ...identity, address: [] } })).toEqual(['The festival has no address'])
})

test('reports deadlines that do not exist or are after the festival', () => {
  for (const day of ['2025-10-13', '2025-02-29'] as const) {
    expect(
      check({
        eventDetails: {
          ...eventDetails,
          InsideICU: { description: ['Listen.'], deadlines: [{ label: 'Film', day }] },
        },
      }),
    ).toEqual([`InsideICU: Film is due on ${day}, which does not exist or is after the festival`])
  }
})

test('reports texts that are empty or contain filler, HTML, emoji or line breaks', () => {
  const faultOf = (text: string) => check({ generalQueries: text })
  expect(faultOf('')).toEqual(['generalQueries is empty'])
  expect(faultOf('Call <b>us</b>')).toEqual(['generalQueries contains HTML; write plain text'])
  expect(faultOf('Call&nbsp;us')).toEqual(['generalQueries contains HTML; write plain text'])
  expect(faultOf('Lorem ipsum')).toEqual(['generalQueries is filler'])
  expect(faultOf('Call us \u{1F4DE}')).toEqual(['generalQueries contains an emoji'])
  expect(faultOf('Call\nus')).toEqual([
    'generalQueries contains a line break or a control character',
  ])
})

test('reports a privacy notice with an invalid date, contact or number of days (1.85)', () => {
  const { privacy } = wholeEdition
  const ofNotice = (changes: Partial<Edition['privacy']>) =>
    check({ privacy: { ...privacy, ...changes } })
  expect(ofNotice({ date: '2025-09-31' })).toContain(
    'The privacy notice is dated 2025-09-31, which does not exist or is after the festival',
  )
  expect(ofNotice({ contact: { ...privacy.contact, email: 'office' } })).toEqual([
    'The e-mail address office is not complete',
  ])
  expect(ofNotice({ contact: { ...privacy.contact, phone: '98765' } })).toEqual([
    'privacy.contact.phone is 98765; phones are written +91 00000 00000',
  ])
  for (const days of [-1, 1.5, 3_651]) {
    expect(ofNotice({ proofsKeptDays: days })).toEqual([
      `Proofs are kept for ${days} days; write a whole number up to 3650`,
    ])
  }
  expect(ofNotice({ proofsKeptDays: undefined })).toEqual([])
})

test('lists exactly the texts that are placeholders', () => {
  expect(findPlaceholders(wholeEdition).map(({ path }) => path)).toEqual([
    ...[
      'identity.college',
      'identity.association',
      'identity.city',
      'identity.address.0',
      'identity.address.1',
    ],
    ...['identity.email', 'identity.phones.0.number', 'identity.payee.id'],
    'accommodation.phones.0.number',
    ...['0.people.0', '1.people.0', '1.people.1'].flatMap((person) =>
      ['name', 'phone'].map((field) => `contactSections.${person}.${field}`),
    ),
    ...[
      'privacy.responsible',
      'privacy.contact.name',
      'privacy.contact.email',
      'privacy.contact.phone',
    ],
    'privacy.hosting',
    ...['shop.orderFormUrl', 'shop.phones.0.number'],
  ])
})

test('reports impossible team sizes and approvals (19.6)', () => {
  expect(changeSubject('Cineplexus', { teamSize: { least: 8, most: 12 } })).toEqual([])
  expect(changeSubject('Cineplexus', { teamSize: { least: 12, most: 8 } })).toEqual([
    'Cineplexus has a minimum team size above the maximum',
  ])
  expect(changeSubject('Cineplexus', { teamSize: { least: 0, most: 8 } })).toEqual([
    'Cineplexus has a team size that is not a positive whole number',
  ])
  expect(changeSubject('Cineplexus', { approval: true })).toEqual([
    'Cineplexus has an approval, which only a free event can have',
  ])
})

test('a free event can set `places` only with `approval` (19.6)', () => {
  const free = { fee: { per: 'free' }, places: 20 } as const
  expect(changeSubject('Cineplexus', free)).toEqual([
    'Cineplexus is free and has places, so it needs approval: true',
  ])
  expect(changeSubject('Cineplexus', { ...free, approval: true })).toEqual([])
})

test('reports a fee per member that is not a whole number of rupees (19.6)', () => {
  expect(changeSubject('Cineplexus', { fee: { per: 'member', amount: 0 } })).toEqual([
    'Cineplexus has a fee that is not a positive whole number of rupees',
  ])
})

test('requires the privacy notice to describe passes and rooms if there are any (19.39)', () => {
  const { pass: _pass, room: _room, ...collected } = wholeEdition.privacy.collected
  const privacy = { ...wholeEdition.privacy, collected }
  expect(check({ privacy })).toEqual([
    'The privacy notice says nothing about delegate passes',
    'The privacy notice says nothing about rooms',
  ])
  expect(check({ privacy, accommodation: undefined })).toEqual([
    'The privacy notice says nothing about delegate passes',
  ])
})
