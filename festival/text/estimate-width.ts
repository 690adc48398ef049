/** Average widths as shares of the font size. */
const latinLetterWidth = 0.47
const otherLetterWidth = 0.9

const isLatinLetter = (letter: string) => letter < '\u0300' || /\p{P}|\p{Z}/u.test(letter)

const measureLetter = (letter: string): number => {
  // Signs above or below a letter need no room of their own.
  if (/\p{Mn}|\u200c|\u200d/u.test(letter)) {
    return 0
  }
  return isLatinLetter(letter) ? latinLetterWidth : otherLetterWidth
}

/** Estimates the width of a text at a font size of 1, where its font is not known. */
export const estimateWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + measureLetter(letter), 0)

/** Titles are broken only between words, so their longest word decides their size. */
export const estimateLongestWord = (text: string): number =>
  Math.max(...text.split(' ').map(estimateWidth))

/** Headings with such a word are smaller, so that the word fits beside a picture on phones. */
export const hasLongWord = (text: string): boolean => estimateLongestWord(text) > 7.5
