import * as v from 'valibot'
import { identity } from '#edition/identity'
import { breakLinks } from '../../festival/break-links'
import { placeOf } from '../../festival/calendar'
import { formatRupees } from '../../festival/fee'
import { formatDays } from '../../festival/slot'
import { findTier } from '../../festival/stored-names'
import { confirmationOf } from '../mail/confirmation'
import { checkedNext, type EmailContent, fact, link, paymentFacts, typedFact } from '../mail/email-content'

/** What the e-mail carries, by the organisers’ field names. It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  institution: v.string(),
  /** The tier's value: `novus`. */
  tier: v.string(),
  paymentScreenshotUrl: v.string(),
  /** Twelve digits. */
  delegateIdRaw: v.string(),
  registrationId: v.string(),
  payment_reference: v.optional(v.string(), ''),
  utr: v.optional(v.string(), ''),
})

export type DelegatePassPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = (payload: DelegatePassPayload, address: string): EmailContent => {
  const tier = findTier(payload.tier)
  return {
    subject: `We have received your registration: delegate pass (${payload.registrationId})`,
    colour: 'vein',
    kicker: 'Delegate pass received',
    title: tier ? tier.name : payload.tier,
    paragraphs: [
      `Dear ${breakLinks(payload.name)},`,
      `We have received your registration for a delegate pass. ${checkedNext}`,
      'Keep this e-mail: the forms of the workshops ask for the Delegate Pass ID below.',
      'A pass does not reserve a place in a workshop, so please register for each one that you want to attend.',
    ],
    stamp: fact('Delegate Pass ID', payload.delegateIdRaw),
    groups: [
      {
        title: 'The pass',
        facts: [
          fact('Registration ID', payload.registrationId),
          fact('Tier', tier ? `${tier.label}, ${tier.name}` : payload.tier),
          ...(tier ? [fact('It opens', ...tier.includes), fact('Price', formatRupees(tier.price))] : []),
        ],
      },
      {
        title: 'When and where',
        facts: [
          fact('Days', formatDays(identity.firstDay, identity.lastDay)),
          fact('Place', placeOf(identity)),
          link('Workshops', `${address}/workshops`),
          link('Schedule', `${address}/schedule`),
        ],
      },
      {
        title: 'Its holder',
        facts: [
          typedFact('Name', payload.name),
          typedFact('Institution', payload.institution),
          fact('E-mail', payload.email),
          fact('Phone', payload.phone),
        ],
      },
      { title: 'Payment', facts: [...paymentFacts(payload), link('Screenshot', payload.paymentScreenshotUrl)] },
    ],
  }
}

/** The confirmation of a delegate pass. */
export const delegatePassConfirmation = confirmationOf({
  schema: payloadSchema,
  write: writeEmail,
  typed: ['name', 'institution'],
  withheld: ['payment_reference', 'utr'],
})
