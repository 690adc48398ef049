import MiniSearch from 'minisearch'
import type { Edition } from '../../../../festival/content'
import { formatDate } from '../../../../festival/slot'
import { type Subject, subjectPath } from '../../../../festival/subject'
import { detailsOf, textsOf } from '../../../text-search/describe-subject'
import { readWords } from '../../../text-search/read-words'
import { type AnswerParts, joinSentences } from './answer'
import { bothNamesOf, tellWhen } from './describe'
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
    ...edition.programme.map(({ title, description, slots, tier }) => {
      const pass = tier ? `It needs the ${tier} delegate pass` : ''
      return { name: title, text: joinSentences([tellWhen({ slots }), description, pass]), href: '/schedule' }
    }),
  ]
  return [...ofSubjects, ...others.map((one) => ({ ...one, subject: undefined, isStory: false }))]
}

/** What the edition calls a thing that students call otherwise. */
const synonyms = new Map(Object.entries({ cross: 'colleg', video: 'film' }))

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
     * The best three that hold every one of these words, or with `isLoose` any; of some subjects only, where any are given,
     * or of `none`. Else what is told only to describe one counts for nothing: its words mean much besides, and so does a
     * word that many hold. Undefined where there is none.
     */
    find: (
      words: readonly string[],
      subjects: readonly Subject[] | 'none',
      isLoose = false,
    ): AnswerParts | undefined => {
      const isOfThem = (subject: Subject | undefined) =>
        subjects === 'none' ? !subject : subject && subjects.includes(subject)
      const isOpen = subjects !== 'none' && subjects.length === 0
      const found = index
        .search(words.map((word) => synonyms.get(word) ?? word).join(' '), {
          combineWith: isLoose ? 'OR' : 'AND',
          boost: { name: 3 },
          prefix: (term) => term.length > 5,
          fuzzy: (term) => (term.length > 6 ? 1 : false),
        })
        .flatMap(({ id }) => sentences[id] ?? [])
        .filter(({ subject, isStory }) => (isOpen ? !isStory : isOfThem(subject) && !(isLoose && isStory)))
        .filter(({ text }, place, all) => all.findIndex((other) => other.text === text) === place)
      if (found.length === 0 || (isOpen && found.length > 4)) return undefined
      const about = [...new Set(found.flatMap(({ subject }) => subject?.key ?? []))]
      return {
        text: ['This is what the festival says of it:'],
        items: found.slice(0, 3).map(({ name, text, href }) => ({ name, note: text, href })),
        about: about.length > 1 ? [] : about,
      }
    },
  }
}
