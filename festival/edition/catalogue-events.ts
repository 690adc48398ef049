import { at, type Slot, slot } from '#festival/content/slot'
import type { Subject } from '#festival/content/subject'

const everyone = ['medical', 'dental', 'paramedical'] as const

/** Makes a session of which only the part of the day is known, not the hours. */
const makePart = (start: Slot['start'], part: NonNullable<Slot['part']>, label?: string): Slot => {
  const made: Slot = { start, part }
  if (label) {
    made.label = label
  }
  return made
}

const saturday = '2025-10-11'
const sunday = '2025-10-12'

const quizOnSunday = [
  slot(sunday, '09:00', '10:00', 'Prelims'),
  slot(sunday, '14:00', '17:30', 'Finals'),
]

const quiz = {
  kind: 'event',
  group: 'quizzes',
  teamSize: 3,
  passRequired: false,
  lunch: true,
} as const

const presentation = {
  kind: 'event',
  group: 'presentations',
  status: 'closed',
  fee: { per: 'member-count', single: 300, team: 400 },
  prize: 3_000,
  teamSize: 2,
  passRequired: false,
  lunch: false,
  slots: [makePart(at(sunday, '09:00'), 'morning')],
} as const

const other = {
  kind: 'event',
  group: 'others',
  status: 'closed',
  passRequired: false,
  lunch: false,
  slots: [makePart(at(saturday, '09:00'), 'morning')],
} as const

export const events: readonly Subject[] = [
  {
    ...quiz,
    key: 'SeniorQuiz',
    slug: 'senior-quiz',
    title: 'Senior Quiz',
    nickname: 'Peristalympics',
    subtitle: 'Gastroenterology',
    summary:
      'A team quiz on gastroenterology, made for final-year students and interns and open to every year.',
    status: 'open',
    fee: { per: 'team', amount: 600 },
    prize: 40_000,
    audience: ['medical'],
    slots: quizOnSunday,
  },
  {
    ...quiz,
    key: 'JuniorQuiz',
    slug: 'junior-quiz',
    title: 'Junior Quiz',
    nickname: 'Vistura',
    subtitle: 'Anatomy and pathology',
    summary: 'A team quiz on anatomy and pathology for students of the first three years.',
    status: 'open',
    fee: { per: 'team', amount: 600 },
    prize: 30_000,
    audience: ['medical'],
    slots: quizOnSunday,
  },
  {
    ...quiz,
    key: 'OnlineQuiz',
    slug: 'online-quiz',
    title: 'Online Quiz',
    nickname: 'Pancrithon',
    subtitle: 'Diabetes mellitus',
    summary:
      'Three rounds on diabetes mellitus: the first from your own desk, the last two on our stage.',
    status: 'closed',
    fee: { per: 'team', amount: 300 },
    prize: 20_000,
    audience: everyone,
    slots: [
      slot('2025-09-28', '16:00', '16:45', 'Prelims, online'),
      makePart(at(sunday, '09:00'), 'morning', 'Semifinals'),
      makePart(at(sunday, '14:00'), 'afternoon', 'Finals'),
    ],
  },
  {
    key: 'InsideICU',
    kind: 'event',
    slug: 'inside-icu',
    title: 'Panel Discussion',
    nickname: 'Inside the ICU',
    subtitle: 'What they don’t teach you in undergraduate medicine',
    summary:
      'An afternoon of plain talk about intensive care: the decisions, the doubts and the people.',
    group: 'panels',
    status: 'with-pass',
    fee: { per: 'pass', tier: 'Tier 2' },
    teamSize: 1,
    passRequired: true,
    lunch: false,
    audience: everyone,
    slots: [makePart(at(saturday, '14:00'), 'afternoon')],
  },
  {
    ...presentation,
    key: 'CasePulse',
    slug: 'case-pulse',
    title: 'Case Presentation',
    nickname: 'Case Pulse',
    subtitle: 'Medicine, Surgery, Obstetrics & Gynaecology, Paediatrics',
    summary: 'One patient you followed, one lesson that others should hear. Alone or in pairs.',
    audience: ['medical'],
  },
  {
    ...presentation,
    key: 'AxonAlley',
    slug: 'axon-alley',
    title: 'Poster Presentation',
    nickname: 'Axon Alley',
    subtitle: 'Digital posters',
    summary: 'A whole study on a single slide, explained in four minutes and defended in three.',
    audience: ['medical'],
  },
  {
    ...presentation,
    key: 'Nexus',
    slug: 'nexus',
    title: 'Paper Presentation',
    nickname: 'Nexus',
    subtitle: 'Original research',
    summary: 'Your own research before a jury: five minutes to present it and three for questions.',
    audience: everyone,
  },
  {
    ...other,
    key: 'PulsatingPalettes',
    slug: 'pulsating-palettes',
    title: 'Body Painting',
    nickname: 'Pulsating Palettes',
    subtitle: 'Gross anatomy on skin',
    summary: 'Paint what lies beneath the skin where it lies, then walk the judges through it.',
    fee: { per: 'team', amount: 150 },
    prize: 1_500,
    teamSize: 3,
    audience: everyone,
  },
  {
    ...other,
    key: 'Cineplexus',
    slug: 'cineplexus',
    title: 'Medical Short Film',
    nickname: 'Cineplexus',
    subtitle: 'Live action, documentary or animation',
    summary: 'Five to ten minutes of film about medicine, in any language, with English subtitles.',
    fee: { per: 'entry', amount: 500 },
    prize: 10_000,
    teamSize: 10,
    audience: ['medical', 'paramedical'],
  },
]
