import type { DoorEntry } from '../festival/contract/door'

export const minSearchLength = 3
const maxFound = 20

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches the start of a name, any part of the ID, or the last digits of the phone number. */
export const searchEntries = (entries: readonly DoorEntry[], text: string): DoorEntry[] => {
  // A phone number is often written in two parts.
  const words = fold(text.trim())
    .replace(/(\d)\s+(?=\d)/g, '$1')
    .split(/\s+/)
  if (words.join(' ').length < minSearchLength) {
    return []
  }
  const matches = ({ people, label, phoneEnd }: DoorEntry) => {
    const names = fold(people.map(({ name }) => ` ${name}`).join(''))
    const id = fold(label)
    return words.every(
      (word) =>
        names.includes(` ${word}`) ||
        id.includes(word) ||
        phoneEnd.endsWith(word.replace(/^\+?\d{1,8}(?=\d{4}$)/, '')),
    )
  }
  return entries.filter(matches).slice(0, maxFound)
}
