import { type Day, formatDay, formatHours } from '../../../../festival/slot'
import type { Subject } from '../../../../festival/subject'
import { type AnswerParts, joinSentences } from './answer'
import { clearTopics } from './clear-topics'
import { bothNamesOf, linksOf, listTopic, pages, tellStatus } from './describe'
import type { FestivalNow } from './festival-now'
import { audiences, kinds } from './filters'
import type { Question } from './question'
import type { Topic } from './topic'
import { isVague } from './topics'
import { vagueTopics } from './vague-topics'

const { register, where, who, when, team } = vagueTopics
const { pass, fee, prize, lunch } = clearTopics

/** What is told of an event or workshop of which nothing more is asked. */
const facts: Readonly<Record<string, Topic>> = { When: when, Fee: fee, Prize: prize, Team: team, Lunch: lunch }

const describe = (subject: Subject, festival: FestivalNow): AnswerParts => ({
  text: [`${bothNamesOf(subject)}. ${subject.summary}`],
  items: [
    ...Object.entries(facts).map(([name, { tell }]) => ({ name, note: `${tell?.(subject, festival)}` })),
    { name: 'Now', note: tellStatus(subject, festival) },
  ],
})

/** What was asked of it: sentences after its name, or the lines of what is a list. */
const tellTopics = (subject: Subject, topics: readonly Topic[], festival: FestivalNow): AnswerParts => {
  const told = topics.map(({ tell }) => tell?.(subject, festival) ?? '')
  const sentences = told.filter((each) => typeof each === 'string')
  const name = bothNamesOf(subject)
  return {
    text: [sentences.length > 0 ? joinSentences([name, ...sentences, tellStatus(subject, festival)]) : `${name}:`],
    items: told.filter((each) => typeof each !== 'string').flatMap((lines) => lines.map((line) => ({ name: line }))),
  }
}

/** Of one what is asked, of several a line each. */
const tellSubjects = (
  title: string,
  subjects: readonly Subject[],
  topics: readonly Topic[],
  festival: FestivalNow,
): AnswerParts => {
  const [subject, ...others] = subjects
  if (!subject) return { text: [`${title} none is announced.`] }
  const [topic = when] = topics
  if (others.length > 0) {
    const about = subjects.length > 3 ? [] : subjects.map(({ key }) => key)
    return { text: [title], items: listTopic(subjects, topic, festival), links: [pages.schedule], about }
  }
  const clear = topics.filter((one) => !isVague(one))
  const answer =
    topics.length > 0 ? tellTopics(subject, clear.length > 0 ? clear : [topic], festival) : describe(subject, festival)
  return { ...answer, links: linksOf(subject, festival), about: [subject.key] }
}

/** What is on the programme of some days; of the events and workshops, only those that are meant. */
export const answerDays = (days: readonly Day[], festival: FestivalNow, meant?: readonly Subject[]): AnswerParts => {
  const items = festival.programmeDays
    .filter(({ day }) => days.includes(day))
    .flatMap(({ entries }) => entries)
    .filter(({ subject }) => !meant || (subject && meant.includes(subject)))
    .map(({ title, slot, path, item }) => ({
      name: slot.label ? `${title}, ${slot.label.toLowerCase()}` : title,
      note: formatHours(slot) + (item?.tier ? `, with the ${item.tier} pass` : ''),
      ...(path ? { href: path } : {}),
    }))
  const names = days.map(formatDay).join(' and ')
  return { text: [items.length > 0 ? `${names}:` : `${names}: nothing of that kind.`], items, links: [pages.schedule] }
}

/** The answer about the events and workshops that a question names; undefined where it names none. */
export const answerNamed = ({ subjects, topics, lookUp }: Question, festival: FestivalNow): AnswerParts | undefined => {
  if (subjects.length === 0) return undefined
  const asked = topics.filter(({ tell }) => tell)
  const found = isVague(asked[0]) ? lookUp() : undefined
  return found ?? tellSubjects('Here they are:', subjects, asked, festival)
}

/** The answer about those that a question narrows down to by kind or audience; undefined where it does not. */
export const answerNarrowed = (question: Question, festival: FestivalNow): AnswerParts | undefined => {
  const { filters, days, unknownWords } = question
  if (filters.length === 0) return undefined
  const asked = question.topics.filter(({ tell }) => tell)
  const [topic] = asked
  const forWhom = audiences.filter((audience) => filters.includes(audience))
  const ofKind = [kinds.event, kinds.workshop].filter((kind) => filters.includes(kind))
  if (forWhom.length === 0) {
    const isOfWorkshops = ofKind.includes(kinds.workshop)
    const general: readonly Topic[] = isOfWorkshops ? [pass, register, where] : [pass, register, where, who, when]
    if (unknownWords.length > 0 && isVague(topic)) return undefined
    if (days.length > 0 ? !isOfWorkshops : topic && general.includes(topic)) return undefined
  }
  const all = [...(ofKind.length === 1 ? ofKind : []), ...forWhom, ...(topic?.only ? [topic.only] : [])]
  const chosen = festival.subjects.filter((subject) => all.every(({ has }) => has(subject, festival)))
  if (days.length > 0) return answerDays(days, festival, chosen)
  if (forWhom.length > 0) chosen.sort((one, other) => one.audience.length - other.audience.length)
  const title = [...(ofKind.length === 1 ? [] : ['Events and workshops']), ...all.map(({ label }) => label)].join(', ')
  const yes = topic === who && forWhom.length > 0 ? 'Yes. ' : ''
  return tellSubjects(`${yes}${title} (${chosen.length}):`, chosen, asked, festival)
}
