import { helpDeskContact, upiIdAdvice } from '../content/help-desk'
import type { FormKind } from '../forms/api'
import { formatRupees } from '../payment/fee'
import { breakLinks } from '../text/break-links'
import type { GivenReason } from './decision'
import { explainReason, findReason } from './reasons'
import { type Decision, type MoneyChoice, moneySentences } from './states'

export const linkDays = { correction: 14, status: 7 } as const

interface DecisionMail {
  decision: Exclude<Decision, 'verify' | 'reopen'>
  /** Missing in e-mails from earlier versions, and in e-mails about several kinds of entry. */
  kind?: FormKind | undefined
  what: string
  reasons: readonly GivenReason[]
  note: string
  money?: MoneyChoice | null | undefined
  days?: number | undefined
}

const kindNouns: Readonly<Record<FormKind, string>> = {
  registration: 'registration',
  'delegate-pass': 'delegate pass',
  accommodation: 'room request',
}

/** Returns, for example, "registration". */
export const nameKind = (kind: FormKind | undefined): string => kindNouns[kind ?? 'registration']

/** Returns, for example, "your registration for Senior Quiz". */
export const nameEntry = (
  { kind, what }: Pick<DecisionMail, 'kind' | 'what'>,
  determiner: 'your' | 'a' = 'your',
): string => {
  switch (kind) {
    case 'delegate-pass':
      return `${determiner} delegate pass ${what}`
    case 'accommodation':
      return `${determiner} request for a room`
    default:
      return `${determiner} registration for ${what}`
  }
}

export const explainDecision = ({
  reasons,
  note,
  money,
}: Pick<DecisionMail, 'note' | 'money'> & {
  reasons: readonly Pick<GivenReason, 'key'>[]
}): string[] => {
  const sentences = reasons.map(({ key }) => explainReason(key))
  if (note !== '') {
    sentences.push(note)
  }
  if (money) {
    sentences.push(
      `${moneySentences[money]} If you have questions about this, call ${helpDeskContact}.`,
    )
  }
  return sentences
}

const describeCorrection = ({ key, difference }: GivenReason): string => {
  const { words } = findReason(key)
  return difference ? `${words} The difference is ${formatRupees(difference)}.` : words
}

export const writeDecisionMail = (mail: DecisionMail): { title: string; text: string[] } => {
  const { decision, reasons, kind, days = linkDays.correction } = mail
  const entryName = nameEntry(mail)
  const noun = nameKind(kind)
  const note = breakLinks(mail.note.trim())
  const noteLines = note === '' ? [] : [note]
  const adviceLines = mail.money === 'give-back' ? [upiIdAdvice] : []
  switch (decision) {
    case 'ask-correction':
      return {
        title: `Please correct your ${noun}`,
        text: [
          `We checked ${entryName}, and something needs to be corrected. What you sent is still saved.`,
          ...reasons.map(describeCorrection),
          ...noteLines,
          `Open the link below to correct it. The link works for ${days} days; do not share it.`,
        ],
      }
    case 'reject':
      return {
        title: `Your ${noun} was not accepted`,
        text: [
          `We could not accept ${entryName}.`,
          ...explainDecision({ ...mail, note }),
          ...adviceLines,
          `If you have questions or think this is a mistake, call ${helpDeskContact}.`,
        ],
      }
    case 'withdraw':
      return {
        title: `Your ${noun} was withdrawn`,
        text: [
          `We have withdrawn ${entryName}.`,
          ...noteLines,
          `If you did not ask for this, call ${helpDeskContact}.`,
        ],
      }
  }
}
