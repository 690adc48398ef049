import type { PrivacyContent } from '../../festival/content/content'
import { describeProofsKept } from '../../festival/content/privacy'
import { identity } from './identity'

const proofsKeptDays = 90

const deskReaders = 'Organisers at the desk.'
const untilErased = 'Until it is erased.'

export const privacy: PrivacyContent = {
  date: '2025-09-01',
  responsible: identity.college,
  contact: {
    name: 'Grievance officer (to be announced)',
    email: identity.email,
    phone: '+91 00000 00000',
  },
  proofsKeptDays,
  collected: {
    registration: {
      details: 'The team.',
      purpose: 'To enter it.',
      readers: deskReaders,
      kept: untilErased,
    },
    pass: {
      details: 'The holder.',
      purpose: 'To issue the pass.',
      readers: deskReaders,
      kept: untilErased,
    },
    room: {
      details: 'The guest and an ID.',
      purpose: 'To give a bed.',
      readers: deskReaders,
      kept: describeProofsKept(proofsKeptDays),
    },
    payment: {
      details: 'The screenshot.',
      purpose: 'To check the fee.',
      readers: deskReaders,
      kept: describeProofsKept(proofsKeptDays),
    },
    email: { details: 'The address.', purpose: 'To confirm.', readers: 'You.', kept: untilErased },
  },
  copies: {
    backups: 'Five nights.',
    downloads: 'Lists on organisers’ devices.',
    emails: 'Mailboxes keep their copies.',
    bankStatements: 'Rows keep day and amount.',
    logs: 'Numbers only.',
    photographs: 'Ask the contact.',
    devices: 'No cookies.',
  },
  hosting: 'On a server of the host (to be announced).',
  minors: 'Under 18, ask a parent.',
  corrections: 'By the private link.',
  erasure: 'By the private link.',
}
