import { couponDiscount } from '../../../../festival/amount-due'
import { formatRupees } from '../../../../festival/fee'
import { maxFileBytes } from '../../../../festival/upload'
import { whereUtrStands } from '../../../../festival/where-utr-stands'
import { say } from './answer'
import { callLinks, forms, pages } from './describe'
import type { Topic } from './topic'

/** Topics that are meant whatever else a question says. */
export const firmTopics = {
  refund: {
    isAnyhow: true,
    beyond: /room|stay|book/,
    phrases: 'refund|refundable|cancel|withdraw|money back|wapas|unregister',
    answer: ({ delegatePassNotes, desk, identity }) => {
      const notes = delegatePassNotes.filter((note) => /refund/i.test(note))
      return say([...notes, `For anything else that you paid, call ${desk}.`], ...callLinks(identity.phones))
    },
  },
  coupon: {
    isAnyhow: true,
    phrases: 'coupon|discount|promo|offer|early bird|concession',
    answer: () =>
      say([
        `A coupon takes ${couponDiscount({ per: 'entry', amount: 100 })}% off the first listed price. Type it into the registration form.`,
        'I do not know any codes, and there is no other reduction on this site.',
      ]),
  },
  change: {
    phrases:
      'change|edit|replace|wrong|swap|transfer|upgrade|pass friend|one pass two|mistake|another name|backed out|paid less|sent only|sent instead|paid twice|debited twice|double payment|sent less|paid extra|balance',
    answer: ({ desk, identity }) =>
      say(
        [
          `Call ${desk}. Whoever answers will help you, or knows who can.`,
          'What a form has sent can be changed only where the organisers ask for it.',
        ],
        ...callLinks(identity.phones),
        pages.team,
      ),
  },
  utr: {
    isAnyhow: true,
    phrases: 'utr|reference number|ref no|transaction id',
    answer: () => say([`A UTR has 12 digits. ${whereUtrStands}`], ...forms),
  },
  practice: {
    phrases: 'practice form|practise|demo form|practice registration|rehearse|try form',
    answer: () =>
      say(['There is a practice form, the real one with nothing sent.'], {
        label: 'Practice form',
        href: '/rehearsal',
      }),
  },
  account: {
    phrases: 'login|need account|make account',
    answer: () => say(['No account is needed: you fill in a form, pay and submit it.'], ...forms),
  },
  stay: {
    beyond: /many|when|time|(?:which|what) room|room no|number|separate|pass|tier|last/,
    phrases:
      'accommodation|accomodation|rehne|stay|room|rent|per night|hostel|hotel|ac|bed|document|doc|id proof|aadhar pdf|aadhar stay|aadhar room|advance',
    answer: ({ accommodation: { roomType, prebookingFee, notices, phones } }) => {
      const fee = `${roomType} rooms can be requested, with a pre-booking of ${formatRupees(prebookingFee)}.`
      const files =
        'The form asks for three files: ID proof and proof of participation as a picture or PDF, and the screenshot of the payment.'
      return say([fee, ...notices, files], { label: 'Request a room', href: '/accommodation' }, ...callLinks(phones))
    },
  },
  shop: {
    beyond: /pass|tier|size|when/,
    phrases: 'shirt|tshirt|tee|merch|shop',
    answer: ({ shop: { item, price, description, orderFormUrl, phones } }) => {
      const links = [
        { label: 'Shop', href: '/shop' },
        { label: 'Order form', href: orderFormUrl },
      ]
      return say([`${item}: ${formatRupees(price)}. ${description}`], ...links, ...callLinks(phones))
    },
  },
  sister: {
    phrases: 'sister event',
    answer: ({ sisterEvent: { title, line, text } }) => say([`${title}. ${line}. ${text}`]),
  },
  upload: {
    beyond: /film|abstract|poster/,
    phrases: 'screenshot|jpg|png|upload|file size',
    answer: () =>
      say([
        `Upload the screenshot of your payment as a picture (JPEG, PNG or WebP) of at most ${maxFileBytes / 1024 / 1024} MB.`,
      ]),
  },
  confirmation: {
    isAnyhow: true,
    phrases:
      'confirm|lost|forgot id|forgot delegate|forgot number|forgot pass|forgot which|bhul|registration id|receipt|not received|fail|paid but|see registration|did it arrive|go through|arrived',
    answer: ({ desk, identity }) => ({
      text: [
        'After you submit, the screen shows your registration ID and an e-mail confirms it. If the form says that the e-mail failed, press submit again: it finishes the same registration and never makes a second one.',
        `“Check my registration” e-mails you the status of a form that you have an ID of. If you paid and hold none, call ${desk}, with your payment at hand.`,
      ],
      links: [{ label: 'Check my registration', href: '/did-it-arrive' }, ...callLinks(identity.phones)],
    }),
  },
  trouble: {
    isAnyhow: true,
    phrases:
      'not working|not opening|error|issue|problem|stuck|limit exceeded|form gone|filled form|fill again|type again',
    answer: ({ desk, identity }) =>
      say(
        [`Load the page again: what you typed into a form is kept. If that does not help, call ${desk}.`],
        ...callLinks(identity.phones),
      ),
  },
} satisfies Record<string, Topic>
