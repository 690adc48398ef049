import MiniSearch from 'minisearch'
import type { Edition } from '../../../../festival/content'
import { formatDate } from '../../../../festival/slot'
import { type Subject, subjectPath } from '../../../../festival/subject'
import { detailsOf, textsOf } from '../../../text-search/describe-subject'
import { readWords } from '../../../text-search/read-words'
import type { AnswerParts } from './answer'
import { bothNamesOf } from './describe'
import { isOrdinary } from './ordinary-words'

const listSentences = (edition: Edition) => {
  const ofSubjects = edition.subjects.flatMap((subject) => {
    const source = { name: bothNamesOf(subject), href: subjectPath(subject), subject }
    const { description = [], deadlines = [] } = detailsOf(edition, subject)
    const due = deadlines.map(({ label, day }) => `${label} due on ${formatDate(day)}`)
    return [...textsOf(edition, subject), ...due, subject.subtitle, subject.summary].map((text) => ({
      ...source,
      text,
      isStory: text === subject.summary || description.includes(text),
    }))
  })
  const others = [
    ...edition.delegatePassNotes.map((text) => ({ name: 'Delegate pass', text, href: '/delegate-pass' })),
    ...edition.accommodation.notices.map((text) => ({ name: 'Accommodation', text, href: '/accommodation' })),
  ]
  return [...ofSubjects, ...others.map((one) => ({ ...one, subject: undefined, isStory: false }))]
}

/** The edition's own sentences, in which a detail is looked up that no topic holds. */
export const indexSentences = (edition: Edition) => {
  const sentences = listSentences(edition)
  const index = new MiniSearch({
    fields: ['name', 'text'],
    tokenize: (text) => readWords(text).filter((word) => !isOrdinary(word)),
    processTerm: (term) => term,
  })
  // Who names an event is not looking for all that is said of it, but of a detail.
  index.addAll(sentences.map(({ name, text, subject }, id) => ({ id, name: subject ? '' : name, text })))
  return {
    /** Every word of theirs: correct as it is, so that nothing else was meant by it. */
    words: new Set(sentences.flatMap(({ name, text }) => readWords(`${name} ${text}`))),
    /**
     * The best three that hold these words: every one, or half of them of a single subject or where it is asked what is
     * taught (`isTaught`); in rules rather than in what describes a subject. Of a single subject the beginning of a word is
     * enough, and a slip in a long one. Where no subject is given, a description counts for nothing, for its words mean much
     * besides. Undefined where there is none, or where several subjects have more than four.
     */
    find: (words: readonly string[], subjects: readonly Subject[], isTaught: boolean): AnswerParts | undefined => {
      const isOpen = subjects.length === 0
      const enough = isTaught || subjects.length === 1 ? words.length / 2 : words.length
      const found = index
        // Among the few sentences of one, the beginning of a word is enough: "cam" of "camera".
        .search(words.join(' '), {
          prefix: subjects.length === 1,
          fuzzy: (word) => subjects.length === 1 && word.length > 7 && 2,
        })
        .filter(({ id, queryTerms }) => {
          const { subject, isStory } = sentences[id] ?? {}
          const held = queryTerms.length
          if (held < enough || (isStory && (isOpen || held < words.length))) return false
          return isOpen || (subject && subjects.includes(subject))
        })
        .flatMap(({ id }) => sentences[id] ?? [])
      if (found.length === 0 || (subjects.length !== 1 && found.length > 4)) return undefined
      const about = [...new Set(found.flatMap(({ subject }) => subject?.key ?? []))]
      return {
        text: ['This is what the festival says of it:'],
        items: found.slice(0, 3).map(({ name, text, href }) => ({ name, note: text, href })),
        about: about.length > 1 ? [] : about,
      }
    },
  }
}
