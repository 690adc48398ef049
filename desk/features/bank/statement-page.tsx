import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { formatDays } from '../../../festival/content/slot'
import type { Bank, MatchView } from '../../../festival/contract/bank'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { go, Link, pages, useAddress } from '../../address'
import { moneyCommand, refresh, useCommand, useMayAct } from '../../api'
import { announce, Failed } from '../../messages'
import { Page, QueryStatus } from '../../page'
import { List } from '../../rows'
import { count, formatMoment, formatNumber, useNow } from '../../words'
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
  matchesOptions,
  settleOptions,
  toSettleItem,
} from './bank'
import { FileSteps } from './file-steps'
import { type Command, MatchList } from './match-list'
import { Outcome } from './preview'
import { SettleDialog } from './settle-dialog'

const OpenPayments = () => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const open = useQuery(matchesOptions)
  const { data } = open
  const settling = useMutation(settleOptions(client))
  const [command, setCommand] = useState<Command>()
  const { search } = useAddress()
  const list = useRef<HTMLDivElement>(null)
  /** The list position of the last press, or -1 once the focus has moved. */
  const last = useRef(-1)
  useEffect(() => {
    // A settled match disappears with the focus, so move the focus to the next match.
    if (!data || command || document.activeElement !== document.body || last.current < 0) {
      return
    }
    const items = list.current?.querySelectorAll<HTMLElement>('[data-match]') ?? []
    const next =
      items[Math.min(last.current, items.length - 1)]?.querySelector<HTMLElement>('fieldset button')
    last.current = -1
    ;(next ?? list.current?.querySelector<HTMLElement>('details[open] summary, summary'))?.focus()
  }, [data, command])
  const isAsked = data !== undefined && search !== ''
  useEffect(() => {
    // A link from a figure should show these rows, not the file field.
    if (isAsked) {
      list.current?.scrollIntoView()
    }
  }, [isAsked])
  if (!data) {
    return <QueryStatus of={open} what="The open payments cannot be shown." />
  }
  if (data.matches.length === 0) {
    return <p className="text-faded">No open payments.</p>
  }

  const close = () => setCommand(undefined)
  const send = (pressed: Command) => {
    const items = Array.from(list.current?.querySelectorAll('[data-match]') ?? [])
    last.current = Math.max(
      0,
      items.findIndex((item) => item.contains(document.activeElement)),
    )
    if (pressed.kind !== 'verify') {
      return setCommand(pressed)
    }
    const matches = pressed.matches.map((match) => toSettleItem(match, { hasSeenFlags: true }))
    settling.mutate(
      { id: makeUuid(), items: matches },
      { onSuccess: (outcome) => announce(describeSettled(outcome)) },
    )
  }
  return (
    <div ref={list} className="grid gap-3">
      {settling.error && <Failed failure={settling.error} what="Not verified" takesFocus />}
      {settling.data && settling.data.skipped.length > 0 && (
        <Outcome key={settling.data.id} of={settling.data} />
      )}
      <MatchList
        view={data}
        open={new URLSearchParams(search).get('group') ?? undefined}
        onOpen={(group) =>
          go(group ? `${pages.statement}?group=${group}` : pages.statement, { replace: true })
        }
        commands={mayDecide ? { isBusy: settling.isPending, send } : undefined}
      />
      {command?.kind === 'ask' && <AskDialog match={command.match} onClose={close} />}
      {command?.kind === 'settle' && <SettleDialog of={command.of} view={data} onClose={close} />}
    </div>
  )
}

const AskDialog = ({ match, onClose }: { match: MatchView; onClose: () => void }) => {
  const client = useQueryClient()
  const [entry] = match.expected
  if (!entry) {
    return null
  }
  const { id: entryId, kind, name, number, version, state, source } = entry
  const missing = findMissingRupees(match)
  const reason = number || kind === 'accommodation' ? 'payment-not-found' : 'utr-missing'
  let initial: Draft = { ...emptyDraft, ticked: [reason] }
  if (missing > 0) {
    initial = { ...emptyDraft, ticked: ['amount-short'], difference: String(missing) }
  }
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

const ImportedFiles = ({ of: { imports } }: { of: Bank }) => {
  const refunds = useQuery(matchesOptions).data?.refunds
  const mayUndo = useMayAct('admin')
  const now = useNow(1_000)
  const undoing = useCommand('undoImport', {
    ...moneyCommand,
    onSuccess: () => announce('The import was undone.'),
  })
  return (
    <>
      <Link href={pages.refunds} className="press">
        {refunds && refunds.count > 0
          ? `${count(refunds.count, 'refund')} due, ${formatPaise(refunds.sum)}`
          : 'Refunds'}
      </Link>
      <Link href={pages.cash} className="press ml-4">
        Cash
      </Link>
      {undoing.error && (
        <Failed failure={undoing.error} what="The import was not undone." takesFocus />
      )}
      <List
        rows={imports}
        by={({ id }) => id}
        className="mt-2"
        look="figures flex flex-wrap items-center justify-between gap-x-3 py-2"
      >
        {({ id, at, by, days, fresh, known, reversals, sum, undoUntil }) => (
          <>
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-3">
                <b>{formatDays(days.first, days.last)}</b>
                <span>
                  {count(fresh, 'new row')}, {formatPaise(sum)}
                  {reversals > 0 && `, ${count(reversals, 'reversal')}`}
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
    return <QueryStatus of={bank} what="Statements cannot be shown." />
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
              {count(data.payments.open.count, 'payment')} not assigned yet,{' '}
              {formatPaise(data.payments.open.sum)}; {formatNumber(data.payments.allocated.count)}{' '}
              assigned, {formatPaise(data.payments.allocated.sum)}.
            </p>
            <OpenPayments />
          </section>
          <section aria-label="Imported files" className="mt-8">
            <h2 className="mb-2 text-xl">Imported files</h2>
            <ImportedFiles of={data} />
          </section>
        </>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 mt-4">
        <UndoBar />
      </div>
    </Page>
  )
}
