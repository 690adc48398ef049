import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { Bank, ShownExpected, ShownRow } from '../../../festival/desk/bank'
import { formatDays } from '../../../festival/slot'
import { Button } from '../../../ui/button'
import { makeKey } from '../../../ui/make-key'
import { go, Link, pages, useAddress } from '../../address'
import { call, queryKeys, retryDelayMs, useMayAct } from '../../api'
import { announce, Failed, Loading } from '../../messages'
import { serverAheadMs, useNow, writeMoment } from '../../words'
import { sendDecision } from '../decisions/decide'
import { DecisionDialog } from '../decisions/decision-dialog'
import { UndoBar } from '../decisions/undo-bar'
import { emptyDraft, type Verdict } from '../decisions/verdict'
import {
  bankOptions,
  count,
  itemOf,
  matchesOptions,
  missingOf,
  type SeenMatch,
  type SettleOutcome,
  settleOptions,
} from './bank'
import { FileSteps } from './file-steps'
import { MatchList } from './match-list'
import { Outcome, Preview } from './preview'
import { AcceptDialog } from './settle-dialog'
import { TieDialog } from './tie-dialog'

/** What of the kept payments waits for a person, one press a kind or one by one; the address says which group is open. */
const Open = () => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const { data, error, refetch } = useQuery(matchesOptions)
  const [accepted, setAccepted] = useState<SeenMatch>()
  const [asked, setAsked] = useState<SeenMatch>()
  const [tied, setTied] = useState<{ row: ShownRow } | { expected: ShownExpected }>()
  const settling = useMutation(settleOptions(client))
  const list = useRef<HTMLDivElement>(null)
  const { search } = useAddress()
  const last = useRef(-1)
  const remember =
    <Given,>(act: (given: Given) => void) =>
    (given: Given) => {
      const items = [...(list.current?.querySelectorAll('[data-match]') ?? [])]
      last.current = Math.max(
        0,
        items.findIndex((item) => item.contains(document.activeElement)),
      )
      act(given)
    }
  useEffect(() => {
    // What was settled is gone, and the focus with it: whoever works by keyboard goes on with what stands there now.
    if (!data || tied || accepted || asked || document.activeElement !== document.body || last.current < 0) return
    const items = list.current?.querySelectorAll<HTMLElement>('[data-match]') ?? []
    const next = items[Math.min(last.current, items.length - 1)]?.querySelector<HTMLElement>('fieldset button')
    const group = list.current?.querySelector<HTMLElement>('details[open] summary, summary')
    last.current = -1
    ;(next ?? group)?.focus()
  }, [data, tied, accepted, asked])
  const verify = (matches: readonly SeenMatch[]) =>
    settling.mutate(
      { id: makeKey(), items: matches.map((seen) => itemOf(seen, { hasSeenFlags: true })) },
      {
        onSuccess: ({ settled }) =>
          announce(`${count(settled.length, 'submission')} verified (bank). To take it back press u within a minute.`),
      },
    )
  const [one] = asked?.expected ?? []
  const ask = (verdict: Verdict) => {
    setAsked(undefined)
    if (!one) return
    const { id: submission, name, version, state, ground } = one
    const command = { id: makeKey(), submission, version, ...verdict }
    sendDecision(client, { command, name, before: { state, ground, version } })
      .catch(() => undefined)
      .finally(() => void client.invalidateQueries({ queryKey: queryKeys.matches }))
  }
  if (error) return <Failed failure={error} what="What is open cannot be shown." onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.matches.length === 0) return <p className="text-faded">Nothing is open.</p>
  const missing = asked ? missingOf(asked) : 0
  const reason = one?.number || one?.kind === 'accommodation' ? 'payment-not-found' : 'utr-missing'
  const initial =
    missing > 0
      ? { ...emptyDraft, ticked: ['amount-short' as const], difference: String(missing) }
      : { ...emptyDraft, ticked: [reason] as const }
  return (
    <div ref={list} className="grid gap-3">
      {settling.error && <Failed failure={settling.error} what="Not verified" />}
      {settling.data && settling.data.skipped.length > 0 && <Outcome key={settling.data.id} of={settling.data} />}
      <MatchList
        view={data}
        open={new URLSearchParams(search).get('group') ?? undefined}
        onOpen={(group) => go(group ? `${pages.statement}?group=${group}` : pages.statement, { replace: true })}
        {...(mayDecide
          ? {
              actions: {
                isBusy: settling.isPending,
                verify: remember(verify),
                accept: remember(setAccepted),
                ask: remember(setAsked),
                tie: remember(setTied),
              },
            }
          : {})}
      />
      {asked && one && (
        <DecisionDialog
          decision="ask-correction"
          kinds={[one.kind]}
          subject={one.name}
          initial={initial}
          onDecide={ask}
          onClose={() => setAsked(undefined)}
        />
      )}
      {accepted && <AcceptDialog seen={accepted} onClose={() => setAccepted(undefined)} />}
      {tied && <TieDialog of={tied} view={data} onClose={() => setTied(undefined)} />}
    </div>
  )
}

/** Which files were read, and what of their payments is allocated; one that was read a moment ago may be taken back. */
const FilesSoFar = ({ of: { imports, payments } }: { of: Bank }) => {
  const refunds = useQuery(matchesOptions).data?.refunds
  const client = useQueryClient()
  const mayUndo = useMayAct('admin')
  const now = useNow(1_000) + serverAheadMs()
  const undoing = useMutation({
    mutationFn: (id: string) => call('undoImport', { parts: { id } }),
    retry: (_times, failure) => failure.isPassing,
    retryDelay: retryDelayMs,
    onSuccess: () => announce('The file is taken back.'),
    onSettled: () => {
      for (const queryKey of [
        queryKeys.bank,
        queryKeys.matches,
        queryKeys.queue,
        queryKeys.counts,
        queryKeys.record,
        queryKeys.refunds,
      ])
        void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <p className="figures">
        {count(payments.allocated, 'payment')} matched, {writePaise(payments.allocatedSum)};{' '}
        {count(payments.open, 'payment')} not matched, {writePaise(payments.openSum)}.
      </p>
      <Link href={pages.refunds} className="target inline-flex items-center underline underline-offset-4">
        {refunds && refunds.count > 0 ? `${count(refunds.count, 'refund')} due, ${writePaise(refunds.sum)}` : 'Refunds'}
      </Link>
      {undoing.error && <Failed failure={undoing.error} what="The file is not taken back." />}
      <ul className="mt-2 border-t border-rule">
        {imports.map(({ id, at, by, days, fresh, known, reversals, sum, undoUntil }) => (
          <li
            key={id}
            className="figures flex flex-wrap items-center justify-between gap-x-3 border-b border-rule py-2"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-3">
                <b>{formatDays(days.first, days.last)}</b>
                <span>
                  {count(fresh, 'new row')}, {writePaise(sum)}
                  {reversals > 0 && `, ${count(reversals, 'reversal')}`}
                  {known > 0 && `, ${known.toLocaleString('en-IN')} known`}
                </span>
              </p>
              <p className="text-xs break-words text-faded">
                Read {writeMoment(at)} by {by}
              </p>
            </div>
            {mayUndo && undoUntil && Date.parse(undoUntil) > now && (
              <Button
                shape="quiet"
                className="-mx-2 min-h-11! px-2!"
                disabled={undoing.isPending}
                onClick={() => undoing.mutate(id)}
              >
                Take this file back
                <span aria-hidden="true"> ({Math.ceil((Date.parse(undoUntil) - now) / 1_000)} s)</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The bank's statement: a file becomes verified payments, and what is left open waits here for a person. */
export const Statement = () => {
  const mayImport = useMayAct('admin')
  const maySettle = useMayAct('verifier')
  const [outcome, setOutcome] = useState<SettleOutcome>()
  const { data, error, refetch } = useQuery(bankOptions)
  return (
    <div className="mx-auto max-w-4xl px-4 py-6">
      <h1 className="text-2xl">Bank statement</h1>
      {error && <Failed failure={error} what="Statements cannot be shown." onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && mayImport && (
        <>
          <p className="mt-1 mb-4 text-faded">
            Drop the account’s statement here. Of all its rows only payments of{' '}
            {formatDays(data.window.from, data.window.to)} leave this device, and nothing changes before you say yes.
          </p>
          <FileSteps
            known={data.known}
            window={data.window}
            hint="PDF, CSV, text, XLS or XLSX, as the bank’s site gives it. It is read on this device."
            isAgain={outcome !== undefined}
            before={outcome && <Outcome of={outcome} />}
            onFile={() => setOutcome(undefined)}
          >
            {(read, clear) => (
              <Preview
                of={read}
                onDone={(done) => {
                  setOutcome(done)
                  clear()
                }}
              />
            )}
          </FileSteps>
        </>
      )}
      {data && !mayImport && (
        <p className="mt-1">
          An admin imports the statement.{maySettle && ' What is open of it you settle here or on each record.'}
        </p>
      )}
      {data && (
        <p className="mt-4">
          <Link href={pages.rehearsal} className="target inline-flex items-center underline underline-offset-4">
            Money rehearsal: try it with ₹1 before anybody pays
          </Link>
        </p>
      )}
      {data && data.imports.length > 0 && (
        <>
          <section aria-label="Open" className="mt-6">
            <h2 className="mb-2 text-xl">What is open</h2>
            <Open />
          </section>
          <section aria-label="Files" className="mt-8">
            <h2 className="mb-2 text-xl">Files so far</h2>
            <FilesSoFar of={data} />
          </section>
        </>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 mt-4">
        <UndoBar />
      </div>
    </div>
  )
}
