/** What the festival answers to a question (behaviour 11.2). */

export interface AnswerLink {
  label: string
  /** An address of this site, a `tel:` number or a page elsewhere. */
  href: string
}

/** One line of a list: a name, and what is said of it. */
export interface AnswerItem {
  name: string
  note?: string
  href?: string
}

export interface Answer {
  /** Sentences, a paragraph an entry. */
  text: readonly string[]
  items: readonly AnswerItem[]
  links: readonly AnswerLink[]
  /** The keys of the events and workshops that it speaks of, so that "it" in the next question means them. */
  about: readonly string[]
}

/** An answer as it is written: what is left out is empty. */
export type AnswerParts = Pick<Answer, 'text'> & Partial<Answer>

/** An answer of sentences, a paragraph an entry, and links. */
export const say = (text: readonly string[], ...links: readonly AnswerLink[]): AnswerParts => ({ text, links })

/** "a, b and c". */
export const joinWords = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** The parts that are not empty as sentences, one after the other. */
export const joinSentences = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')

/** Several answers to one message as one. */
export const joinAnswers = (answers: readonly AnswerParts[]): AnswerParts | undefined => {
  if (answers.length === 0) return undefined
  const links = answers.flatMap((answer) => answer.links ?? [])
  return {
    text: [...new Set(answers.flatMap(({ text }) => text))],
    items: answers.flatMap(({ items = [] }) => items),
    links: links.filter(({ href }, place) => links.findIndex((link) => link.href === href) === place),
    about: answers.flatMap(({ about = [] }) => about),
  }
}
