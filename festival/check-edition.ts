import { endOfFestival } from './availability'
import { checkSlot, checkSubject, isCount } from './check-subject'
import type { Edition } from './content'
import { isRealDay } from './day'
import { type Contradiction, checkTexts, listTexts, type PlacedText } from './edition-texts'
import { subjectPath } from './subject'

/** What stands a second time, at the place where it does. */
const findTwice = (what: string, names: readonly PlacedText[]): Contradiction[] => {
  const again = names.filter(({ text }, index) => names.findIndex((name) => name.text === text) < index)
  return again
    .filter(({ text }, index) => again.findIndex((name) => name.text === text) === index)
    .map(({ path, text }) => ({ path, words: `${what} ${text} stands twice` }))
}

/** What these fields of a list's entries say, with the places. */
const listFields = (path: string, list: readonly object[], ...fields: readonly string[]): PlacedText[] =>
  list.flatMap((entry, index) =>
    fields.map((field) => ({ path: `${path}.${index}.${field}`, text: String(Reflect.get(entry, field)) })),
  )

const checkNames = (edition: Edition): Contradiction[] => {
  const { subjects, sections, categories, tiers, programme, registrantCategories, audiences } = edition
  return [
    ...findTwice('The key', listFields('subjects', subjects, 'key')),
    ...findTwice(
      'The address',
      subjects.flatMap(({ kind, slug, aliases = [] }, index) => [
        { path: `subjects.${index}.slug`, text: subjectPath({ kind, slug }) },
        ...aliases.map((alias) => ({ path: `subjects.${index}.aliases`, text: subjectPath({ kind, slug: alias }) })),
      ]),
    ),
    ...findTwice('The group', [
      ...listFields('sections', sections, 'id'),
      ...listFields('categories', categories, 'id'),
    ]),
    ...findTwice('The tier', listFields('tiers', tiers, 'value', 'label')),
    ...findTwice('The programme item', listFields('programme', programme, 'id')),
    ...findTwice('The category', listFields('registrantCategories', registrantCategories, 'value')),
    ...findTwice('The category', listFields('registrantCategories', registrantCategories, 'label')),
    ...findTwice('The audience', listFields('audiences', audiences, 'value')),
  ]
}

const checkDetails = (edition: Edition): Contradiction[] => {
  const { subjects, sections, categories, eventDetails, workshopDetails, teamRules, identity } = edition
  const keys = new Set(subjects.map((subject) => subject.key))
  const findStrangers = (part: string, content: object, what: string): Contradiction[] =>
    Object.keys(content)
      .filter((key) => !keys.has(key))
      .map((key) => ({ path: `${part}.${key}`, words: `${key} has ${what}, and is not in the catalogue` }))
  const groups = [...listFields('sections', sections, 'id'), ...listFields('categories', categories, 'id')]
  const lateDeadlines = Object.entries(eventDetails).flatMap(([key, { deadlines = [] }]) =>
    deadlines.flatMap(({ day, label }, index) =>
      isRealDay(day) && day <= identity.lastDay
        ? []
        : {
            path: `eventDetails.${key}.deadlines.${index}.day`,
            words: `${key}: ${label} is due on ${day}, which does not exist or is past the festival`,
          },
    ),
  )
  return [
    ...findStrangers('eventDetails', eventDetails, 'details'),
    ...findStrangers('workshopDetails', workshopDetails, 'details'),
    ...findStrangers('teamRules', teamRules, 'team rules'),
    ...groups
      .filter(({ text }) => !subjects.some((subject) => subject.group === text))
      .map(({ path, text }) => ({ path, words: `The group ${text} lists nothing` })),
    ...lateDeadlines,
  ]
}

/** The site writes "the Tier 2 Delegate Pass" and "with the Tier 2 pass". */
const checkTierLabels = ({ tiers }: Edition): Contradiction[] =>
  listFields('tiers', tiers, 'label')
    .filter(({ text }) => /\bpass\b/i.test(text))
    .map(({ path, text }) => ({
      path,
      words: `The tier ${text} is shown as “the ${text} Delegate Pass”; leave the word pass out of its label`,
    }))

const checkMoney = ({ tiers, accommodation, shop }: Edition): Contradiction[] => {
  const amounts: [string, string, number][] = [
    ...tiers.map(({ label, price }, index): [string, string, number] => [
      `tiers.${index}.price`,
      `The tier ${label}`,
      price,
    ]),
    ['accommodation.prebookingFee', 'The pre-booking of a room', accommodation.prebookingFee],
    ['shop.price', `The ${shop.item}`, shop.price],
  ]
  return amounts
    .filter(([, , amount]) => !isCount(amount))
    .map(([path, what, amount]) => ({
      path,
      words: `${what} costs ${amount}, which is not a positive whole number of rupees`,
    }))
}

const checkIdentity = (edition: Edition): Contradiction[] => {
  const { firstDay, lastDay, countdownTarget, payee, email } = edition.identity
  const says: Contradiction[] = []
  const say = (path: string, words: string) => says.push({ path, words })
  if (!isRealDay(firstDay)) say('identity.firstDay', 'The festival begins on a day that does not exist')
  if (!isRealDay(lastDay)) say('identity.lastDay', 'The festival ends on a day that does not exist')
  if (firstDay > lastDay) say('identity.lastDay', 'The festival ends before it begins')
  if (!(Date.parse(countdownTarget) < endOfFestival({ lastDay })))
    say('identity.countdownTarget', 'The countdown’s target is past the festival')
  if (isPlaceholder(payee.name) && !isPlaceholder(payee.id))
    say('identity.payee.name', `The payee ${payee.id} has the name “${payee.name}”, which stands beside every QR code`)
  if (!/^[\w.-]{2,256}@[a-zA-Z]{2,64}$/.test(payee.id))
    say('identity.payee.id', `The payee ${payee.id} is not a UPI id`)
  if (!/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) say('identity.email', `The e-mail address ${email} is not complete`)
  if (!edition.shop.orderFormUrl.startsWith('https://'))
    say('shop.orderFormUrl', 'The shop’s order form is not an https address')
  for (const { path, text } of listTexts(edition, ''))
    if (/(\.phones\.\d+\.number$|\.phone$)/.test(path) && !/^\+91 \d{5} \d{5}$/.test(text))
      say(path, `${path} is ${text}; phones are written +91 00000 00000`)
  return says
}

const checkProgramme = ({ programme, tiers, identity }: Edition): Contradiction[] =>
  programme.flatMap(({ id, slots, tier }, index) => [
    ...slots.flatMap((time, place) =>
      checkSlot(time, identity).map((words) => ({
        path: `programme.${index}.slots.${place}`,
        words: `${id} ${words}`,
      })),
    ),
    ...(tier === undefined || tiers.some(({ label }) => label === tier)
      ? []
      : [{ path: `programme.${index}.tier`, words: `${id} is for the pass ${tier}, which is not sold` }]),
  ])

/** Every contradiction in an edition's content, as sentences; none means that it can be built (behaviour 1.5). */
export const checkEdition = (edition: Edition): Contradiction[] => {
  const { subjects, tiers, registrantCategories } = edition
  const says: Contradiction[] = []
  if (subjects[0]?.kind !== 'event')
    says.push({ path: 'subjects.0', words: 'The first subject is the default of the form, and must be an event' })
  if (tiers.length === 0) says.push({ path: 'tiers', words: 'No delegate pass is sold' })
  if (registrantCategories.length === 0)
    says.push({ path: 'registrantCategories', words: 'There is no category for a registrant to choose' })
  return [
    ...says,
    ...checkNames(edition),
    ...checkTierLabels(edition),
    ...checkDetails(edition),
    ...subjects.flatMap((subject, index) =>
      checkSubject(subject, edition).map(({ path, words }) => ({
        path: `subjects.${index}.${path}`,
        words: `${subject.key} ${words}`,
      })),
    ),
    ...checkMoney(edition),
    ...checkIdentity(edition),
    ...checkProgramme(edition),
    ...checkTexts(edition),
  ]
}

const placeholder = /to be announced|\b0{5} ?0{5}\b|\.example\b|@placeholder\b/i

export const isPlaceholder = (text: string): boolean => placeholder.test(text)

/** Every text that still waits for the real name, number or address (behaviour 1.6). */
export const findPlaceholders = (edition: Edition): PlacedText[] =>
  listTexts(edition, '').filter(({ text }) => isPlaceholder(text))
