import type { Edition } from './content'
import { isRealDay } from './day'
import type { Contradiction } from './edition-texts'
import type { Fee } from './fee'
import { dayOf, type Slot } from './slot'
import type { Subject } from './subject'

/** Whether a number is a positive whole number: rupees, people. */
export const isCount = (number: number): boolean => Number.isSafeInteger(number) && number > 0

const pricesOf = (fee: Fee): number[] => {
  if (fee.per === 'pass') return []
  return fee.per === 'member-count' ? [fee.single, fee.team] : [fee.amount]
}

/** What is wrong with a stretch of time: online rounds may come before the festival, nothing comes after it. */
export const checkSlot = ({ start, end, part, label }: Slot, { firstDay, lastDay }: Edition['identity']): string[] => {
  const says: string[] = []
  const day = dayOf(start)
  if (!isRealDay(day) || Number.isNaN(Date.parse(start))) return [`starts at ${start}, which does not exist`]
  if (end && !(Date.parse(end) > Date.parse(start))) says.push(`ends at ${end}, which is not after its start`)
  if (end && part) says.push('has an end and a part of the day; only one of them can be shown')
  const mayComeBefore = /online/i.test(label ?? '')
  if (day > lastDay || (day < firstDay && !mayComeBefore)) says.push(`is on ${day}, outside the festival`)
  if (end && dayOf(end) > lastDay) says.push(`ends on ${dayOf(end)}, outside the festival`)
  return says
}

/** What is wrong with its money, and the field where that stands. */
const checkMoney = (subject: Subject, tierLabels: readonly string[]): [keyof Subject, string][] => {
  const { fee, status } = subject
  const says: [keyof Subject, string][] = []
  if (!pricesOf(fee).every(isCount)) says.push(['fee', 'has a fee that is not a positive whole number of rupees'])
  if (subject.prize !== undefined && !isCount(subject.prize))
    says.push(['prize', 'has a prize that is not a positive whole number of rupees'])
  if (!isCount(subject.teamSize)) says.push(['teamSize', 'has a team size that is not a positive whole number'])
  if (fee.per === 'member-count' && subject.teamSize < 2) says.push(['fee', 'has a price for teams, and no teams'])
  if (fee.per === 'member-count' && fee.team < fee.single)
    says.push(['fee', 'has a price for teams below that for one'])
  if (fee.per === 'pass' && !subject.passRequired) says.push(['fee', 'is paid for by a pass, and asks for none'])
  if (fee.per === 'pass' && fee.tier !== undefined && !tierLabels.includes(fee.tier))
    says.push(['fee', `comes with the pass ${fee.tier}, which is not sold`])
  if (status === 'with-pass' && fee.per !== 'pass') says.push(['status', 'comes with a pass, and has a fee of its own'])
  if (status === 'open' && subject.feeAnnounced === false)
    says.push(['feeAnnounced', 'is open, and its fee is not announced'])
  return says
}

/** What is wrong with one event or workshop, in words that follow its key; a path begins at the subject. */
export const checkSubject = (subject: Subject, edition: Edition): Contradiction[] => {
  const isEvent = subject.kind === 'event'
  const groups = isEvent ? edition.sections : edition.categories
  const details = isEvent ? edition.eventDetails : edition.workshopDetails
  const says: [string, string][] = []
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(subject.key)) says.push(['key', 'has a key that is not letters and digits'])
  if (![subject.slug, ...(subject.aliases ?? [])].every((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)))
    says.push(['slug', 'has an address that is not lower-case words with hyphens'])
  if (!groups.some((group) => group.id === subject.group))
    says.push(['group', `stands in ${subject.group}, which lists no ${subject.kind}s`])
  if (!Object.hasOwn(details, subject.key)) says.push(['key', `has no ${subject.kind} details`])
  if (subject.audience.length === 0) says.push(['audience', 'is meant for nobody'])
  for (const [index, name] of subject.audience.entries())
    if (!edition.audiences.some(({ value }) => value === name))
      says.push([`audience.${index}`, `is meant for ${name}, which is none of the edition’s audiences`])
  if (subject.slots.length === 0) says.push(['slots', 'has no time'])
  if (subject.until !== undefined && !subject.slots.some(({ label }) => label === subject.until))
    says.push(['until', `takes registrations until ${subject.until}, which is no session of it`])
  says.push(
    ...checkMoney(
      subject,
      edition.tiers.map((tier) => tier.label),
    ),
    ...subject.slots.flatMap((time, index) =>
      checkSlot(time, edition.identity).map((words): [string, string] => [`slots.${index}`, words]),
    ),
  )
  return says.map(([path, words]) => ({ path, words }))
}
