import MiniSearch from 'minisearch'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { delegatePassNotes } from '#edition/delegate-pass'
import { programme } from '#edition/programme'
import { subjectPath } from '../../festival/subject'
import { type Answer, makeAnswer } from './answer'
import { bothNamesOf, detailsOf } from './describe-subject'
import { ordinaryWords, readWords } from './words'

interface Passage {
  id: number
  name: string
  text: string
  href: string
  key: string
}

const subjectPassages = subjects.flatMap((subject) => {
  const details = detailsOf(subject)
  const texts = [
    ...(details.rules ?? []),
    ...(details.details ?? []),
    ...(details.abstract ?? []),
    ...(details.presentation ?? []),
    ...(details.agenda ?? []),
    ...(details.prizeNotes ?? []),
    ...(details.notes ?? []),
    ...(details.themes ?? []),
    ...(details.categories ?? []),
    ...(details.topics ?? []),
    ...(details.prerequisites ?? []),
    ...(details.topic ? [details.topic] : []),
    ...(details.theme ? [details.theme] : []),
    ...(details.feeNote ? [details.feeNote] : []),
    subject.subtitle,
    ...(details.description ?? []),
  ]
  const name = bothNamesOf(subject)
  return texts.map((text) => ({ name, text, href: subjectPath(subject), key: subject.key }))
})

const passages: readonly Passage[] = [
  ...subjectPassages,
  ...delegatePassNotes.map((text) => ({ name: 'Delegate pass', text, href: '/delegate-pass', key: '' })),
  ...accommodation.notices.map((text) => ({ name: 'Accommodation', text, href: '/accommodation', key: '' })),
  ...programme.map(({ title, description }) => ({ name: title, text: description, href: '/schedule', key: '' })),
].map((passage, id) => ({ ...passage, id }))

const index = new MiniSearch<Passage>({
  fields: ['text'],
  storeFields: ['key'],
  tokenize: (text) => readWords(text).filter((word) => !ordinaryWords.has(word)),
  processTerm: (term) => term,
})
index.addAll(passages)

/** Every word that stands in a passage: correct as it is, so nothing else was meant by it. */
export const passageWords: ReadonlySet<string> = new Set(passages.flatMap(({ text }) => readWords(text)))

/** What the passages call a thing that students call otherwise. */
const synonyms: Readonly<Record<string, string>> = {
  cross: 'colleg',
  ppt: 'powerpoint',
  video: 'film',
  onspot: 'spot',
  size: 'pixel',
  dimension: 'pixel',
  resolution: 'pixel',
}

/**
 * Sentences of the edition that hold every one of these words, the best three; of one subject only, where keys are
 * given. Undefined where no sentence does.
 */
export const answerFromPassages = (words: readonly string[], keys: readonly string[]): Answer | undefined => {
  if (words.length === 0) return undefined
  const found = index
    .search(words.map((word) => synonyms[word] ?? word).join(' '), {
      combineWith: 'AND',
      prefix: (term) => term.length > 5,
      fuzzy: (term) => (term.length > 6 ? 1 : false),
      filter: ({ key }) => keys.length === 0 || keys.includes(key),
    })
    .flatMap(({ id }) => passages.filter((passage) => passage.id === id))
    .filter(({ text }, place, all) => all.findIndex((other) => other.text === text) === place)
    .slice(0, 3)
  if (found.length === 0) return undefined
  const about = [...new Set(found.map(({ key }) => key).filter(Boolean))]
  return makeAnswer(['This is what the festival says of it:'], {
    items: found.map(({ name, text, href }) => ({ name, note: text, href })),
    about: about.length > 1 ? [] : about,
  })
}
