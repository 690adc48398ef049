import { subjects } from '#edition/catalogue'
import { delegatePassNotes, tiers } from '#edition/delegate-pass'
import { deskWords } from '../../festival/desk'
import { couponDiscount, formatRupees } from '../../festival/fee'
import type { Subject } from '../../festival/subject'
import { maxFileBytes } from '../../festival/upload'
import { type Answer, joinWords, makeAnswer } from './answer'
import { nameOf, tellFee } from './describe-subject'
import { deskLink } from './help-desk'

const passPage = { label: 'Buy Delegate Pass', href: '/delegate-pass' }
const eventsPage = { label: 'Events', href: '/events' }
const workshopsPage = { label: 'Workshops', href: '/workshops' }

const groupByFee = (some: readonly Subject[]) => {
  const groups = new Map<string, string[]>()
  for (const subject of some) groups.set(tellFee(subject), [...(groups.get(tellFee(subject)) ?? []), nameOf(subject)])
  return [...groups].map(([fee, names]) => ({ name: joinWords(names), note: fee }))
}

const tierItems = () =>
  tiers.map(({ label, name, price, includes }) => ({
    name: `${label}, ${name}: ${formatRupees(price)}`,
    note: includes.join('; '),
    href: '/delegate-pass',
  }))

/** Every fee, those that are equal together. */
export const answerFees = (): Answer =>
  makeAnswer(['Each event and workshop has its own fee, and a delegate pass is bought once:'], {
    items: [
      ...groupByFee(subjects),
      ...tiers.map(({ label, name, price }) => ({
        name: `Delegate pass, ${label} (${name})`,
        note: formatRupees(price),
      })),
    ],
    links: [eventsPage, workshopsPage, passPage],
  })

/** The tiers of the pass, or some of them, and what a buyer should know. */
export const answerPass = (values: readonly string[] = []): Answer => {
  const chosen = tiers.filter((tier) => values.length === 0 || values.includes(tier.value))
  return makeAnswer(
    [
      chosen.length > 1 ? `There are ${chosen.length} delegate passes:` : 'This delegate pass:',
      ...(values.length === 0 ? delegatePassNotes : []),
    ],
    { items: tierItems().filter((_, index) => chosen.some((tier) => tier === tiers[index])), links: [passPage] },
  )
}

/** What a coupon does; the code itself nobody learns here. */
export const answerCoupon = (): Answer => {
  const percent = couponDiscount({ per: 'entry', amount: 100 })
  return makeAnswer([
    `A coupon takes ${percent}% off the first listed price of an event or workshop. Type it into the registration form and press Apply.`,
    'I do not know any codes, and there is no other reduction on this site.',
  ])
}

/** Whether money comes back: the edition's own words on it, or the honest lack of them. */
export const answerRefund = (): Answer => {
  const words = delegatePassNotes.filter((note) => /refund/i.test(note))
  return makeAnswer([...words, `For anything else that you paid, call ${deskWords}.`], { links: [deskLink] })
}

/** How one pays. */
export const answerPay = (): Answer =>
  makeAnswer(
    [
      'By UPI: each form shows a QR code with the exact amount and the payee’s id to copy, and on a phone a button that opens your UPI app. Then upload the screenshot of the payment.',
    ],
    { links: [eventsPage, workshopsPage, passPage] },
  )

/** What the screenshot must be. */
export const answerUpload = (): Answer =>
  makeAnswer([
    `Upload the screenshot of your payment as a picture (JPEG, PNG or WebP) of at most ${maxFileBytes / 1024 / 1024} MB. If the upload fails, try it again on the form: what you typed stays there.`,
  ])

/** What follows after the form is sent. */
export const answerConfirmation = (): Answer =>
  makeAnswer(
    [
      'After you submit, the screen shows your registration ID and an e-mail confirms it. If the form says that the e-mail failed, press submit again: it finishes the same registration and never makes a second one.',
      `If you paid and hold no ID, call ${deskWords}, with your payment at hand.`,
    ],
    { links: [deskLink] },
  )
