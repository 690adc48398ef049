import { formatRupees } from '../../festival/fee'
import { breakLinks } from './break-links'
import { fact, type Letter, proof, typedFact } from './letter'
import type { RegistrationPayload } from './payload'

/** The confirmation of an event or workshop registration. */
export const writeRegistrationMail = (payload: RegistrationPayload): Letter => ({
  subject: `You are registered: ${payload.event_name} (${payload.registration_id})`,
  colour: 'artery',
  kicker: 'Registration received',
  title: payload.event_name,
  paragraphs: [
    `Dear ${breakLinks(payload.registrant_name)},`,
    'Your registration is with us. Keep this e-mail: the ID below is how the organisers find you and your payment.',
    'Please check that everything is right. If something is not, write to us and name the ID.',
  ],
  stamp: fact('Registration ID', payload.registration_id),
  groups: [
    {
      title: 'The team',
      facts: [
        typedFact('Registered by', payload.registrant_name),
        typedFact('Year of study', payload.registrant_year),
        typedFact('Members', ...splitMembers(payload.team_members)),
        typedFact('Institution', payload.registrant_institution),
        fact('Category', payload.registrant_category),
        typedFact('Delegate Pass ID', payload.delegate_id || 'None given'),
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
        proof('Screenshot', payload.payment_screenshot_url),
      ],
    },
  ],
})

/** "Member 1: …; Member 2: …" on a line each; a semicolon within a name stays where it is. */
const splitMembers = (team: string): string[] => team.split(/; (?=Member \d+: )/)
