import type { Edition } from './content'

/** One text of an edition and where it stands: `contactSections.0.people.0.name`. */
export interface PlacedText {
  path: string
  text: string
}

/** What contradicts itself in an edition, as a sentence, and where: `subjects.3.fee`. */
export interface Contradiction {
  path: string
  words: string
}

/** Every text of some content, however deep it stands. */
export const listTexts = (content: unknown, path: string): PlacedText[] => {
  if (typeof content === 'string') return [{ path, text: content }]
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, part]) => listTexts(part, path === '' ? name : `${path}.${name}`))
}

const faults: readonly [RegExp, string][] = [
  [/^\s*$/, 'is empty'],
  [/^\s|\s$/, 'begins or ends with a space'],
  [/[\p{Cc}\u2028\u2029]/u, 'holds a line break or a control character'],
  [/[<>]|&[a-z]+;/i, 'holds HTML; texts are plain'],
  [/\blorem\b/i, 'is filler'],
  [/\p{Emoji_Presentation}/u, 'holds an emoji'],
]

/** What is wrong with the texts themselves, whatever they say. */
export const checkTexts = (edition: Edition): Contradiction[] =>
  listTexts(edition, '').flatMap(({ path, text }) => {
    const fault = faults.find(([pattern]) => pattern.test(text))
    return fault ? [{ path, words: `${path} ${fault[1]}` }] : []
  })
