import { expect, test, vi } from 'vitest'
import { registrationBody } from '../../tests/support/bodies'
import { parseBody } from '../contract/problem'
import { formatMembers, normaliseCoupon, registrationSchema } from './registration'

const quiz = registrationSchema({ teamSize: 3, passRequired: false })
const workshop = registrationSchema({ teamSize: 1, passRequired: true })

const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const body = {
  ...registrationBody,
  members: [leader],
  payment_screenshot_url: 'https://files.test/proof',
}

const errorsOf = (schema: typeof quiz, value: unknown) => {
  const parsed = parseBody(schema, value)
  return parsed.ok ? [] : parsed.errors
}

const pathsOf = (schema: typeof quiz, value: unknown) =>
  errorsOf(schema, value).map((error) => error.path)

test('accepts a complete registration unchanged', () => {
  expect(parseBody(quiz, body)).toEqual({ ok: true, value: body })
})

test('trims texts and normalises them to NFC', () => {
  const parsed = parseBody(quiz, {
    ...body,
    members: [{ ...leader, name: '  Rene\u0301  ' }],
    email: ' asha@college.test ',
  })
  expect(parsed).toMatchObject({
    ok: true,
    value: { members: [{ name: 'Ren\u00e9' }], email: 'asha@college.test' },
  })
})

test('reports each required field of an empty form once', () => {
  const empty = {
    event: 'SeniorQuiz',
    members: [{ name: '', phone: '', year: '' }],
    email: '',
    institution: '',
    category: '',
    payment_screenshot_url: '',
  }
  expect(errorsOf(quiz, empty)).toEqual([
    { path: 'members.0.name', message: 'Enter the team leader’s full name.' },
    {
      path: 'members.0.phone',
      message: 'Enter a valid 10-digit number or +91 followed by 10 digits',
    },
    { path: 'members.0.year', message: 'Choose or write the team leader’s year of study.' },
    {
      path: 'email',
      message: 'Enter the e-mail address to which we should send the confirmation.',
    },
    { path: 'institution', message: 'Enter your college or institution.' },
    { path: 'category', message: 'Choose the category that fits you.' },
    { path: 'payment_screenshot_url', message: 'Choose the screenshot of your payment.' },
  ])
})

test('requires a Delegate Pass ID only if the event needs a pass', () => {
  expect(pathsOf(workshop, body)).toEqual(['delegate_id'])
  expect(pathsOf(workshop, { ...body, delegate_id: '   ' })).toEqual(['delegate_id'])
  expect(pathsOf(workshop, { ...body, delegate_id: '123456789012' })).toEqual([])
  expect(pathsOf(quiz, { ...body, delegate_id: undefined })).toEqual([])
})

test('stores a Delegate Pass ID as twelve digits, however they are grouped (5.45)', () => {
  for (const text of ['9778 7411 9607', ' 977874119607\t', '9778\u00a074119607']) {
    expect(parseBody(workshop, { ...body, delegate_id: text })).toMatchObject({
      ok: true,
      value: { delegate_id: '977874119607' },
    })
  }
})

test('explains where to find the Delegate Pass ID if someone enters a DP number or another invalid ID', () => {
  const where = 'You’ll find it in your pass confirmation e-mail, under Delegate Pass ID.'
  const words = `DP-… is the registration ID of your pass. The Delegate Pass ID has 12 digits and ends in the same digits. ${where}`
  for (const text of ['DP-119607', 'dp 119607']) {
    expect(errorsOf(workshop, { ...body, delegate_id: text })).toEqual([
      { path: 'delegate_id', message: words },
    ])
  }
  for (const text of [
    'abc',
    '97787411960',
    '9778741196070',
    '९७७८७४११९६०७',
    '1'.repeat(1_000_000),
  ]) {
    expect(errorsOf(workshop, { ...body, delegate_id: text })).toEqual([
      { path: 'delegate_id', message: `A Delegate Pass ID has 12 digits. ${where}` },
    ])
  }
})

test('accepts members without a phone number or year, except the leader', () => {
  const members = [leader, { name: 'Ben Test', phone: '', year: '' }, { name: 'Chitra Test' }]
  expect(parseBody(quiz, { ...body, members })).toMatchObject({
    ok: true,
    value: {
      members: [
        leader,
        { name: 'Ben Test', phone: '', year: '' },
        { name: 'Chitra Test', phone: '', year: '' },
      ],
    },
  })
})

test('drops empty members', () => {
  const members = [
    leader,
    { name: ' ', phone: '', year: '' },
    { name: 'Chitra Test', phone: '', year: '' },
  ]
  expect(parseBody(quiz, { ...body, members })).toMatchObject({
    ok: true,
    value: { members: [leader, { name: 'Chitra Test' }] },
  })
})

test('reports a phone number without a name at the name field', () => {
  const members = [leader, { name: '', phone: '0123456789', year: '' }]
  expect(pathsOf(quiz, { ...body, members })).toEqual(['members.1.name'])
})

test('requires further members’ phone numbers to be valid', () => {
  expect(
    pathsOf(quiz, { ...body, members: [leader, { name: 'Ben Test', phone: '123', year: '' }] }),
  ).toEqual(['members.1.phone'])
})

test('rejects a person who is in the team twice (5.66)', () => {
  const twice =
    'One member is in this team twice. Remove one, or add an initial if two people have the same name.'
  const withSecond = (second: object) => ({
    ...body,
    members: [leader, { phone: '', year: '', ...second }],
  })
  expect(errorsOf(quiz, withSecond({ name: leader.name.toUpperCase() }))).toEqual([
    { path: 'members', message: twice },
  ])
  expect(errorsOf(quiz, withSecond({ ...leader }))).toEqual([{ path: 'members', message: twice }])
  expect(errorsOf(quiz, withSecond({ name: `${leader.name} B` }))).toEqual([])
  expect(errorsOf(quiz, { ...body, members: [leader, { name: '' }, { name: '' }] })).toEqual([])
})

test('limits a team to the size that the event allows', () => {
  const team = (size: number) => ({
    ...body,
    members: Array.from({ length: size }, (_, place) => ({
      ...leader,
      name: `Member ${place + 1}`,
    })),
  })
  expect(errorsOf(quiz, team(3))).toEqual([])
  expect(errorsOf(quiz, team(4))).toEqual([
    { path: 'members', message: 'A team has at most 3 members.' },
  ])
  expect(errorsOf(quiz, team(10_000))).toEqual([
    { path: 'members', message: 'A team has at most 3 members.' },
  ])
  expect(errorsOf(workshop, { ...team(2), delegate_id: '123456789012' })).toEqual([
    { path: 'members', message: 'Only one person can register here.' },
  ])
  expect(errorsOf(quiz, team(0))).toEqual([
    { path: 'members', message: 'Enter the team leader’s details.' },
  ])
})

test.each(['student', 'paramedic', 'faculty', 'external'])(
  'accepts %s as a category',
  (category) => {
    expect(pathsOf(quiz, { ...body, category })).toEqual([])
  },
)

test('accepts a category only by its key, not by its label or another name', () => {
  for (const category of ['Medical Student', 'STUDENT', 'doctor', '', null, 0]) {
    expect(pathsOf(quiz, { ...body, category })).toEqual(['category'])
  }
})

test('accepts only the categories of the edition (5.4)', async () => {
  vi.resetModules()
  vi.doMock('#edition/participants', () => ({
    participantCategories: [{ value: 'bds', label: 'Dental Student' }],
  }))
  const { registrationSchema } = await import('./registration')
  vi.doUnmock('#edition/participants')
  vi.resetModules()
  const other = registrationSchema({ teamSize: 3, passRequired: false })
  expect(pathsOf(other, { ...body, category: 'bds' })).toEqual([])
  for (const category of ['student', 'paramedic', 'Dental Student']) {
    expect(pathsOf(other, { ...body, category })).toEqual(['category'])
  }
})

test('drops unknown fields', () => {
  const parsed = parseBody(quiz, { ...body, coupon_applied: 'yes', amount: 0 })
  expect(parsed).toEqual({ ok: true, value: body })
})

const neverTexts: readonly unknown[] = [
  null,
  0,
  7,
  true,
  [],
  ['a'],
  {},
  { length: 3 },
  { toString: 'x' },
  [[[]]],
]
const neverLines = [
  'a\nb',
  'a\r\nBcc: x@y.test',
  'a\u0000b',
  'a\tb',
  'a\u0085b',
  'a\u2028b',
  'a\u202eb',
  'a\ud800b',
]

test.each(['email', 'institution', 'category', 'coupon', 'delegate_id', 'payment_screenshot_url'])(
  'reports a %s that is not text, at that field only',
  (field) => {
    for (const value of neverTexts) {
      expect([
        value,
        pathsOf(workshop, { ...body, delegate_id: '123456789012', [field]: value }),
      ]).toEqual([value, [field]])
    }
  },
)

test.each(['name', 'phone', 'year'])(
  'reports a leader’s %s that is not text, at that field only',
  (field) => {
    for (const value of [undefined, ...neverTexts]) {
      expect(pathsOf(quiz, { ...body, members: [{ ...leader, [field]: value }] })).toEqual([
        `members.0.${field}`,
      ])
    }
  },
)

test('rejects line breaks and control characters in every text', () => {
  for (const value of neverLines) {
    expect(pathsOf(quiz, { ...body, institution: value })).toEqual(['institution'])
    expect(pathsOf(quiz, { ...body, email: value })).toEqual(['email'])
    expect(pathsOf(quiz, { ...body, coupon: value })).toEqual(['coupon'])
    expect(pathsOf(quiz, { ...body, members: [{ ...leader, name: value }] })).toEqual([
      'members.0.name',
    ])
  }
})

test.each([
  ['institution', 200],
  ['coupon', 40],
  ['delegate_id', 40],
])('limits %s to %i characters', (field, most) => {
  expect(pathsOf(quiz, { ...body, [field]: 'x'.repeat(most) })).toEqual([])
  expect(pathsOf(quiz, { ...body, [field]: 'x'.repeat(most + 1) })).toEqual([field])
  expect(pathsOf(quiz, { ...body, [field]: 'x'.repeat(1_000_000) })).toEqual([field])
})

test('rejects values that are not objects without throwing', () => {
  for (const value of [undefined, null, '', 'x', 0, [], [body], () => body]) {
    expect(parseBody(quiz, value)).toMatchObject({ ok: false })
  }
})

test('lists a team on one line', () => {
  expect(formatMembers([leader, { name: 'Ben Test', phone: '', year: '' }])).toBe(
    'Member 1: Asha Test (0123456789, Final year); Member 2: Ben Test',
  )
})

test.each([
  ['spring5', 'SPRING5'],
  [' Spring 5 ', 'SPRING5'],
  ['s-p_r.i/n,g5!', 'SPRING5!'],
  ['!!', '!!'],
  ['Straße', 'STRAE'],
  ['ﬁve', 'VE'],
  ['код5', '5'],
  ['SPRING\u200b5\n', 'SPRING5'],
  ['', ''],
])('normalises the coupon %j to %j', (typed, compared) => {
  expect(normaliseCoupon(typed)).toBe(compared)
})

test('leaves normalised coupons unchanged', () => {
  for (const typed of ['a b!C9', '¹²³', 'ıİſ', '“quoted”']) {
    const once = normaliseCoupon(typed)
    expect(normaliseCoupon(once)).toBe(once)
    expect(once).toMatch(/^[A-Z0-9!]*$/)
  }
})
