/** The payee that the edition names. */
export interface Payee {
  /** The UPI id, such as `festival@bank`. */
  id: string
  name: string
}

/**
 * The UPI text that a QR code or a link carries. Spaces become %20: several apps show a `+` as it stands.
 * `amount` is in rupees; without one the payer's app asks for it (behaviour 5.2).
 */
export const makeUpiText = (payee: Payee, note: string, amount?: number): string => {
  const fields: [string, string][] = [
    ['pa', payee.id],
    ['pn', payee.name],
    ...(amount === undefined ? [] : [['am', amount.toFixed(2)] as [string, string]]),
    ['cu', 'INR'],
    ['tn', note],
  ]
  return `upi://pay?${fields.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&')}`
}

const encodeValue = (value: string) => encodeURIComponent(value).replace(/%40/g, '@')
