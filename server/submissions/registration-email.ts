import * as v from 'valibot'
import { breakLinks } from '../../festival/break-links'
import { findSubject } from '../../festival/catalogue'
import { formatRupees } from '../../festival/fee'
import { sessionsOf, subjectPath } from '../../festival/subject'
import { confirmationOf } from '../mail/confirmation'
import {
  checkedNext,
  type EmailContent,
  fact,
  link,
  paymentFacts,
  typedFact,
  whenAndWhere,
} from '../mail/email-content'

/** What the e-mail carries, by the organisers’ field names. It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  registration_id: v.string(),
  event_name: v.string(),
  /** "Member 1: name (phone, year); Member 2: …". */
  team_members: v.string(),
  registrant_name: v.string(),
  delegate_id: v.string(),
  registrant_email: v.string(),
  registrant_phone: v.string(),
  registrant_institution: v.string(),
  registrant_year: v.string(),
  registrant_category: v.string(),
  payment_screenshot_url: v.string(),
  coupon_code: v.string(),
  /** Rupees; null where the fee is that of a delegate pass. */
  amount: v.nullable(v.number()),
  payment_reference: v.optional(v.string(), ''),
  utr: v.optional(v.string(), ''),
  /** The key of the event, whose times and page the e-mail tells. */
  event_key: v.optional(v.string(), ''),
})

export type RegistrationPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = (payload: RegistrationPayload, address: string): EmailContent => {
  const subject = findSubject(payload.event_key)
  const sessions = subject && sessionsOf(subject).map((session) => ({ ...session, title: payload.event_name }))
  return {
    subject: `We have received your registration: ${payload.event_name} (${payload.registration_id})`,
    colour: 'artery',
    kicker: 'Registration received',
    title: payload.event_name,
    paragraphs: [
      `Dear ${breakLinks(payload.registrant_name)},`,
      `We have received your registration. ${checkedNext}`,
      'Keep this e-mail: by the ID below the organisers find you and your payment. If something in it is wrong, write to us and name the ID.',
    ],
    stamp: fact('Registration ID', payload.registration_id),
    ...(subject && sessions ? { sessions: { fileName: `${subject.slug}.ics`, entries: sessions } } : {}),
    groups: [
      ...(subject && sessions
        ? [
            whenAndWhere(
              sessions,
              link(subject.kind === 'event' ? 'Event page' : 'Workshop page', `${address}${subjectPath(subject)}`),
            ),
          ]
        : []),
      {
        title: 'The team',
        facts: [
          typedFact('Registered by', payload.registrant_name),
          typedFact('Year of study', payload.registrant_year),
          typedFact('Members', ...splitMembers(payload.team_members)),
          typedFact('Institution', payload.registrant_institution),
          fact('Category', payload.registrant_category),
          ...(payload.delegate_id ? [typedFact('Delegate Pass ID', payload.delegate_id)] : []),
        ],
      },
      {
        title: 'How to reach you',
        facts: [fact('E-mail', payload.registrant_email), fact('Phone', payload.registrant_phone)],
      },
      {
        title: 'Payment',
        facts: [
          fact('Amount', payload.amount === null ? 'Covered by the delegate pass' : formatRupees(payload.amount)),
          fact('Coupon', payload.coupon_code || 'None'),
          ...paymentFacts(payload),
          link('Screenshot', payload.payment_screenshot_url),
        ],
      },
    ],
  }
}

/** "Member 1: …; Member 2: …" on a line each; a semicolon within a name stays where it is. */
const splitMembers = (team: string): string[] => team.split(/; (?=Member \d+: )/)

/** The confirmation of an event or workshop registration. */
export const registrationConfirmation = confirmationOf({
  schema: payloadSchema,
  write: writeEmail,
  typed: ['team_members', 'registrant_name', 'registrant_institution', 'registrant_year', 'delegate_id'],
  withheld: ['registration_id', 'amount', 'payment_reference', 'utr', 'event_key'],
})
