import { sessionsOf } from '../../../../festival/session'
import { type Day, formatDay, formatHours } from '../../../../festival/slot'
import type { Subject } from '../../../../festival/subject'
import { findOverlaps } from '../../../../festival/timetable'
import { type AnswerParts, joinSentences } from './answer'
import { clearTopics } from './clear-topics'
import { bothNamesOf, hedge, linksOf, listTopic, pages, tellStatus, tellUnknown } from './describe'
import type { FestivalNow } from './festival-now'
import { kinds, mayTakePart, outsiders } from './filters'
import type { Question } from './question'
import type { Asker, Topic } from './topic'
import { isVague } from './topics'
import { vagueTopics } from './vague-topics'

const { bring, register, where, who, when, team } = vagueTopics
const { pass, fee, prize, lunch, clash } = clearTopics

/** What is told of an event or workshop of which nothing more is asked. */
const facts: Readonly<Record<string, Topic>> = { When: when, Fee: fee, Prize: prize, Team: team, Lunch: lunch }

const describe = (subject: Subject, festival: FestivalNow): AnswerParts => ({
  text: [`${bothNamesOf(subject)}. ${subject.summary}`],
  items: [
    ...Object.entries(facts).map(([name, { tell }]) => ({ name, note: `${tell?.(subject, festival)}` })),
    { name: 'Now', note: tellStatus(subject, festival) },
  ],
})

/** What was asked of it in the order of the questions: sentences after its name, or the lines of what is a list. */
const tellTopics = (subject: Subject, topics: readonly Topic[], festival: FestivalNow, asker: Asker): AnswerParts => {
  const told = topics.map(({ tell }) => tell?.(subject, festival, asker) ?? '')
  const sentences = told.filter((each) => typeof each === 'string')
  const name = bothNamesOf(subject)
  const text = joinSentences([name, ...sentences, tellStatus(subject, festival)])
  return {
    text: [sentences.length > 0 ? text.replace(/^(.*?\. )(Yes\. |No\. )/, '$2$1') : `${name}:`],
    items: told.filter((each) => typeof each !== 'string').flatMap((lines) => lines.map((line) => ({ name: line }))),
  }
}

/** Of one what is asked, of several a line each. */
const tellSubjects = (
  title: string,
  subjects: readonly Subject[],
  topics: readonly Topic[],
  festival: FestivalNow,
  asker: Asker,
): AnswerParts => {
  const [subject, ...others] = subjects
  if (!subject) return { text: [`${title} none is announced.`] }
  if (others.length > 0) {
    const about = subjects.length > 3 ? [] : subjects.map(({ key }) => key)
    const items = listTopic(
      subjects,
      topics.length > 0 ? topics : [when],
      festival,
      about.length > 0 ? asker : undefined,
    )
    return { text: [title], items, links: [pages.schedule], about }
  }
  const answer = topics.length > 0 ? tellTopics(subject, topics, festival, asker) : describe(subject, festival)
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

/** When several are, and whether one can be at all of them. */
const tellClash = (subjects: readonly Subject[], festival: FestivalNow): AnswerParts => {
  const overlaps = findOverlaps(subjects.flatMap(sessionsOf))
  return {
    text: [overlaps.length > 0 ? 'Their hours overlap:' : 'Their hours do not overlap:'],
    items: listTopic(subjects, [when], festival),
    links: [pages.schedule],
    about: subjects.map(({ key }) => key),
  }
}

/** What is asked about an event or workshop: whoever says who would come, or how many, asks whether they may. */
const askedOf = ({ asked, asker }: Question): Topic[] => {
  const topics = asked(({ tell }) => tell !== undefined)
  if (!topics.every(isVague) || topics.length > 1) return topics
  if (asker.groups.length > 0 && !asker.people) return topics.includes(team) ? [who, team] : [who]
  return asker.people || topics.includes(team) ? [team] : topics
}

/** The answer about the events and workshops that a question names; undefined where it names none. */
export const answerNamed = (question: Question, festival: FestivalNow): AnswerParts | undefined => {
  const { subjects, asker, unknownWords, lookUp } = question
  const [subject, ...others] = subjects
  if (!subject) return undefined
  const topics = askedOf(question)
  const found =
    isVague(topics[0]) && topics[0] !== who && asker.groups.length === 0 && !(Number(asker.people) > subject.teamSize)
      ? lookUp()
      : undefined
  if (found) return found
  if (others.length > 0) {
    const isOfBoth = question.isOfBoth || (topics.includes(who) && asker.groups.length === 0)
    if (topics.includes(clash) || (isOfBoth && topics.every(isVague) && !topics.includes(team)))
      return hedge(question, festival, tellClash(subjects, festival))
    return hedge(question, festival, tellSubjects('Here they are:', subjects, topics, festival, asker))
  }
  const isTold = topics.some((topic) => topic !== bring || bring.tell(subject, festival) !== '')
  if (isTold || (topics.length === 0 && unknownWords.length === 0 && !question.isOfSomeone)) {
    return hedge(question, festival, tellSubjects('', subjects, topics, festival, asker))
  }
  const unknown = tellUnknown(festival, unknownWords)
  return {
    ...unknown,
    links: [...(unknown.links ?? []), ...linksOf(subject, festival).slice(-1)],
    about: [subject.key],
  }
}

/** The answer about those that a question narrows down to by kind or audience; undefined where it does not. */
export const answerNarrowed = (question: Question, festival: FestivalNow): AnswerParts | undefined => {
  const { filters, days, unknownWords, lookUp, asker } = question
  const forWhom = asker.groups
  if (filters.length === 0 || filters.includes(outsiders)) return undefined
  const asked = question.asked(({ tell }) => tell !== undefined)
  const [topic] = asked
  // Whoever says what they study, and asks for "events", means workshops too.
  const ofKind = [kinds.event, kinds.workshop].filter(
    (kind) => filters.includes(kind) && (forWhom.length === 0 || kind === kinds.workshop),
  )
  if (forWhom.length === 0) {
    const isOfWorkshops = ofKind.includes(kinds.workshop)
    const general: readonly Topic[] = isOfWorkshops
      ? [pass, register, where]
      : [pass, register, where, who, when, prize]
    if (unknownWords.length > 0) {
      const found =
        ofKind.length === 1 ? lookUp(festival.subjects.filter((subject) => ofKind[0]?.has(subject))) : undefined
      // "When is the eye workshop" names one by what it teaches.
      const one = festival.subjects.filter(({ key }) => found?.about?.includes(key))
      if (one.length > 0 && topic) return tellSubjects('', one, asked, festival, asker)
      if (isVague(topic)) return found
    }
    if (days.length > 0 ? !isOfWorkshops : topic && general.includes(topic)) return undefined
  }
  const all = [...(ofKind.length === 1 ? ofKind : []), ...forWhom, ...(topic?.only ? [topic.only] : [])]
  const chosen = festival.subjects.filter((subject) => all.every(({ has }) => has(subject, festival)))
  if (days.length > 0) return answerDays(days, festival, chosen)
  const isSaid = (subject: Subject) => mayTakePart(subject, festival, forWhom) === true
  if (forWhom.length > 0)
    chosen.sort(
      (one, other) => Number(isSaid(other)) - Number(isSaid(one)) || one.audience.length - other.audience.length,
    )
  const title = [...(ofKind.length === 1 ? [] : ['Events and workshops']), ...all.map(({ label }) => label)].join(', ')
  const yes = topic === who && chosen.some(isSaid) ? 'Yes. ' : ''
  const told = asked.length === 0 && forWhom.length > 0 ? [who] : asked
  return hedge(question, festival, tellSubjects(`${yes}${title} (${chosen.length}):`, chosen, told, festival, asker))
}
