import { formatPaise } from '../../../festival/bank/cells'
import {
  type EntryDetails,
  nameField,
  type TimelineEntry,
  type UnsentMail,
} from '../../../festival/contract/entry'
import { correctionReasons } from '../../../festival/contract/reasons'
import { decidedWords, moneyWords } from '../../../festival/contract/states'
import type { SentAgain } from '../../../festival/contract/walk-in'
import { Button } from '../../../ui/button'
import { useCommand, useMayAct } from '../../api'
import { announce, Refused } from '../../messages'
import { formatMoment } from '../../words'
import { entryOptions } from '../decisions/commands'
import { UndoDecision } from '../decisions/undo-bar'

const timelineLabels = {
  sent: 'Submitted',
  confirmed: 'Confirmation sent',
  'confirmation-failed': 'The confirmation could not be sent',
  'confirmed-by-email': 'Confirmed by the participant',
  decided: 'Decided',
  corrected: 'Corrected by the participant',
  entered: 'Registered at the desk',
  'put-later': 'Set aside for later',
  'taken-up': 'Moved back from later',
  'moved-up': 'Moved up from the waiting list',
  'place-lost': 'No place became free before the event started',
  'payment-added': 'Another payment received',
  'payment-reversed': 'The bank reversed a payment',
  'cash-removed': 'Cash removed from the cash book',
  returned: 'Refunded',
  kept: 'Not refunded',
} as const

export const Timeline = ({
  entries,
  name,
  mayDecide,
}: {
  entries: readonly TimelineEntry[]
  name: string
  mayDecide: boolean
}) => (
  <ol className="border-l border-line pl-4">
    {entries.map((entry) => (
      <li key={`${entry.at} ${entry.what} ${entry.id ?? ''}`} className="relative py-1.5">
        <span
          aria-hidden="true"
          className="absolute top-3 -left-[1.27rem] size-2 rounded-full bg-line"
        />
        <p>
          <b className="font-semibold">
            {entry.decision ? decidedWords[entry.decision] : timelineLabels[entry.what]}
          </b>
          {entry.by && <span className="wrap-anywhere text-faded"> by {entry.by}</span>}
        </p>
        {entry.reasons && entry.reasons.length > 0 && (
          <p>
            {entry.reasons
              .map(
                ({ key, difference }) =>
                  correctionReasons[key].label + (difference ? ` (₹${difference})` : ''),
              )
              .join('; ')}
          </p>
        )}
        {entry.amount !== undefined && (
          <p className="figures font-semibold">{formatPaise(entry.amount)}</p>
        )}
        {entry.money && <p>The e-mail says: {moneyWords[entry.money].toLowerCase()}.</p>}
        {entry.reason && <p>Less than the fee was accepted: {entry.reason}</p>}
        {entry.note && <p>“{entry.note}”</p>}
        {entry.fields && entry.fields.length > 0 && (
          <p>Changed: {entry.fields.map(nameField).join(', ')}</p>
        )}
        {entry.earlier?.map(({ field, value }) => (
          <p key={field} className="break-words">
            {nameField(field)} before: <bdi>{value || 'empty'}</bdi>
          </p>
        ))}
        <p className="figures text-xs text-faded">{formatMoment(entry.at)}</p>
        {mayDecide && entry.undoUntil && <UndoDecision entry={entry} name={name} />}
      </li>
    ))}
  </ol>
)

const mailNames = {
  confirmation: 'The confirmation',
  decision: 'The decision e-mail',
  refund: 'The e-mail about the refund',
  link: 'The e-mail with a link',
  message: 'A message to a list',
} as const

const deliveryMessages = {
  sent: 'The e-mail was sent.',
  queued: 'The e-mail is waiting to be sent.',
  refused: 'The e-mail could not be sent: the mail server refuses the address.',
  failed: 'The e-mail could not be sent. We will try again.',
} as const

const describeDelivery = ({ what, state, nextAt }: UnsentMail): string => {
  if (state === 'queued') {
    return `${mailNames[what]} is waiting to be sent.`
  }
  const reason = state === 'refused' ? ': the mail server refuses the address' : ''
  const next = nextAt ? `Next try: ${formatMoment(nextAt)}.` : 'There will be no more tries.'
  return `${mailNames[what]} could not be sent${reason}. ${next}`
}

export const Mails = ({ entry }: { entry: EntryDetails }) => {
  const mayDecide = useMayAct('verifier')
  const options = {
    refreshes: [entryOptions(entry.id).queryKey],
    onSuccess: ({ confirmation }: SentAgain) => announce(deliveryMessages[confirmation]),
  }
  const sendingAgain = useCommand('sendAgain', options)
  const renewingLink = useCommand('renewLink', options)
  const isUnsent = entry.unsent.some(({ canSend }) => canSend)
  const isSending = sendingAgain.isPending || renewingLink.isPending
  const params = { id: entry.id }
  return (
    <div className="my-2">
      {entry.confirmation === 'sent' && <p className="text-faded">The confirmation was sent.</p>}
      {entry.unsent.map((mail) => (
        <p
          key={`${mail.what} ${mail.nextAt}`}
          className={mail.state === 'queued' ? 'text-faded' : 'font-semibold text-artery'}
        >
          {describeDelivery(mail)}
        </p>
      ))}
      <div className="mt-1 flex flex-wrap gap-2">
        {mayDecide && (isUnsent || entry.confirmation === 'sent') && (
          <Button
            shape="secondary"
            disabled={isSending}
            onClick={() => sendingAgain.mutate({ params })}
          >
            {isUnsent ? 'Send now' : 'Resend ID and status'}
          </Button>
        )}
        {mayDecide && entry.state === 'needs-correction' && (
          <Button
            shape="secondary"
            disabled={isSending}
            onClick={() => renewingLink.mutate({ params })}
          >
            Resend correction request
          </Button>
        )}
      </div>
      <Refused failure={sendingAgain.error ?? renewingLink.error} />
    </div>
  )
}
