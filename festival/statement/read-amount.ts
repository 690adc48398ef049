import type { Paise } from './row'

/** Digits, grouped as in India (1,23,456) or elsewhere (123,456) or not at all; a comma is never a decimal sign. */
const number = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/

/** What surrounds an amount: a rupee sign, `INR`, and `Cr` or `Dr` behind a balance. */
const dressing = /^(?:₹|rs\.?|inr)?\s*(.*?)\s*(cr|dr)?\.?$/i

/** Above this no paise can be told apart any more in a JavaScript number; no festival's account gets there. */
const mostRupeeDigits = 13

/**
 * An amount in paise, through the text and never through a fraction. `undefined` where the text is no amount: whoever
 * asks shows the line, and never books a 0. A `Dr` behind it is money owed (behaviour 15.4).
 */
export const readAmount = (text: string): Paise | undefined => {
  const [, inner = '', side = ''] = dressing.exec(text.trim()) ?? []
  const isNegative = /^-|^\(.*\)$/.test(inner)
  const bare = inner.replace(/^-\s*|^\(|\)$/g, '').replace(/^(?:₹|rs\.?|inr)\s*/i, '')
  const match = number.exec(bare)
  if (!match) return undefined
  const rupees = bare
    .replace(/\..*$/, '')
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/, '')
  if (rupees.length > mostRupeeDigits) return undefined
  const paise = Number(rupees + (match[1] ?? '').padEnd(2, '0'))
  if (paise === 0) return 0
  return isNegative !== (side.toLowerCase() === 'dr') ? -paise : paise
}

/** Whether a cell of an amount is left empty, as banks do it: nothing, blanks or a dash. */
export const isEmptyAmount = (text: string): boolean => /^[\s-]*$/.test(text)
