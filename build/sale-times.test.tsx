import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { registrationPath, type Subject, subjectPath } from '../festival/content/subject'
import { builtFestival, wholeEdition } from '../festival/live/whole-edition'
import { offersAt } from '../festival/schedule/availability'
import { describeOpened, describePassWorth } from '../festival/schedule/opened'
import { findSaleEnds, listOpened } from '../festival/schedule/sale-ends'
import { createAvailability } from '../server/forms/availability'
import { createChatbot } from '../site/features/chatbot/answer-question'
import { builtState } from '../site/festival'
import { MomentProvider } from '../site/moment'
import { loadScreen, NavigationProvider, type Screen } from '../site/navigation/navigation'

/** What is on sale from each time on, in India (behaviours 2.8, 2.9). */
const table = [
  [
    '2025-10-01T00:00',
    'SeniorQuiz JuniorQuiz AxonAlley Sonostrike Vivantia SonicShift SmartAI novus magnus room',
  ],
  [
    '2025-10-09T08:00',
    'SeniorQuiz JuniorQuiz AxonAlley Sonostrike Vivantia SonicShift novus magnus room',
  ],
  ['2025-10-09T09:00', 'SeniorQuiz JuniorQuiz AxonAlley Vivantia SonicShift novus magnus room'],
  ['2025-10-09T14:00', 'SeniorQuiz JuniorQuiz AxonAlley SonicShift novus magnus room'],
  ['2025-10-10T08:00', 'SeniorQuiz JuniorQuiz AxonAlley magnus room'],
  ['2025-10-11T18:00', 'SeniorQuiz JuniorQuiz AxonAlley room'],
  ['2025-10-12T09:00', 'JuniorQuiz room'],
  ['2025-10-12T14:00', 'room'],
  ['2025-10-12T18:00', ''],
] as const

const at = (india: string) => Date.parse(`${india}+05:30`)
const hour = 3_600_000
const hours = Array.from(
  { length: 14 * 24 + 1 },
  (_, index) => at('2025-10-01T00:00') + index * hour,
)
/**
 * Rendering is slow, so only hours with a change, the hours before a change and the last hour are
 * checked.
 */
const renderedHours = new Set([
  ...table.flatMap(([since]) => [at(since) - hour, at(since)]),
  hours.at(-1),
])

const addresses = subjects.flatMap((subject) => [subjectPath(subject), registrationPath(subject)])
const screens = new Map<string, Screen>()
for (const address of [
  '/',
  '/delegate-pass',
  '/accommodation',
  '/schedule',
  '/contact',
  '/did-it-arrive',
  ...addresses,
]) {
  screens.set(address, await loadScreen(address))
}

const findScreen = (address: string): Screen => {
  const screen = screens.get(address)
  if (!screen) {
    throw new Error(`No ${address}`)
  }
  return screen
}

const render = (address: string, moment: number, isPublic = true) => {
  const screen = findScreen(address)
  const { Page, props } = screen
  return renderToStaticMarkup(
    <MomentProvider first={moment} isPublic={isPublic}>
      <NavigationProvider first={screen}>
        <Page {...props} />
      </NavigationProvider>
    </MomentProvider>,
  )
}

const hasForm = (html: string) => /<form[^>]* method="post"/.test(html)

/** Subjects that are open at some time. The test below covers all other subjects. */
const dated = subjects.filter(({ status }) => status !== 'closed')
const findLabel = (tier: string) => tiers.find(({ value }) => value === tier)?.label

const list = (
  isOpen: (subject: Subject) => boolean,
  isTierSold: (tier: string) => boolean,
  isRoomSold: boolean,
) =>
  [
    ...dated.filter(isOpen).map(({ key }) => key),
    ...tiers.map(({ value }) => value).filter(isTierSold),
    ...(isRoomSold ? ['room'] : []),
  ].join(' ')

const leadsToForm = (subject: Subject, now: number) =>
  render(subjectPath(subject), now).includes(`href="${registrationPath(subject)}"`)

const pagesAt = (now: number) => {
  const home = render('/', now)
  const cards = dated.filter(({ nickname, title }) =>
    home.includes(`View Details &amp; Register<span class="sr-only">: ${nickname ?? title}<`),
  )
  // Before the festival, the home page shows no end of a sale, because all tiers are on sale.
  const isTierSold = (tier: string) =>
    home.includes('Buy Delegate Pass') &&
    (now < at('2025-10-08T00:00') || home.includes(`${findLabel(tier)} until`))
  const hasRooms = render('/events/senior-quiz', now).includes('href="/accommodation"')
  return {
    home: list((subject) => cards.includes(subject), isTierSold, hasRooms),
    pages: list((subject) => leadsToForm(subject, now), isTierSold, hasRooms),
  }
}

const formsAt = (now: number) => {
  const inputs = render('/delegate-pass', now).match(/<input[^>]*>/g) ?? []
  return list(
    (subject) => hasForm(render(registrationPath(subject), now)),
    (tier) => inputs.some((tag) => tag.includes(`value="${tier}"`) && !tag.includes('disabled')),
    hasForm(render('/accommodation', now)),
  )
}

const current = {
  festival: () => builtFestival,
  readRecent: () => [builtFestival],
  findFilledAt: () => undefined,
  wasEverOpen: (key: string) =>
    wholeEdition.subjects.some((subject) => subject.key === key && subject.status === 'open'),
}

const callsAt = (now: number) => {
  const availability = createAvailability(current, () => new Date(now), true)
  return list(
    (subject) => !availability.refuseSubject(subject),
    (tier) => !availability.refusePass(tier),
    !availability.refuseRoom(),
  )
}

const { answerQuestion } = createChatbot(wholeEdition)

const answersAt = (now: number) => {
  const ask = (question: string) => answerQuestion(question, now, [], true)
  const open = ask('Which events and workshops are open?').items.map(({ href }) => href)
  const passes = ask('Can I buy a delegate pass?').items
  return list(
    (subject) => open.includes(subjectPath(subject)),
    (tier) =>
      passes.some(
        ({ name, note }) => name.startsWith(`${findLabel(tier)},`) && note !== 'No longer sold',
      ),
    ask('Can I get a room?').links.some(({ href }) => href === '/accommodation'),
  )
}

test('the API, pages, forms and chatbot agree on what is on sale from 1 to 14 October', () => {
  expect(builtState.ends).toEqual(findSaleEnds(wholeEdition))
  for (const now of hours) {
    const sold = table.findLast(([since]) => at(since) <= now)?.[1] ?? ''
    const when = new Date(now + 5.5 * hour).toISOString()
    expect(callsAt(now), when).toBe(sold)
    if (!renderedHours.has(now)) {
      continue
    }
    const shown = { ...pagesAt(now), forms: formsAt(now), chatbot: answersAt(now) }
    expect(shown, when).toEqual({ home: sold, pages: sold, forms: sold, chatbot: sold })
  }
})

test('never opens registration for closed events or workshops', () => {
  const closed = subjects.filter((subject) => !dated.includes(subject))
  expect(closed).toHaveLength(10)
  for (const [since] of table) {
    for (const subject of closed) {
      const isSold =
        leadsToForm(subject, at(since)) || hasForm(render(registrationPath(subject), at(since)))
      expect(
        isSold ||
          !createAvailability(current, () => new Date(at(since)), true).refuseSubject(subject),
        `${subject.key} ${since}`,
      ).toBe(false)
    }
  }
})

test.each([
  [
    '2025-10-01T10:00',
    'Open now: Smart AI, Sonostrike, Vivantia and The Sonic Shift, all for medical students.',
  ],
  [
    '2025-10-09T15:00',
    'Open now: The Sonic Shift, for medical students. Still to come: Inside the ICU and Gala night.',
  ],
  ['2025-10-10T13:00', 'No workshop is open now. Still to come: Inside the ICU and Gala night.'],
])('at %s, a tier’s card says “%s” (2.9)', (time, words) => {
  const tier = { label: time < '2025-10-09' ? 'Tier 1' : 'Tier 2' }
  expect(
    describeOpened(
      listOpened(tier, wholeEdition),
      offersAt(findSaleEnds(wholeEdition), at(time), true),
    ),
  ).toBe(words)
})

test.each([
  [
    'Tier 1',
    '2025-10-01T10:00',
    'Open now with a delegate pass: Smart AI, Sonostrike, Vivantia and The Sonic Shift, all for medical students.',
  ],
  [
    'Tier 2',
    '2025-10-10T13:00',
    'No workshop is open with a delegate pass now. Still to come with Tier 2: Inside the ICU and Gala night.',
  ],
  ['Tier 1', '2025-10-10T13:00', 'No workshop is open with a delegate pass now.'],
])('the home page describes %s at %s as “%s” (2.14)', (label, time, words) => {
  const offers = offersAt(findSaleEnds(wholeEdition), at(time), true)
  expect(describePassWorth(label, listOpened({ label }, wholeEdition), offers)).toBe(words)
})

test('pages say which events and sales have begun or ended', () => {
  expect(render('/workshops/sonostrike', at('2025-10-09T11:00'))).toMatch(
    /Thursday, 9 October 2025.*Now, 9:00 AM to 12:30 PM.*This has begun/,
  )
  expect(render('/events/senior-quiz', at('2025-10-12T13:00'))).toMatch(
    /Sunday, 12 October 2025.*Ended, 9:00 AM to 10:00 AM.*Sunday, 12 October 2025/,
  )
  expect(render('/register?event=Sonostrike', at('2025-10-09T11:00'))).not.toContain('<form')
  const [tier] = tiers
  expect(tier && listOpened(tier, wholeEdition).slice(-3)).toEqual(
    ['Occulex', "Exodontia'X", 'Paramatrix'].map((title) => ({
      title,
      until: at('2025-10-11T09:00'),
      status: 'closed',
      audience: [{ Occulex: 'medical', "Exodontia'X": 'dental', Paramatrix: 'paramedical' }[title]],
    })),
  )
  expect(render('/delegate-pass', at('2025-10-11T10:00'))).toContain(
    'No longer sold: registration for everything in this pass',
  )
  expect(render('/accommodation', at('2025-10-11T10:00'))).toContain(
    'Nights left: Sat 11 Oct to Sun 12 Oct',
  )
})

test('after the festival, a private installation explains that it stays open, and shows no event or sale as ended', () => {
  const later = at('2026-11-22T12:00')
  for (const address of ['/', '/delegate-pass', '/accommodation', '/schedule', ...addresses]) {
    const readText = (moment: number) =>
      render(address, moment, false).replace(/<span class="caption">.*?<\/span>/, '')
    expect(readText(later), address).not.toMatch(/is over|has begun|has ended|no longer sold/i)
  }
  const home = render('/', later, false)
  expect(home).toContain(
    'The festival is over. Thank you for being part of it. This private copy stays open, so that you can try it.',
  )
  expect(home).toContain('in this private copy you can still try these')
})

test('the home page counts events and names the groups that cannot register for any (9.28)', () => {
  const before = render('/', at('2025-10-01T10:00'))
  expect(before).toContain(
    'The festival of aching backs: 9 events, 11 workshops, ₹1,10,500 in prizes',
  )
  expect(before).toContain('For dental and paramedical students, nothing is open now.')
  expect(before).toMatch(
    /Still open.*<h3[^>]*>Events<.*Peristalympics.*₹40,000.*prize<.*<h3[^>]*>Workshops<.*Sonostrike/,
  )
  expect(render('/', at('2025-10-12T15:00'))).toContain('Nothing is open for registration now.')
})

test('the pass page shows the tiers before the payment advice (5.65)', () => {
  const words = render('/delegate-pass', at('2025-10-01T10:00')).replace(/<[^>]+>/g, ' ')
  expect(words).toMatch(
    /Tier 1.*open now.*Tier 2.*open now.*Before you pay.*not refundable.*Full name/,
  )
})

test('“Check my registration” shows how long checks take, and the refund policy (7.52)', () => {
  const words = render('/did-it-arrive', at('2025-10-01T10:00')).replace(/<[^>]+>/g, '')
  expect(words).toContain(
    'Usually you hear from us within 24 hours. If not, call the help desk, +91 00000 00000.',
  )
  expect(words).toContain('Refunds: The delegate pass is not refundable.')
})

test('the schedule hides the filter for open events after the festival (2.11)', () => {
  expect(render('/schedule', at('2025-10-12T10:00'))).toContain(
    'Only what is open for registration',
  )
  expect(render('/schedule', at('2025-10-13T10:00'))).not.toContain(
    'Only what is open for registration',
  )
})

test('the contact page begins with a contact for each problem (9.29)', () => {
  const words = render('/contact', at('2025-10-01T10:00')).replace(/<[^>]+>/g, ' ')
  expect(words).toMatch(/Payment.*Check my registration.*Room.*Event.*Help desk.*Treasurer/)
})
