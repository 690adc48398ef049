import * as v from 'valibot'
import { bankAfterAt, handleAfterAt, spelledAt, toPlain } from './addresses-in-text'

/** Characters allowed between an @ and the name of a bank. */
const marks = String.raw`[\s"'“”‘’«»*_~(){}[\]<>-]*`
const bank = String.raw`(?:${handleAfterAt}|${bankAfterAt})(?![a-z\d])`

/** Runs of letters are bounded, so that matching takes linear time. */
const payees: readonly RegExp[] = [
  // Matches "name@bank", unless a dot and a domain follow.
  /[\p{L}\p{N}]@\p{L}[\p{L}\p{N}-]{0,40}(?![\p{L}\p{N}-]{0,40}\.[\p{L}\p{N}])/u,
  new RegExp(`@${marks}${bank}`),
  new RegExp(`(?:${spelledAt})${marks}${bank}`),
  new RegExp(String.raw`\bat\s${marks}(?:${handleAfterAt})\b`),
  /[[({<]\s*at\s*[\])}>]/,
  new RegExp(String.raw`[[({<*_~-]\s*at?\s*[\])}>*_~-]${marks}${bank}`),
  // Matches the address in a payment link or QR code.
  /\bupi\s*:\s*(?:\/|pay)|\bupi\.pay\b/,
]

/** Matches, for example, "@y.bl". */
const dottedHandle = /@\s*([a-z][a-z.-]{0,40})/g
const isHandle = new RegExp(`^(?:${handleAfterAt})$`)

const payableNumber =
  /(?<!\d)(?:\d{9,18}|(?:91[ -]?)?[6-9]\d{4}[ -]\d{5}|[6-9]\d{2}[ -]\d{3}[ -]\d{4}|\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?)(?!\d)/g
const payWord =
  /\b(?:g\s?-?pay|google\s?pay|phone\s?pe|paytm|bhim|upi|(?:pay|send|transfer)\s+to|account|a\/c|acct|ifsc|[a-z]{4}0[a-z\d]{6})\b/
/** These words precede a number to call or a payment reference. */
const harmlessWord =
  /\b(?:call|phone|ring|contact|whatsapp|mobile|help\s?line|help\s?desk|utr|reference|ref)\b/g
/** Maximum number of characters between the word for paying and the number. */
const reach = 40

/** Ignores help desk numbers ("If UPI fails, call …"). */
const hasPayableNumber = (plain: string): boolean =>
  [...plain.matchAll(payableNumber)].some(({ 0: number, index }) => {
    const before = plain.slice(Math.max(0, index - reach), index)
    const lastHarmless = [...before.matchAll(harmlessWord)].at(-1)
    if (
      lastHarmless &&
      !/\b(?:g\s?-?pay|phone\s?pe|paytm|account|a\/c|(?:pay|send)\s+to)\b/.test(
        before.slice(lastHarmless.index),
      )
    ) {
      return false
    }
    const end = index + number.length
    return payWord.test(before) || payWord.test(plain.slice(end, end + reach))
  })

const decodePercent = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

export const namesPayee = (text: string): boolean => {
  const plain = toPlain(decodePercent(text).replaceAll('🅰', '@'))
  if (payees.some((pattern) => pattern.test(plain)) || hasPayableNumber(plain)) {
    return true
  }
  return [...plain.matchAll(dottedHandle)].some(({ 1: name = '' }) =>
    isHandle.test(name.replace(/[.-]/g, '')),
  )
}

export const payeeRefusal =
  'Remove the UPI ID or the phone number for payments. Participants must pay only through the site’s forms.'

/** For every text that organisers write in e-mails to participants. */
export const refusePayees = v.check<string, string>((text) => !namesPayee(text), payeeRefusal)
