import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import { statementBounds } from '../../../festival/desk/statement'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { call } from '../../api'
import { Failed, Loading } from '../../shell/waiting'
import type { SettleOutcome } from '../decisions/settle'
import { GroupList } from './group-list'
import { count } from './tell-money'
import type { ReadBody } from './use-statements'
import { VerifyDialog } from './verify-dialog'

/** What a file that was read would come to, before anything is kept, and the one yes to all that is matched. */
export const FilePreview = ({
  of: { id, body },
  onDone,
}: {
  of: ReadBody
  onDone: (outcome: SettleOutcome) => void
}) => {
  const [isAsking, setIsAsking] = useState(false)
  const isTooMuch = Math.max(body.payments.length, body.reversals.length) > statementBounds.rows
  const { data, error, refetch } = useQuery({
    // The rows of a year are no key to be compared sign by sign.
    queryKey: ['preview-statement', id],
    queryFn: ({ signal }) => call('previewStatement', { body, signal }),
    enabled: !isTooMuch,
    staleTime: 0,
    gcTime: 0,
  })
  if (isTooMuch)
    return (
      <Banner tone="error" title="Too many payments for one file">
        <p>
          At most {count(statementBounds.rows, 'payment')} are taken at once. Download a shorter time from the bank, one
          part after the other.
        </p>
      </Banner>
    )
  if (error) return <Failed failure={error} what="No preview" onRetry={() => void refetch()} />
  if (!data) return <Loading words="Comparing each payment with each submission …" />
  const { fresh, known, ticked, groups } = data
  return (
    <section aria-label="Preview" className="grid gap-3">
      <p className="figures text-base">
        <b>{count(fresh.count, 'new row')}</b>, {writePaise(fresh.sum)} received.
        {known > 0 && ` ${count(known, 'row')} ${known === 1 ? 'was' : 'were'} in an earlier file already.`} Nothing is
        changed yet.
      </p>
      <GroupList groups={groups} />
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-leaf px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <p className="figures">
          {ticked.count > 0 ? (
            <>
              <b>{count(ticked.count, 'matched', 'matched')}</b>, {writePaise(ticked.sum)}
            </>
          ) : (
            'Nothing new is matched.'
          )}
        </p>
        {(ticked.count > 0 || fresh.count > 0 || body.reversals.length > 0) && (
          <Button className="max-sm:w-full" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {ticked.count > 0
              ? `Verify ${count(ticked.count, 'matched', 'matched')} …`
              : fresh.count > 0
                ? `Save ${count(fresh.count, 'row')} …`
                : 'Take in the reversals …'}
          </Button>
        )}
      </div>
      {isAsking && (
        <VerifyDialog
          file={body}
          preview={data}
          onDone={(outcome) => {
            setIsAsking(false)
            onDone(outcome)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}
