import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { kinds, type Match } from '../../../festival/bank/match'
import { type Ranked, rankCandidates, rankRows } from '../../../festival/bank/signals'
import { type BankView, type ShownExpected, type ShownRow, settleSkipWords } from '../../../festival/desk/bank'
import { isLegal } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field-id'
import { makeKey } from '../../../ui/make-key'
import { Refusal } from '../../../ui/refusal'
import { TextField } from '../../../ui/text-field'
import { announce } from '../../announcer'
import type { CallFailed } from '../../api'
import { count, itemOf, type SeenMatch, settleOptions, tellDifference, tellInstead } from './bank'
import { ExpectedLine, RowLine } from './side-lines'

/** A dialog that sends one command of the bank's pages: what it needs, why it was not taken, and its button. */
export const CommandDialog = ({
  title,
  confirm,
  refused,
  tellRefusal = ({ message }) => message,
  command: { isPending, failureCount, error },
  isDisabled = false,
  className = '',
  onSubmit,
  onClose,
  children,
}: {
  title: ReactNode
  confirm: string
  /** The title of a refusal: "Not verified". */
  refused: string
  tellRefusal?: (failure: CallFailed) => string
  command: Pick<UseMutationResult<unknown, CallFailed>, 'isPending' | 'failureCount' | 'error'>
  isDisabled?: boolean
  className?: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose} isLocked={isPending} className={className}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {children}
        {error && (
          <Refusal title={refused}>
            <p>{tellRefusal(error)}</p>
          </Refusal>
        )}
        <div className="sticky bottom-0 -mx-5 -mb-5 grid border-t border-rule bg-leaf p-3">
          <Button type="submit" disabled={isPending || isDisabled}>
            {isPending ? (failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …') : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Settles what somebody has before their eyes; asks why where the amounts differ, or where nothing but their word ties a payment to
 * a submission.
 */
export const SettleDialog = ({
  title,
  seen,
  needsReason,
  hint,
  children,
  onClose,
}: {
  title: string
  /** What would be settled; undefined while nothing is chosen. */
  seen: SeenMatch | undefined
  needsReason: boolean
  /** What such a reason may be. */
  hint: string
  children: ReactNode
  onClose: () => void
}) => {
  const client = useQueryClient()
  const settling = useMutation(settleOptions(client))
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(false)
  const id = useRef(makeKey())
  const { difference = 0 } = seen?.match ?? {}
  const isMissing = needsReason && reason.trim().length < 3
  const names = seen?.expected.map(({ name }) => name).join(', ') ?? ''
  const press = () => {
    setIsTold(true)
    if (!seen) return
    if (isMissing) return focusField('reason')
    const item = itemOf(seen, { hasSeenFlags: true, ...(needsReason ? { reason: reason.trim() } : {}) })
    settling.mutate(
      { id: id.current, items: [item] },
      {
        onSuccess: ({ skipped }) => {
          // What is pressed next is another press.
          id.current = makeKey()
          if (skipped.length > 0) return
          announce(`Verified by the bank’s row: ${names}`)
          onClose()
        },
      },
    )
  }
  return (
    <CommandDialog
      title={title}
      confirm={seen ? `Verify ${names}` : 'Choose one first'}
      refused="Not verified"
      command={settling}
      isDisabled={!seen}
      className="lg:w-[56rem]"
      onSubmit={press}
      onClose={onClose}
    >
      {children}
      {difference !== 0 && <p className="font-semibold text-nerve">{tellDifference(difference)}.</p>}
      {needsReason && (
        <TextField
          path="reason"
          label="Why is it all right?"
          hint={hint}
          value={reason}
          maxLength={300}
          autoComplete="off"
          error={isTold && isMissing ? 'Say why, in a few words.' : undefined}
          onChange={setReason}
        />
      )}
      {settling.data && settling.data.skipped.length > 0 && (
        <Refusal title="Left alone">
          {settling.data.skipped.map(({ submission, name, why }) => (
            <p key={submission}>
              <bdi>{name}</bdi>: {settleSkipWords[why]}.
            </p>
          ))}
        </Refusal>
      )}
    </CommandDialog>
  )
}

const paidRest = 'It stands on the record: “Paid the rest in cash”.'
const showedApp = 'It stands on the record: “They showed me the payment in their app”.'

/** A match that needs a reason: its amount differs, or something speaks against it. */
export const AcceptDialog = ({ seen, onClose }: { seen: SeenMatch; onClose: () => void }) => (
  <SettleDialog
    title={seen.match.difference ? `Accept ${tellInstead(seen)}` : kinds[seen.match.kind].words}
    seen={seen}
    needsReason
    hint={seen.match.difference ? paidRest : showedApp}
    onClose={onClose}
  >
    <div className="@container grid gap-1">
      {seen.expected.map((one) => (
        <ExpectedLine key={one.id} of={one} />
      ))}
      {seen.rows.map((row) => (
        <RowLine key={row.id} row={row} own={seen.expected[0]} />
      ))}
    </div>
  </SettleDialog>
)

/** So many are offered; whoever is further down is found by the search. */
const offered = 8

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const searched = (one: ShownExpected | ShownRow): string =>
  plain(
    'due' in one
      ? [one.name, one.label, one.phone, one.number, one.pictureNumber, one.reference, one.eventName, one.due / 100]
          .filter(Boolean)
          .join(' ')
      : [one.narration, one.reference, one.amount / 100].join(' '),
  )

/** A payment with a submission, as they would be settled. */
const pair = (row: ShownRow, one: ShownExpected): SeenMatch => ({
  match: {
    key: `${row.id} ${one.id}`,
    kind: 'unknown',
    expected: [one.id],
    rows: [row.id],
    ...(row.amount === one.due ? {} : { difference: row.amount - one.due }),
  },
  expected: [one],
  rows: [row],
})

/** Whether a match says that the payment is another's, or that it cannot be told whose. */
const isAgainst = ({ kind, expected, rows }: Match, { match: chosen }: SeenMatch): boolean =>
  rows.some((id) => chosen.rows.includes(id)) &&
  (kinds[kind].settling === 'reason' ||
    (kinds[kind].group === 'matched' && !chosen.expected.every((id) => expected.includes(id))))

/** Those that have nothing in common are found by the search all the same. */
const withRest = <One,>(ranked: readonly Ranked<One>[], all: readonly One[]): { one: One; ties?: string }[] => {
  const seen = new Set(ranked.map(({ one }) => one))
  return [...ranked, ...all.filter((one) => !seen.has(one)).map((one) => ({ one }))]
}

/**
 * "Whose is it?": ties a payment to any open submission, or a submission to any open payment, the likeliest first, with all that they say
 * of each other side by side.
 */
export const TieDialog = ({
  of,
  view: { matches, expected, rows },
  onClose,
}: {
  of: { row: ShownRow } | { expected: ShownExpected }
  view: BankView
  onClose: () => void
}) => {
  const name = useId()
  const [query, setQuery] = useState('')
  const [chosenKey, setChosen] = useState<string>()
  const [ranked] = useState(() => {
    const people = expected.filter(({ state, ground }) => isLegal('verify', state) || ground === 'picture')
    const payments = rows.filter(({ amount, allocatedTo }) => amount > 0 && allocatedTo.length === 0)
    return 'row' in of
      ? withRest(rankCandidates(of.row, people), people).map(({ one, ties }) => ({
          one,
          ties,
          seen: pair(of.row, one),
        }))
      : withRest(rankRows(of.expected, payments), payments).map(({ one, ties }) => ({
          one,
          ties,
          seen: pair(one, of.expected),
        }))
  })
  const words = query.split(/\s+/).map(plain).filter(Boolean)
  const fitting = ranked.filter(({ one }) => words.every((word) => searched(one).includes(word)))
  const shown = fitting.slice(0, offered)
  const chosen = shown.find(({ seen }) => seen.match.key === chosenKey) ?? shown[0]
  const isPayment = 'row' in of
  const speaksAgainst = chosen && matches.some((match) => isAgainst(match, chosen.seen))
  return (
    <SettleDialog
      title={isPayment ? 'Whose is it?' : 'Which payment is it?'}
      seen={chosen?.seen}
      needsReason={
        chosen !== undefined && (!chosen.ties || speaksAgainst || chosen.seen.match.difference !== undefined)
      }
      hint={
        !chosen?.ties
          ? `Nothing that the bank prints ties them. ${showedApp}`
          : speaksAgainst
            ? `Something speaks against it. ${showedApp}`
            : paidRest
      }
      onClose={onClose}
    >
      <div className="@container">
        {isPayment ? <RowLine row={of.row} own={chosen?.seen.expected[0]} /> : <ExpectedLine of={of.expected} />}
      </div>
      <TextField
        path="search"
        data-first
        label={isPayment ? 'Search all open submissions' : 'Search all open payments'}
        isOptional
        type="search"
        autoComplete="off"
        value={query}
        onChange={setQuery}
      />
      <fieldset className="border-t border-rule">
        <legend className="sr-only">{isPayment ? 'Submissions' : 'Payments'}, the likeliest first</legend>
        {shown.map(({ one, ties, seen }) => (
          <label
            key={seen.match.key}
            className="grid cursor-pointer grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-rule has-checked:bg-paper"
          >
            <input
              type="radio"
              name={name}
              checked={seen === chosen?.seen}
              onChange={() => setChosen(seen.match.key)}
              className="mx-auto size-5 accent-ink"
            />
            <div className="@container py-1">
              {'due' in one ? <ExpectedLine of={one} /> : <RowLine row={one} own={seen.expected[0]} />}
              <p className="pl-4 text-xs text-faded">{ties ? `The same: ${ties}` : 'Nothing ties them'}</p>
            </div>
          </label>
        ))}
        {shown.length === 0 && <p className="py-4 text-center text-faded">Nothing open fits this search.</p>}
        {fitting.length > shown.length && (
          <p className="py-2 text-faded" role="status">
            {count(fitting.length - shown.length, 'more fits', 'more fit')}: search by name, phone, amount or number.
          </p>
        )}
      </fieldset>
    </SettleDialog>
  )
}
