import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { kinds } from '../../../festival/bank/match'
import { compareRow, tellTies, weigh } from '../../../festival/bank/signals'
import { type BankView, type ShownExpected, type ShownRow, settleSkipWords } from '../../../festival/desk/bank'
import { isLegal } from '../../../festival/desk/states'
import { Refusal } from '../../../ui/banner'
import { focusField } from '../../../ui/field'
import { makeKey } from '../../../ui/make-key'
import { inputLook, TextField } from '../../../ui/text-field'
import { CommandDialog } from '../../command-dialog'
import { announce } from '../../messages'
import { count, itemOf, type SeenMatch, settleOptions, tellDifference, tellInstead } from './bank'
import { ExpectedLine, RowLine } from './lines'

/** A match that needs a word, a payment that is to be somebody's, or a submission that is to have a payment. */
export type ToSettle = { seen: SeenMatch } | { row: ShownRow } | { expected: ShownExpected }

/** So many are offered; whoever is further down is found by the search. */
const offered = 8

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What may be settled, with what ties the two: every submission for a payment, every payment for a submission, the likeliest first. */
const optionsOf = (of: ToSettle, { expected, rows }: BankView): { seen: SeenMatch; ties?: string | undefined }[] => {
  if ('seen' in of) return [of]
  const people = expected.filter(({ state, ground }) => isLegal('verify', state) || ground === 'picture')
  const payments = rows.filter(({ amount, allocatedTo }) => amount > 0 && allocatedTo.length === 0)
  const pairs =
    'row' in of
      ? people.map((one) => ({ key: one.id, row: of.row, one }))
      : payments.map((row) => ({ key: row.id, row, one: of.expected }))
  return pairs
    .map(({ key, row, one }) => {
      const signals = compareRow(row, one)
      const difference = row.amount === one.due ? {} : { difference: row.amount - one.due }
      const seen: SeenMatch = { key, kind: 'unknown', expected: [one], rows: [row], ...difference }
      return { seen, ties: tellTies(signals), weight: weigh(signals) }
    })
    .sort((one, other) => other.weight - one.weight)
}

/** Whether a match of the desk says that a payment is another's, or that it cannot be told whose. */
const isAgainst = ({ expected, rows }: SeenMatch, { matches }: BankView): boolean =>
  matches.some(
    (match) =>
      rows.some(({ id }) => match.rows.includes(id)) &&
      (kinds[match.kind].settling === 'reason' ||
        (kinds[match.kind].group === 'matched' && !expected.every(({ id }) => match.expected.includes(id)))),
  )

/**
 * Settles what somebody has before their eyes. "Whose is it?" offers every submission to a payment, and every payment to a
 * submission, the likeliest first, with all that they say of each other side by side. Why is asked where the amounts differ, where
 * something speaks against it, and where nothing but their word ties the two (behaviours 15.44, 15.66).
 */
export const SettleDialog = ({ of, view, onClose }: { of: ToSettle; view: BankView; onClose: () => void }) => {
  const client = useQueryClient()
  const settling = useMutation(settleOptions(client))
  const name = useId()
  const [options] = useState(() => optionsOf(of, view))
  const [query, setQuery] = useState('')
  const [chosenKey, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(false)
  const words = query.split(/\s+/).map(plain).filter(Boolean)
  const fitting = options.filter(({ seen: { expected, rows } }) => {
    const text = plain(Object.values({ ...('row' in of ? expected[0] : rows[0]), id: '' }).join(' '))
    return words.every((word) => text.includes(word))
  })
  const shown = fitting.slice(0, offered)
  const chosen = shown.find(({ seen }) => seen.key === chosenKey) ?? shown[0]
  const { expected = [], rows = [], difference = 0 } = chosen?.seen ?? {}
  const speaksAgainst = chosen !== undefined && isAgainst(chosen.seen, view)
  const needsReason = chosen !== undefined && (!chosen.ties || speaksAgainst || difference !== 0)
  const isMissing = needsReason && reason.trim().length < 3
  const names = expected.map((one) => one.name).join(', ')
  const press = () => {
    setIsTold(true)
    if (!chosen) return
    if (isMissing) return focusField('reason')
    const item = itemOf(chosen.seen, { hasSeenFlags: true, ...(needsReason ? { reason: reason.trim() } : {}) })
    settling.mutate(
      { id: makeKey(), items: [item] },
      {
        onSuccess: ({ skipped }) => {
          if (skipped.length > 0) return
          announce(`Verified by the bank’s row: ${names}`)
          onClose()
        },
      },
    )
  }
  const accepted =
    chosen && difference ? `Accept ${tellInstead(chosen.seen)}` : kinds[chosen?.seen.kind ?? 'unknown'].words
  const showedApp = 'It stands on the record: “They showed me the payment in their app”.'
  const paidRest = 'It stands on the record: “Paid the rest in cash”.'
  const hint =
    'seen' in of
      ? difference === 0
        ? showedApp
        : paidRest
      : !chosen?.ties
        ? `Nothing that the bank prints ties them. ${showedApp}`
        : speaksAgainst
          ? `Something speaks against it. ${showedApp}`
          : paidRest
  const side = 'row' in of ? 'submissions' : 'payments'
  return (
    <CommandDialog
      title={'seen' in of ? accepted : 'row' in of ? 'Whose is it?' : 'Which payment is it?'}
      confirm={chosen ? `Verify ${names}` : 'Choose one first'}
      refused={{ title: 'Not verified' }}
      command={settling}
      isDisabled={!chosen}
      className="lg:w-[56rem]"
      asks={
        <>
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
        </>
      }
      onSubmit={press}
      onClose={onClose}
    >
      <div className="@container grid gap-1">
        {('expected' in of ? [of.expected] : 'seen' in of ? expected : []).map((one) => (
          <ExpectedLine key={one.id} of={one} />
        ))}
        {('row' in of ? [of.row] : 'seen' in of ? rows : []).map((row) => (
          <RowLine key={row.id} row={row} expected={expected} />
        ))}
      </div>
      {!('seen' in of) && (
        <>
          <p>
            <label htmlFor={`${name}-search`} className="font-semibold">
              Search all open {side}
            </label>
            <input
              id={`${name}-search`}
              data-first
              type="search"
              autoComplete="off"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              className={`${inputLook} mt-1`}
            />
          </p>
          <fieldset className="border-t border-rule">
            <legend className="sr-only">All {side}, the likeliest first</legend>
            {shown.map(({ seen, ties }) => (
              <label
                key={seen.key}
                className="grid cursor-pointer grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-rule has-checked:bg-paper"
              >
                <input
                  type="radio"
                  name={name}
                  checked={seen === chosen?.seen}
                  onChange={() => setChosen(seen.key)}
                  className="mx-auto size-5 accent-ink"
                />
                <div className="@container py-1 pr-2">
                  {'row' in of
                    ? seen.expected.map((one) => <ExpectedLine key={one.id} of={one} />)
                    : seen.rows.map((row) => <RowLine key={row.id} row={row} expected={seen.expected} />)}
                  <p className="pl-4 text-xs text-faded">{ties ? `The same: ${ties}` : 'Nothing ties them'}</p>
                </div>
              </label>
            ))}
            {shown.length === 0 && <p className="py-4 text-center text-faded">Nothing open fits this search.</p>}
            {fitting.length > shown.length && (
              <p className="py-2 text-faded" role="status">
                {count(fitting.length - shown.length, 'more fits', 'more fit')}: search by name, phone, amount or
                number.
              </p>
            )}
          </fieldset>
        </>
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
