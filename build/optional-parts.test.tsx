import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { categories } from '#edition/groups'
import { identity } from '#edition/identity'
import { programme } from '#edition/programme'
import { listOptionalPages } from '../festival/content/optional-pages'
import { findSaleEnds, listOpened, pricePasses } from '../festival/schedule/sale-ends'

/** For an edition that has only events, without lunch and coupons, and one with a single pass. */
const withoutPasses = subjects
  .filter(({ kind, passRequired }) => kind === 'event' && !passRequired)
  .map(({ lunch: _, ...subject }) => subject)
const [pass] = tiers
const onePass = pass ? [pass] : []

/** Words that must not appear in the edition without these parts. */
const omittedWords =
  /delegate|\bpass(?:es)?\b|\btiers?\b|\brooms?\b|accommodation|\bhostel|\bshop\b|t-?shirt|cervical|workshop|\blunch|\bmeal|coupon/i

const { workshopsTitle: _, ...withoutWorkshopsTitle } = identity

const mocked = [
  'accommodation',
  'catalogue',
  'delegate-pass',
  'groups',
  'identity',
  'participants',
  'people',
  'programme',
  'shop',
]

const openEdition = async (sold: typeof tiers, listed: typeof subjects) => {
  const items = programme.filter(({ tier }) => tier === undefined)
  const edition = {
    subjects: listed,
    programme: items,
    tiers: sold,
    identity,
    accommodation: undefined,
  }
  vi.resetModules()
  vi.doMock('#edition/accommodation', () => ({ accommodation: undefined }))
  vi.doMock('#edition/catalogue', () => ({ subjects: listed }))
  vi.doMock('#edition/delegate-pass', () => ({
    tiers: sold,
    tiersCaption: undefined,
    delegatePassNotes: [],
  }))
  vi.doMock('#edition/groups', async (original) => ({
    ...(await original<object>()),
    categories: categories.filter(({ id }) => listed.some(({ group }) => group === id)),
  }))
  vi.doMock('#edition/identity', () => ({
    identity: { ...withoutWorkshopsTitle, coupon: false },
    lunch: undefined,
    sisterEvent: undefined,
  }))
  vi.doMock('#edition/participants', async (original) => ({
    ...(await original<object>()),
    practiceFields: [],
  }))
  vi.doMock('#edition/people', async (original) => ({
    ...(await original<object>()),
    refunds: 'Fees are given back.',
  }))
  vi.doMock('#edition/programme', async (original) => ({
    ...(await original<object>()),
    programme: items,
  }))
  vi.doMock('#edition/shop', () => ({ shop: undefined }))
  vi.stubGlobal('__OPTIONAL_PAGES__', listOptionalPages({ ...edition, shop: undefined }))
  vi.stubGlobal('__ENDS__', findSaleEnds(edition))
  vi.stubGlobal(
    '__OPENED__',
    Object.fromEntries(sold.map((tier) => [tier.value, listOpened(tier, edition)])),
  )
  vi.stubGlobal('__PASS_PRICES__', pricePasses(sold))
  return {
    ...(await import('../site/entry-prerender')),
    ...(await import('../site/lookup/places')),
    ...(await import('../site/features/chatbot/answer-question')),
    ...(await import('../festival/live/whole-edition')),
    ...(await import('../festival/schedule/availability')),
    ...(await import('../festival/live/check-edition')),
    ...(await import('../festival/contract/walk-in')),
    ...(await import('../festival/contract/reasons')),
    ...(await import('../desk/features/walk-in/walk-in-draft')),
    ...(await import('./listings')),
    ...(await import('./plates/picture')),
  }
}

// Other test files share the module cache.
afterAll(() => {
  for (const name of mocked) {
    vi.doUnmock(`#edition/${name}`)
  }
  vi.unstubAllGlobals()
  vi.resetModules()
})

const at = (india: string) => Date.parse(`${india}+05:30`)
const moments = ['2025-10-01T10:00', '2025-10-09T11:00', '2025-10-14T00:00'].map(at)

const readPage = (html: string) => html.replace(/ class="[^"]*"/g, '')

let college: Awaited<ReturnType<typeof openEdition>>

beforeAll(async () => {
  college = await openEdition([], withoutPasses)
})

test('accepts an edition without rooms, shop, sister event or passes, unless an event requires a pass (1.14)', () => {
  expect(college.checkEdition(college.wholeEdition).map(({ words }) => words)).not.toContainEqual(
    expect.stringMatching(omittedWords),
  )
  const [event] = withoutPasses
  const asking = event ? [{ ...event, passRequired: true }] : []
  expect(college.checkEdition({ ...college.wholeEdition, subjects: asking })).toContainEqual({
    path: 'subjects.0.passRequired',
    words: `${event?.key} requires a delegate pass, but none is sold`,
  })
})

test('no page mentions parts that the edition lacks, before, during or after the festival (19.20)', async () => {
  const screens = college.listScreens()
  expect(screens.length).toBeGreaterThan(20)
  const changing = ['/', '/accommodation', '/shop', '/events/senior-quiz']
  for (const [index, moment] of moments.entries()) {
    for (const address of index === 0
      ? [...screens.map((screen) => screen.address), ...changing]
      : changing) {
      const { html, screen } = await college.prerenderScreen(address, moment)
      expect(
        readPage(html).match(omittedWords),
        `${address} at ${new Date(moment).toISOString()}`,
      ).toBeNull()
      expect(`${screen.description.title} ${screen.description.description}`).not.toMatch(
        omittedWords,
      )
    }
  }
})

test('shows “Event” above the title of an event without a nickname', async () => {
  const plain = await openEdition(
    [],
    withoutPasses.map(({ nickname: _, ...subject }) => subject),
  )
  const { html } = await plain.prerenderScreen('/events/senior-quiz', moments[0] ?? 0)
  expect(readPage(html)).toMatch(/<p>Event<\/p><h1[^>]*>Senior Quiz</)
})

test('offers the filter by audience only if the audiences of events differ (19.46)', async () => {
  const audienceFilter = '<legend class="sr-only">For</legend>'
  const now = moments[0] ?? 0
  const differing = await college.prerenderScreen('/schedule', now)
  expect(differing.html).toContain(audienceFilter)
  const open = withoutPasses.map((subject) => ({ ...subject, audience: [] }))
  const everyone = await openEdition([], open)
  expect((await everyone.prerenderScreen('/schedule', now)).html).not.toContain(audienceFilter)
  const paths = everyone.checkEdition(everyone.wholeEdition).map(({ path }) => path)
  expect(paths.join()).not.toContain('audience')
})

test('the sitemap, manifest and pictures omit parts that the edition lacks (19.20)', () => {
  const matches = college.listScreens().map(({ match }) => match)
  expect(college.makeSitemap(matches, 'https://festival.test')).not.toMatch(omittedWords)
  expect(college.makeManifest()).not.toMatch(omittedWords)
  expect(college.listPageKeys(college.wholeEdition).join()).not.toMatch(omittedWords)
})

test('search and chatbot do not mention parts that the edition lacks', () => {
  const { wholeEdition } = college
  const offers = college.offersAt(findSaleEnds(wholeEdition), moments[0] ?? 0, true)
  const search = college.createPlaceSearch(wholeEdition, offers)
  const found = ['', 'pass', 'room', 'shop', 'shirt', 'cervical', 'contact'].flatMap((query) =>
    query ? search.find(query) : search.offered,
  )
  expect(found.map(({ title, note, href }) => `${title} ${note} ${href}`).join()).not.toMatch(
    omittedWords,
  )
  const chatbot = college.createChatbot(wholeEdition)
  const answers = [
    'How do I register?',
    'What are the fees?',
    'Senior Quiz fee',
    'How do I pay?',
    'What is open now?',
    'Hello',
    'Can I get my money back?',
    'Who may take part?',
    'List all events',
    'Where is the event?',
  ].flatMap((question) => moments.map((now) => chatbot.answerQuestion(question, now, [], true)))
  expect(JSON.stringify(answers)).not.toMatch(omittedWords)
  for (const question of [
    'Is there accommodation?',
    'What does a delegate pass cost?',
    'What is in the shop?',
    'Is there a coupon?',
    'Is lunch included?',
    'List all workshops',
  ]) {
    const { text, links, asks, items } = chatbot.answerQuestion(question, moments[0] ?? 0, [], true)
    expect(text.join()).toContain('I don’t know about')
    expect(JSON.stringify([links, asks, items])).not.toMatch(omittedWords)
  }
})

test('rejects walk-ins for rooms and passes that the edition does not sell', () => {
  const paths = college.walkInFields.registration.map(({ path }) => path)
  expect(paths).toContain('event')
  expect(paths).not.toContain('delegate_id')
  expect(paths).not.toContain('coupon')
  for (const kind of ['accommodation', 'delegate-pass'] as const) {
    expect(college.checkWalkIn({ kind, paid: 'cash', form: {} }, []).ok).toBe(false)
  }
  expect(college.fitsEntry('pass-unknown', 'registration', false)).toBe(false)
})

test('does not ask for a tier if there is only one pass (1.14)', async () => {
  const single = await openEdition(onePass, subjects)
  const { html } = await single.prerenderScreen('/delegate-pass', moments[0] ?? 0)
  expect(html).toContain('SILVER SPINE')
  expect(html).toContain('₹500')
  expect(html).not.toMatch(/type="radio"|radiogroup|>Tier</)
  const { emptyWalkIn } = single
  const draft = { ...emptyWalkIn, kind: 'delegate-pass' as const }
  expect(single.walkInFields['delegate-pass'].map(({ path }) => path)).not.toContain('tier')
  expect(single.amountToTake(draft)).toBe(500)
  const [someone] = emptyWalkIn.members
  const asha = { ...draft, answers: { email: 'asha@college.test', institution: 'College' } }
  const members = someone ? [{ ...someone, name: 'Asha', phone: '9000000001' }] : []
  expect(single.readWalkIn({ ...asha, members }, [])).toMatchObject({
    ok: true,
    value: { form: { tier: 'novus' } },
  })
})
