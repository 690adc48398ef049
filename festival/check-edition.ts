import { endOfFestival } from './availability'
import { checkSlot, checkSubject, isCount } from './check-subject'
import type { Edition } from './content'
import { isRealDay } from './day'
import { checkTexts, listTexts, type PlacedText } from './edition-texts'
import { subjectPath } from './subject'

const findTwice = (what: string, names: readonly string[]): string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `${what} ${name} stands twice`,
  )

const checkNames = ({ subjects, sections, categories, tiers, programme }: Edition): string[] => [
  ...findTwice(
    'The key',
    subjects.map((subject) => subject.key),
  ),
  ...findTwice(
    'The address',
    subjects.flatMap((subject) =>
      [subject.slug, ...(subject.aliases ?? [])].map((slug) => subjectPath({ kind: subject.kind, slug })),
    ),
  ),
  ...findTwice(
    'The group',
    [...sections, ...categories].map((group) => group.id),
  ),
  ...findTwice(
    'The tier',
    tiers.flatMap((tier) => [tier.value, tier.label]),
  ),
  ...findTwice(
    'The programme item',
    programme.map((item) => item.id),
  ),
]

const checkDetails = ({
  subjects,
  sections,
  categories,
  eventDetails,
  workshopDetails,
  teamRules,
  identity,
}: Edition): string[] => {
  const keys = new Set(subjects.map((subject) => subject.key))
  const isStranger = (key: string) => !keys.has(key)
  const strangers = [...Object.keys(eventDetails), ...Object.keys(workshopDetails)].filter(isStranger)
  const emptyGroups = [...sections, ...categories].filter(({ id }) => !subjects.some((subject) => subject.group === id))
  const lateDeadlines = Object.entries(eventDetails).flatMap(([key, { deadlines = [] }]) =>
    deadlines
      .filter(({ day }) => !isRealDay(day) || day > identity.lastDay)
      .map(({ day, label }) => `${key}: ${label} is due on ${day}, which does not exist or is past the festival`),
  )
  return [
    ...strangers.map((key) => `${key} has details, and is not in the catalogue`),
    ...Object.keys(teamRules)
      .filter(isStranger)
      .map((key) => `${key} has team rules, and is not in the catalogue`),
    ...emptyGroups.map(({ id }) => `The group ${id} lists nothing`),
    ...lateDeadlines,
  ]
}

/** The site writes "the Tier 2 Delegate Pass" and "with the Tier 2 pass". */
const checkTierLabels = ({ tiers }: Edition): string[] =>
  tiers
    .filter(({ label }) => /\bpass\b/i.test(label))
    .map(
      ({ label }) => `The tier ${label} is shown as “the ${label} Delegate Pass”; leave the word pass out of its label`,
    )

const checkMoney = ({ tiers, accommodation, shop }: Edition): string[] => {
  const amounts: [string, number][] = [
    ...tiers.map((tier): [string, number] => [`The tier ${tier.label}`, tier.price]),
    ['The pre-booking of a room', accommodation.prebookingFee],
    [`The ${shop.item}`, shop.price],
  ]
  return amounts
    .filter(([, amount]) => !isCount(amount))
    .map(([what, amount]) => `${what} costs ${amount}, which is not a positive whole number of rupees`)
}

const checkIdentity = (edition: Edition): string[] => {
  const { firstDay, lastDay, countdownTarget, payee, email } = edition.identity
  const says: string[] = []
  if (![firstDay, lastDay].every(isRealDay)) says.push('The festival begins or ends on a day that does not exist')
  if (firstDay > lastDay) says.push('The festival ends before it begins')
  if (!(Date.parse(countdownTarget) < endOfFestival({ lastDay })))
    says.push('The countdown’s target is past the festival')
  if (isPlaceholder(payee.name) && !isPlaceholder(payee.id))
    says.push(`The payee ${payee.id} has the name “${payee.name}”, which stands beside every QR code`)
  if (!/^[\w.-]{2,256}@[a-zA-Z]{2,64}$/.test(payee.id)) says.push(`The payee ${payee.id} is not a UPI id`)
  if (!/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) says.push(`The e-mail address ${email} is not complete`)
  if (!edition.shop.orderFormUrl.startsWith('https://')) says.push('The shop’s order form is not an https address')
  for (const { path, text } of listTexts(edition, ''))
    if (/(\.phones\.\d+\.number$|\.phone$)/.test(path) && !/^\+91 \d{5} \d{5}$/.test(text))
      says.push(`${path} is ${text}; phones are written +91 00000 00000`)
  return says
}

/** Every contradiction in an edition's content, as sentences; none means that it can be built (behaviour 1.5). */
export const checkEdition = (edition: Edition): string[] => {
  const { subjects, programme, tiers, identity } = edition
  const first = subjects[0]
  const items = programme.flatMap((item) => [
    ...item.slots.flatMap((time) => checkSlot(time, identity)).map((words) => `${item.id} ${words}`),
    ...(item.tier === undefined || tiers.some((tier) => tier.label === item.tier)
      ? []
      : [`${item.id} is for the pass ${item.tier}, which is not sold`]),
  ])
  return [
    ...(first?.kind === 'event' ? [] : ['The first subject is the default of the form, and must be an event']),
    ...(tiers.length > 0 ? [] : ['No delegate pass is sold']),
    ...checkNames(edition),
    ...checkTierLabels(edition),
    ...checkDetails(edition),
    ...subjects.flatMap((subject) => checkSubject(subject, edition).map((words) => `${subject.key} ${words}`)),
    ...checkMoney(edition),
    ...checkIdentity(edition),
    ...items,
    ...checkTexts(edition),
  ]
}

const placeholder = /to be announced|\b0{5} ?0{5}\b|\.example\b|@placeholder\b/i

export const isPlaceholder = (text: string): boolean => placeholder.test(text)

/** Every text that still waits for the real name, number or address (behaviour 1.6). */
export const findPlaceholders = (edition: Edition): PlacedText[] =>
  listTexts(edition, '').filter(({ text }) => isPlaceholder(text))
