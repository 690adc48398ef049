import * as v from 'valibot'
import { type ReasonKey, reasonKeys, reasonOf } from '../../festival/desk/reasons'
import { type MoneyChoice, moneyChoices } from '../../festival/desk/states'
import { formatRupees } from '../../festival/fee'
import { deskWords } from '../../festival/help-desk'
import { breakLinks } from '../mail/break-links'
import { type EmailContent, fact, link } from '../mail/email-content'
import { letterOf } from '../mail/plain-letter'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  decision: v.picklist(['verify', 'ask-correction', 'reject', 'withdraw']),
  name: v.string(),
  /** The id that the registrant holds. */
  label: v.string(),
  /** What it is for: an event's name, a pass, a room. */
  what: v.string(),
  reasons: v.array(v.object({ key: v.picklist(reasonKeys), difference: v.optional(v.number()) })),
  note: v.string(),
  /** On rejection: what becomes of money that came, where somebody chose. */
  money: v.optional(v.picklist(moneyChoices)),
  /** The private link, and for how many days it works; only where something is to be mended. */
  address: v.optional(v.string()),
  days: v.optional(v.number()),
})

export type DecisionPayload = v.InferOutput<typeof payloadSchema>

const reasonWords = ({ key, difference }: { key: ReasonKey; difference?: number | undefined }) =>
  `${reasonOf(key).words}${difference === undefined ? '' : ` The difference is ${formatRupees(difference)}.`}`

const words: Record<
  DecisionPayload['decision'],
  { subject: string; title: string; colour: EmailContent['colour']; text: string }
> = {
  verify: {
    subject: 'Your payment is verified',
    title: 'All is well',
    colour: 'lymph',
    text: 'We have checked your payment, and everything is in order. There is nothing more to do.',
  },
  'ask-correction': {
    subject: 'Please correct your submission',
    title: 'Something needs to be put right',
    colour: 'nerve',
    text: 'We looked at your submission, and something is not right yet. Your place among the submissions is kept.',
  },
  reject: {
    subject: 'Your submission is not accepted',
    title: 'Not accepted',
    colour: 'artery',
    text: `We could not accept your submission. If you think that this is a mistake, call ${deskWords}.`,
  },
  withdraw: {
    subject: 'Your submission is withdrawn',
    title: 'Withdrawn',
    colour: 'vein',
    text: `Your submission is withdrawn. If you did not ask for that, call ${deskWords}.`,
  },
}

const moneyWords: Readonly<Record<MoneyChoice, string>> = {
  'give-back': `The money that we received from you is given back. Questions about it: ${deskWords}.`,
  keep: `The money that we received from you is not given back. Questions about it: ${deskWords}.`,
}

const writeEmail = ({
  decision,
  name,
  label,
  what,
  reasons,
  note,
  money,
  address,
  days,
}: DecisionPayload): EmailContent => {
  const { subject, title, colour, text } = words[decision]
  return {
    subject: `${subject} (${breakLinks(label)})`,
    colour,
    kicker: what,
    title,
    paragraphs: [
      `Dear ${breakLinks(name)},`,
      text,
      ...reasons.map(reasonWords),
      ...(note === '' ? [] : [breakLinks(note)]),
      ...(money === undefined ? [] : [moneyWords[money]]),
      ...(address === undefined
        ? []
        : [
            `The link below opens your submission, and you can put it right there. It works for ${days ?? 0} days; keep it to yourself.`,
          ]),
    ],
    stamp: fact('Your ID', breakLinks(label)),
    groups: address === undefined ? [] : [{ title: 'Put it right', facts: [link('Open this', address)] }],
  }
}

/** The letter that tells a registrant what the organisers decided. */
export const decisionLetter = letterOf({ schema: payloadSchema, write: writeEmail })
