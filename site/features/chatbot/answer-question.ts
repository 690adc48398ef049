import type { Edition } from '../../../festival/content/content'
import { type Day, dayAt, dayMs, formatDay, formatHours } from '../../../festival/content/slot'
import { registrationPath, type Subject, shortName } from '../../../festival/content/subject'
import { formatRupees } from '../../../festival/payment/fee'
import { createPlaceSearch, findDetails, listTexts, type Place } from '../../lookup/places'
import { createWordIndex, readWords } from '../../lookup/word-index'
import { hasPage } from '../../routes'
import {
  type AnswerItem,
  type Card,
  type Festival,
  festivalAt,
  listGroupedByLine,
  listRules,
  listSubjects,
  makeCard,
} from './card'
import { createReader, isMeaningful, type Reading } from './read-question'
import {
  daysQuestion,
  describeDates,
  describeOver,
  helpTopic,
  listTopics,
  pages,
  type Topic,
} from './topics'
import { answerYesNo, answerYesNoInGeneral } from './yes-no'

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

const noPasses = 'Delegate passes are no longer sold.'
const noRooms = 'Rooms can no longer be requested.'

/** What is said of a topic, with links to pages and phones; it leads to no sale once there is none (behaviour 2.9). */
const answerTopic = (
  topic: Topic,
  festival: Festival,
): Pick<Answer, 'text' | 'items' | 'links'> => {
  const { line, links = [] } = topic
  const { identity, offers } = festival
  const isShut = ({ href }: AnswerLink) =>
    (href === '/delegate-pass' && offers.tiers.length === 0) ||
    (href === '/accommodation' && !offers.hasRooms) ||
    (href === '/rehearsal' && offers.isOver)
  const isAllShut = links.length > 0 && links.every(isShut)
  const text: string[] = []
  if (offers.isOver && links.some(isShut)) {
    text.push(`${identity.title} is over: nothing is sold any more.`)
  } else if (isAllShut) {
    text.push(links.some(({ href }) => href === '/accommodation') ? noRooms : noPasses)
  } else {
    text.push(...(topic.text?.(festival) ?? []))
  }
  const phones = text.join('').includes('call ') || topic === helpTopic ? identity.phones : []
  const calls = phones.map(({ label, number }) => ({
    label: `Call ${label}, ${number}`,
    href: `tel:${number.replace(/\s/g, '')}`,
  }))
  return {
    text,
    items:
      topic.items?.(festival) ??
      (line ? listGroupedByLine(filterSubjects([topic], festival), line, festival) : []),
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
const filterSubjects = (topics: readonly Topic[], festival: Festival) => {
  const [kinds, audiences] = [listKinds(topics), listAudiences(topics)]
  return festival.subjects.filter(
    (subject) =>
      (kinds.length === 0 || kinds.includes(subject.kind)) &&
      (audiences.length === 0 ||
        subject.audience.some((audience) => audiences.includes(audience))) &&
      topics.every(({ only }) => !only || only(subject, festival)),
  )
}

/** Says that there is nothing of what was looked for, and whom to call (behaviour 11.12). */
const answerNothingFound = ({ groups, topics }: Reading, festival: Festival): Partial<Answer> => {
  const audienceWords = listAudiences(groups).join(' or ')
  const what = `${listKinds(groups).join(' or ') || 'event or workshop'}${audienceWords && ` for ${audienceWords} students`}`
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
  links: [pages.schedule],
})

/** The rules of an event in which a word of the question stands that no line of its card tells. */
const quoteRules = (subject: Subject, { words, topics }: Reading, festival: Festival): string[] => {
  const onCard = readWords(topics.map((topic) => (topic.line ? topic.words : '')).join(' '))
  const names = readWords(`${subject.title} ${subject.nickname}`)
  const meaningfulWords = words.filter(
    (word) => isMeaningful(word) && !onCard.includes(word) && !names.includes(word),
  )
  return listRules(findDetails(festival, subject))
    .filter((sentence) => readWords(sentence).some((word) => meaningfulWords.includes(word)))
    .slice(0, 4)
}

/** That what the question left unexplained is not known, and who knows (behaviour 11.3). */
const describeUnknown = ({ left }: Reading, { desk }: Festival): string => {
  const what = left.slice(0, 4).map(({ raw }) => raw)
  return `I don’t know ${what.length > 0 ? `about “${what.join(' ')}”` : 'that'}; call ${desk}.`
}

/** The cards of the events that a question names, what it asks for first, after what is not on a card. */
const answerNamed = (
  subjects: readonly Subject[],
  reading: Reading,
  question: string,
  festival: Festival,
): Partial<Answer> => {
  const lines = [...new Set(reading.topics.flatMap(({ line = [] }) => line))]
  const beside = reading.topics.find(({ line, isOnCard }) => !line && !isOnCard)
  const verdict = answerYesNo(question, subjects, listAudiences(reading.groups))
  const next = beside && answerTopic(beside, festival)
  const [first, ...others] = subjects
  const isSingle = others.length === 0
  const rules = first && isSingle ? quoteRules(first, reading, festival) : []
  const isAnswered = rules.length > 0 || (!reading.isHinted && reading.topics.length > 0)
  const open = subjects.filter((subject) => festival.offers.findAvailability(subject) === 'open')
  return {
    text: [
      ...(verdict === undefined ? [] : [verdict]),
      ...(reading.left.length > 0 && !isAnswered && verdict === undefined
        ? [describeUnknown(reading, festival)]
        : []),
      ...(rules.length > 0 ? rules : (next?.text ?? [])),
    ],
    cards: subjects.map((subject) => makeCard(subject, festival, lines, isSingle)),
    links: [
      ...(next?.links ?? []),
      ...open.map((subject) => ({
        label: `Register for ${shortName(subject)}`,
        href: registrationPath(subject),
      })),
    ],
    about: subjects.map(({ key }) => key),
  }
}

const toItem = ({ title, note, href }: Place): AnswerItem => ({ name: title, note, href })

const containsAll = (title: string, words: readonly string[]) => {
  const own = readWords(title)
  return words.every((word) => own.includes(word))
}

/** Whether a question that says "today" asks what is on, and nothing else. */
const isAboutDays = ({ topics, left }: Reading) =>
  left.length === 0 && (topics.length === 0 || topics[0]?.ask === daysQuestion)

/** The answer for a day without events: "today" before, between or after the days of the festival. */
const answerNoDay = (day: string, festival: Festival): Partial<Answer> => {
  const nothing = `Nothing is on ${/^to(?:day|night)$/.test(day) ? day : 'tomorrow'}.`
  return {
    text: [
      festival.offers.isOver ? describeOver(festival) : `${nothing} ${describeDates(festival)}`,
    ],
    links: [pages.schedule],
  }
}

/** Items of the programme, each with the pass that it comes with. */
const answerProgramme = (places: readonly Place[], festival: Festival): Partial<Answer> => {
  const { programme, tiers, offers } = festival
  const titles = places.map(({ title }) => title)
  const isTierSold = (label: string) => offers.tiers.some((tier) => tier.label === label)
  const withPass = programme.filter(
    ({ title, tier }) => tier !== undefined && titles.includes(title),
  )
  const text = withPass.flatMap(({ title, tier: label }) => {
    const tier = tiers.find((other) => other.label === label)
    if (!tier) {
      return []
    }
    const sold = isTierSold(tier.label) ? 'It is not sold alone.' : 'That pass is no longer sold.'
    return `${title} comes with the ${tier.label} Delegate Pass (${formatRupees(tier.price)}). ${sold}`
  })
  const isSold = withPass.some(({ tier }) => tier !== undefined && isTierSold(tier))
  return {
    text,
    items: places.slice(0, 4).map(toItem),
    links: isSold ? [pages.pass, pages.schedule] : [pages.schedule],
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
  const topicIndex = createWordIndex(topics, ({ ask, words, hints = '' }) => [
    [`${ask} ${words} ${hints}`, 1],
  ])
  const texts = edition.subjects.map(
    (subject) => new Set(readWords(listTexts(edition, subject).join(' '))),
  )
  const isCommon = (word: string) =>
    word.length < 2 || texts.filter((text) => text.has(word)).length > 2
  const { words: placeWords } = createPlaceSearch(edition, festivalAt(edition, 0, true).offers)
  const readQuestion = createReader(edition, topics, placeWords, isCommon)

  /** What is said where nothing is known, with the three questions that are nearest. */
  const answerUnknown = (reading: Reading, festival: Festival): Partial<Answer> => {
    const near = topicIndex.find(reading.words.filter(isMeaningful)).map(({ ask }) => ask)
    return {
      text: [describeUnknown(reading, festival)],
      links: answerTopic(helpTopic, festival).links,
      asks: [
        ...new Set([...near, 'How do I register?', 'What is on each day?', 'What are the fees?']),
      ].slice(0, 3),
    }
  }

  /** The answer to a question that names no event: its best topic, of the groups that it names, beside the places found. */
  const answerGeneral = (
    places: readonly Place[],
    reading: Reading,
    question: string,
    festival: Festival,
  ): Partial<Answer> => {
    const { left, groups, isHinted } = reading
    const lines = reading.topics.flatMap(({ line = [] }) => line).slice(0, 2)
    const beside = reading.topics.filter(({ line }) => !line)
    const [best, second] = isHinted ? reading.topics : [...new Set([...beside, ...reading.topics])]
    const items = places.map(toItem)
    if (!best || (isHinted && left.length > 0)) {
      if (items.length > 0) {
        return { items }
      }
      if (left.length > 0 || groups.length === 0) {
        return answerUnknown(reading, festival)
      }
    }
    const isSure = left.length === 0 || items.length > 0 || best?.isSure
    const unknown = isSure ? [] : [describeUnknown(reading, festival)]
    const verdict = answerYesNoInGeneral(question, listAudiences(groups), festival)
    if (groups.length > 0 && (!best || best.line)) {
      const listed = listSubjects(
        filterSubjects([...groups, ...reading.topics], festival),
        lines,
        festival,
      )
      return {
        text: verdict !== undefined && listed.length > 0 ? [verdict, ...unknown] : unknown,
        items: listed,
      }
    }
    const isBeside =
      second !== undefined && !second.line && !best?.isAlone && !(best?.isSure && second.isContext)
    const answers = [best, isBeside ? second : undefined].flatMap((topic) =>
      topic ? answerTopic(topic, festival) : [],
    )
    const [first = '', ...others] = answers.flatMap(({ text }) => text)
    const firstLine = verdict === undefined ? first : `${verdict} ${first}`.trim()
    return {
      text: [...unknown, ...(firstLine ? [firstLine] : []), ...others],
      items: [...items, ...answers.flatMap((answer) => answer.items)],
      links: answers.flatMap(({ links }) => links),
    }
  }

  const findAnswer = (
    text: string,
    about: readonly string[],
    festival: Festival,
  ): Partial<Answer> => {
    let rest = text.slice(0, 400).toLowerCase()
    const days = festival.days.flatMap(({ day }) => {
      const before = rest
      rest = rest.replace(matchDay(day, festival), ' ')
      return rest === before ? [] : [day]
    })
    const question = readQuestion(rest)
    const refersBack = /\b(?:it|its|this|that|they|them)\b/.test(rest)
    const before = edition.subjects.filter(({ key }) => refersBack && about.includes(key))
    const words = question.left.map(({ word }) => word)
    const found = createPlaceSearch(edition, festival.offers).findExactly(words)
    const places = found.filter(({ kind }) => kind !== 'Page')
    const isElsewhere = ['Programme', 'Team'].includes(places[0]?.kind ?? '')
    const foundSubjects = isElsewhere
      ? []
      : places.flatMap(({ subject = [] }) => subject).slice(0, 4)
    const named = [question.subjects, before].find(({ length }) => length > 0)
    if (named) {
      return answerNamed(named, question, rest, festival)
    }
    if (foundSubjects.length > 0) {
      return answerNamed(foundSubjects, { ...question, left: [] }, rest, festival)
    }
    if (days.length > 0) {
      return answerDays(days, festival)
    }
    const relative = /\b(?:today|tonight|tomorrow|tmrw|tmr)\b/.exec(rest)?.[0]
    if (relative && isAboutDays(question)) {
      return answerNoDay(relative, festival)
    }
    if (places[0]?.kind === 'Programme' && question.topics.every(({ line }) => line)) {
      return answerProgramme(places, festival)
    }
    if (places.length === 0 && question.topics.length === 0 && question.groups.length === 0) {
      const titled = found.filter(({ title }) => words.length > 0 && containsAll(title, words))
      if (titled.length > 0) {
        return { items: titled.slice(0, 4).map(toItem) }
      }
    }
    const answer = answerGeneral(places.slice(0, 4), question, rest, festival)
    return answer.text?.length || answer.items?.length
      ? answer
      : answerNothingFound(question, festival)
  }

  return {
    /** The answer to a question as a visitor types it; `about` is what the previous answer spoke of, for "it" (behaviour 11.2). */
    answerQuestion: (
      text: string,
      now: number,
      about: readonly string[],
      isPublic: boolean,
    ): Answer => {
      const festival = festivalAt(edition, now, isPublic)
      const answer = findAnswer(text, about, festival)
      const links = [...new Map((answer.links ?? []).map((link) => [link.href, link])).values()]
      return { text: [], cards: [], items: [], asks: [], about: [], ...answer, links }
    },
  }
}
