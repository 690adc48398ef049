import { subjectNames } from '../../../festival/content/catalogue'
import type { Edition } from '../../../festival/content/content'
import { type Day, dayAt, dayMs, formatDay, formatHours } from '../../../festival/content/slot'
import {
  isOpenTo,
  registrationPath,
  type Subject,
  shortName,
} from '../../../festival/content/subject'
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
  /** A path on this site or a `tel:` URL. */
  href: string
}

export interface Answer {
  text: readonly string[]
  cards: readonly Card[]
  items: readonly AnswerItem[]
  links: readonly AnswerLink[]
  /** Questions to suggest if this one was not understood. */
  asks: readonly string[]
  /** Keys of the subjects in the answer, which "it" in the next question refers to. */
  about: readonly string[]
}

const noPasses = 'Delegate passes are no longer sold.'
const noRooms = 'Rooms can no longer be requested.'

/** Omits links to pages that no longer sell anything. */
const answerTopic = (
  topic: Topic,
  festival: Festival,
): Pick<Answer, 'text' | 'items' | 'links'> => {
  const { links = [] } = topic
  const { identity, offers } = festival
  const isShut = ({ href }: AnswerLink) =>
    (href === '/delegate-pass' && offers.tiers.length === 0) ||
    (href === '/accommodation' && !offers.hasRooms) ||
    (href === '/rehearsal' && offers.isOver)
  const isAllShut = links.length > 0 && links.every(isShut)
  const text: string[] = []
  if (offers.isOver && links.some(isShut)) {
    text.push(`${identity.title} is over: nothing is on sale.`)
  } else if (isAllShut) {
    text.push(links.some(({ href }) => href === '/accommodation') ? noRooms : noPasses)
  } else if (topic.text) {
    text.push(...topic.text(festival))
  }
  const phones = text.join('').includes('call ') || topic === helpTopic ? identity.phones : []
  const calls = phones.map(({ label, number }) => ({
    label: `Call ${label}, ${number}`,
    href: `tel:${number.replace(/\s/g, '')}`,
  }))
  return {
    text,
    items: listTopicItems(topic, festival),
    links: [...calls, ...links.filter((link) => !isShut(link))],
  }
}

const listTopicItems = (topic: Topic, festival: Festival): readonly AnswerItem[] => {
  if (topic.items) {
    return topic.items(festival)
  }
  const { line } = topic
  return line ? listGroupedByLine(filterSubjects([topic], festival), line, festival) : []
}

/** Matches, for example, "9 oct", "the 9th", "day 2", "thursday", "last day" and "tomorrow". */
const matchDay = (day: Day, { now, days, identity: { firstDay, lastDay } }: Festival): RegExp => {
  const [weekday = '', date = '', month = ''] = formatDay(day).toLowerCase().split(/,? /)
  const festivalDays = days.map((entry) => entry.day).filter((other) => other >= firstDay)
  const number = festivalDays.indexOf(day) + 1
  const dated = `${date}(?:st|nd|rd|th)`
  const names = [
    `${dated}?(?: of)? ${month.slice(0, 3)}[a-z]*|${month.slice(0, 3)}[a-z]* ${dated}?`,
  ]
  if (number > 0) {
    names.push(`${dated}(?! y)|day ?-?${number}|${weekday}|${weekday.slice(0, 3)}`)
  }
  if (day === firstDay) {
    names.push('(?:first|1st|opening) day')
  }
  if (day === lastDay) {
    names.push('(?:last|final|closing) day(?! (?:to|for|of))')
  }
  if (day === dayAt(now)) {
    names.push('today|tonight')
  }
  if (day === dayAt(now + dayMs)) {
    names.push('tomorrow|tmrw|tmr')
  }
  return new RegExp(`\\b(?:${names.join('|')})\\b`, 'g')
}

/** Finds the days that a text names, and returns them with the rest of the text. */
const extractDays = (text: string, festival: Festival) => {
  const days: Day[] = []
  let rest = text
  for (const { day } of festival.days) {
    const shortened = rest.replace(matchDay(day, festival), ' ')
    if (shortened !== rest) {
      days.push(day)
      rest = shortened
    }
  }
  return { days, rest }
}

const listKinds = (topics: readonly Topic[]) => topics.flatMap(({ kind = [] }) => kind)
const listAudiences = (topics: readonly Topic[]) => topics.flatMap(({ audience = [] }) => audience)

/** Subjects match all topics, but only one of several kinds or audiences. */
const filterSubjects = (topics: readonly Topic[], festival: Festival) => {
  const kinds = listKinds(topics)
  const audiences = listAudiences(topics)
  return festival.subjects.filter(
    (subject) =>
      (kinds.length === 0 || kinds.includes(subject.kind)) &&
      (audiences.length === 0 || audiences.some((asked) => isOpenTo(subject, asked))) &&
      topics.every(({ only }) => !only || only(subject, festival)),
  )
}

const answerNothingFound = ({ groups, topics }: Reading, festival: Festival): Partial<Answer> => {
  const kinds = listKinds(groups).join(' or ') || subjectNames.one
  const audiences = listAudiences(groups).join(' or ')
  const what = audiences ? `${kinds} for ${audiences} students` : kinds
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
      href: path,
    })),
  links: [pages.schedule],
})

/**
 * Rules that contain a word from the question which neither the answer's card nor the subject's
 * names cover.
 */
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

const describeUnknown = ({ left }: Reading, { desk }: Festival): string => {
  const words = left.slice(0, 4).map(({ raw }) => raw)
  const what = words.length > 0 ? `about “${words.join(' ')}”` : 'that'
  return `I don’t know ${what}; call ${desk}.`
}

const answerNamed = (
  subjects: readonly Subject[],
  reading: Reading,
  question: string,
  festival: Festival,
): Partial<Answer> => {
  const lines = [...new Set(reading.topics.flatMap(({ line = [] }) => line))]
  const ownText = reading.topics.find(({ line, isOnCard }) => !line && !isOnCard)
  const verdict = answerYesNo(question, subjects, listAudiences(reading.groups))
  const general = ownText ? answerTopic(ownText, festival) : { text: [], links: [] }
  const [first, ...others] = subjects
  const isSingle = others.length === 0
  const rules = first && isSingle ? quoteRules(first, reading, festival) : []
  const isAnswered = rules.length > 0 || (!reading.isHinted && reading.topics.length > 0)
  const text = rules.length > 0 ? rules : [...general.text]
  if (verdict !== undefined) {
    text.unshift(verdict)
  } else if (reading.left.length > 0 && !isAnswered) {
    text.unshift(describeUnknown(reading, festival))
  }
  const open = subjects.filter((subject) => festival.offers.findAvailability(subject) === 'open')
  const registrationLinks = open.map((subject) => ({
    label: `Register for ${shortName(subject)}`,
    href: registrationPath(subject),
  }))
  return {
    text,
    cards: subjects.map((subject) => makeCard(subject, festival, lines, isSingle)),
    links: [...general.links, ...registrationLinks],
    about: subjects.map(({ key }) => key),
  }
}

const canFollow = (second: Topic, best: Topic | undefined) =>
  !second.line && !best?.isAlone && !(best?.isSure && second.isContext)

const toItem = ({ title, note, href }: Place): AnswerItem => ({ name: title, note, href })

const containsAll = (title: string, words: readonly string[]) => {
  const own = readWords(title)
  return words.every((word) => own.includes(word))
}

/** Whether a question with "today" asks for nothing but the programme. */
const isAboutDays = ({ topics, left }: Reading) =>
  left.length === 0 && (topics.length === 0 || topics[0]?.ask === daysQuestion)

const answerNoDay = (day: string, festival: Festival): Partial<Answer> => {
  const links = [pages.schedule]
  if (festival.offers.isOver) {
    return { text: [describeOver(festival)], links }
  }
  const name = /^to(?:day|night)$/.test(day) ? day : 'tomorrow'
  return { text: [`Nothing is on ${name}. ${describeDates(festival)}`], links }
}

const answerProgramme = (places: readonly Place[], festival: Festival): Partial<Answer> => {
  const { programme, tiers, offers } = festival
  const titles = places.map(({ title }) => title)
  const isTierSold = (label: string) => offers.tiers.some((tier) => tier.label === label)
  const withPass = programme.filter(
    ({ title, tier }) => tier !== undefined && titles.includes(title),
  )
  const text = withPass.flatMap(({ title, tier: label }) => {
    const tier = tiers.find((candidate) => candidate.label === label)
    if (!tier) {
      return []
    }
    const pass = `${tier.label} Delegate Pass (${formatRupees(tier.price)})`
    const sold = isTierSold(tier.label)
      ? 'It is not sold separately.'
      : 'That pass is no longer sold.'
    return `${title} comes with the ${pass}. ${sold}`
  })
  const isSold = withPass.some(({ tier }) => tier !== undefined && isTierSold(tier))
  return {
    text,
    items: places.slice(0, 4).map(toItem),
    links: isSold ? [pages.pass, pages.schedule] : [pages.schedule],
  }
}

/** Removes links to pages that the edition lacks, and topics left without a link. */
const chooseTopics = (edition: Edition): Topic[] =>
  listTopics(edition).flatMap((topic) => {
    if (!topic.links) {
      return topic
    }
    const links = topic.links.filter(hasPage)
    return links.length > 0 ? { ...topic, links } : []
  })

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

  const answerUnknown = (reading: Reading, festival: Festival): Partial<Answer> => {
    const near = topicIndex.find(reading.words.filter(isMeaningful)).map(({ ask }) => ask)
    const asks = new Set([
      ...near,
      'How do I register?',
      'What is on each day?',
      'What are the fees?',
    ])
    return {
      text: [describeUnknown(reading, festival)],
      links: answerTopic(helpTopic, festival).links,
      asks: [...asks].slice(0, 3),
    }
  }

  const answerGeneral = (
    places: readonly Place[],
    reading: Reading,
    question: string,
    festival: Festival,
  ): Partial<Answer> => {
    const { left, groups, isHinted } = reading
    const lines = reading.topics.flatMap(({ line = [] }) => line).slice(0, 2)
    // Topics with their own text rank before topics that a card answers.
    const ownText = reading.topics.filter(({ line }) => !line)
    const ranked = isHinted ? reading.topics : [...new Set([...ownText, ...reading.topics])]
    const [best, second] = ranked
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
    const chosen = best ? [best] : []
    if (second && canFollow(second, best)) {
      chosen.push(second)
    }
    const answers = chosen.map((topic) => answerTopic(topic, festival))
    const [first = '', ...others] = answers.flatMap(({ text }) => text)
    const firstLine = verdict === undefined ? first : `${verdict} ${first}`.trim()
    return {
      text: [...unknown, firstLine, ...others].filter(Boolean),
      items: [...items, ...answers.flatMap((answer) => answer.items)],
      links: answers.flatMap(({ links }) => links),
    }
  }

  const findAnswer = (
    text: string,
    about: readonly string[],
    festival: Festival,
  ): Partial<Answer> => {
    const { days, rest } = extractDays(text.slice(0, 400).toLowerCase(), festival)
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
    const isEmpty = !answer.text?.length && !answer.items?.length
    return isEmpty ? answerNothingFound(question, festival) : answer
  }

  return {
    /** `about` comes from the previous answer and says what "it" refers to. */
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
