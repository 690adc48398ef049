import { expect, test } from 'vitest'
import { subjects } from '../edition/catalogue'
import { tiers } from '../edition/delegate-pass'
import { eventDetails } from '../edition/events'
import { categories, sections } from '../edition/groups'
import { workshopDetails } from '../edition/workshops'
import { wholeEdition } from '../live/whole-edition'
import { formatFee } from '../payment/fee'
import { formatHours, toDay } from './slot'
import { fullName, type Subject, subjectPath } from './subject'

const countOf = (group: { id: string }) =>
  subjects.filter((subject) => subject.group === group.id).length

const keysWhere = (holds: (subject: Subject) => unknown) =>
  subjects
    .filter(holds)
    .map((subject) => subject.key)
    .sort()

test('lists the Senior Quiz first, so that its form is the default', () => {
  expect(subjects[0]?.key).toBe('SeniorQuiz')
})

test('lists sections of 3, 1, 3 and 2 events', () => {
  expect(sections.map((section) => [section.id, countOf(section)])).toEqual([
    ['quizzes', 3],
    ['panels', 1],
    ['presentations', 3],
    ['others', 2],
  ])
})

test('lists categories of 4, 1, 2, 3 and 1 workshops', () => {
  expect(categories.map((category) => [category.title, countOf(category)])).toEqual([
    ['Clinical Skills', 4],
    ['Diagnostic & Imaging', 1],
    ['Maternal & Neonatal Care', 2],
    ['Emergency & Wilderness Medicine', 3],
    ['Tech & Research', 1],
  ])
})

test('gives three workshops a second address without the hyphen', () => {
  expect(subjects.flatMap((subject) => subject.aliases ?? [])).toEqual([
    'codewild',
    'sonicshift',
    'smartai',
  ])
})

const formatTimes = ({ slots }: Subject) =>
  slots
    .map((time) =>
      [toDay(time.start).slice(5), time.label, formatHours(time)].filter(Boolean).join(' '),
    )
    .join('; ')

const feeOf = (subject: Subject) =>
  subject.feeAnnounced === false ? '' : formatFee(subject.fee, subject.teamSize)

/** Key, address, status, fee, prize and team size, then the times, grouped by month and day. */
const facts: readonly (readonly [string, string, string, number | undefined, number, string])[] = [
  [
    'SeniorQuiz',
    '/events/senior-quiz open',
    '₹600 per team',
    40_000,
    3,
    '10-12 Prelims 9:00 AM to 10:00 AM; 10-12 Finals 2:00 PM to 5:30 PM',
  ],
  [
    'JuniorQuiz',
    '/events/junior-quiz open',
    '₹600 per team',
    30_000,
    3,
    '10-12 Prelims 9:00 AM to 10:00 AM; 10-12 Finals 2:00 PM to 5:30 PM',
  ],
  [
    'OnlineQuiz',
    '/events/online-quiz closed',
    '₹300 per team',
    20_000,
    3,
    '09-28 Prelims, online 4:00 PM to 4:45 PM; 10-12 Semifinals Morning; 10-12 Finals Afternoon',
  ],
  [
    'InsideICU',
    '/events/inside-icu with-pass',
    'Included with the Tier 2 Delegate Pass',
    undefined,
    1,
    '10-11 Afternoon',
  ],
  [
    'CasePulse',
    '/events/case-pulse closed',
    '₹300 (Single) / ₹400 (Team of 2)',
    3_000,
    2,
    '10-12 Morning',
  ],
  [
    'AxonAlley',
    '/events/axon-alley closed',
    '₹300 (Single) / ₹400 (Team of 2)',
    3_000,
    2,
    '10-12 Morning',
  ],
  ['Nexus', '/events/nexus closed', '₹300 (Single) / ₹400 (Team of 2)', 3_000, 2, '10-12 Morning'],
  [
    'PulsatingPalettes',
    '/events/pulsating-palettes closed',
    '₹150 per team',
    1_500,
    3,
    '10-11 Morning',
  ],
  ['Cineplexus', '/events/cineplexus closed', '₹500', 10_000, 10, '10-11 Morning'],
  ['Sonostrike', '/workshops/sonostrike open', '₹600', undefined, 1, '10-09 9:00 AM to 12:30 PM'],
  [
    'DisasterX',
    '/workshops/disaster-x closed',
    'Delegate Pass Required',
    undefined,
    1,
    '10-10 8:00 AM to 4:00 PM',
  ],
  [
    'Vivantia',
    '/workshops/vivantia open',
    'Delegate Pass Required',
    undefined,
    1,
    '10-09 2:00 PM to 5:30 PM',
  ],
  ['CodeWild', '/workshops/code-wild closed', '₹500', undefined, 1, '10-09 8:00 AM to 4:00 PM'],
  ['Occulex', '/workshops/occulex closed', '₹500', undefined, 1, '10-11 9:00 AM to 12:30 PM'],
  [
    'SonicShift',
    '/workshops/sonic-shift open',
    'Delegate Pass Required',
    undefined,
    1,
    '10-10 8:00 AM to 4:00 PM',
  ],
  ['Anastamos', '/workshops/anastamos closed', '₹500', undefined, 1, '10-10 9:00 AM to 12:30 PM'],
  ['Reviva', '/workshops/reviva closed', '₹500', undefined, 1, '10-10 2:00 PM to 5:30 PM'],
  ['SmartAI', '/workshops/smart-ai open', '₹500', undefined, 1, '10-09 8:00 AM to 4:00 PM'],
  ['ExodontiaX', '/workshops/exodontiax closed', '', undefined, 1, '10-11 9:00 AM to 12:30 PM'],
  ['Paramatrix', '/workshops/paramatrix closed', '', undefined, 1, '10-11 9:00 AM to 12:30 PM'],
]
test.each(facts)(
  '%s: %s, costs %j, offers %s, for teams of %i, held %s',
  (key, ...expectedFacts) => {
    const subject = subjects.find((candidate) => candidate.key === key)
    if (!subject) {
      throw new Error(`No ${key}`)
    }
    const { status, prize, teamSize } = subject
    expect([
      `${subjectPath(subject)} ${status}`,
      feeOf(subject),
      prize,
      teamSize,
      formatTimes(subject),
    ]).toEqual(expectedFacts)
  },
)

test('has exactly the twenty expected events and workshops', () => {
  expect(subjects.map(({ key }) => key)).toEqual(facts.map(([key]) => key))
  expect(
    subjects.flatMap(({ slots }) => slots).every(({ start }) => start.startsWith('2025-')),
  ).toBe(true)
})

test('includes lunch in three quizzes and four full-day workshops', () => {
  expect(keysWhere((subject) => subject.lunch)).toEqual([
    'CodeWild',
    'DisasterX',
    'JuniorQuiz',
    'OnlineQuiz',
    'SeniorQuiz',
    'SmartAI',
    'SonicShift',
  ])
})

test('requires a pass for every workshop, and for one event, the panel', () => {
  expect(keysWhere((subject) => subject.kind === 'workshop' && !subject.passRequired)).toEqual([])
  expect(keysWhere((subject) => subject.kind === 'event' && subject.passRequired)).toEqual([
    'InsideICU',
  ])
})

test('sells two passes, at 500 and 700 rupees', () => {
  expect(tiers.map(({ value, label, name, price }) => [value, label, name, price])).toEqual([
    ['novus', 'Tier 1', 'NOVUS CEREBRI', 500],
    ['magnus', 'Tier 2', 'MAGNUS CEREBRI', 700],
  ])
})

test('has the deadlines that were announced', () => {
  const deadlines = Object.entries(eventDetails).flatMap(([key, details]) =>
    (details.deadlines ?? []).map(({ label, day }) => `${key} ${label} ${day}`),
  )
  expect(deadlines).toEqual([
    'CasePulse Abstract 2025-09-24',
    'CasePulse Presentation file 2025-10-05',
    'AxonAlley E-poster 2025-10-01',
    'Nexus Abstract 2025-09-24',
    'Nexus Presentation file 2025-10-05',
    'Cineplexus Film 2025-09-28',
  ])
})

test('gives a duration and a suturing kit only for Anastamos', () => {
  const withLength = Object.entries(workshopDetails).filter(([, details]) => details.duration)
  expect(withLength.map(([key, details]) => [key, details.duration, details.notes])).toEqual([
    ['Anastamos', '4 hours', ['A personal suturing kit is provided.']],
  ])
})

test('names a subject by its title and nickname', () => {
  expect(subjects.slice(0, 2).map(fullName)).toEqual([
    'Senior Quiz ‘Peristalympics’',
    'Junior Quiz ‘Vistura’',
  ])
  expect(subjects.filter((subject) => subject.kind === 'workshop').map(fullName)).toContain(
    "Exodontia'X",
  )
})

test('contains no outdated fee, discount or date', () => {
  expect(JSON.stringify(wholeEdition)).not.toMatch(
    /\b(1200|2000|2500|1,200|2,000|2,500|800|early bird|August|2024)\b/i,
  )
})

test('the privacy notice explains what leaders can change, what is erased and what the college decides (5.152)', () => {
  const { collected, corrections, erasure, hosting, minors } = wholeEdition.privacy
  expect(corrections).toContain('the names, phones and years of the other members there')
  expect(corrections).toContain('up to 5 times a day')
  expect(corrections).toContain(
    'Earlier details of a changed team are kept until the registration is erased.',
  )
  expect(erasure).toContain('this and everything else that was sent with your e-mail address')
  expect(collected.registration.kept).toContain(
    'decides when details are erased after the festival',
  )
  expect(hosting).toContain('hosting company (to be announced)')
  expect(minors).toBe('If you are under 18, ask a parent before you send your details.')
})
