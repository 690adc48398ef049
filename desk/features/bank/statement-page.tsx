import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { formatDays } from '../../../festival/content/slot'
import type { Bank, BankView, MatchView } from '../../../festival/contract/bank'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { go, Link, pages, useAddress } from '../../address'
import { moneyCommand, refresh, useCommand, useMayAct } from '../../api'
import { announce, Failed } from '../../messages'
import { Page, QueryStatus } from '../../page'
import { List } from '../../rows'
import { formatCount, formatMoment, formatNumber, useNow } from '../../words'
import { sendDecision } from '../decisions/commands'
import {
  DecisionDialog,
  type DecisionInput,
  type Draft,
  emptyDraft,
} from '../decisions/decision-dialog'
import { secondsLeft, UndoBar } from '../decisions/undo-bar'
import {
  bankOptions,
  describeSettled,
  findMissingRupees,
  isUtrKnown,
  matchesOptions,
  settleOptions,
  toSettleItem,
} from './bank'
import { FileSteps } from './file-steps'
import { type Command, MatchList } from './match-list'
import { Outcome } from './preview'
import { SettleDialog } from './settle-dialog'

const findMatchItems = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('[data-match]'),
]

/**
 * A settled match disappears with the focus, so the focus moves to the match that takes its place.
 * Returns a function that remembers the position of the pressed button.
 */
const useFocusOnNextMatch = (
  list: RefObject<HTMLElement | null>,
  view: BankView | undefined,
  isDialogOpen: boolean,
) => {
  const position = useRef<number>(undefined)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    const element = list.current
    if (!view || isDialogOpen || !isFocusLost || !element || position.current === undefined) {
      return
    }
    const items = findMatchItems(element)
    const next = items[Math.min(position.current, items.length - 1)]
    const target =
      next?.querySelector<HTMLElement>('fieldset button') ??
      element.querySelector<HTMLElement>('details[open] summary, summary')
    position.current = undefined
    target?.focus()
  }, [list, view, isDialogOpen])
  return () => {
    const items = list.current ? findMatchItems(list.current) : []
    const index = items.findIndex((item) => item.contains(document.activeElement))
    position.current = Math.max(0, index)
  }
}

const OpenPayments = () => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const matches = useQuery(matchesOptions)
  const view = matches.data
  const settling = useMutation(settleOptions(client))
  const [dialog, setDialog] = useState<Command>()
  const { search } = useAddress()
  const list = useRef<HTMLDivElement>(null)
  const rememberPosition = useFocusOnNextMatch(list, view, dialog !== undefined)
  const isLinked = view !== undefined && search !== ''
  useEffect(() => {
    // A link from a figure should show these rows, not the file field.
    if (isLinked) {
      list.current?.scrollIntoView()
    }
  }, [isLinked])
  if (!view) {
    return <QueryStatus query={matches} what="The open payments cannot be shown." />
  }
  if (view.matches.length === 0) {
    return <p className="text-faded">No open payments.</p>
  }
  const close = () => setDialog(undefined)
  const runCommand = (command: Command) => {
    rememberPosition()
    if (command.kind !== 'verify') {
      return setDialog(command)
    }
    const items = command.matches.map((match) => toSettleItem(match, { hasSeenFlags: true }))
    settling.mutate(
      { id: makeUuid(), items },
      { onSuccess: (outcome) => announce(describeSettled(outcome)) },
    )
  }
  return (
    <div ref={list} className="grid gap-3">
      {settling.error && <Failed failure={settling.error} what="Not verified" takesFocus />}
      {settling.data && settling.data.skipped.length > 0 && (
        <Outcome key={settling.data.id} outcome={settling.data} />
      )}
      <MatchList
        view={view}
        openGroup={new URLSearchParams(search).get('group') ?? undefined}
        onOpen={(group) =>
          go(group ? `${pages.statement}?group=${group}` : pages.statement, { replace: true })
        }
        commands={mayDecide ? { isBusy: settling.isPending, send: runCommand } : undefined}
      />
      {dialog?.kind === 'ask' && <AskDialog match={dialog.match} onClose={close} />}
      {dialog?.kind === 'settle' && (
        <SettleDialog sides={dialog.sides} view={view} onClose={close} />
      )}
    </div>
  )
}

const AskDialog = ({ match, onClose }: { match: MatchView; onClose: () => void }) => {
  const client = useQueryClient()
  const [entry] = match.expected
  if (!entry) {
    return null
  }
  const { id: entryId, kind, name, version, state, source } = entry
  const missing = findMissingRupees(match)
  const initial: Draft =
    missing > 0
      ? { ...emptyDraft, ticked: ['amount-short'], difference: String(missing) }
      : { ...emptyDraft, ticked: [isUtrKnown(entry) ? 'payment-not-found' : 'utr-missing'] }
  const ask = (verdict: DecisionInput) => {
    onClose()
    const command = { id: makeUuid(), entryId, version, ...verdict }
    sendDecision(client, { command, name, before: { state, source, version } })
      .catch(() => undefined)
      .finally(() => refresh(client, 'readMatches'))
  }
  return (
    <DecisionDialog
      decision="ask-correction"
      kinds={[kind]}
      subject={name}
      initial={initial}
      onDecide={ask}
      onClose={onClose}
    />
  )
}

const MoneyLinks = () => {
  const refunds = useQuery(matchesOptions).data?.refunds
  return (
    <p>
      <Link href={pages.refunds} className="press">
        {refunds && refunds.count > 0
          ? `${formatCount(refunds.count, 'refund')} due, ${formatPaise(refunds.sum)}`
          : 'Refunds'}
      </Link>
      <Link href={pages.cash} className="press ml-4">
        Cash
      </Link>
    </p>
  )
}

const ImportedFiles = ({ bank: { imports } }: { bank: Bank }) => {
  const mayUndo = useMayAct('admin')
  const now = useNow(1_000)
  const undoing = useCommand('undoImport', {
    ...moneyCommand,
    onSuccess: () => announce('The import was undone.'),
  })
  return (
    <>
      {undoing.error && (
        <Failed failure={undoing.error} what="The import was not undone." takesFocus />
      )}
      <List
        rows={imports}
        rowKey="id"
        className="mt-2"
        itemClassName="figures flex flex-wrap items-center justify-between gap-x-3 py-2"
      >
        {({ id, at, by, days, fresh, known, reversals, sum, undoUntil }) => (
          <>
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-3">
                <b>{formatDays(days.first, days.last)}</b>
                <span>
                  {formatCount(fresh, 'new row')}, {formatPaise(sum)}
                  {reversals > 0 && `, ${formatCount(reversals, 'reversal')}`}
                  {known > 0 && `, ${formatNumber(known)} known`}
                </span>
              </p>
              <p className="text-xs break-words text-faded">
                Imported {formatMoment(at)} by {by}
              </p>
            </div>
            {mayUndo && undoUntil && secondsLeft(undoUntil, now) > 0 && (
              <Button
                shape="quiet"
                className="-mx-2 min-h-11! px-2!"
                disabled={undoing.isPending}
                onClick={() => undoing.mutate({ params: { id } })}
              >
                Undo this import
                <span aria-hidden="true"> ({secondsLeft(undoUntil, now)} s)</span>
              </Button>
            )}
          </>
        )}
      </List>
    </>
  )
}

export const StatementPage = () => {
  const mayImport = useMayAct('admin')
  const maySettle = useMayAct('verifier')
  const bank = useQuery(bankOptions)
  const { data } = bank
  if (!data) {
    return <QueryStatus query={bank} what="Statements cannot be shown." />
  }
  const days = formatDays(data.window.from, data.window.to)
  return (
    <Page
      title="Bank statement"
      intro={
        mayImport
          ? `Drop the account’s statement here. Only payments of ${days} leave this device, and nothing changes until you confirm.`
          : `An admin imports the statement.${maySettle ? ' You can assign open payments here or on each entry.' : ''}`
      }
      className="max-w-4xl"
    >
      <div className="mt-4">{mayImport && <FileSteps bank={data} />}</div>
      {data.imports.length > 0 && (
        <>
          <section aria-label="Open payments" className="mt-6">
            <h2 className="text-xl">Open payments</h2>
            <p className="figures mb-2">
              {formatCount(data.payments.open.count, 'payment')} not assigned yet,{' '}
              {formatPaise(data.payments.open.sum)}; {formatNumber(data.payments.allocated.count)}{' '}
              assigned, {formatPaise(data.payments.allocated.sum)}.
            </p>
            <OpenPayments />
            <MoneyLinks />
          </section>
          <section aria-label="Imported files" className="mt-8">
            <h2 className="mb-2 text-xl">Imported files</h2>
            <ImportedFiles bank={data} />
          </section>
        </>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 mt-4">
        <UndoBar />
      </div>
    </Page>
  )
}
