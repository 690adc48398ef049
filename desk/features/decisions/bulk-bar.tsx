import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Selection, type Skipped, skipWords } from '../../../festival/contract/decision'
import { kinds, type QueueRow } from '../../../festival/contract/queue'
import { type Decision, decidedWords, decisionWords } from '../../../festival/contract/states'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { makeUuid } from '../../../ui/make-uuid'
import { Progress } from '../../../ui/progress'
import type { ListView } from '../../address'
import { call } from '../../api'
import { submitLabel } from '../../command-dialog'
import { QueryStatus } from '../../page'
import { List } from '../../rows'
import { formatCount as countWords, formatAmount, formatNumber } from '../../words'
import { bulkOptions } from './commands'
import { DecisionDialog, type DecisionInput, type Draft } from './decision-dialog'

/** Larger decisions select the entries by a filter. */
const maxRows = 500

const bulkDecisions = [
  ['verify', 'Verify …'],
  ['ask-correction', 'Correction …'],
  ['reject', 'Reject …'],
] as const

export const BulkBar = ({
  rows,
  view,
  total,
  listSize,
  onAll,
  onClear,
}: {
  /** The selected rows or, if the whole list was selected, the deselected ones. */
  rows: readonly QueueRow[]
  view: ListView
  total: number
  /**
   * The size of the list when all of it was selected. Undefined if rows were selected one by one.
   */
  listSize: number | undefined
  onAll: (count: number) => void
  onClear: () => void
}) => {
  const [openDialog, setOpened] = useState<Parameters<typeof BulkDialog>[0]['snapshot']>()
  if (rows.length === 0 && listSize === undefined) {
    return null
  }
  const decidable = rows.slice(0, maxRows)
  const open = (decision: Decision) => {
    // A repeated press must send the same decision.
    const id = makeUuid()
    if (listSize === undefined) {
      return setOpened({
        id,
        decision,
        selection: { by: 'rows', rows: decidable.map(({ id, version }) => ({ id, version })) },
        count: decidable.length,
        kinds: [...new Set(rows.map(({ kind }) => kind))],
      })
    }
    setOpened({
      id,
      decision,
      selection: {
        by: 'filter',
        filter: view.filter,
        except: rows.map(({ id }) => id),
        seenAt: new Date().toISOString(),
      },
      count: listSize - rows.length,
      kinds: view.filter.kind ? [view.filter.kind] : kinds,
    })
  }
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-leaf p-2 lg:static">
      <p role="status" className="figures flex flex-wrap items-center gap-x-3 px-1">
        <b>{describeSelection(rows.length, listSize)}</b>
        {listSize === undefined && rows.length > maxRows && (
          <span>Only the first {maxRows} can be decided at once.</span>
        )}
        {listSize === undefined && total > rows.length && (
          <button type="button" className="press" onClick={() => onAll(total)}>
            Select all {formatNumber(total)} in this list
          </button>
        )}
        <button type="button" className="press ml-auto" onClick={onClear}>
          Clear
        </button>
      </p>
      <div className="flex gap-2">
        {bulkDecisions.map(([decision, label]) => (
          <Button
            key={decision}
            shape={decision === 'verify' ? 'primary' : 'secondary'}
            className="flex-1 px-2!"
            onClick={() => open(decision)}
          >
            {label}
          </Button>
        ))}
      </div>
      {openDialog && (
        <BulkDialog
          snapshot={openDialog}
          onDone={() => {
            setOpened(undefined)
            onClear()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

/** If all of the list was selected, `count` rows were deselected again. */
export const describeSelection = (count: number, listSize: number | undefined): string => {
  if (listSize === undefined) {
    return `${count} selected`
  }
  return count === 0
    ? `All ${formatNumber(listSize)} in this list selected`
    : `${formatNumber(listSize - count)} of ${formatNumber(listSize)} in this list selected`
}

const BulkDialog = ({
  snapshot: { id, decision, selection, count, kinds },
  onDone,
  onClose,
}: {
  /** A snapshot, because the live count falls while entries are decided. */
  snapshot: {
    id: string
    decision: Decision
    selection: Selection
    count: number
    kinds: readonly QueueRow['kind'][]
  }
  onDone: () => void
  onClose: () => void
}) => {
  const client = useQueryClient()
  const [decided, setDecided] = useState(0)
  const preview = useQuery({
    queryKey: ['preview-bulk', id],
    queryFn: ({ signal }) =>
      call('previewBulk', {
        // The preview needs a reason that applies to every entry.
        body: {
          selection,
          decision,
          reasons: decision === 'ask-correction' ? [{ key: 'name-wrong' }] : undefined,
        },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })
  const deciding = useMutation(bulkOptions(client, setDecided))
  const { willDecide = 0, sum = 0, names = '', unopened = 0, seenAt = '' } = preview.data ?? {}
  const { skipped = [], moreSkipped = 0 } = preview.data ?? {}
  const { unreached = 0, waiting = 0, isFree = false } = preview.data ?? {}
  const decide = (verdict: DecisionInput) => {
    const command = selection.by === 'filter' ? { ...selection, seenAt } : selection
    deciding.mutate({ id, selection: command, ...verdict })
  }
  if (deciding.data) {
    return (
      <Dialog title="Decided" onClose={onDone}>
        <div className="grid gap-4">
          <Banner
            tone="success"
            title={`${decidedWords[decision]}: ${formatNumber(deciding.data.decided.length)} of ${formatNumber(count)}`}
          >
            <p>You can undo this within a minute.</p>
          </Banner>
          <SkippedList skipped={deciding.data.skipped} more={0} />
          <Button onClick={onDone}>Back to the list</Button>
        </div>
      </Dialog>
    )
  }
  if (!preview.data) {
    return (
      <Dialog
        title={`${decisionWords[decision]}: ${countWords(count, 'entry', 'entries')}`}
        onClose={onClose}
      >
        <QueryStatus
          query={preview}
          what="The preview could not be loaded."
          loading="Checking the entries …"
        />
      </Dialog>
    )
  }
  return (
    <DecisionDialog
      decision={decision}
      kinds={kinds}
      isFree={isFree}
      subject={countWords(count, 'entry', 'entries')}
      confirm={
        willDecide === 0
          ? 'Nothing to decide'
          : `${decisionWords[decision]}: ${formatNumber(willDecide)}`
      }
      command={deciding}
      isDisabled={willDecide === 0}
      unreached={unreached}
      onDecide={decide}
      onClose={onClose}
      summary={(draft) => (
        <>
          {willDecide > 0 && (
            <p className="figures text-base">
              <b>{describeEmailCount(countEmails({ willDecide, unreached }, draft))}</b>
              {` (${countWords(willDecide, 'entry', 'entries')}, ${formatAmount(sum)}): ${names}`}.
              {unopened > 0 && (
                <>
                  {' '}
                  No one has opened <b>{formatNumber(unopened)}</b> of these pictures, but the
                  amount scanned from them matches the fee.
                </>
              )}
            </p>
          )}
          {waiting > 0 && <p>{describePlaces(willDecide - waiting, waiting)}</p>}
          {deciding.isPending && (
            <Progress
              label={submitLabel(deciding, '')}
              share={willDecide === 0 ? 0 : decided / willDecide}
            />
          )}
          <SkippedList skipped={skipped} more={moreSkipped} />
        </>
      )}
    />
  )
}

export const countEmails = (
  { willDecide, unreached }: { willDecide: number; unreached: number },
  { isSilent, writeToAll }: Pick<Draft, 'isSilent' | 'writeToAll'>,
): number => {
  if (isSilent) {
    return 0
  }
  return writeToAll ? willDecide : willDecide - unreached
}

export const describePlaces = (placed: number, waiting: number): string =>
  `Places left for these entries: ${formatNumber(placed)}. ${countWords(waiting, 'entry joins', 'entries join')} the waiting list, in the order of registration.`

const describeEmailCount = (emails: number): string => {
  if (emails === 0) {
    return 'No e-mail is sent'
  }
  return emails === 1 ? '1 person gets the e-mail' : `${formatNumber(emails)} people get the e-mail`
}

/** Avoids nested scrolling, which is awkward on a phone. */
const SkippedList = ({ skipped, more }: { skipped: readonly Skipped[]; more: number }) =>
  skipped.length > 0 && (
    <section aria-label="Skipped">
      <p className="font-semibold">{formatNumber(skipped.length + more)} skipped:</p>
      <List rows={skipped} rowKey="id">
        {({ label, name, why }) => (
          <>
            <bdi className="font-semibold">{name}</bdi>{' '}
            <span className="figures text-faded">{label}</span>
            <br />
            {skipWords[why]}
          </>
        )}
      </List>
      {more > 0 && <p className="mt-1">… and {more} more.</p>}
    </section>
  )
