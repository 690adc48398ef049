import { couponDiscount } from '../../../../festival/amount-due'
import { formatRupees } from '../../../../festival/fee'
import { maxFileBytes } from '../../../../festival/upload'
import { say } from './answer'
import { callLinks, forms } from './describe'
import type { Topic } from './topic'

/** Topics that are meant whatever else a question says. */
export const firmTopics = {
  refund: {
    phrases: 'refund|refundable|cancel|cancellation|money back|return money',
    answer: ({ delegatePassNotes, desk, identity }) => {
      const notes = delegatePassNotes.filter((note) => /refund/i.test(note))
      return say([...notes, `For anything else that you paid, call ${desk}.`], ...callLinks(identity.phones))
    },
  },
  coupon: {
    phrases: 'coupon|coupon code|discount|promo|offer|voucher|early bird|concession|referral',
    answer: () =>
      say([
        `A coupon takes ${couponDiscount({ per: 'entry', amount: 100 })}% off the first listed price of an event or workshop. Type it into the registration form and press Apply.`,
        'I do not know any codes, and there is no other reduction on this site.',
      ]),
  },
  change: {
    phrases:
      'change|edit|replace|modify|wrong|typo|mistake|substitute|swap|transfer|transferable|upgrade|pass two|pass friend|share pass',
    answer: ({ desk, identity }) =>
      say(
        [
          `I don’t know that; call ${desk}.`,
          'What a form has sent cannot be changed on this site. The organisers can tell you what is possible.',
        ],
        ...callLinks(identity.phones),
      ),
  },
  lostId: {
    phrases: 'lost|forgot|forgotten|misplaced|cant find delegate|where delegate id|find delegate id',
    answer: ({ desk, identity }) =>
      say(
        [`Your IDs stand in the e-mails that confirmed them. If you cannot find one, call ${desk}.`],
        ...callLinks(identity.phones),
      ),
  },
  account: {
    phrases: 'login|log in|sign in|signin|create account|make account|need account',
    answer: () => say(['No account is needed: you fill in a form, pay and submit it.'], ...forms),
  },
  stay: {
    phrases:
      'accommodation|stay|room|hostel|hotel|lodging|sleep|ac|prebooking|pre booking|bed|dormitory|overnight|document|id proof',
    answer: ({ accommodation: { roomType, prebookingFee, notices, phones } }) => {
      const fee = `${roomType} rooms can be requested, with a pre-booking of ${formatRupees(prebookingFee)}.`
      const files = 'The form asks for three files: ID proof, proof of participation and the screenshot of the payment.'
      return say([fee, ...notices, files], { label: 'Request a room', href: '/accommodation' }, ...callLinks(phones))
    },
  },
  shop: {
    phrases: 'shirt|t shirt|tshirt|tee|merch|merchandise|shop|hoodie|clothing',
    answer: ({ shop: { item, price, description, orderFormUrl, phones } }) => {
      const links = [
        { label: 'Shop', href: '/shop' },
        { label: 'Order form', href: orderFormUrl },
      ]
      return say([`${item}: ${formatRupees(price)}. ${description}`], ...links, ...callLinks(phones))
    },
  },
  sister: {
    phrases: 'sister event|coming soon',
    answer: ({ sisterEvent: { title, line, text } }) => say([`${title}. ${line}. ${text}`]),
  },
  upload: {
    phrases: 'screenshot|upload|payment proof|proof of payment|file size|image size',
    answer: () =>
      say([
        `Upload the screenshot of your payment as a picture (JPEG, PNG or WebP) of at most ${maxFileBytes / 1024 / 1024} MB. If the upload fails, try it again on the form: what you typed stays there.`,
      ]),
  },
  confirmation: {
    phrases:
      'confirmation|confirm|confirmed|registration id|receipt|acknowledgement|no email|not received|didnt get email|payment failed|payment fail|paid but|paid twice|double payment|deducted|see registration|check registration|know registered|registration status',
    answer: ({ desk, identity }) => ({
      text: [
        'After you submit, the screen shows your registration ID and an e-mail confirms it. If the form says that the e-mail failed, press submit again: it finishes the same registration and never makes a second one.',
        `If you paid and hold no ID, call ${desk}, with your payment at hand.`,
      ],
      links: callLinks(identity.phones),
    }),
  },
  trouble: {
    phrases: 'not working|not opening|not loading|error|issue|problem|stuck|unable|crash|exceeded|hang',
    answer: ({ desk, identity }) =>
      say(
        [`Load the page again: what you typed into a form stays there. If that does not help, call ${desk}.`],
        ...callLinks(identity.phones),
      ),
  },
} satisfies Record<string, Topic>
