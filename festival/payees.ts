import * as v from 'valibot'
import { handleAfterAt, toPlain } from './addresses-in-text'

/** How a UPI ID can be written. A run of letters is bounded, so that the time grows with the length of the text only. */
const payees: readonly RegExp[] = [
  // "name@bank". An e-mail address goes on with a dot and a domain.
  /[\p{L}\p{N}]@\p{L}[\p{L}\p{N}-]{0,40}(?![\p{L}\p{N}-]{0,40}\.[\p{L}\p{N}])/u,
  new RegExp(`@\\s{0,3}(?:${handleAfterAt})\\b`),
  new RegExp(`\\bat\\s{1,3}(?:${handleAfterAt})\\b`),
  /[[({]\s?at\s?[\])}]/i,
  // The address that a payment link or a QR code carries.
  /\bupi:\s?(?:\/\/|pay)/i,
]

/** Links may spell characters as percent signs and two digits. */
const decodePercent = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Whether a text names someone to pay: a UPI ID, also spelled out, or a UPI link. */
export const namesPayee = (text: string): boolean => {
  const plain = toPlain(decodePercent(text))
  return payees.some((pattern) => pattern.test(plain))
}

export const payeeRefusal =
  'Remove the UPI ID. Participants pay only through the forms of the site, so no e-mail may name another payee.'

/** For every text of an organiser that goes into an e-mail to participants. */
export const refusePayees = v.check<string, string>((text) => !namesPayee(text), payeeRefusal)
