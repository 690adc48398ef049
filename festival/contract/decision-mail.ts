import { helpDeskContact } from '../content/help-desk'
import type { FormKind } from '../forms/api'
import { formatRupees } from '../payment/fee'
import { breakLinks } from '../text/break-links'
import type { GivenReason } from './decision'
import { explainReason, findReason } from './reasons'
import { type Decision, type MoneyChoice, moneySentences } from './states'

/** For how many days a link of each kind works. */
export const linkDays = { correction: 14, status: 7 } as const

/** What a mail says of a decision that its reader will not like. */
interface DecisionMail {
  decision: Exclude<Decision, 'verify' | 'reopen'>
  /** Absent with e-mails of an earlier version, and where it is of several kinds. */
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

/** "your registration for Senior Quiz". */
export const nameEntry = ({ kind, what }: Pick<DecisionMail, 'kind' | 'what'>): string => {
  if (kind === 'registration') {
    return `your registration for ${what}`
  }
  if (kind === 'delegate-pass') {
    return `your delegate pass ${what}`
  }
  return kind === 'accommodation' ? 'your request for a room' : `your registration for ${what}`
}

/** Why something was not accepted, a sentence each: the reasons, what the organiser wrote, and the money. */
export const explainDecision = ({
  reasons,
  note,
  money,
}: Pick<DecisionMail, 'note' | 'money'> & {
  reasons: readonly Pick<GivenReason, 'key'>[]
}): string[] => [
  ...reasons.map(({ key }) => explainReason(key)),
  ...(note === '' ? [] : [note]),
  ...(money ? [`${moneySentences[money]} Questions about it: ${helpDeskContact}.`] : []),
]

/** The title of the e-mail and its sentences, as the desk previews and the server sends them (behaviour 14.74). */
export const writeDecisionMail = (mail: DecisionMail): { title: string; text: string[] } => {
  const { decision, reasons, days = linkDays.correction } = mail
  const entryName = nameEntry(mail)
  const noun = kindNouns[mail.kind ?? 'registration']
  const note = breakLinks(mail.note.trim())
  const noteLines = note === '' ? [] : [note]
  switch (decision) {
    case 'ask-correction':
      return {
        title: `Please correct your ${noun}`,
        text: [
          `We checked ${entryName}, and something needs to be corrected. It is still saved.`,
          ...reasons.map(
            ({ key, difference }) =>
              `${findReason(key).words}${difference ? ` The difference is ${formatRupees(difference)}.` : ''}`,
          ),
          ...noteLines,
          `Open the link below and correct it there. The link works for ${days} days; do not share it.`,
        ],
      }
    case 'reject':
      return {
        title: `Your ${noun} was not accepted`,
        text: [
          `We could not accept ${entryName}.`,
          ...explainDecision({ ...mail, note }),
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
