/** Average widths, relative to the font size. */
const latinLetterWidth = 0.47
const otherLetterWidth = 0.9

const isLatinLetter = (letter: string) => letter < '\u0300' || /\p{P}|\p{Z}/u.test(letter)

const measureLetter = (letter: string): number => {
  // Marks above or below a letter do not make it wider.
  if (/\p{Mn}|\u200c|\u200d/u.test(letter)) {
    return 0
  }
  return isLatinLetter(letter) ? latinLetterWidth : otherLetterWidth
}

/** Estimates the width of a text at a font size of 1, for code that does not know the font. */
export const estimateWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + measureLetter(letter), 0)

/** Titles wrap only between words, so their longest word limits their size. */
export const estimateLongestWord = (text: string): number =>
  Math.max(...text.split(' ').map(estimateWidth))

/** Headings with such a word are smaller, so that the word fits beside a picture on phones. */
export const hasLongWord = (text: string): boolean => estimateLongestWord(text) > 7.5
