import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmissionRecord, UnsentMail } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { call, queryKeys, useMayAct } from '../../api'
import { announce } from '../../messages'
import { writeMoment } from '../../words'

const names = {
  confirmation: 'The confirmation',
  decision: 'The decision e-mail',
  link: 'The e-mail with a link',
} as const

const sent = {
  sent: 'The e-mail was sent.',
  queued: 'The e-mail is waiting for its turn.',
  refused: 'The e-mail could not be sent: the mail server refuses the address.',
  failed: 'The e-mail could not be sent. It is tried again.',
} as const

const standing = ({ what, state, nextAt }: UnsentMail): string => {
  if (state === 'queued') return `${names[what]} waits to be sent.`
  const reason = state === 'refused' ? ': the mail server refuses the address' : ''
  return `${names[what]} could not be sent${reason}. ${nextAt ? `It is tried again on ${writeMoment(nextAt)}.` : 'It was given up.'}`
}

/** How the e-mails to a registrant stand, and what sends them now. */
export const Confirmation = ({ record }: { record: SubmissionRecord }) => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const sending = useMutation({
    mutationFn: (which: 'sendAgain' | 'renewLink') => call(which, { parts: { id: record.id } }),
    onSuccess: ({ confirmation }) => {
      announce(sent[confirmation])
      void client.invalidateQueries({ queryKey: [...queryKeys.record, record.id] })
    },
  })
  return (
    <div className="my-2">
      {record.confirmation === 'sent' && <p className="text-faded">The confirmation was sent.</p>}
      {record.unsent.map((mail) => (
        <p
          key={`${mail.what} ${mail.nextAt}`}
          className={mail.state === 'queued' ? 'text-faded' : 'font-semibold text-artery'}
        >
          {standing(mail)}
        </p>
      ))}
      <div className="mt-1 flex flex-wrap gap-2">
        {mayDecide && record.unsent.some(({ canSend }) => canSend) && (
          <Button shape="secondary" disabled={sending.isPending} onClick={() => sending.mutate('sendAgain')}>
            Send now
          </Button>
        )}
        {mayDecide && record.state === 'needs-correction' && (
          <Button shape="secondary" disabled={sending.isPending} onClick={() => sending.mutate('renewLink')}>
            Send the request again
          </Button>
        )}
      </div>
      {sending.error && (
        <p role="alert" className="mt-1 font-semibold text-artery">
          {sending.error.message}
        </p>
      )}
    </div>
  )
}
