import type { Edition } from '../../../festival/content'
import { type Day, dayAt, formatDay, formatHours } from '../../../festival/slot'
import { registrationPath, type Subject, shortName } from '../../../festival/subject'
import { createPlaceSearch, type Place, textsOf } from '../../places'
import { createWordIndex, readWords } from '../../word-index'
import {
  type AnswerItem,
  type Card,
  type Festival,
  festivalAt,
  listAlike,
  listSubjects,
  makeCard,
  rulesOf,
} from './card'
import { createReader, isTelling, type Reading } from './read-question'
import { helpTopic, listTopics, type Topic } from './topics'

export interface AnswerLink {
  label: string
  /** An address of this site, or a `tel:` number. */
  href: string
}

/** What the festival answers to a question (behaviour 11.2). */
export interface Answer {
  /** Sentences, a paragraph an entry. */
  text: readonly string[]
  cards: readonly Card[]
  items: readonly AnswerItem[]
  links: readonly AnswerLink[]
  /** Questions that may be meant, where this one was not understood. */
  asks: readonly string[]
  /** The keys of the events and workshops that it speaks of, so that "it" in the next question means them. */
  about: readonly string[]
}

/** What is said of a topic, with links to pages and phones; it leads to no sale once there is none (behaviour 2.9). */
const answerTopic = (topic: Topic, festival: Festival): Pick<Answer, 'text' | 'items' | 'links'> => {
  const { line, links = [] } = topic
  const { identity, offers } = festival
  const isShut = ({ href }: AnswerLink) =>
    (href === '/delegate-pass' && offers.tiers.length === 0) || (href === '/accommodation' && !offers.hasRooms)
  const over = `${offers.isOver ? `${identity.title} is over: passes and rooms are` : 'This is'} no longer sold.`
  const text = [...(links.some(isShut) ? [over] : []), ...(topic.text?.(festival) ?? [])]
  const phones = text.join('').includes('call ') || topic === helpTopic ? identity.phones : []
  const calls = phones.map(({ label, number }) => ({
    label: `Call ${label}, ${number}`,
    href: `tel:${number.replace(/\s/g, '')}`,
  }))
  return {
    text,
    items: topic.items?.(festival) ?? (line ? listAlike(choose([topic], festival), line, festival) : []),
    links: [...calls, ...links.filter((link) => !isShut(link))],
  }
}

/** How a day of the programme is called: "9 oct", "the 9th", "day 2", "thursday", "last day", "tomorrow". */
const formsOf = (day: Day, { now, days, identity: { firstDay, lastDay } }: Festival): RegExp => {
  const [weekday = '', date = '', month = ''] = formatDay(day).toLowerCase().split(/,? /)
  const number = days.filter((one) => one.day >= firstDay).findIndex((one) => one.day === day) + 1
  const dated = `${date}(?:st|nd|rd|th)`
  const called = [
    `${dated}?(?: of)? ${month.slice(0, 3)}[a-z]*|${month.slice(0, 3)}[a-z]* ${dated}?`,
    number > 0 ? `${dated}(?! y)|day ?-?${number}|${weekday}|${weekday.slice(0, 3)}` : '',
    day === firstDay ? '(?:first|1st|opening) day' : '',
    day === lastDay ? '(?:last|final|closing) day(?! (?:to|for|of))' : '',
    day === dayAt(now) ? 'today|tonight' : '',
    day === dayAt(now + 86_400_000) ? 'tomorrow|tmrw|tmr' : '',
  ]
  return new RegExp(`\\b(?:${called.filter(Boolean).join('|')})\\b`, 'g')
}

const listKinds = (topics: readonly Topic[]) => topics.flatMap(({ kind = [] }) => kind)
const listAudiences = (topics: readonly Topic[]) => topics.flatMap(({ audience = [] }) => audience)

/** The events and workshops that all these topics are about, of any of their kinds, for any of their students. */
const choose = (topics: readonly Topic[], festival: Festival) => {
  const [kinds, audiences] = [listKinds(topics), listAudiences(topics)]
  return festival.subjects.filter(
    (subject) =>
      (kinds.length === 0 || kinds.includes(subject.kind)) &&
      (audiences.length === 0 || subject.audience.some((audience) => audiences.includes(audience))) &&
      topics.every(({ only }) => !only || only(subject, festival)),
  )
}

/** Says that there is nothing of what was looked for, and whom to call (behaviour 11.12). */
const tellNone = ({ groups, topics }: Reading, festival: Festival): Partial<Answer> => {
  const whom = listAudiences(groups).join(' or ')
  const what = `${listKinds(groups).join(' or ') || 'event or workshop'}${whom && ` for ${whom} students`}`
  const is = topics.some(({ line }) => line === 'Now')
    ? 'is open for registration now'
    : 'of that kind is in the programme'
  return {
    text: [`No ${what} ${is}. If you are not sure, call ${festival.desk}.`],
    links: answerTopic(helpTopic, festival).links,
  }
}

/** What is on the programme of some days. */
const answerDays = (days: readonly Day[], festival: Festival): Partial<Answer> => ({
  text: [`${days.map(formatDay).join(' and ')}:`],
  items: festival.days
    .filter(({ day }) => days.includes(day))
    .flatMap(({ entries }) => entries)
    .map(({ title, slot, path, item }) => ({
      name: slot.label ? `${title}, ${slot.label.toLowerCase()}` : title,
      note: formatHours(slot) + (item?.tier ? `, with the ${item.tier} pass` : ''),
      ...(path ? { href: path } : {}),
    })),
  links: [{ label: 'The whole schedule', href: '/schedule' }],
})

/** The rules of an event in which a word of the question stands that no line of its card tells. */
const quoteRules = (subject: Subject, { words, topics }: Reading, festival: Festival): string[] => {
  const onCard = readWords(topics.map((topic) => (topic.line ? topic.words : '')).join(' '))
  const names = readWords(`${subject.title} ${subject.nickname}`)
  const telling = words.filter((word) => isTelling(word) && !onCard.includes(word) && !names.includes(word))
  return rulesOf(subject, festival)
    .filter((sentence) => readWords(sentence).some((word) => telling.includes(word)))
    .slice(0, 4)
}

/** The chatbot of an edition, which answers out of that edition alone. */
export const createChatbot = (edition: Edition) => {
  const topics = listTopics(edition)
  const nearest = createWordIndex(topics.map(({ ask, words, hints = '' }) => [[`${ask} ${words} ${hints}`, 1]]))
  const texts = edition.subjects.map((subject) => new Set(readWords(textsOf(edition, subject).join(' '))))
  const isCommon = (word: string) => word.length < 2 || texts.filter((text) => text.has(word)).length > 2
  const { words: ofPlaces } = createPlaceSearch(edition, festivalAt(edition, 0, true).offers)
  const readQuestion = createReader(edition, topics, ofPlaces, isCommon)

  /** What is said where nothing is known: so, who knows, and the three questions that are nearest (behaviour 11.3). */
  const tellUnknown = ({ words, left }: Reading, festival: Festival): Partial<Answer> => {
    const near = nearest.find(words.filter(isTelling)).flatMap((id) => topics[id]?.ask ?? [])
    const what = left.slice(0, 4).map(({ raw }) => raw)
    return {
      text: [
        `I don’t know ${what.length > 0 ? `about “${what.join(' ')}”` : 'that'}; call ${festival.desk}. Whoever answers will help you, or knows who can.`,
      ],
      links: answerTopic(helpTopic, festival).links,
      asks: [...new Set([...near, 'How do I register?', 'What is on each day?', 'What are the fees?'])].slice(0, 3),
    }
  }

  /** The cards of the events that a question names, what it asks for first, after what is not on a card. */
  const answerNamed = (meant: readonly Subject[], reading: Reading, festival: Festival): Partial<Answer> => {
    const lines = [...new Set(reading.topics.flatMap(({ line = [] }) => line))]
    const told = reading.topics.filter(({ line }) => !line).map((topic) => answerTopic(topic, festival))
    const [one, ...others] = meant
    const quoted = one && others.length === 0 ? quoteRules(one, reading, festival) : []
    const isTold = quoted.length > 0 || (!reading.isHinted && reading.topics.length > 0)
    const open = meant.filter((subject) => festival.offers.availabilityOf(subject) === 'open')
    return {
      text: [
        ...(reading.left.length > 0 && !isTold ? (tellUnknown(reading, festival).text ?? []) : []),
        ...(quoted.length > 0 ? quoted : told.slice(0, 1).flatMap(({ text }) => text)),
      ],
      cards: meant.map((subject) => makeCard(subject, festival, lines, others.length === 0)),
      links: [
        ...told.slice(0, 1).flatMap(({ links }) => links),
        ...open.map((subject) => ({ label: `Register for ${shortName(subject)}`, href: registrationPath(subject) })),
      ],
      about: meant.map(({ key }) => key),
    }
  }

  /** The answer to a question that names no event: its best topic, of the groups that it names, beside the places found. */
  const answerFound = (found: readonly Place[], reading: Reading, festival: Festival): Partial<Answer> => {
    const { left, groups, isHinted } = reading
    const lines = reading.topics.flatMap(({ line = [] }) => line).slice(0, 2)
    const beside = reading.topics.filter(({ line }) => !line)
    const [best, second] = isHinted ? reading.topics : [...new Set([...beside, ...reading.topics])]
    const items = found.map(({ title, note, href }) => ({ name: title, note, href }))
    if (!best || (isHinted && left.length > 0)) {
      if (items.length > 0) return { items }
      if (left.length > 0 || groups.length === 0) return tellUnknown(reading, festival)
    }
    const isSure = left.length === 0 || items.length > 0 || best?.isSure
    const honest = isSure ? [] : (tellUnknown(reading, festival).text ?? [])
    if (groups.length > 0 && (!best || best.line)) {
      return { text: honest, items: listSubjects(choose([...groups, ...reading.topics], festival), lines, festival) }
    }
    const told = [best, second?.line ? undefined : second].flatMap((topic) =>
      topic ? answerTopic(topic, festival) : [],
    )
    return {
      text: [...honest, ...told.flatMap(({ text }) => text)],
      items: [...items, ...told.flatMap((answer) => answer.items)],
      links: told.flatMap(({ links }) => links),
    }
  }

  const findAnswer = (text: string, about: readonly string[], festival: Festival): Partial<Answer> => {
    let rest = text.slice(0, 400).toLowerCase()
    const days = festival.days.flatMap(({ day }) => {
      const before = rest
      rest = rest.replace(formsOf(day, festival), ' ')
      return rest === before ? [] : [day]
    })
    const reading = readQuestion(rest)
    const before = /\b(?:it|its|this|that|they|them)\b/.test(rest) ? about : []
    const { holding } = createPlaceSearch(edition, festival.offers)
    const words = reading.left.map(({ word }) => word)
    const found = words.length > 0 ? holding(words).filter(({ kind }) => kind !== 'Page') : []
    const isElsewhere = ['Programme', 'Team'].includes(found[0]?.kind ?? '')
    const taught = isElsewhere ? [] : found.flatMap(({ subject = [] }) => subject).slice(0, 4)
    const named = [reading.subjects, edition.subjects.filter(({ key }) => before.includes(key)), taught]
    const meant = named.find(({ length }) => length > 0)
    if (meant) return answerNamed(meant, meant === taught ? { ...reading, left: [] } : reading, festival)
    if (days.length > 0) return answerDays(days, festival)
    const answer = answerFound(found.slice(0, 4), reading, festival)
    return answer.text?.length || answer.items?.length ? answer : tellNone(reading, festival)
  }

  return {
    /**
     * The answer to a question as a visitor types it (behaviour 11.2).
     * @param now milliseconds since 1970, for "today" and for what is over
     * @param about the keys that the previous answer spoke of, for "it"
     * @param isPublic whether what has ended closes (behaviour 2.8)
     */
    answerQuestion: (text: string, now: number, about: readonly string[], isPublic: boolean): Answer => {
      const festival = festivalAt(edition, now, isPublic)
      const found = findAnswer(text, about, festival)
      const links = [...new Map((found.links ?? []).map((link) => [link.href, link])).values()]
      return { text: [], cards: [], items: [], asks: [], about: [], ...found, links }
    },
  }
}
