import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { announce } from '../../announcer'
import { call } from '../../api'
import { keys } from '../../query-client'
import { useMayAct } from '../sign-in/use-me'

const words = {
  sent: 'The confirmation was sent.',
  queued: 'The confirmation is waiting for its turn.',
  refused: 'The confirmation could not be sent: the mail server refuses the address.',
  failed: 'The confirmation could not be sent.',
} as const

/** How the mail to a registrant stands, and what sends it again. */
export const Confirmation = ({ record }: { record: SubmissionRecord }) => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const sending = useMutation({
    mutationFn: (which: 'sendAgain' | 'renewLink') => call(which, { parts: { id: record.id } }),
    onSuccess: ({ confirmation }, which) => {
      announce(which === 'sendAgain' ? words[confirmation] : 'The request was sent again, with a new link.')
      void client.invalidateQueries({ queryKey: [...keys.record, record.id] })
    },
  })
  return (
    <div className="my-2">
      <p
        className={
          record.confirmation === 'failed' || record.confirmation === 'refused'
            ? 'font-semibold text-artery'
            : 'text-faded'
        }
      >
        {words[record.confirmation]}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {mayDecide && record.canSendAgain && (
          <Button shape="secondary" disabled={sending.isPending} onClick={() => sending.mutate('sendAgain')}>
            Send the confirmation again
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
