import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'
import { programmeEntries } from '../../festival/programme-days'
import { type Day, dayOf, formatDay, formatHours } from '../../festival/slot'
import type { Subject } from '../../festival/subject'
import { type Answer, makeAnswer } from './answer'
import { type Aspect, answerMany } from './aspects'
import { isVague, pick, type Reading } from './reading'
import type { Standing } from './standing'

/** What is on the programme of some days. */
export const answerDays = (days: readonly Day[], isShown: (subject: Subject | undefined) => boolean): Answer => {
  const entries = programmeEntries.filter((entry) => days.includes(dayOf(entry.slot.start)) && isShown(entry.subject))
  return makeAnswer([days.map(formatDay).join(' and ') + (entries.length > 0 ? ':' : ': nothing of that kind.')], {
    items: entries.map((entry) => ({
      name: entry.slot.label ? `${entry.title}, ${entry.slot.label.toLowerCase()}` : entry.title,
      note: formatHours(entry.slot) + (entry.item?.tier ? `, with the ${entry.item.tier} pass` : ''),
      ...(entry.path ? { href: entry.path } : {}),
    })),
    links: [{ label: 'The whole schedule', href: '/schedule' }],
  })
}

interface Narrowed {
  /** What the list is called. */
  title: string
  chosen: readonly Subject[]
  isForAudience: boolean
}

/** Questions of the whole festival that only happen to say "event" or "workshop". */
const isGeneral = (kinds: readonly string[], aspect: Aspect | undefined) =>
  aspect === 'where' ||
  aspect === 'register' ||
  aspect === 'pass' ||
  (!kinds.includes('workshop') && (aspect === 'when' || aspect === 'who'))

/** The subjects that a question narrows down to; undefined where it does not narrow. */
const narrow = ({ concepts, aspects: [aspect], strange, days }: Reading): Narrowed | undefined => {
  const kinds = pick(concepts, 'whole').map(({ of }) => of)
  const groups = pick(concepts, 'group').map(({ id }) => id)
  const audiences = pick(concepts, 'audience').map(({ audience }) => audience)
  if (kinds.length + groups.length + audiences.length === 0) return undefined
  if (groups.length + audiences.length === 0) {
    if (strange.length > 0 && isVague(aspect)) return undefined
    if (days.length > 0 ? !kinds.includes('workshop') : isGeneral(kinds, aspect)) return undefined
  }
  const chosen = subjects.filter(
    (subject) =>
      (kinds.length === 0 || groups.length > 0 || kinds.includes(subject.kind)) &&
      (groups.length === 0 || groups.includes(subject.group)) &&
      (audiences.length === 0 || subject.audience.some((one) => audiences.includes(one))),
  )
  const names = [
    ...sections.filter(({ id }) => groups.includes(id)).map(({ title }) => title),
    ...categories.filter(({ id }) => groups.includes(id)).map(({ name }) => name),
  ]
  const noun = kinds.length === 1 ? `${kinds[0]}s` : 'events and workshops'
  const title = names.join(' and ') || noun.charAt(0).toUpperCase() + noun.slice(1)
  const isForAudience = audiences.length > 0
  return { title: isForAudience ? `${title} for ${audiences.join(' and ')} students` : title, chosen, isForAudience }
}

const answerAudience = (
  title: string,
  chosen: readonly Subject[],
  aspect: Aspect | undefined,
  standing: Standing,
): Answer => {
  if (chosen.length === 0) return makeAnswer([`${title}: none is announced.`])
  const own = chosen.filter((subject) => subject.audience.length === 1)
  const sorted = [...own, ...chosen.filter((subject) => !own.includes(subject))]
  return answerMany(`${aspect ? 'Yes. ' : ''}${title}:`, sorted, chosen.length > 9 ? 'open' : undefined, standing)
}

/** The answer that lists what a question narrows down to by kind, group, audience or day. */
export const answerList = (reading: Reading): Answer | undefined => {
  const narrowed = narrow(reading)
  if (!narrowed) return undefined
  const { title, chosen, isForAudience } = narrowed
  const {
    days,
    aspects: [aspect],
    standing,
  } = reading
  if (days.length > 0) return answerDays(days, (subject) => subject !== undefined && chosen.includes(subject))
  if (aspect === 'open') {
    const open = chosen.filter((subject) => standing.availabilityOf(subject) === 'open')
    return answerMany(open.length > 0 ? `${title}, open now:` : `${title}: none is open now.`, open, 'fee', standing)
  }
  if (isForAudience && isVague(aspect) && aspect !== 'team') return answerAudience(title, chosen, aspect, standing)
  switch (aspect) {
    case 'lunch': {
      const fed = chosen.filter(({ lunch }) => lunch)
      return answerMany(
        fed.length > 0 ? `${title} with lunch:` : `${title}: lunch comes with none.`,
        fed,
        'lunch',
        standing,
      )
    }
    case 'prize': {
      const prized = chosen.filter(({ prize }) => prize !== undefined)
      return answerMany(
        prized.length > 0 ? `${title}, prizes:` : `${title}: no prize is announced.`,
        prized,
        'prize',
        standing,
      )
    }
    case 'who':
    case 'where':
      return answerMany(`${title} (${chosen.length}):`, chosen, undefined, standing)
    default:
      return answerMany(`${title} (${chosen.length}):`, chosen, aspect, standing)
  }
}
