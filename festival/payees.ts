import * as v from 'valibot'

/** A text as it looks on a screen: in plain letters, without invisible characters. */
const plainText = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/** What follows the @ of a UPI ID at the large apps and banks. */
const handle =
  '(?:ok(?:axis|hdfcbank|icici|sbi|bizaxis)|[axyi]bl|axl|apl|yapl|rapl|upi|paytm|pt(?:axis|hdfc|sbi|yes)|wa(?:axis|hdfcbank|icici|sbi))'

/** How a UPI ID can be written. A run of letters is bounded, so that the time grows with the length of the text only. */
const payees: readonly RegExp[] = [
  // "name@bank". An e-mail address goes on with a dot and a domain.
  /[\p{L}\p{N}]@\p{L}[\p{L}\p{N}-]{0,40}(?![\p{L}\p{N}-]{0,40}\.[\p{L}\p{N}])/u,
  new RegExp(`@\\s{0,3}${handle}\\b`, 'i'),
  new RegExp(`\\bat\\s{1,3}${handle}\\b`, 'i'),
  /[[({]\s?at\s?[\])}]/i,
  // The address that a payment link or a QR code carries.
  /\bupi:\s?(?:\/\/|pay)/i,
]

/** Whether a text names someone to pay: a UPI ID, also spelled out, or a UPI link. */
export const namesPayee = (text: string): boolean => {
  const plain = plainText(text)
  return payees.some((pattern) => pattern.test(plain))
}

export const payeeRefusal =
  'Remove the UPI ID. Participants pay only through the forms of the site, so no e-mail may name another payee.'

/** For every text of an organiser that goes into an e-mail to participants. */
export const refusePayees = v.check<string, string>((text) => !namesPayee(text), payeeRefusal)
