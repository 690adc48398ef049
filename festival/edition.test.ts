import { expect, test } from 'vitest'
import { subjects } from './edition/catalogue'
import { tiers } from './edition/delegate-pass'
import { eventDetails } from './edition/events'
import { categories, sections } from './edition/groups'
import { workshopDetails } from './edition/workshops'
import { formatFee } from './fee'
import { dayOf, formatHours } from './slot'
import { fullName, type Subject, subjectPath } from './subject'
import { wholeEdition } from './whole-edition'

const countOf = (group: { id: string }) => subjects.filter((subject) => subject.group === group.id).length

const keysWhere = (holds: (subject: Subject) => unknown) =>
  subjects
    .filter(holds)
    .map((subject) => subject.key)
    .sort()

test('a form that no address names is that of the Senior Quiz', () => {
  expect(subjects[0]?.key).toBe('SeniorQuiz')
})

test('the events hub has four sections of 3, 1, 3 and 2', () => {
  expect(sections.map((section) => [section.id, countOf(section)])).toEqual([
    ['quizzes', 3],
    ['panels', 1],
    ['presentations', 3],
    ['others', 2],
  ])
})

test('the workshops page has five categories of 4, 1, 2, 3 and 1', () => {
  expect(categories.map((category) => [category.title, countOf(category)])).toEqual([
    ['Clinical Skills', 4],
    ['Diagnostic & Imaging', 1],
    ['Maternal & Neonatal Care', 2],
    ['Emergency & Wilderness Medicine', 3],
    ['Tech & Research', 1],
  ])
})

test('a section owns its colour of the atlas', () => {
  expect(sections.map((section) => section.colour)).toEqual(['nerve', 'artery', 'vein', 'lymph'])
})

test('each subject has its address', () => {
  expect(Object.fromEntries(subjects.map((subject) => [subject.key, subjectPath(subject)]))).toEqual({
    SeniorQuiz: '/events/senior-quiz',
    JuniorQuiz: '/events/junior-quiz',
    OnlineQuiz: '/events/online-quiz',
    InsideICU: '/events/inside-icu',
    CasePulse: '/events/case-pulse',
    AxonAlley: '/events/axon-alley',
    Nexus: '/events/nexus',
    PulsatingPalettes: '/events/pulsating-palettes',
    Cineplexus: '/events/cineplexus',
    Sonostrike: '/workshops/sonostrike',
    DisasterX: '/workshops/disaster-x',
    Vivantia: '/workshops/vivantia',
    CodeWild: '/workshops/code-wild',
    Occulex: '/workshops/occulex',
    SonicShift: '/workshops/sonic-shift',
    Anastamos: '/workshops/anastamos',
    Reviva: '/workshops/reviva',
    SmartAI: '/workshops/smart-ai',
    ExodontiaX: '/workshops/exodontiax',
    Paramatrix: '/workshops/paramatrix',
  })
})

test('three workshops have an address without the hyphen as well', () => {
  expect(subjects.flatMap((subject) => subject.aliases ?? [])).toEqual(['codewild', 'sonicshift', 'smartai'])
})

test('six can be registered for, the panel comes with a pass, and the others are closed', () => {
  expect(keysWhere(({ status }) => status === 'open')).toEqual([
    'JuniorQuiz',
    'SeniorQuiz',
    'SmartAI',
    'SonicShift',
    'Sonostrike',
    'Vivantia',
  ])
  expect(keysWhere(({ status }) => status === 'with-pass')).toEqual(['InsideICU'])
  expect(keysWhere(({ status }) => status === 'closed')).toHaveLength(13)
})

const feeOf = (subject: Subject) => (subject.feeAnnounced === false ? '' : formatFee(subject.fee, subject.teamSize))

test.each([
  ['SeniorQuiz', '₹600 per team', 40_000, 3],
  ['JuniorQuiz', '₹600 per team', 30_000, 3],
  ['OnlineQuiz', '₹300 per team', 20_000, 3],
  ['InsideICU', 'Included with the Tier 2 Delegate Pass', undefined, 1],
  ['CasePulse', '₹300 (Single) / ₹400 (Team of 2)', 3_000, 2],
  ['AxonAlley', '₹300 (Single) / ₹400 (Team of 2)', 3_000, 2],
  ['Nexus', '₹300 (Single) / ₹400 (Team of 2)', 3_000, 2],
  ['PulsatingPalettes', '₹150 per team', 1_500, 3],
  ['Cineplexus', '₹500', 10_000, 10],
  ['Sonostrike', '₹600', undefined, 1],
  ['DisasterX', 'Delegate Pass Required', undefined, 1],
  ['Vivantia', 'Delegate Pass Required', undefined, 1],
  ['CodeWild', '₹500', undefined, 1],
  ['Occulex', '₹500', undefined, 1],
  ['SonicShift', 'Delegate Pass Required', undefined, 1],
  ['Anastamos', '₹500', undefined, 1],
  ['Reviva', '₹500', undefined, 1],
  ['SmartAI', '₹500', undefined, 1],
  ['ExodontiaX', '', undefined, 1],
  ['Paramatrix', '', undefined, 1],
])('%s costs %j, offers %s and is for teams of %i', (key, fee, prize, teamSize) => {
  const subject = subjects.find((candidate) => candidate.key === key)
  expect(subject && { fee: feeOf(subject), prize: subject.prize, teamSize: subject.teamSize }).toEqual({
    fee,
    prize,
    teamSize,
  })
})

test.each([
  ['SeniorQuiz', ['2025-10-12 Prelims 9:00 AM to 10:00 AM', '2025-10-12 Finals 2:00 PM to 5:30 PM']],
  ['JuniorQuiz', ['2025-10-12 Prelims 9:00 AM to 10:00 AM', '2025-10-12 Finals 2:00 PM to 5:30 PM']],
  [
    'OnlineQuiz',
    ['2025-09-28 Prelims, online 4:00 PM to 4:45 PM', '2025-10-12 Semifinals Morning', '2025-10-12 Finals Afternoon'],
  ],
  ['InsideICU', ['2025-10-11 Afternoon']],
  ['CasePulse', ['2025-10-12 Morning']],
  ['AxonAlley', ['2025-10-12 Morning']],
  ['Nexus', ['2025-10-12 Morning']],
  ['PulsatingPalettes', ['2025-10-11 Morning']],
  ['Cineplexus', ['2025-10-11 Morning']],
  ['Sonostrike', ['2025-10-09 9:00 AM to 12:30 PM']],
  ['DisasterX', ['2025-10-10 8:00 AM to 4:00 PM']],
  ['Vivantia', ['2025-10-09 2:00 PM to 5:30 PM']],
  ['CodeWild', ['2025-10-09 8:00 AM to 4:00 PM']],
  ['Occulex', ['2025-10-11 9:00 AM to 12:30 PM']],
  ['SonicShift', ['2025-10-10 8:00 AM to 4:00 PM']],
  ['Anastamos', ['2025-10-10 9:00 AM to 12:30 PM']],
  ['Reviva', ['2025-10-10 2:00 PM to 5:30 PM']],
  ['SmartAI', ['2025-10-09 8:00 AM to 4:00 PM']],
  ['ExodontiaX', ['2025-10-11 9:00 AM to 12:30 PM']],
  ['Paramatrix', ['2025-10-11 9:00 AM to 12:30 PM']],
])('%s takes place %j', (key, times) => {
  const slots = subjects.find((candidate) => candidate.key === key)?.slots ?? []
  expect(slots.map((time) => [dayOf(time.start), time.label, formatHours(time)].filter(Boolean).join(' '))).toEqual(
    times,
  )
})

test('lunch comes with three quizzes and four full-day workshops', () => {
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

test('every workshop asks for a pass, and of the events only the panel', () => {
  expect(keysWhere((subject) => subject.kind === 'workshop' && !subject.passRequired)).toEqual([])
  expect(keysWhere((subject) => subject.kind === 'event' && subject.passRequired)).toEqual(['InsideICU'])
})

test('the two passes cost 500 and 700 rupees', () => {
  expect(tiers.map(({ value, label, name, price }) => [value, label, name, price])).toEqual([
    ['novus', 'Tier 1', 'NOVUS CEREBRI', 500],
    ['magnus', 'Tier 2', 'MAGNUS CEREBRI', 700],
  ])
})

test('the deadlines are those that were announced', () => {
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

test('only Anastamos lasts "4 hours", and brings a suturing kit', () => {
  const withLength = Object.entries(workshopDetails).filter(([, details]) => details.duration)
  expect(withLength.map(([key, details]) => [key, details.duration, details.notes])).toEqual([
    ['Anastamos', '4 hours', ['A personal suturing kit is provided.']],
  ])
})

test('a poster in landscape is wider than it is high', () => {
  const [, width, height] =
    /landscape, (\d+) pixels wide and (\d+) high/.exec(JSON.stringify(eventDetails.AxonAlley)) ?? []
  expect([width, height].map(Number)).toEqual([1920, 1080])
})

test('every workshop names two incharges', () => {
  expect(Object.values(workshopDetails).map((details) => details.incharges.length)).toEqual(Array(11).fill(2))
})

test('a subject goes by its title and nickname', () => {
  expect(subjects.slice(0, 2).map(fullName)).toEqual(['Senior Quiz ‘Peristalympics’', 'Junior Quiz ‘Vistura’'])
  expect(subjects.filter((subject) => subject.kind === 'workshop').map(fullName)).toContain("Exodontia'X")
})

test('no text of the edition quotes a fee, a discount or a date that is out of use', () => {
  expect(JSON.stringify(wholeEdition)).not.toMatch(/\b(1200|2000|2500|1,200|2,000|2,500|800|early bird|August|2024)\b/i)
})
