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

/** An answer out of its parts; what is left out is empty. */
export const makeAnswer = (text: readonly string[], rest: Partial<Omit<Answer, 'text'>> = {}): Answer => ({
  text,
  items: rest.items ?? [],
  links: rest.links ?? [],
  about: rest.about ?? [],
})

/** "a, b and c". */
export const joinWords = (words: readonly string[], last = 'and'): string => {
  const head = words.slice(0, -1)
  return head.length > 0 ? `${head.join(', ')} ${last} ${words.at(-1)}` : (words[0] ?? '')
}
