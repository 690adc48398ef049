import type { Edition } from '../../../../festival/content'
import { formatDate } from '../../../../festival/slot'
import { type Answer, type AnswerParts, joinWords, say } from './answer'
import { answerDays, answerNamed, answerNarrowed } from './answer-subjects'
import { callLinks, listTopic, pages } from './describe'
import { type FestivalNow, festivalAt } from './festival-now'
import { createQuestionReader, type Question } from './question'
import type { Topic } from './topic'
import { isFirm, isVague } from './topics'

/** The topic itself, with a list of the events and workshops that have it. */
const answerTopic = (topic: Topic, festival: FestivalNow): AnswerParts => {
  if (!topic.only) return topic.answer(festival)
  const { has } = topic.only
  const having = festival.subjects.filter((subject) => has(subject, festival))
  return { items: listTopic(having, topic, festival), ...topic.answer(festival) }
}

/** The answer, out of the first of several ways that has one; undefined where the edition does not say. */
const findAnswer = (question: Question, festival: FestivalNow): AnswerParts | undefined => {
  const { subjects, topics, days, isElsewhere, unknownWords, lookUp } = question
  const [topic] = topics
  const isUnclear = topics.every(isVague)
  if (isElsewhere && isUnclear && subjects.length === 0) {
    const all = joinWords(festival.programmeDays.map(({ day }) => formatDate(day)))
    return say([`Nothing is on the programme then. It has ${all}.`], pages.schedule)
  }
  if (topic && isFirm(topic)) return topic.answer(festival)
  const aboutSubjects = answerNamed(question, festival) ?? answerNarrowed(question, festival)
  if (aboutSubjects) return aboutSubjects
  if (days.length > 0) return answerDays(days, festival)
  if (isUnclear && unknownWords.length > 0) return lookUp()
  return topic && answerTopic(topic, festival)
}

/** What is said where the edition has no answer: the truth, and who knows (behaviour 11.3). */
const answerUnknown = ({ desk, identity }: FestivalNow): AnswerParts =>
  say(
    [`I don’t know that; call ${desk}. Whoever answers will help you, or knows who can.`],
    ...callLinks(identity.phones),
    pages.team,
  )

/** Where something was sold that no longer is once the last day has ended (behaviour 2.9). */
const isShut = ({ href }: { href?: string }) => href === '/delegate-pass' || href === '/accommodation'

/** An answer that leads to no sale once there is none, and says why where it would have. */
const stopSales = (answer: Answer, { isOver, identity }: FestivalNow): Answer => {
  const { text, items, links } = answer
  if (!isOver || ![...items, ...links].some(isShut)) return answer
  return {
    ...answer,
    text: [`${identity.title} is over: passes and rooms are no longer sold.`, ...text],
    items: items.map(({ href = '', ...item }) => (href === '' || isShut({ href }) ? item : { ...item, href })),
    links: links.filter((link) => !isShut(link)),
  }
}

/** The chatbot of an edition, which answers out of that edition alone. */
export const createChatbot = (edition: Edition) => {
  const readQuestion = createQuestionReader(edition)
  return {
    /**
     * The answer to a question as a visitor types it (behaviour 11.2).
     * @param now milliseconds since 1970, for "today" and "tomorrow" and for what is over
     * @param about the keys that the previous answer spoke of, for "it"
     * @param isPublic whether what has ended closes (behaviour 2.8)
     */
    answerQuestion: (text: string, now: number, about: readonly string[], isPublic: boolean): Answer => {
      const festival = festivalAt(edition, now, isPublic)
      const answer = findAnswer(readQuestion(text, now, about, festival), festival) ?? answerUnknown(festival)
      return stopSales({ items: [], links: [], about: [], ...answer }, festival)
    },
  }
}
