import * as v from 'valibot'
import type { TeamSize } from '../content/subject'
import { phone, requiredName } from '../text/fields'
import { mapDetails } from './details'
import { requiredPassId, teamSchema } from './registration'
import { requiredUtr, transactionId, utrMissing } from './utr'

/** A field is required once its correction is requested. `reasons.ts` uses the same names. */
export const correctable = {
  name: { label: 'Full name', schema: requiredName('Enter the full name.') },
  phone: { label: 'Phone', schema: phone },
  utr: { label: 'UTR of the payment', schema: requiredUtr(utrMissing) },
  transaction_id: {
    label: 'Transaction ID (UTR)',
    schema: transactionId('Enter the transaction ID of the payment.'),
  },
  delegate_id: { label: 'Delegate Pass ID', schema: requiredPassId },
} as const

type CorrectableText = keyof typeof correctable

export type CorrectableField = CorrectableText | 'members'

export const isCorrectableText = (name: string): name is CorrectableText =>
  Object.hasOwn(correctable, name)

export const teamLabel = 'The team, its leader first'

const notAsked = v.optional(v.never('You were not asked to correct this.'))

export const correctedSchema = (fields: readonly CorrectableField[], teamSize: TeamSize) => {
  const isRequested = (name: string) => fields.some((field) => field === name)
  return v.object({
    ...mapDetails(correctable, ({ schema }, name) => (isRequested(name) ? schema : notAsked)),
    members: isRequested('members') ? teamSchema(teamSize) : notAsked,
  })
}

export type Corrected = v.InferOutput<ReturnType<typeof correctedSchema>>
