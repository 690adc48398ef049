import * as v from 'valibot'
import { limits, optionalText } from './fields'

const missing = 'Enter your Delegate Pass ID; this one needs a pass.'
const whereItStands = 'It stands in the e-mail that confirmed your pass, under Delegate Pass ID.'

const explain = (text: string): string =>
  /^DP/i.test(text)
    ? `DP-… is the registration ID of your pass. The Delegate Pass ID has 12 digits and ends in the same ones. ${whereItStands}`
    : `A Delegate Pass ID has 12 digits. ${whereItStands}`

/**
 * The Delegate Pass ID where one is needed: 12 digits, blanks dropped. Nobody looks whether there is such a pass; the
 * organisers' export tells (behaviour 5.45).
 */
export const requiredPassId = v.pipe(
  v.string(missing),
  v.maxLength(4 * limits.delegateId, explain('')),
  v.transform((text) => text.replace(/\s/g, '')),
  v.minLength(1, missing),
  v.check(
    (text) => /^\d{12}$/.test(text),
    ({ input }) => explain(input),
  ),
)

/** The same where none is asked for: whatever was sent is kept. */
export const optionalPassId = optionalText(limits.delegateId, 'The Delegate Pass ID')
