import type { Edition } from '../../../festival/content'
import { type Day, dayAt, dayMs, formatDay, formatHours } from '../../../festival/slot'
import { registrationPath, type Subject, shortName } from '../../../festival/subject'
import { createPlaceSearch, findDetails, listTexts, type Place } from '../../places'
import { hasPage } from '../../routes'
import { createWordIndex, readWords } from '../../word-index'
import {
  type AnswerItem,
  type Card,
  type Festival,
  festivalAt,
  listAlike,
  listRules,
  listSubjects,
  makeCard,
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
    (href === '/delegate-pass' && offers.tiers.length === 0) ||
    (href === '/accommodation' && !offers.hasRooms) ||
    (href === '/rehearsal' && offers.isOver)
  const over = offers.isOver ? `${identity.title} is over: nothing is sold any more.` : 'This is no longer sold.'
  const hasRest = !links.some(isShut) || !(offers.isOver || links.every(isShut))
  const text = [...(links.some(isShut) ? [over] : []), ...((hasRest && topic.text?.(festival)) || [])]
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
const matchDay = (day: Day, { now, days, identity: { firstDay, lastDay } }: Festival): RegExp => {
  const [weekday = '', date = '', month = ''] = formatDay(day).toLowerCase().split(/,? /)
  const number = days.filter((one) => one.day >= firstDay).findIndex((one) => one.day === day) + 1
  const dated = `${date}(?:st|nd|rd|th)`
  const called = [
    `${dated}?(?: of)? ${month.slice(0, 3)}[a-z]*|${month.slice(0, 3)}[a-z]* ${dated}?`,
    number > 0 ? `${dated}(?! y)|day ?-?${number}|${weekday}|${weekday.slice(0, 3)}` : '',
    day === firstDay ? '(?:first|1st|opening) day' : '',
    day === lastDay ? '(?:last|final|closing) day(?! (?:to|for|of))' : '',
    day === dayAt(now) ? 'today|tonight' : '',
    day === dayAt(now + dayMs) ? 'tomorrow|tmrw|tmr' : '',
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
  return listRules(findDetails(festival, subject))
    .filter((sentence) => readWords(sentence).some((word) => telling.includes(word)))
    .slice(0, 4)
}

/** That what the question left unexplained is not known, and who knows (behaviour 11.3). */
const tellUnknown = ({ left }: Reading, { desk }: Festival): string => {
  const what = left.slice(0, 4).map(({ raw }) => raw)
  return `I don’t know ${what.length > 0 ? `about “${what.join(' ')}”` : 'that'}; call ${desk}. Any of them can help.`
}

/** The cards of the events that a question names, what it asks for first, after what is not on a card. */
const answerNamed = (subjects: readonly Subject[], reading: Reading, festival: Festival): Partial<Answer> => {
  const lines = [...new Set(reading.topics.flatMap(({ line = [] }) => line))]
  const beside = reading.topics.find(({ line }) => !line)
  const next = beside && answerTopic(beside, festival)
  const [first, ...others] = subjects
  const isSingle = others.length === 0
  const rules = first && isSingle ? quoteRules(first, reading, festival) : []
  const isTold = rules.length > 0 || (!reading.isHinted && reading.topics.length > 0)
  const open = subjects.filter((subject) => festival.offers.findAvailability(subject) === 'open')
  return {
    text: [
      ...(reading.left.length > 0 && !isTold ? [tellUnknown(reading, festival)] : []),
      ...(rules.length > 0 ? rules : (next?.text ?? [])),
    ],
    cards: subjects.map((subject) => makeCard(subject, festival, lines, isSingle)),
    links: [
      ...(next?.links ?? []),
      ...open.map((subject) => ({ label: `Register for ${shortName(subject)}`, href: registrationPath(subject) })),
    ],
    about: subjects.map(({ key }) => key),
  }
}

/** The topics of an edition without links to pages that it lacks, and without what would lead to no other (behaviour 1.14). */
const chooseTopics = (edition: Edition): Topic[] =>
  listTopics(edition).flatMap((topic) => {
    const links = topic.links?.filter(hasPage)
    return !links ? topic : links.length > 0 ? { ...topic, links } : []
  })

/** The chatbot of an edition, which answers out of that edition alone. */
export const createChatbot = (edition: Edition) => {
  const topics = chooseTopics(edition)
  const topicIndex = createWordIndex(topics, ({ ask, words, hints = '' }) => [[`${ask} ${words} ${hints}`, 1]])
  const texts = edition.subjects.map((subject) => new Set(readWords(listTexts(edition, subject).join(' '))))
  const isCommon = (word: string) => word.length < 2 || texts.filter((text) => text.has(word)).length > 2
  const { words: placeWords } = createPlaceSearch(edition, festivalAt(edition, 0, true).offers)
  const readQuestion = createReader(edition, topics, placeWords, isCommon)

  /** What is said where nothing is known, with the three questions that are nearest. */
  const answerUnknown = (reading: Reading, festival: Festival): Partial<Answer> => {
    const near = topicIndex.find(reading.words.filter(isTelling)).map(({ ask }) => ask)
    return {
      text: [tellUnknown(reading, festival)],
      links: answerTopic(helpTopic, festival).links,
      asks: [...new Set([...near, 'How do I register?', 'What is on each day?', 'What are the fees?'])].slice(0, 3),
    }
  }

  /** The answer to a question that names no event: its best topic, of the groups that it names, beside the places found. */
  const answerGeneral = (places: readonly Place[], reading: Reading, festival: Festival): Partial<Answer> => {
    const { left, groups, isHinted } = reading
    const lines = reading.topics.flatMap(({ line = [] }) => line).slice(0, 2)
    const beside = reading.topics.filter(({ line }) => !line)
    const [best, second] = isHinted ? reading.topics : [...new Set([...beside, ...reading.topics])]
    const items = places.map(({ title, note, href }) => ({ name: title, note, href }))
    if (!best || (isHinted && left.length > 0)) {
      if (items.length > 0) return { items }
      if (left.length > 0 || groups.length === 0) return answerUnknown(reading, festival)
    }
    const isSure = left.length === 0 || items.length > 0 || best?.isSure
    const unknown = isSure ? [] : [tellUnknown(reading, festival)]
    if (groups.length > 0 && (!best || best.line))
      return { text: unknown, items: listSubjects(choose([...groups, ...reading.topics], festival), lines, festival) }
    const answers = [best, second?.line ? undefined : second].flatMap((topic) =>
      topic ? answerTopic(topic, festival) : [],
    )
    return {
      text: [...unknown, ...answers.flatMap(({ text }) => text)],
      items: [...items, ...answers.flatMap((answer) => answer.items)],
      links: answers.flatMap(({ links }) => links),
    }
  }

  const findAnswer = (text: string, about: readonly string[], festival: Festival): Partial<Answer> => {
    let rest = text.slice(0, 400).toLowerCase()
    const days = festival.days.flatMap(({ day }) => {
      const before = rest
      rest = rest.replace(matchDay(day, festival), ' ')
      return rest === before ? [] : [day]
    })
    const question = readQuestion(rest)
    const isBack = /\b(?:it|its|this|that|they|them)\b/.test(rest)
    const before = edition.subjects.filter(({ key }) => isBack && about.includes(key))
    const words = question.left.map(({ word }) => word)
    const places = createPlaceSearch(edition, festival.offers)
      .findExactly(words)
      .filter(({ kind }) => kind !== 'Page')
    const isElsewhere = ['Programme', 'Team'].includes(places[0]?.kind ?? '')
    const taught = isElsewhere ? [] : places.flatMap(({ subject = [] }) => subject).slice(0, 4)
    const named = [question.subjects, before].find(({ length }) => length > 0)
    if (named) return answerNamed(named, question, festival)
    if (taught.length > 0) return answerNamed(taught, { ...question, left: [] }, festival)
    if (days.length > 0) return answerDays(days, festival)
    const answer = answerGeneral(places.slice(0, 4), question, festival)
    return answer.text?.length || answer.items?.length ? answer : tellNone(question, festival)
  }

  return {
    /** The answer to a question as a visitor types it; `about` is what the previous answer spoke of, for "it" (behaviour 11.2). */
    answerQuestion: (text: string, now: number, about: readonly string[], isPublic: boolean): Answer => {
      const festival = festivalAt(edition, now, isPublic)
      const answer = findAnswer(text, about, festival)
      const links = [...new Map((answer.links ?? []).map((link) => [link.href, link])).values()]
      return { text: [], cards: [], items: [], asks: [], about: [], ...answer, links }
    },
  }
}
