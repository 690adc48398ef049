import type { DoorEntry } from '../festival/contract/door'

export const minSearchLength = 3
const maxFound = 20

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Phone numbers are often written in two parts, and the list has only the last four digits. */
const joinNumber = (text: string): string =>
  /^\+?[\d\s]+$/.test(text) ? text.replace(/\D/g, '') : text

const readPhoneEnd = (word: string): string => (/^\d{5,12}$/.test(word) ? word.slice(-4) : word)

/** Matches the start of a name, any part of the ID, or the last digits of the phone number. */
export const searchEntries = (entries: readonly DoorEntry[], text: string): DoorEntry[] => {
  const words = joinNumber(fold(text.trim())).split(/\s+/)
  if (words.join(' ').length < minSearchLength) {
    return []
  }
  const matches = ({ people, label, phoneEnd }: DoorEntry) => {
    const names = fold(people.map(({ name }) => ` ${name}`).join(''))
    const id = fold(label)
    return words.every(
      (word) =>
        names.includes(` ${word}`) || id.includes(word) || phoneEnd.endsWith(readPhoneEnd(word)),
    )
  }
  return entries.filter(matches).slice(0, maxFound)
}
