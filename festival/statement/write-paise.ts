import type { Paise } from './row'

/** An amount as the desk shows it: `₹1,23,456.50`, grouped as in India; written from its digits, never divided. */
export const writePaise = (paise: Paise): string => {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  const rupees = digits.slice(0, -2).replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ',')
  return `${paise < 0 ? '−' : ''}₹${rupees}.${digits.slice(-2)}`
}
