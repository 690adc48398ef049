import type { Edition } from '../../../../festival/content'
import { formatDate } from '../../../../festival/slot'
import { type Answer, type AnswerParts, joinAnswers, joinWords, say } from './answer'
import { answerDays, answerNamed, answerNarrowed } from './answer-subjects'
import { hedge, listTopic, pages, tellUnknown } from './describe'
import { type FestivalNow, festivalAt } from './festival-now'
import { firmTopics } from './firm-topics'
import { createQuestionReader, type Question } from './question'
import type { Topic } from './topic'
import { isFirm, isSmallTalk, isVague } from './topics'

/** The topic itself, with a list of the events and workshops that have it. */
const answerTopic = (topic: Topic, festival: FestivalNow): AnswerParts | undefined => {
  const answer = topic.answer(festival)
  if (!topic.only || !answer) return answer
  const { has } = topic.only
  const having = festival.subjects.filter((subject) => has(subject, festival))
  return { items: listTopic(having, [topic], festival), ...answer }
}

/** The answer, out of the first of several ways that has one; undefined where the edition does not say. */
const findAnswer = (question: Question, festival: FestivalNow): AnswerParts | undefined => {
  const { subjects, topics, asked, days, isElsewhere, unknownWords, lookUp } = question
  if (isElsewhere && topics.every(isVague) && subjects.length === 0) {
    const all = joinWords(festival.programmeDays.map(({ day }) => formatDate(day)))
    return say([`Nothing is on the programme then. It has ${all}.`], pages.schedule)
  }
  const all = asked(() => true)
  const meant = all.length > 1 ? all.filter((topic) => !isSmallTalk(topic)) : all
  const firm = meant.filter(isFirm)
  if (firm.length > 0) {
    // A form that does not open may be closed.
    const status = subjects.length === 1 && firm.includes(firmTopics.trouble) ? listTopic(subjects, [], festival) : []
    const answer = joinAnswers(firm.flatMap((topic) => topic.answer(festival) ?? []))
    return hedge(question, festival, answer && { ...answer, items: [...(answer.items ?? []), ...status] })
  }
  const aboutSubjects = answerNamed(question, festival) ?? answerNarrowed(question, festival)
  if (aboutSubjects) return aboutSubjects
  if (days.length > 0) return hedge(question, festival, answerDays(days, festival))
  const found = unknownWords.length > 0 || meant.length > 1 ? lookUp() : undefined
  if (found || (unknownWords.length > 0 && meant.every(isVague))) return found
  return hedge(
    question,
    festival,
    joinAnswers(meant.slice(0, 3).flatMap((topic) => answerTopic(topic, festival) ?? [])),
  )
}

/** An answer that leads to no sale once there is none, and says why where it would have (behaviour 2.9). */
const stopSales = (answer: Answer, { isOver, identity, tiers, soldTiers, hasRooms }: FestivalNow): Answer => {
  const { text, items, links } = answer
  const isShut = ({ href }: { href?: string }) =>
    (href === '/delegate-pass' && soldTiers.length === 0) || (href === '/accommodation' && !hasRooms)
  const led = [...items, ...links]
  const gone = tiers.map(({ label }) => label).filter((label) => !soldTiers.some((tier) => tier.label === label))
  if (!led.some(isShut)) {
    if (gone.length === 0 || !led.some(({ href }) => href === '/delegate-pass')) return answer
    return { ...answer, text: [`${joinWords(gone)} is no longer sold.`, ...text] }
  }
  const told = isOver ? `${identity.title} is over: passes and rooms are no longer sold.` : 'This is no longer sold.'
  return {
    ...answer,
    text: [told, ...text],
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
      const question = readQuestion(text, now, about, festival)
      const answer = findAnswer(question, festival) ?? tellUnknown(festival, question.unknownWords)
      return stopSales({ items: [], links: [], about: [], ...answer }, festival)
    },
  }
}
