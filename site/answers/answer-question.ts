import { programme } from '#edition/programme'
import { findSubject } from '../../festival/catalogue'
import { programmeDays } from '../../festival/programme-days'
import { dayOf, formatDate, formatDay, formatHours } from '../../festival/slot'
import type { Subject } from '../../festival/subject'
import { type Answer, joinWords, makeAnswer } from './answer'
import { answerDays, answerList } from './answer-list'
import { answerAspect, answerMany, answerSubject, aspects } from './aspects'
import { type Topic, topicNames } from './concepts'
import { answerAll } from './festival-aspects'
import { answerUnknown } from './help-desk'
import { answerPass } from './money-topics'
import { answerFromPassages } from './passages'
import { readDays } from './read-days'
import { isVague, mayBeDetail, pick, type Reading } from './reading'
import { spotConcepts } from './spot-concepts'
import { standingAt } from './standing'
import { stopSales } from './stop-sales'
import { answerTopic } from './topic-answers'
import { answerOffice } from './topics'
import { readWords } from './words'

const longestQuestion = 400

/** Topics that are meant whatever else a question says. */
const firm: readonly Topic[] = ['refund', 'coupon', 'stay', 'shop', 'sister', 'upload', 'confirmation']
/** Topics that are meant before an aspect of the whole festival. */
const plain: readonly Topic[] = ['pay', 'contact', 'schedule', 'hosts']
/** Topics whose words stand in questions about anything. */
const loose: readonly Topic[] = ['about', 'contact', 'hosts', 'bot', 'thanks', 'greeting']

const answerItem = (id: string): Answer | undefined => {
  const item = programme.find((one) => one.id === id)
  if (!item) return undefined
  const when = item.slots.map((slot) => `${formatDay(dayOf(slot.start))}, ${formatHours(slot).toLowerCase()}`)
  return makeAnswer(
    [
      `${item.title}. ${item.description}`,
      `${when.join('; ')}.${item.tier ? ` It needs the ${item.tier} delegate pass.` : ''}`,
    ],
    {
      links: [
        ...(item.tier ? [{ label: 'Delegate pass', href: '/delegate-pass' }] : []),
        { label: 'The whole schedule', href: '/schedule' },
      ],
    },
  )
}

const answerSubjects = ({ subjects, aspects: asked, strange, isJoined, standing }: Reading): Answer | undefined => {
  const [first, ...others] = subjects
  if (!first) return undefined
  const [aspect] = asked
  const keys = subjects.map(({ key }) => key)
  const found = mayBeDetail(aspect) ? answerFromPassages(strange, keys) : undefined
  if (found) return found
  if (others.length > 0) return answerMany('Here they are:', subjects, aspect, standing)
  if (!aspect) return answerSubject(first, standing)
  if (!isJoined) return answerAspect(first, aspect, standing)
  const answers = asked.map((one) => answerAspect(first, one, standing))
  const text = [...new Set(answers.flatMap((answer) => answer.text))]
  return makeAnswer(text, {
    ...answerAspect(first, aspect, standing),
    items: answers.flatMap((answer) => answer.items),
  })
}

const answerFestival = ({ concepts, topics, aspects: asked, strange, days, standing }: Reading): Answer | undefined => {
  const [topic] = topics
  const [aspect] = asked
  const [office] = pick(concepts, 'office')
  const isOpen = (subject: Subject | undefined) => subject && standing.availabilityOf(subject) === 'open'
  if (days.length > 0) return answerDays(days, (subject) => !asked.includes('open') || isOpen(subject) === true)
  if (office) return answerOffice(office.title)
  if (strange.length > 0 && isVague(aspect) && topics.every((one) => loose.includes(one)))
    return answerFromPassages(strange, [])
  const detail = aspect && mayBeDetail(aspect) ? answerFromPassages(strange, []) : undefined
  if (detail) return detail
  if (asked.includes('pass')) return answerPass()
  if (topic && plain.includes(topic) && aspect !== 'fee') return answerTopic(topic, standing)
  if (aspect) return answerAll(aspect, standing)
  return topic && answerTopic(topic, standing)
}

const answerReading = (reading: Reading): Answer | undefined => {
  const { concepts, topics, standing } = reading
  const topic = topics.find((one) => firm.includes(one))
  if (topic) return answerTopic(topic, standing)
  if (reading.subjects.length > 0) return answerSubjects(reading)
  const [item] = pick(concepts, 'item')
  if (item) return answerItem(item.id)
  const tiers = pick(concepts, 'tier').map(({ value }) => value)
  if (tiers.length > 0) return answerPass(tiers)
  return answerList(reading) ?? answerFestival(reading)
}

const answerElsewhere = (): Answer =>
  makeAnswer(
    [`Nothing is on the programme then. It has ${joinWords(programmeDays.map(({ day }) => formatDate(day)))}.`],
    { links: [{ label: 'The whole schedule', href: '/schedule' }] },
  )

/**
 * The answer to a question as a visitor types it, out of the edition alone (behaviour 11.2).
 * @param now milliseconds since 1970, for "today" and "tomorrow" and for what is over
 * @param about the keys that the previous answer spoke of, for "it"
 * @param isPublic whether what has ended closes (behaviour 2.8)
 */
export const answerQuestion = (question: string, now: number, about: readonly string[], isPublic: boolean): Answer => {
  const standing = standingAt(now, isPublic)
  const { days, isElsewhere, rest } = readDays(question.slice(0, longestQuestion), now)
  const words = readWords(rest)
  const { concepts, strange } = spotConcepts(words)
  const named = pick(concepts, 'subject').map(({ key }) => key)
  const pointsBack = words.some((word) => ['it', 'its', 'this', 'that', 'they', 'them'].includes(word))
  const keys = named.length === 0 && pointsBack ? about : named
  const asked = pick(concepts, 'aspect').map(({ aspect }) => aspect)
  const topics = pick(concepts, 'topic').map(({ topic }) => topic)
  if (isElsewhere && named.length === 0 && topics.length === 0) return answerElsewhere()
  const answer = answerReading({
    subjects: keys.flatMap((key) => findSubject(key) ?? []),
    aspects: aspects.filter((aspect) => asked.includes(aspect)),
    topics: topicNames.filter((topic) => topics.includes(topic)),
    days,
    concepts,
    strange,
    isJoined: words.includes('and') && asked.length > 1,
    standing,
  })
  if (!answer) return answerUnknown()
  return standing.isSaleOver ? stopSales(answer) : answer
}
