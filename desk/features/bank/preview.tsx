import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { areInBulk } from '../../../festival/bank/choose-payments'
import { isTicked } from '../../../festival/bank/match'
import {
  type BankFile,
  type BankView,
  type FileImported,
  type MatchView,
  settleSkipWords,
} from '../../../festival/contract/bank'
import { sumBy } from '../../../festival/sum-by'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { Progress } from '../../../ui/progress'
import { call } from '../../api'
import { submitLabel } from '../../command-dialog'
import { Failed } from '../../messages'
import { QueryStatus } from '../../page'
import { List } from '../../rows'
import { formatCount, formatNumber } from '../../words'
import { useUndoneCount } from '../decisions/decision-status'
import { countVerified, type SettleOutcome, settleOptions, sumMatch, toSettleItem } from './bank'
import { PersonLink } from './lines'
import { MatchList } from './match-list'

const nameOutcome = (verified: number, undone: number, isSaved: boolean): string => {
  const titles: string[] = []
  if (undone > 0) {
    titles.push(`Undone: ${formatCount(undone, 'entry', 'entries')}`)
  }
  if (verified > undone) {
    titles.push(`${formatCount(verified - undone, 'entry', 'entries')} verified (bank)`)
  }
  if (verified === 0) {
    titles.push(isSaved ? 'The file is saved' : 'Nothing was verified')
  }
  return titles.join(', ')
}

const describeImport = ({ fresh, known }: FileImported): string =>
  fresh.count === 0
    ? `Nothing new: all ${formatNumber(known)} rows were in earlier files.`
    : `${formatCount(fresh.count, 'new row')} saved, ${formatPaise(fresh.sum)} received.`

export const Outcome = ({ outcome }: { outcome: SettleOutcome }) => {
  const { id, settled, skipped, imported } = outcome
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  const verified = countVerified(outcome)
  const added = settled.length - verified
  const undone = useUndoneCount(id) ?? 0
  // Show nothing until the undo has succeeded.
  if (undone === 'pending') {
    return null
  }
  const { reversedAllocations = [] } = imported ?? {}
  return (
    <div className="grid gap-4">
      <Banner
        ref={banner}
        tone={verified > 0 || imported ? 'success' : 'note'}
        title={nameOutcome(verified, undone, imported !== undefined)}
      >
        <div className="figures space-y-3">
          {imported && <p>{describeImport(imported)}</p>}
          {verified > undone && (
            <p>
              You can undo all of them together within a minute, and each one later on its own page.
            </p>
          )}
          {added > 0 && (
            <p>
              {formatCount(added, 'payment was', 'payments were')} added to entries that were
              already verified; Undo does not change that.
            </p>
          )}
        </div>
      </Banner>
      <List
        title={`The bank reversed ${formatCount(reversedAllocations.length, 'payment')}. Entries verified by them are now flagged.`}
        rows={reversedAllocations}
        rowKey="id"
        itemClassName="py-1"
      >
        {({ id, amount, ...entry }) => (
          <PersonLink entry={{ ...entry, entryId: id }}>{formatPaise(amount)}</PersonLink>
        )}
      </List>
      <List
        title={`${formatNumber(skipped.length)} skipped`}
        rows={skipped}
        rowKey="entryId"
        itemClassName="py-1"
      >
        {(entry) => <PersonLink entry={entry}>{settleSkipWords[entry.why]}</PersonLink>}
      </List>
    </div>
  )
}

const nameCommand = (matchCount: number, unsavedCount: number): string => {
  if (matchCount > 0) {
    return `Verify ${formatNumber(matchCount)} matched`
  }
  return unsavedCount > 0 ? `Save ${formatCount(unsavedCount, 'row')}` : 'Save the reversals'
}

const WrongFileWarning = ({ isInBulk }: { isInBulk: boolean }) =>
  isInBulk ? (
    <Banner tone="error" title="These look like bulk settlements">
      <p>
        Each credit combines many payments and names none of them, so it cannot show who has not
        paid. Close the file and drop the app’s own payment report instead: nothing is saved yet.
      </p>
    </Banner>
  ) : (
    <Banner tone="error" title="Almost no payment in this file matches anyone">
      <p>
        Is this the festival’s account, and are these the right days? If not, close the file:
        nothing is saved yet. If so, a column may have been mistaken for another.
      </p>
    </Banner>
  )

const RowCounts = ({ view: { fresh, known, reworded } }: { view: BankView }) => {
  const allKnown = known + reworded
  return (
    <p className="figures text-base">
      <b>{formatCount(fresh.count, 'new row')}</b>, {formatPaise(fresh.sum)} received.
      {allKnown > 0 &&
        ` ${formatCount(allKnown, 'row was', 'rows were')} in an earlier file already`}
      {reworded > 0 && `, ${formatNumber(reworded)} of them worded differently`}
      {allKnown > 0 && '.'} Nothing has changed yet.
    </p>
  )
}

const SettlingSummary = ({ matches }: { matches: readonly MatchView[] }) => {
  if (matches.length === 0) {
    return (
      <p className="figures">
        No new matches. Saved payments are also compared with later entries.
      </p>
    )
  }
  const entries = matches.flatMap(({ expected }) => expected)
  const emailCount = entries.filter(({ state }) => state !== 'verified').length
  return (
    <p className="figures">
      <b>{formatCount(entries.length, 'entry', 'entries')}</b> would be “Verified (bank)”, for{' '}
      <b>{formatPaise(sumBy(matches, sumMatch))}</b>;{' '}
      {formatCount(emailCount, 'person gets', 'people get')} an e-mail. Everything else needs a
      decision.
    </p>
  )
}

/** Bulk settlements do not name payers, so a missing payment proves nothing. */
const looksLikeBulk = (payments: BankFile['payments'], { matches }: BankView): boolean => {
  const missing = matches.filter(({ kind }) => kind === 'not-received')
  const paired = matches.filter(({ expected, rows }) => expected.length > 0 && rows.length > 0)
  const dues = missing.flatMap(({ expected }) => expected.map(({ due }) => due))
  return paired.length < missing.length && areInBulk(payments, dues)
}

export const Preview = ({
  file,
  onDone,
}: {
  file: BankFile
  onDone: (outcome: SettleOutcome) => void
}) => {
  const client = useQueryClient()
  const [openGroup, setOpenGroup] = useState<string>()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [done, setDone] = useState(0)
  const [ids] = useState(() => ({ preview: makeUuid(), command: makeUuid(), file: makeUuid() }))
  const preview = useQuery({
    // The rows of a year are too large for a query key.
    queryKey: ['preview-file', ids.preview],
    queryFn: ({ signal }) => call('previewFile', { body: file, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const settling = useMutation(settleOptions(client, setDone))
  const view = preview.data
  if (!view) {
    return (
      <QueryStatus
        query={preview}
        what="The preview could not be loaded."
        loading="Matching payments with entries …"
      />
    )
  }
  const tickedMatches = view.matches.filter(isTicked)
  const isInBulk = looksLikeBulk(file.payments, view)
  const isDoubtful = view.isLikelyWrongFile || isInBulk
  const listed = isInBulk
    ? { ...view, matches: view.matches.filter(({ kind }) => kind !== 'not-received') }
    : view
  const unsavedCount = view.fresh.count + view.reworded
  const canSettle = tickedMatches.length > 0 || unsavedCount > 0 || file.reversals.length > 0
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
      {isDoubtful && <WrongFileWarning isInBulk={isInBulk} />}
      <RowCounts view={view} />
      <MatchList view={listed} openGroup={openGroup} onOpen={setOpenGroup} />
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
            label={submitLabel(settling, '')}
            share={tickedMatches.length === 0 ? 0 : done / tickedMatches.length}
          />
        ) : (
          <SettlingSummary matches={tickedMatches} />
        )}
        {canSettle && isDoubtful && !isConfirmed && (
          <Button shape="secondary" onClick={() => setIsConfirmed(true)}>
            Yes, this is the right file
          </Button>
        )}
        {canSettle && (!isDoubtful || isConfirmed) && (
          <Button disabled={settling.isPending} onClick={settle}>
            {nameCommand(tickedMatches.length, unsavedCount)}
          </Button>
        )}
      </div>
    </section>
  )
}
