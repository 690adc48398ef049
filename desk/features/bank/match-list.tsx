import { type ReactNode, useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import { groupWords, holdsBack, isTicked, kinds, type MatchGroup, matchGroups } from '../../../festival/bank/match'
import type { BankView, ShownExpected, ShownRow } from '../../../festival/desk/bank'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Link, listAddress } from '../../address'
import { count, lookUp, missingOf, type SeenMatch, sumOf, tellDifference, tellInstead } from './bank'
import { ExpectedLine, RowLine } from './side-lines'

/** What a person may do about kept matches; a preview's rows aren't kept yet, so nothing can be done about them. */
export interface MatchActions {
  /** While one press is being saved no other counts. */
  isBusy: boolean
  /** One press for all of them. */
  verify: (matches: readonly SeenMatch[]) => void
  accept: (seen: SeenMatch) => void
  /** Asks for a correction: what is missing, or the UTR. */
  ask: (seen: SeenMatch) => void
  tie: (of: { row: ShownRow } | { expected: ShownExpected }) => void
}

/** So many of a kind are verified by one press: as many as somebody looks at. The others come up as these go. */
const shownAtOnce = 100

/** Whether a match can be said yes to without a word: its kind is the reason. */
const isPlain = ({ match: { kind, difference = 0 } }: SeenMatch) =>
  kinds[kind].settling === 'yes' && (difference === 0 || kind === 'twice')

/** Whether "Verify matched" takes it along. */
export const isTaken = ({ match, expected }: SeenMatch): boolean =>
  isTicked(match, (id) => expected.find((one) => one.id === id))

/** Whether somebody of it has a flag about money: ticked only by a person who looks at it. */
const isHeld = ({ match, expected }: SeenMatch): boolean => expected.some(({ flags }) => holdsBack(flags, match.kind))

const Quiet = ({ children, onClick, opens = true }: { children: ReactNode; onClick: () => void; opens?: boolean }) => (
  <Button
    shape="quiet"
    className="min-h-11! px-2! py-1!"
    aria-haspopup={opens ? 'dialog' : undefined}
    onClick={onClick}
  >
    {children}
  </Button>
)

/** What can be done about one match. */
const Actions = ({ seen, actions }: { seen: SeenMatch; actions: MatchActions }) => {
  const { match, expected, rows } = seen
  const { settling, group } = kinds[match.kind]
  const missing = missingOf(seen)
  const [one] = expected
  const isOpen = one && (one.state === 'submitted' || one.state === 'verified')
  return (
    <>
      {isPlain(seen) && (
        <Quiet opens={false} onClick={() => actions.verify([seen])}>
          Verify
        </Quiet>
      )}
      {settling === 'reason' && expected.length === 1 && group !== 'contested' && (
        <Quiet onClick={() => actions.accept(seen)}>
          {match.difference ? `Accept ${tellInstead(seen)} …` : 'Verify, with a reason …'}
        </Quiet>
      )}
      {missing > 0 && <Quiet onClick={() => actions.ask(seen)}>Ask for ₹{missing.toLocaleString('en-IN')} …</Quiet>}
      {(group === 'unknown' || group === 'contested' || group === 'maybe') &&
        rows
          .filter(({ allocatedTo }) => allocatedTo.length === 0)
          .map((row) => (
            <Quiet key={row.id} onClick={() => actions.tie({ row })}>
              Whose is {rows.length > 1 ? writePaise(row.amount) : 'it'}? …
            </Quiet>
          ))}
      {group === 'not-received' && one && (
        <>
          <Quiet onClick={() => actions.tie({ expected: one })}>Which payment is it? …</Quiet>
          {isOpen && match.kind === 'not-received' && (
            <Quiet onClick={() => actions.ask(seen)}>
              {one.number || one.kind === 'accommodation' ? 'Ask them …' : 'Ask for the UTR …'}
            </Quiet>
          )}
        </>
      )}
    </>
  )
}

/** Matches of one kind: what the kind means, each with both sides, and one press for those that need no word. */
const Kind = ({ matches, actions }: { matches: readonly SeenMatch[]; actions: MatchActions | undefined }) => {
  /** Those whose tick a person has changed. */
  const [changed, setChanged] = useState<readonly string[]>([])
  const { words, group } = kinds[matches[0]?.match.kind ?? 'unknown']
  const plain = matches.slice(0, shownAtOnce).filter(isPlain)
  const isTogether = actions !== undefined && plain.length > 1
  const shown = isTogether ? matches.slice(0, shownAtOnce) : matches
  const taken = plain.filter((seen) => changed.includes(seen.match.key) === isHeld(seen))
  return (
    <section aria-label={words} className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-1">
        <h3 className="figures text-base">
          {words} <span className="text-sm font-normal text-faded">{matches.length.toLocaleString('en-IN')}</span>
        </h3>
        {isTogether && (
          <Button
            className="min-h-11! px-4! py-1!"
            disabled={actions.isBusy || taken.length === 0}
            onClick={() => actions.verify(taken)}
          >
            Verify these {taken.length}
          </Button>
        )}
      </div>
      <ul>
        {shown.map((seen) => {
          const { match, expected, rows, reversal } = seen
          const name = expected[0]?.name ?? rows[0]?.narration
          return (
            <li
              key={match.key}
              data-match={match.key}
              className={`border-b border-rule py-1.5 ${isTogether ? 'grid grid-cols-[2.75rem_minmax(0,1fr)]' : ''}`}
            >
              {isTogether && (
                <label className="target flex cursor-pointer justify-center pt-3">
                  <input
                    type="checkbox"
                    checked={taken.includes(seen)}
                    onChange={() =>
                      setChanged(
                        changed.includes(match.key)
                          ? changed.filter((key) => key !== match.key)
                          : [...changed, match.key],
                      )
                    }
                    className="size-5 accent-ink"
                  />
                  <span className="sr-only">
                    Verify <bdi>{name}</bdi> with the others
                  </span>
                </label>
              )}
              <div className="@container">
                {expected.map((one) => (
                  <ExpectedLine key={one.id} of={one} search={actions && `bank=${group}`} />
                ))}
                {rows.map((row) => (
                  <RowLine key={row.id} row={row} expected={expected} />
                ))}
                {reversal && <RowLine row={reversal} label="Taken back" />}
                <div className="flex flex-wrap items-center justify-between gap-x-3 pl-4">
                  <p className="text-nerve">{match.difference ? tellDifference(match.difference) : ''}</p>
                  {actions && (
                    <fieldset disabled={actions.isBusy} className="-mr-2 flex flex-wrap">
                      <legend className="sr-only">{name}</legend>
                      <Actions seen={seen} actions={actions} />
                    </fieldset>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      {shown.length < matches.length && <p className="pt-2 text-faded">The others come up as these are verified.</p>}
    </section>
  )
}

/** The seven groups, each with its meaning, how many it has and their sum; one of them may be open. */
export const MatchList = ({
  view,
  open,
  onOpen,
  actions,
}: {
  view: BankView
  open: string | undefined
  onOpen: (group: MatchGroup | undefined) => void
  actions?: MatchActions
}) => {
  const all = lookUp(view)
  const of = matchGroups.map((group) => ({
    group,
    matches: all.filter(({ match }) => kinds[match.kind].group === group),
  }))
  return (
    <div className="border-t border-line">
      {of.map(({ group, matches }) => {
        if (matches.length === 0) return null
        const alone = group === 'matched' ? matches.filter((seen) => !isTaken(seen)).length : 0
        const inOrder = [...new Set(matches.map(({ match }) => match.kind))]
        return (
          <details
            key={group}
            className="border-b border-line"
            open={group === open}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open !== (group === open)) onOpen(currentTarget.open ? group : undefined)
            }}
          >
            <summary className="target grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-2.5 hover:bg-leaf">
              <span className="pt-1">
                {/* A tick for what is verified in one step, a circle for what waits for a person. */}
                <Icon
                  path={group === 'matched' ? 'M4 4h16v16H4zM8 12.2l3 3 5.4-6' : 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16'}
                  className={`size-5 shrink-0 fill-none stroke-2 ${group === 'matched' ? 'stroke-lymph' : 'stroke-faded'}`}
                />
              </span>
              <span>
                <b className="block text-base font-semibold">{groupWords[group].title}</b>
                <span className="block text-faded">{groupWords[group].meaning}</span>
                {alone > 0 && alone < matches.length && (
                  <span className="block text-artery">
                    {count(alone, 'of these has', 'of these have')} to be looked at first.
                  </span>
                )}
              </span>
              <span className="figures text-right">
                <b className="block text-lg">{matches.length.toLocaleString('en-IN')}</b>
                <span className="block whitespace-nowrap">
                  {writePaise(matches.reduce((sum, seen) => sum + sumOf(seen), 0))}
                </span>
              </span>
            </summary>
            {group === open && (
              <div className="pb-4 sm:pl-8">
                {actions && group === 'not-received' && (
                  <p>
                    <Link
                      href={listAddress({ filter: { bank: group }, order: 'oldest' })}
                      className="target inline-flex items-center underline underline-offset-4"
                    >
                      Open them in the queue, to ask many at once
                    </Link>
                  </p>
                )}
                {inOrder.map((kind) => (
                  <Kind key={kind} matches={matches.filter(({ match }) => match.kind === kind)} actions={actions} />
                ))}
              </div>
            )}
          </details>
        )
      })}
    </div>
  )
}
