import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { areInBulk } from '../../../festival/bank/choose-payments'
import { isTicked } from '../../../festival/bank/match'
import { settleSkipWords } from '../../../festival/contract/bank'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { Progress } from '../../../ui/progress'
import { call } from '../../api'
import { submitWords } from '../../command-dialog'
import { Failed, Loading } from '../../messages'
import { List } from '../../rows'
import { count, formatNumber } from '../../words'
import { useUndoneCount } from '../decisions/decision-status'
import { countVerified, type SettleOutcome, settleOptions, sumMatch, toSettleItem } from './bank'
import type { FileRead } from './file-worker'
import { PersonLink } from './lines'
import { MatchList } from './match-list'

export const Outcome = ({ of }: { of: SettleOutcome }) => {
  const { id, settled, skipped, imported } = of
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  const verified = countVerified(of)
  const added = settled.length - verified
  const undone = useUndoneCount(id) ?? 0
  // Show nothing until the undo has succeeded.
  if (undone === 'pending') {
    return null
  }
  const verifiedCount = verified - undone
  const titles = [
    undone > 0 && `Undone: ${count(undone, 'entry', 'entries')}`,
    verifiedCount > 0 && `${count(verifiedCount, 'entry', 'entries')} verified (bank)`,
    verified === 0 && (imported ? 'The file is saved' : 'Nothing was verified'),
  ]
  const { fresh, known = 0, reversedAllocations = [] } = imported ?? {}
  const sentences = [
    fresh?.count === 0 && `Nothing new: all ${formatNumber(known)} rows were in earlier files.`,
    fresh &&
      fresh.count > 0 &&
      `${count(fresh.count, 'new row')} saved, ${formatPaise(fresh.sum)} received.`,
    verifiedCount > 0 &&
      'You can undo all of them together within a minute, and each one later on its own page.',
    added > 0 &&
      `${count(added, 'payment was', 'payments were')} added to entries that were already verified; Undo does not change that.`,
  ].filter((words) => words !== undefined && words !== false)
  return (
    <div className="grid gap-4">
      <Banner
        ref={banner}
        tone={verified > 0 || imported ? 'success' : 'note'}
        title={titles.filter(Boolean).join(', ')}
      >
        {sentences.map((words) => (
          <p key={words} className="figures">
            {words}
          </p>
        ))}
      </Banner>
      <List
        title={`The bank reversed ${count(reversedAllocations.length, 'payment')}. Entries verified by them are now flagged.`}
        rows={reversedAllocations}
        by={({ id }) => id}
        look="py-1"
      >
        {({ id, amount, ...entry }) => (
          <PersonLink of={{ ...entry, entryId: id }}>{formatPaise(amount)}</PersonLink>
        )}
      </List>
      <List
        title={`${formatNumber(skipped.length)} skipped`}
        rows={skipped}
        by={({ entryId }) => entryId}
        look="py-1"
      >
        {(entry) => <PersonLink of={entry}>{settleSkipWords[entry.why]}</PersonLink>}
      </List>
    </div>
  )
}

const nameSettling = (tickedCount: number, unsavedCount: number): string => {
  if (tickedCount > 0) {
    return `Verify ${formatNumber(tickedCount)} matched`
  }
  return unsavedCount > 0 ? `Save ${count(unsavedCount, 'row')}` : 'Save the reversals'
}

export const Preview = ({
  of: { file },
  onDone,
}: {
  of: FileRead
  onDone: (outcome: SettleOutcome) => void
}) => {
  const client = useQueryClient()
  const [open, setOpen] = useState<string>()
  const [isSure, setIsSure] = useState(false)
  const [done, setDone] = useState(0)
  const [ids] = useState(() => ({ preview: makeUuid(), command: makeUuid(), file: makeUuid() }))
  const previewQuery = useQuery({
    // The rows of a year are too large for a query key.
    queryKey: ['preview-file', ids.preview],
    queryFn: ({ signal }) => call('previewFile', { body: file, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const settling = useMutation(settleOptions(client, setDone))
  const { data: view, error } = previewQuery
  if (error) {
    return (
      <Failed
        failure={error}
        what="The preview could not be loaded."
        onRetry={previewQuery.refetch}
      />
    )
  }
  if (!view) {
    return <Loading words="Matching payments with entries …" />
  }
  const tickedMatches = view.matches.filter(isTicked)
  const people = tickedMatches.flatMap(({ expected }) => expected)
  const missing = view.matches.filter(({ kind }) => kind === 'not-received')
  const tied = view.matches.filter(({ expected, rows }) => expected.length > 0 && rows.length > 0)
  const dues = missing.flatMap(({ expected }) => expected.map(({ due }) => due))
  const isInBulk = tied.length < missing.length && areInBulk(file.payments, dues)
  const mustConfirm = (view.isLikelyWrongFile || isInBulk) && !isSure
  // Bulk settlements do not name payers, so a missing payment proves nothing.
  const shown = isInBulk
    ? { ...view, matches: view.matches.filter((match) => !missing.includes(match)) }
    : view
  const mailed = people.filter(({ state }) => state !== 'verified').length
  const unsavedCount = view.fresh.count + view.reworded
  const known = view.known + view.reworded
  const isNothing = tickedMatches.length === 0 && unsavedCount === 0 && file.reversals.length === 0
  const settle = () =>
    settling.mutate(
      {
        id: ids.command,
        file: { id: ids.file, ...file },
        items: tickedMatches.map((match) => toSettleItem(match)),
      },
      { onSuccess: onDone },
    )
  return (
    <section aria-label="Preview" className="grid gap-3">
      {isInBulk && (
        <Banner tone="error" title="These look like bulk settlements">
          <p>
            Each credit combines many payments and names none of them, so it cannot show who has not
            paid. Close the file and drop the app’s own payment report instead: nothing is saved
            yet.
          </p>
        </Banner>
      )}
      {view.isLikelyWrongFile && !isInBulk && (
        <Banner tone="error" title="Almost no payment in this file matches anyone">
          <p>
            Is this the festival’s account, and are these the right days? If not, close the file:
            nothing is saved yet. If so, a column may have been mistaken for another.
          </p>
        </Banner>
      )}
      <p className="figures text-base">
        <b>{count(view.fresh.count, 'new row')}</b>, {formatPaise(view.fresh.sum)} received.
        {known > 0 &&
          ` ${count(known, 'row')} ${known === 1 ? 'was' : 'were'} in an earlier file already`}
        {view.reworded > 0 && `, ${formatNumber(view.reworded)} of them worded differently`}
        {known > 0 && '.'} Nothing has changed yet.
      </p>
      <MatchList view={shown} open={open} onOpen={setOpen} />
      {settling.error && (
        <Failed
          failure={settling.error}
          what="Not everything was saved. Press again: nothing is saved twice."
          takesFocus
        />
      )}
      <div className="sticky bottom-0 z-10 -mx-4 grid items-center gap-x-4 gap-y-2 border-t border-line bg-leaf px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:grid-cols-[minmax(0,1fr)_auto]">
        {settling.isPending ? (
          <Progress
            words={submitWords(settling, '')}
            share={tickedMatches.length === 0 ? 0 : done / tickedMatches.length}
          />
        ) : (
          <p className="figures">
            {tickedMatches.length === 0 ? (
              'No new matches. Saved payments are also compared with later entries.'
            ) : (
              <>
                <b>{count(people.length, 'entry', 'entries')}</b> would be “Verified (bank)”, for{' '}
                <b>{formatPaise(tickedMatches.reduce((sum, match) => sum + sumMatch(match), 0))}</b>
                ; {count(mailed, 'person', 'people')} {mailed === 1 ? 'gets' : 'get'} an e-mail.
                Everything else needs a decision.
              </>
            )}
          </p>
        )}
        {!isNothing && mustConfirm && (
          <Button shape="secondary" onClick={() => setIsSure(true)}>
            Yes, this is the right file
          </Button>
        )}
        {!isNothing && !mustConfirm && (
          <Button disabled={settling.isPending} onClick={settle}>
            {nameSettling(tickedMatches.length, unsavedCount)}
          </Button>
        )}
      </div>
    </section>
  )
}
