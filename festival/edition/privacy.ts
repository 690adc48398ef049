import type { PrivacyContent } from '#festival/content/content'
import { describeProofsKept } from '#festival/content/privacy'
import { identity } from './identity'

/** `undefined` would keep proofs until someone deletes them. */
const proofsKeptDays = 90

const proofsKept = describeProofsKept(proofsKeptDays)

/** The college has yet to decide how long entries are kept. Replace the sentence once it has. */
const untilErased = `Kept until the organisers erase it. ${identity.college} decides when details are erased after the festival; nothing is erased automatically.`

const deskReaders = 'Organisers who can sign in to the organisers’ desk.'

/**
 * Change `date` whenever the meaning changes, because entries store the version that their form
 * showed.
 */
export const privacy: PrivacyContent = {
  date: '2025-09-03',
  responsible: identity.college,
  contact: {
    name: 'Grievance officer (to be announced)',
    email: identity.email,
    phone: '+91 00000 00000',
  },
  proofsKeptDays,
  collected: {
    registration: {
      details:
        'The e-mail address, institution and category of the person who registers; the name, phone and year of study of the team leader, and of each member as far as they are given; a Delegate Pass ID where one is needed; a coupon code. During the festival: who was present, and when.',
      purpose:
        'To enter you or your team, to reach you about the event, and to know how many people are coming and who is present.',
      readers: `${deskReaders} The head of an event sees only the people of that event, and nothing about payments.`,
      kept: untilErased,
    },
    pass: {
      details:
        'Name, e-mail address, phone, institution and the pass that you choose. During the festival: on which days and at which events you were present.',
      purpose: 'To issue the pass, and to check it where an event asks for it.',
      readers: `${deskReaders} The head of an event that comes with the pass sees who has one, and nothing about payments.`,
      kept: untilErased,
    },
    room: {
      details:
        'Name, e-mail address, phone and college; when you arrive and leave; the events that you choose; a picture or PDF of your ID, and of your proof of participation. During the festival: your room, and when you arrived and left.',
      purpose: 'To give you a room, and to know who stays in it.',
      readers: deskReaders,
      kept: `The request: until the organisers erase it. ${proofsKept}`,
    },
    payment: {
      details:
        'The screenshot or PDF of your payment and the text that is read from it; the UTR or transaction ID, the payment reference and the amount. For cash, the amount and the organiser who took it. If a refund is due, the UPI ID that you give for it.',
      purpose: 'To check that your fee arrived, and to return it if you get a refund.',
      readers: deskReaders,
      kept: `${proofsKept} The numbers are kept with your other details.`,
    },
    email: {
      details: 'The address that you give, and the e-mails that we send to it.',
      purpose:
        'To confirm what you sent, to tell you what was decided or changed, and to send you a private link to your details.',
      readers: 'You, the organisers’ mailbox, and the mail provider that carries our e-mails.',
      kept: 'The server drops the text of an e-mail once it has gone out, and keeps the address and the time with your details.',
    },
  },
  copies: {
    backups:
      'The server is copied every night, with all details and files. The copies of the five newest days are kept. What is erased today is therefore still in these copies for about five days.',
    downloads:
      'Organisers can save lists and tables of registrations as files. These files stay on their devices until someone deletes them; if we erase your details, those files still contain them. On the days of the festival, volunteers at a door also have that door’s list on their phones, until 3 am: names, college, ID, the last four digits of the leader’s phone number, whether the entry was accepted, and who has come in.',
    emails:
      'The organisers’ mailbox gets a copy of each confirmation. These copies, the e-mails in your own mailbox, and what the mail provider keeps are not erased with your details.',
    bankStatements:
      'A payment is a row of the festival’s bank statement, with the name that your bank shows, and often your UPI ID. An organiser’s device reads the statement, and the rows with payments are stored on the server. When your details are erased, the rows of your payments no longer name you. Rows that match no registration are deleted when the files are. The bank keeps its own records.',
    logs: 'The server’s log has no names, addresses or phone numbers, and no network addresses. It names registrations by number, as does a separate record of what organisers did. Organisers can write notes about a registration; the notes are deleted when the files are. To notice very many registrations from one network, a scrambled code of the network and the hour is kept for the same time.',
    photographs:
      'Photographs and videos are taken at the festival. They are not part of this site’s records: ask the contact above to take one down.',
    devices:
      'Your browser keeps unfinished forms and your confirmations on your own device, and you can remove them there. This site sets no cookies for visitors, and has no advertising or tracking.',
  },
  hosting:
    'Entries, files and backups are kept in a country (to be announced), on servers of a hosting company (to be announced).',
  minors: 'If you are under 18, ask a parent before you send your details.',
  corrections:
    'Use “Check my registration”: the e-mail that it sends has a private link to what you sent. While registration is open, a team leader can change the names, phones and years of the other members there, and their own year of study, up to 5 times a day. Earlier details of a changed team are kept until the registration is erased. For anything else, write to the contact above.',
  erasure:
    'Open the private link and press “Ask us to erase my details”, or write to the contact above. This asks the organisers to erase this and everything else that was sent with your e-mail address, including files. An organiser then erases it, or e-mails you why it must stay, for example while a refund is due.',
}
