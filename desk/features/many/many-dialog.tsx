import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormKind } from '../../../festival/api'
import { type Selection, type Skipped, skipWords } from '../../../festival/desk/decision'
import { type Decision, decidedWords, decisionWords } from '../../../festival/desk/states'
import { Banner, Refusal } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { makeKey } from '../../../ui/make-key'
import { Progress } from '../../../ui/progress'
import { call } from '../../api'
import { Failed, Loading } from '../../messages'
import { writeRupees } from '../../words'
import { decideManyOptions } from '../decisions/decide'
import { DecisionDialog } from '../decisions/decision-dialog'
import type { Verdict } from '../decisions/verdict'

/** "1 person gets", "2,334 people get". */
const people = (count: number) => (count === 1 ? '1 person gets' : `${count.toLocaleString('en-IN')} people get`)

const SkippedList = ({ skipped, more }: { skipped: readonly Skipped[]; more: number }) =>
  skipped.length > 0 && (
    <section aria-label="Left alone">
      <p className="font-semibold">{(skipped.length + more).toLocaleString('en-IN')} are left alone:</p>
      {/* It scrolls with the dialog: a list within a list is hard to hold on a phone. */}
      <ul>
        {skipped.map(({ id, label, name, why }) => (
          <li key={id} className="border-b border-rule py-1.5">
            <bdi className="font-semibold">{name}</bdi> <span className="figures text-faded">{label}</span>
            <br />
            {skipWords[why]}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1">… and {more} more.</p>}
    </section>
  )

/**
 * One decision about many: who would be decided and who is left alone and why, then one press (behaviour 14.76). What was
 * selected is looked at again by the server: nobody is decided on in another state than the one that was seen.
 */
export const ManyDialog = ({
  decision,
  selection,
  count: counted,
  kinds,
  onDone,
  onClose,
}: {
  decision: Decision
  selection: Selection
  count: number
  kinds: readonly FormKind[]
  onDone: () => void
  onClose: () => void
}) => {
  const client = useQueryClient()
  const [looked] = useState(selection)
  // The list's own count falls while they are decided.
  const [count] = useState(counted)
  const [decided, setDecided] = useState(0)
  // Made once for each opening: a press that is repeated is the same decision.
  const id = useRef(makeKey())
  const preview = useQuery({
    queryKey: ['preview-many', decision, looked],
    queryFn: ({ signal }) =>
      call('previewMany', {
        // The reasons don't stand yet; whether one fits a kind is said when it is taken.
        body: {
          selection: looked,
          decision,
          ...(decision === 'ask-correction' ? { reasons: [{ key: 'proof-unreadable' }] } : {}),
        },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })
  const deciding = useMutation(decideManyOptions(client, setDecided))
  const { willDecide = 0, sum = 0, unopened = 0, seenAt = '', skipped = [], skippedMore = 0 } = preview.data ?? {}
  const press = (verdict: Verdict) => {
    const seen = looked.by === 'filter' ? { ...looked, seenAt } : looked
    deciding.mutate({ command: { id: id.current, selection: seen, ...verdict }, count: willDecide })
  }
  if (deciding.data) {
    const { decided: done, skipped: left } = deciding.data
    return (
      <Dialog title="Decided" onClose={onDone}>
        <div className="grid gap-4">
          <Banner
            tone="success"
            title={`${decidedWords[decision]}: ${done.length.toLocaleString('en-IN')} of ${count.toLocaleString('en-IN')}`}
          >
            <p>It can be taken back as a whole within a minute.</p>
          </Banner>
          <SkippedList skipped={left} more={0} />
          <Button onClick={onDone}>Back to the list</Button>
        </div>
      </Dialog>
    )
  }
  if (!preview.data)
    return (
      <Dialog title={`${decisionWords[decision]}: ${count.toLocaleString('en-IN')} submissions`} onClose={onClose}>
        {preview.error ? (
          <Failed failure={preview.error} what="No preview" onRetry={() => void preview.refetch()} />
        ) : (
          <Loading words="Looking at each of them …" />
        )}
      </Dialog>
    )
  return (
    <DecisionDialog
      decision={decision}
      kinds={kinds}
      subject={`${count.toLocaleString('en-IN')} submissions`}
      confirm={
        willDecide === 0 ? 'Nothing to decide' : `${decisionWords[decision]}: ${willDecide.toLocaleString('en-IN')}`
      }
      isLocked={deciding.isPending || willDecide === 0}
      onDecide={press}
      onClose={onClose}
    >
      <p className="figures text-base">
        <b>{people(willDecide)}</b> the mail
        {decision === 'verify' && ` (${writeRupees(sum)})`}.
        {unopened > 0 && (
          <>
            {' '}
            Nobody has opened <b>{unopened.toLocaleString('en-IN')}</b> of these pictures: they were read with what is
            due.
          </>
        )}
      </p>
      {deciding.isPending && (
        <Progress
          words={deciding.failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …'}
          share={willDecide === 0 ? 0 : decided / willDecide}
        />
      )}
      {deciding.error && (
        <Refusal title="Not all were decided">
          <p>{deciding.error.message} Press again: what is decided already is not decided twice.</p>
        </Refusal>
      )}
      <SkippedList skipped={skipped} more={skippedMore} />
    </DecisionDialog>
  )
}
