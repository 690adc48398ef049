import { helpDeskContact } from '../content/help-desk'
import type { FormKind } from '../forms/api'
import { formatRupees } from '../payment/fee'
import { breakLinks } from '../text/break-links'
import type { GivenReason } from './decision'
import { explainReason, findReason } from './reasons'
import { type Decision, type MoneyChoice, moneySentences } from './states'

/** How many days each kind of link works. */
export const linkDays = { correction: 14, status: 7 } as const

/** An e-mail about a correction, rejection or withdrawal. */
interface DecisionMail {
  decision: Exclude<Decision, 'verify' | 'reopen'>
  /** Missing in e-mails from earlier versions, and if the decision covers several kinds. */
  kind?: FormKind | undefined
  what: string
  reasons: readonly GivenReason[]
  note: string
  money?: MoneyChoice | null | undefined
  days?: number | undefined
}

/** "your registration for Senior Quiz". */
export const nameEntry = ({ kind, what }: Pick<DecisionMail, 'kind' | 'what'>): string => {
  if (kind === 'registration') {
    return `your registration for ${what}`
  }
  if (kind === 'delegate-pass') {
    return `your delegate pass ${what}`
  }
  return kind === 'accommodation' ? 'your request for a room' : `your submission for ${what}`
}

/** One sentence each: the reasons, the organiser's note and the money. */
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

/** The title and sentences as the desk previews and the server sends them. */
export const writeDecisionMail = (mail: DecisionMail): { title: string; text: string[] } => {
  const { decision, reasons, days = linkDays.correction } = mail
  const entryName = nameEntry(mail)
  const note = breakLinks(mail.note.trim())
  const noteLines = note === '' ? [] : [note]
  switch (decision) {
    case 'ask-correction':
      return {
        title: 'Please correct your submission',
        text: [
          `We looked at ${entryName}, and something needs to be corrected. It is still saved.`,
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
        title: 'Your submission is not accepted',
        text: [
          `We could not accept ${entryName}.`,
          ...explainDecision({ ...mail, note }),
          `To ask why, or if you think that this is a mistake, call ${helpDeskContact}.`,
        ],
      }
    case 'withdraw':
      return {
        title: 'Your submission is withdrawn',
        text: [
          `We have withdrawn ${entryName}.`,
          ...noteLines,
          `If you did not ask for this, call ${helpDeskContact}.`,
        ],
      }
  }
}
