import { subjectNames } from '../../../festival/content/catalogue'
import { findOverlaps } from '../../../festival/content/programme'
import { formatDay, toDay } from '../../../festival/content/slot'
import { listSessions, type Subject, shortName } from '../../../festival/content/subject'
import { joinWords } from '../../../festival/schedule/opened'
import { type Festival, listNames } from './card'

/** Questions with these words need more than Yes or No. */
const asksMore = /\b(?:what|whats|which|when|where|who|whom|how|hw|why|kab|kitna|kitne|kahan)\b/

const asksClash = /\b(?:clash|clashes|clashing|overlap|overlaps|overlapping|same time)\b/
const asksSameDay = /\bsame day\b/
const asksLunch = /\b(?:lunch|food|khana)\b/
const asksIncluded = /\b(?:free|includ\w*|provid\w*|serv\w*|there|get|milega|milegi|available)\b/
const asksFree = /\bfree\b/
const asksPass = /\b(?:pass|tier)\b/
const asksNeeded = /\b(?:compulsory|mandatory|necessary|required|needed|need|without)\b/
const asksCash =
  /\b(?:pay|paid|paying|accept|take)\b.*\bcash\b|\bcash\b.*\b(?:pay|payment|accepted|allowed|ok)\b/
const asksAllowed = /\b(?:allow|allowed|eligible|participate|join|attend|come)\b/

const toSentence = (isYes: boolean, words: string) => `${isYes ? 'Yes' : 'No'}. ${words}`

const answerClash = (subjects: readonly Subject[], text: string): string => {
  const names = listNames(subjects)
  const [first] = findOverlaps(subjects.flatMap(listSessions))
  if (!first) {
    return toSentence(!asksClash.test(text), `${names} do not overlap.`)
  }
  return toSentence(
    asksClash.test(text),
    `${names} overlap on ${formatDay(toDay(first[0].slot.start))}.`,
  )
}

const answerSameDay = (subjects: readonly Subject[]): string => {
  const days = subjects.map(({ slots }) => slots.map(({ start }) => toDay(start)))
  const shared = days[0]?.find((day) => days.every((others) => others.includes(day)))
  if (!shared) {
    return 'No. They are on different days.'
  }
  return `Yes. ${subjects.length === 2 ? 'Both' : 'All'} are on ${formatDay(shared)}.`
}

const answerFree = ({ fee, feeAnnounced }: Subject): string | undefined => {
  if (feeAnnounced === false) {
    return undefined
  }
  if (fee.per === 'free') {
    return 'Yes.'
  }
  return fee.per === 'pass' ? 'Yes, with a delegate pass.' : 'No. It has a fee.'
}

const answerPass = (subject: Subject, text: string): string => {
  const isNeeded = subject.passRequired
  const isYes = /\bwithout\b/.test(text) ? !isNeeded : isNeeded
  return toSentence(isYes, `${shortName(subject)} needs ${isNeeded ? 'a' : 'no'} delegate pass.`)
}

const answerAudience = (subject: Subject, asked: readonly string[]): string => {
  if (subject.audience.length === 0) {
    return toSentence(true, `${shortName(subject)} is open to everyone.`)
  }
  const isFor = asked.some((audience) => subject.audience.includes(audience))
  const audienceWords = isFor
    ? asked.filter((audience) => subject.audience.includes(audience))
    : subject.audience
  return toSentence(isFor, `${shortName(subject)} is for ${joinWords(audienceWords)} students.`)
}

/** Returns undefined for other questions, or if the edition does not say. */
export const answerYesNo = (
  text: string,
  subjects: readonly Subject[],
  audiences: readonly string[],
): string | undefined => {
  const [subject, another] = subjects
  if (!subject || asksMore.test(text)) {
    return undefined
  }
  if (another) {
    if (asksSameDay.test(text)) {
      return answerSameDay(subjects)
    }
    return asksClash.test(text) || /\bboth\b/.test(text) ? answerClash(subjects, text) : undefined
  }
  if (subject.lunch !== undefined && asksLunch.test(text) && asksIncluded.test(text)) {
    return toSentence(
      subject.lunch,
      `Lunch is ${subject.lunch ? '' : 'not '}included in ${shortName(subject)}.`,
    )
  }
  if (asksPass.test(text)) {
    return asksNeeded.test(text) ? answerPass(subject, text) : undefined
  }
  if (asksFree.test(text)) {
    return answerFree(subject)
  }
  if (audiences.length > 0 && asksAllowed.test(text)) {
    return answerAudience(subject, audiences)
  }
  return undefined
}

/** Returns `mixed` if the subjects differ. */
const answerForAll = (
  subjects: readonly Subject[],
  isTrueFor: (subject: Subject) => boolean,
  mixed: string,
): string => {
  if (subjects.every(isTrueFor)) {
    return 'Yes.'
  }
  return subjects.some(isTrueFor) ? mixed : 'No.'
}

export const answerYesNoInGeneral = (
  text: string,
  audiences: readonly string[],
  { subjects }: Pick<Festival, 'subjects'>,
): string | undefined => {
  if (asksMore.test(text) || subjects.length === 0) {
    return undefined
  }
  if (audiences.length > 0 && asksAllowed.test(text)) {
    return `Yes. These are for ${joinWords(audiences)} students:`
  }
  if (asksLunch.test(text)) {
    const isKnown = subjects.some(({ lunch }) => lunch !== undefined)
    return isKnown && asksIncluded.test(text)
      ? answerForAll(subjects, ({ lunch }) => lunch === true, `With some ${subjectNames.all}.`)
      : undefined
  }
  if (asksPass.test(text)) {
    return asksNeeded.test(text)
      ? answerForAll(
          subjects,
          ({ passRequired }) => passRequired,
          `For some ${subjectNames.all} yes, for others no.`,
        )
      : undefined
  }
  if (asksFree.test(text)) {
    return answerForAll(
      subjects,
      ({ fee }) => fee.per === 'free',
      `Some ${subjectNames.all} are free, others have a fee.`,
    )
  }
  // Fees can be paid online by UPI only.
  return asksCash.test(text) ? 'No.' : undefined
}
