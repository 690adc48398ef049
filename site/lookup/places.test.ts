import { expect, it, test } from 'vitest'
import { categories, sections } from '#edition/groups'
import { subjects } from '../../festival/content/catalogue'
import { wholeEdition } from '../../festival/live/whole-edition'
import { offersAt } from '../../festival/schedule/availability'
import { findSaleEnds } from '../../festival/schedule/sale-ends'
import { pickColour } from '../built'
import { createPlaceSearch } from './places'

const { find: findPlaces } = createPlaceSearch(
  wholeEdition,
  offersAt(findSaleEnds(wholeEdition), 0, true),
)

it.each([
  ['senior', 'Peristalympics', '/events/senior-quiz'],
  ['peristal', 'Peristalympics', '/events/senior-quiz'],
  ['vistrua', 'Vistura', '/events/junior-quiz'],
  ['snakebite', 'Code Wild', '/workshops/code-wild'],
  ['ultrasuond', 'Sonostrike', '/workshops/sonostrike'],
  ['smartai', 'Smart AI', '/workshops/smart-ai'],
  ['treasurer', 'Treasurer', '/contact'],
  ['gala', 'Gala night', '/schedule'],
  ['ticket', 'Delegate pass', '/delegate-pass'],
  ['hostel', 'Accommodation', '/accommodation'],
  ['imaging', 'Diagnostic & Imaging', '/workshops?category=diagnostic'],
  ['timetable', 'Schedule', '/schedule'],
  ['pay', 'How to register', '/events'],
  ['senoir', 'Peristalympics', '/events/senior-quiz'],
  ['coupon', 'How to register', '/events'],
  ['saturday', 'Schedule', '/schedule'],
  ['anaesthesia', 'The Sonic Shift', '/workshops/sonic-shift'],
  ['anesthesia', 'The Sonic Shift', '/workshops/sonic-shift'],
  ['tshirt', 'Shop', '/shop'],
  ['receipt', 'Check my registration', '/did-it-arrive'],
  ['certificate', 'Check my registration', '/did-it-arrive'],
  ['map', 'About', '/about'],
])('a search for “%s” lists %s first', (query, title, href) => {
  expect(findPlaces(query)[0]).toMatchObject({ title, href })
})

it.each([
  ['நடனம்', 'குழு நடனம் · Group Dance'],
  ['नाटक', 'नुक्कड़ नाटक · Street Play'],
  ['മോഹിനി', 'മോഹിനിയാട്ടം: ശാസ്ത്രീയ നൃത്തം'],
])('finds %s in a title in an Indian script (11.83)', (query, title) => {
  const [first, ...others] = wholeEdition.subjects
  const edition = {
    ...wholeEdition,
    subjects: first ? [{ ...first, title, nickname: title }, ...others] : [],
  }
  const search = createPlaceSearch(edition, offersAt(findSaleEnds(wholeEdition), 0, true))
  expect(search.find(query).map((place) => place.title)).toEqual([title])
})

it('finds nothing for unknown words or an empty query', () => {
  expect(findPlaces('zzzzzz')).toEqual([])
  expect(findPlaces('  ')).toEqual([])
})

it('finds subjects that include lunch', () => {
  const found = findPlaces('lunch').map(({ title }) => title)
  expect(found).toEqual(
    expect.arrayContaining(['Peristalympics', 'Vistura', 'Smart AI', 'Code Wild']),
  )
  expect(found).not.toContain('Occulex')
})

it('finds a weekday’s programme', () => {
  expect(findPlaces('saturday').map(({ title }) => title)).toContain('Gala night')
})

it.each(['parking', 'wifi', 'dinner'])('does not treat %s as a typo of another word', (query) => {
  expect(findPlaces(query)).toEqual([])
})

it('shows at most eight results', () => {
  expect(findPlaces('registration')).toHaveLength(8)
})

const searchAt = (india: string) =>
  createPlaceSearch(
    wholeEdition,
    offersAt(findSaleEnds(wholeEdition), Date.parse(`${india}+05:30`), true),
  )
const titlesAt = (india: string) => searchAt(india).offered.map(({ title }) => title)

it('suggests open subjects before a query is typed, but no pass after its last session', () => {
  const quizzes = ['Peristalympics', 'Vistura', 'Axon Alley']
  expect(titlesAt('2025-10-10T09:00')).toEqual([...quizzes, 'Delegate pass', 'Schedule', 'Contact'])
  expect(titlesAt('2025-10-11T18:00')).toEqual([...quizzes, 'Schedule', 'Contact'])
  expect(titlesAt('2025-10-13T00:00')).toEqual(['Schedule', 'Contact'])
  const after = searchAt('2025-10-13T00:00')
  expect(after.find('peristalympics')[0]?.note).toContain('It is over')
})

it('searches the content of another edition', () => {
  const subjects = wholeEdition.subjects.slice(1)
  const { find } = createPlaceSearch(
    { ...wholeEdition, subjects },
    offersAt(findSaleEnds(wholeEdition), 0, true),
  )
  expect(find('vistura')[0]?.title).toBe('Vistura')
  expect(find('peristalympics')).toEqual([])
})

test('gives each subject the colour of its group', () => {
  for (const { id, colour } of [...sections, ...categories]) {
    expect(new Set(subjects.filter(({ group }) => group === id).map(pickColour))).toEqual(
      new Set([colour]),
    )
  }
})

test('uses the nerve colour for an unknown group', () => {
  expect(pickColour({ kind: 'event', group: 'no-such-section' })).toBe('nerve')
})
