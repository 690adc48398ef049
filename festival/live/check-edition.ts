import * as v from 'valibot'
import type { Edition } from '../content/content'
import { isPlaceholder } from '../content/placeholder'
import { formatDay, formatShortMoment, isRealDay, type Slot, toDay } from '../content/slot'
import {
  leastMembers,
  mostMembers,
  readSessionId,
  type Subject,
  subjectPath,
} from '../content/subject'
import type { Fee } from '../payment/fee'
import { findEndOfFestival } from '../schedule/availability'
import { plainLink } from '../text/plain-link'
import { maxLabelLength } from './state-schema'

/** `path` is, for example, `contactSections.0.people.0.name`. */
interface PlacedText {
  path: string
  text: string
}

/** `path` is, for example, `subjects.3.fee`. */
interface Contradiction {
  path: string
  words: string
}

type Report = (path: string, words: string) => void

export const listTexts = (content: unknown, path: string): PlacedText[] => {
  if (typeof content === 'string') {
    return [{ path, text: content }]
  }
  if (typeof content !== 'object' || content === null) {
    return []
  }
  return Object.entries(content).flatMap(([name, part]) =>
    listTexts(part, path === '' ? name : `${path}.${name}`),
  )
}

export const findPlaceholders = (edition: Edition): PlacedText[] =>
  listTexts(edition, '').filter(({ text }) => isPlaceholder(text))

/** An edition can be built if it has no contradictions. */
export const checkEdition = (edition: Edition): Contradiction[] => {
  const { subjects, tiers, participantCategories, identity } = edition
  const contradictions: Contradiction[] = []
  const report: Report = (path, words) => contradictions.push({ path, words })
  if (subjects[0]?.kind !== 'event') {
    report('subjects.0', 'The first subject is the default of the form, and must be an event')
  }
  if (participantCategories.length === 0) {
    report('participantCategories', 'There is no category for participants to choose')
  }
  checkNames(edition, report)
  checkDetails(edition, report)
  for (const [index, subject] of subjects.entries()) {
    const path = `subjects.${index}`
    const reportField: Report = (field, words) =>
      report(`${path}.${field}`, `${subject.key} ${words}`)
    checkSubject(subject, edition, reportField)
    checkFee(subject, edition, reportField)
    checkSlots(subject.slots, identity, reportField)
    checkSessionIds(subject, reportField)
  }
  checkAmounts(edition, report)
  checkIdentity(edition, report)
  checkPrivacy(edition, report)
  for (const [index, { id, slots, tier }] of edition.programme.entries()) {
    const reportField: Report = (field, words) =>
      report(`programme.${index}.${field}`, `${id} ${words}`)
    checkSlots(slots, identity, reportField)
    if (tier !== undefined && !tiers.some(({ label }) => label === tier)) {
      reportField('tier', `is for the pass ${tier}, which is not sold`)
    }
  }
  for (const { path, text } of listTexts(edition, '')) {
    const fault = faults.find(([pattern]) => pattern.test(text))
    if (fault) {
      report(path, `${path} ${fault[1]}`)
    }
  }
  return contradictions
}

const faults: readonly [RegExp, string][] = [
  [/^\s*$/, 'is empty'],
  [/^\s|\s$/, 'begins or ends with a space'],
  [/[\p{Cc}\u2028\u2029]/u, 'contains a line break or a control character'],
  [/[<>]|&[a-z]+;/i, 'contains HTML; write plain text'],
  [/\blorem\b/i, 'is filler'],
  [/\p{Emoji_Presentation}/u, 'contains an emoji'],
]

const listFields = (
  path: string,
  list: readonly object[],
  ...fields: readonly string[]
): PlacedText[] =>
  list.flatMap((entry, index) =>
    fields.map((field) => ({
      path: `${path}.${index}.${field}`,
      text: String(Reflect.get(entry, field)),
    })),
  )

const checkNames = (edition: Edition, report: Report): void => {
  const { subjects, sections, categories, tiers, programme, participantCategories, audiences } =
    edition
  const addresses = subjects.flatMap(({ kind, slug, aliases = [] }, index) => [
    { path: `subjects.${index}.slug`, text: subjectPath({ kind, slug }) },
    ...aliases.map((alias) => ({
      path: `subjects.${index}.aliases`,
      text: subjectPath({ kind, slug: alias }),
    })),
  ])
  const uniqueTexts: [string, PlacedText[]][] = [
    ['key', listFields('subjects', subjects, 'key')],
    ['address', addresses],
    [
      'group',
      [...listFields('sections', sections, 'id'), ...listFields('categories', categories, 'id')],
    ],
    ['tier', listFields('tiers', tiers, 'value', 'label')],
    ['programme item', listFields('programme', programme, 'id')],
    ['category', listFields('participantCategories', participantCategories, 'value')],
    ['category', listFields('participantCategories', participantCategories, 'label')],
    ['audience', listFields('audiences', audiences, 'value')],
  ]
  for (const [what, texts] of uniqueTexts) {
    for (const text of new Set(texts.map((placed) => placed.text))) {
      const [, second] = texts.filter((placed) => placed.text === text)
      if (second) {
        report(second.path, `The ${what} ${text} appears twice`)
      }
    }
  }
  for (const { path, text } of listFields('tiers', tiers, 'label')) {
    if (/\bpass\b/i.test(text)) {
      report(
        path,
        `The tier ${text} is shown as “the ${text} Delegate Pass”; leave the word pass out of its label`,
      )
    }
  }
}

const checkDetails = (edition: Edition, report: Report): void => {
  const { subjects, sections, categories, eventDetails, workshopDetails, teamRules, identity } =
    edition
  const parts = { eventDetails: 'details', workshopDetails: 'details', teamRules: 'team rules' }
  const contents: Record<keyof typeof parts, object> = { eventDetails, workshopDetails, teamRules }
  for (const [part, content] of Object.entries(contents)) {
    for (const key of Object.keys(content)) {
      if (!subjects.some((subject) => subject.key === key)) {
        report(
          `${part}.${key}`,
          `${key} has ${Reflect.get(parts, part)}, and is not in the catalogue`,
        )
      }
    }
  }
  for (const { path, text } of [
    ...listFields('sections', sections, 'id'),
    ...listFields('categories', categories, 'id'),
  ]) {
    if (!subjects.some((subject) => subject.group === text)) {
      report(path, `The group ${text} is empty`)
    }
  }
  for (const [key, { deadlines = [] }] of Object.entries(eventDetails)) {
    for (const [index, { day, label }] of deadlines.entries()) {
      if (!isRealDay(day) || day > identity.lastDay) {
        const words = `${key}: ${label} is due on ${day}, which does not exist or is after the festival`
        report(`eventDetails.${key}.deadlines.${index}.day`, words)
      }
    }
  }
}

const isEmailAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text)

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number > 0

const listPrices = (fee: Fee): number[] => {
  if (fee.per === 'pass' || fee.per === 'free') {
    return []
  }
  return fee.per === 'member-count' ? [fee.single, fee.team] : [fee.amount]
}

const checkSubject = (subject: Subject, edition: Edition, reportField: Report): void => {
  const { kind, key, slug, aliases = [], group, audience, slots, until, closesAt } = subject
  const isEvent = kind === 'event'
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(key)) {
    reportField('key', 'has a key that is not letters and digits')
  }
  if (![slug, ...aliases].every((name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))) {
    reportField('slug', 'has an address that is not lower-case words with hyphens')
  }
  if (!(isEvent ? edition.sections : edition.categories).some(({ id }) => id === group)) {
    reportField('group', `is in ${group}, which lists no ${kind}s`)
  }
  if (!Object.hasOwn(isEvent ? edition.eventDetails : edition.workshopDetails, key)) {
    reportField('key', `has no ${kind} details`)
  }
  for (const [index, name] of audience.entries()) {
    if (!edition.audiences.some(({ value }) => value === name)) {
      reportField(
        `audience.${index}`,
        `is for ${name}, which is not one of the edition’s audiences`,
      )
    }
  }
  if (closesAt !== undefined && Number.isNaN(Date.parse(closesAt))) {
    reportField('closesAt', `closes at ${closesAt}, which does not exist`)
  }
  if (!v.is(v.optional(plainLink), subject.submissionLink)) {
    reportField('submissionLink', 'has a submission link that is not a plain https address')
  }
  if (subject.lunch && !edition.lunch) {
    reportField('lunch', 'includes lunch, but the edition has no sentences about lunch')
  }
  if (slots.length === 0) {
    reportField('slots', 'has no time')
  }
  if (until !== undefined && !slots.some(({ label }) => label === until)) {
    reportField('until', `takes registrations until ${until}, which is not one of its sessions`)
  }
}

const checkFee = (
  { fee, status, prize, teamSize, passRequired, feeAnnounced, places, approval }: Subject,
  edition: Edition,
  reportField: Report,
) => {
  if (!listPrices(fee).every(isCount)) {
    reportField('fee', 'has a fee that is not a positive whole number of rupees')
  }
  if (prize !== undefined && !isCount(prize)) {
    reportField('prize', 'has a prize that is not a positive whole number of rupees')
  }
  const least = leastMembers(teamSize)
  const most = mostMembers(teamSize)
  if (!isCount(least) || !isCount(most)) {
    reportField('teamSize', 'has a team size that is not a positive whole number')
  }
  if (least > most) {
    reportField('teamSize', 'has a minimum team size above the maximum')
  }
  if (places !== undefined && !isCount(places)) {
    reportField('places', 'has places that are not a positive whole number')
  }
  if (approval && fee.per !== 'free') {
    reportField('approval', 'has an approval, which only a free event can have')
  }
  if (fee.per === 'free' && places !== undefined && !approval) {
    reportField('places', 'is free and has places, so it needs approval: true')
  }
  if (fee.per === 'member-count' && most < 2) {
    reportField('fee', 'has a price for teams but no teams')
  }
  if (fee.per === 'member-count' && fee.team < fee.single) {
    reportField('fee', 'has a price for teams that is below the price for one person')
  }
  if (passRequired && edition.tiers.length === 0) {
    reportField('passRequired', 'requires a delegate pass, but none is sold')
  }
  if (fee.per === 'pass' && !passRequired) {
    reportField('fee', 'is covered by a pass but does not require one')
  }
  if (
    fee.per === 'pass' &&
    fee.tier !== undefined &&
    !edition.tiers.some(({ label }) => label === fee.tier)
  ) {
    reportField('fee', `comes with the pass ${fee.tier}, which is not sold`)
  }
  if (status === 'with-pass' && fee.per !== 'pass') {
    reportField('status', 'comes with a pass but has a fee of its own')
  }
  if (status === 'open' && feeAnnounced === false) {
    reportField('feeAnnounced', 'is open, but its fee is not announced')
  }
}

/** Sessions must take place during the festival. Only online rounds may start earlier. */
const checkSlots = (
  slots: readonly Slot[],
  { firstDay, lastDay }: Edition['identity'],
  reportField: Report,
): void => {
  for (const [index, { start, end, part, label }] of slots.entries()) {
    const report = (words: string) => reportField(`slots.${index}`, words)
    // The desk stores the name with the session, even to restore the edition's sessions.
    if ((label ?? '').length > maxLabelLength) {
      report(`has a session name of more than ${maxLabelLength} characters`)
    }
    const day = toDay(start)
    if (!isRealDay(day) || Number.isNaN(Date.parse(start))) {
      report(`starts at ${start}, which does not exist`)
      continue
    }
    if (end && !(Date.parse(end) > Date.parse(start))) {
      const when = Number.isNaN(Date.parse(end)) ? end : formatShortMoment(end)
      report(`ends on ${when}, which is not after its start`)
    }
    if (end && part) {
      report('has an end and a part of the day; keep only one of them')
    }
    if (day > lastDay || (day < firstDay && !/online/i.test(label ?? ''))) {
      report(`is on ${formatDay(day)}, outside the festival`)
    }
    if (end && toDay(end) > lastDay) {
      report(`ends on ${formatDay(toDay(end))}, outside the festival`)
    }
  }
}

/** Calendars would merge two sessions with the same ID. */
const checkSessionIds = ({ slots, dropped = [] }: Subject, reportField: Report): void => {
  const droppedIds = dropped.map(({ id }) => id)
  if (droppedIds.includes(undefined)) {
    reportField('dropped', 'drops a session without giving its id')
  }
  const ids = [...slots.map(readSessionId), ...droppedIds]
  for (const [index, id] of ids.entries()) {
    if (id !== undefined && ids.indexOf(id) < index) {
      reportField('slots', `has two sessions with the id ${id}`)
    }
  }
}

const checkAmounts = ({ tiers, accommodation, shop }: Edition, report: Report): void => {
  const check = (path: string, what: string, amount: number) => {
    if (!isCount(amount)) {
      report(path, `${what} costs ${amount}, which is not a positive whole number of rupees`)
    }
  }
  for (const [index, { label, price }] of tiers.entries()) {
    check(`tiers.${index}.price`, `The tier ${label}`, price)
  }
  if (accommodation) {
    check('accommodation.prebookingFee', 'The pre-booking of a room', accommodation.prebookingFee)
  }
  if (shop) {
    check('shop.price', 'What the shop sells', shop.price)
  }
}

const checkIdentity = (edition: Edition, report: Report): void => {
  const { address, firstDay, lastDay, countdownTarget, payee, email } = edition.identity
  if (address.length === 0) {
    report('identity.address', 'The festival has no address')
  }
  if (!isRealDay(firstDay)) {
    report('identity.firstDay', 'The festival begins on a day that does not exist')
  }
  if (!isRealDay(lastDay)) {
    report('identity.lastDay', 'The festival ends on a day that does not exist')
  }
  if (firstDay > lastDay) {
    report('identity.lastDay', 'The festival ends before it begins')
  }
  if (!(Date.parse(countdownTarget) < findEndOfFestival({ lastDay }))) {
    report('identity.countdownTarget', 'The countdown’s target is after the festival')
  }
  if (isPlaceholder(payee.name) && !isPlaceholder(payee.id)) {
    report(
      'identity.payee.name',
      `The payee ${payee.id} has the name “${payee.name}”, which is shown beside every QR code`,
    )
  }
  if (!/^[\w.-]{2,256}@[a-zA-Z]{2,64}$/.test(payee.id)) {
    report('identity.payee.id', `The payee ${payee.id} is not a UPI ID`)
  }
  const isMerchant = payee.kind === 'merchant'
  if (isMerchant && !/^\d{4}$/.test(payee.merchantCode ?? '')) {
    report(
      'identity.payee',
      'The payee is a merchant, but merchantCode is not the four digits from the bank',
    )
  }
  if (!isMerchant && payee.merchantCode !== undefined) {
    report(
      'identity.payee.merchantCode',
      'The payee is a person but has a merchantCode: remove it, or set kind: merchant',
    )
  }
  if (!isEmailAddress(email)) {
    report('identity.email', `The e-mail address ${email} is not complete`)
  }
  if (edition.shop && !edition.shop.orderFormUrl.startsWith('https://')) {
    report('shop.orderFormUrl', 'The shop’s order form is not an https address')
  }
  for (const { path, text } of listTexts(edition, '')) {
    if (/(\.phones\.\d+\.number$|\.phone$)/.test(path) && !/^\+91 \d{5} \d{5}$/.test(text)) {
      report(path, `${path} is ${text}; phones are written +91 00000 00000`)
    }
  }
}

/** PROOFS_KEPT_DAYS has the same limit. */
const maxKeptDays = 3_650

const checkPrivacy = (
  { privacy, identity, tiers, accommodation }: Edition,
  report: Report,
): void => {
  const { date, contact, proofsKeptDays, collected } = privacy
  if (tiers.length > 0 && !collected.pass) {
    report('privacy.collected.pass', 'The privacy notice says nothing about delegate passes')
  }
  if (accommodation && !collected.room) {
    report('privacy.collected.room', 'The privacy notice says nothing about rooms')
  }
  if (!isRealDay(date) || date > identity.lastDay) {
    report(
      'privacy.date',
      `The privacy notice is dated ${date}, which does not exist or is after the festival`,
    )
  }
  if (!isEmailAddress(contact.email)) {
    report('privacy.contact.email', `The e-mail address ${contact.email} is not complete`)
  }
  const isWhole =
    proofsKeptDays === undefined || (Number.isSafeInteger(proofsKeptDays) && proofsKeptDays >= 0)
  if (!isWhole || (proofsKeptDays ?? 0) > maxKeptDays) {
    report(
      'privacy.proofsKeptDays',
      `Proofs are kept for ${proofsKeptDays} days; write a whole number up to ${maxKeptDays}`,
    )
  }
}
