import { couponDiscount } from '../../../../festival/amount-due'
import { formatRupees } from '../../../../festival/fee'
import { maxFileBytes } from '../../../../festival/upload'
import { say } from './answer'
import { callLinks, forms, tellUnknown } from './describe'
import type { Topic } from './topic'

/** Topics that are meant whatever else a question says. */
export const firmTopics = {
  refund: {
    phrases: 'refund|cancel|withdraw|money back',
    answer: ({ delegatePassNotes, desk, identity }) => {
      const notes = delegatePassNotes.filter((note) => /refund/i.test(note))
      return say([...notes, `For anything else that you paid, call ${desk}.`], ...callLinks(identity.phones))
    },
  },
  coupon: {
    phrases: 'coupon|coupon code|discount|promo|promo code|offer|early bird',
    answer: () =>
      say([
        `A coupon takes ${couponDiscount({ per: 'entry', amount: 100 })}% off the first listed price. Type it into the registration form.`,
        'I do not know any codes, and there is no other reduction on this site.',
      ]),
  },
  change: {
    phrases: 'change|edit|replace|wrong|swap|transfer|upgrade|pass friend|pass two|mistake',
    answer: (festival) => {
      const { text, ...unknown } = tellUnknown(festival, [])
      return {
        ...unknown,
        text: [...text, 'What a form has sent can be changed only where the organisers ask for it.'],
      }
    },
  },
  account: {
    phrases: 'login|need account',
    answer: () => say(['No account is needed: you fill in a form, pay and submit it.'], ...forms),
  },
  stay: {
    beyond: /many|when|time|(?:which|what) room|room no|number|separate|free|pass|tier/,
    phrases: 'accommodation|stay|room|rent|per night|hostel|hotel|ac|bed|document|id proof',
    answer: ({ accommodation: { roomType, prebookingFee, notices, phones } }) => {
      const fee = `${roomType} rooms can be requested, with a pre-booking of ${formatRupees(prebookingFee)}.`
      const files = 'The form asks for three files: ID proof, proof of participation and the screenshot of the payment.'
      return say([fee, ...notices, files], { label: 'Request a room', href: '/accommodation' }, ...callLinks(phones))
    },
  },
  shop: {
    beyond: /free|pass|tier|with|when|size/,
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
    beyond: /film|abstract|poster|ppt/,
    phrases: 'screenshot|upload|payment proof|file size',
    answer: () =>
      say([
        `Upload the screenshot of your payment as a picture (JPEG, PNG or WebP) of at most ${maxFileBytes / 1024 / 1024} MB.`,
      ]),
  },
  confirmation: {
    phrases:
      'confirm|lost|forgot|registration id|receipt|not received|fail|paid but|paid twice|registration status|see registration|did it arrive|go through|arrived',
    answer: ({ desk, identity }) => ({
      text: [
        'After you submit, the screen shows your registration ID and an e-mail confirms it. If the form says that the e-mail failed, press submit again: it finishes the same registration and never makes a second one.',
        `“Did it arrive?” tells how a form stands that you have an ID of. If you paid and hold none, call ${desk}, with your payment at hand.`,
      ],
      links: [{ label: 'Did it arrive?', href: '/did-it-arrive' }, ...callLinks(identity.phones)],
    }),
  },
  trouble: {
    phrases: 'not working|not opening|error|issue|problem|stuck|exceeded',
    answer: ({ desk, identity }) =>
      say(
        [`Load the page again: what you typed into a form stays there. If that does not help, call ${desk}.`],
        ...callLinks(identity.phones),
      ),
  },
} satisfies Record<string, Topic>
