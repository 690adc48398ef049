import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import {
  isTicked,
  type MatchGroup,
  matchGroups,
  matchGroupTexts,
  matchKinds,
  needsReview,
} from '../../../festival/bank/match'
import type { BankView, MatchView } from '../../../festival/contract/bank'
import { sumBy } from '../../../festival/sum-by'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Link, toQueue } from '../../address'
import { formatCount, formatNumber } from '../../words'
import {
  findMissingRupees,
  formatDifference,
  formatPaidInsteadOfDue,
  isFree,
  isUtrKnown,
  sumMatch,
} from './bank'
import { ExpectedLine, RowLine } from './lines'
import type { Sides } from './settle-dialog'

/** `verify` takes effect immediately. The other two commands open a dialog. */
export type Command =
  | { kind: 'verify'; matches: readonly MatchView[] }
  | { kind: 'settle'; sides: Sides }
  | { kind: 'ask'; match: MatchView }

export interface Commands {
  isBusy: boolean
  send: (command: Command) => void
}

/** As many matches of a kind as a person can check in one go. */
const pageSize = 100

/** Whether an organiser may verify the match without opening a dialog. */
const isPlain = ({ kind, difference = 0 }: MatchView) =>
  matchKinds[kind].settling === 'yes' && (difference === 0 || kind === 'twice')

const listCommands = (match: MatchView): { label: string; command: Command }[] => {
  const { kind, difference, expected, rows } = match
  const { settling, group } = matchKinds[kind]
  const commands: { label: string; command: Command }[] = []
  const add = (label: string, command: Command) => commands.push({ label, command })
  if (isPlain(match)) {
    add('Verify', { kind: 'verify', matches: [match] })
  }
  if (settling === 'reason' && expected.length === 1 && group !== 'contested') {
    const label = difference
      ? `Accept ${formatPaidInsteadOfDue(match)} …`
      : 'Verify, with a reason …'
    add(label, { kind: 'settle', sides: match })
  }
  const missing = findMissingRupees(match)
  if (missing > 0) {
    add(`Ask for ₹${formatNumber(missing)} …`, { kind: 'ask', match })
  }
  if (group === 'unknown' || group === 'contested' || group === 'maybe') {
    for (const row of rows.filter(isFree)) {
      const payment = rows.length > 1 ? formatPaise(row.amount) : 'this'
      add(`Whose is ${payment}? …`, { kind: 'settle', sides: { expected: [], rows: [row] } })
    }
  }
  const [entry] = expected
  if (group === 'not-received' && entry) {
    add('Which payment is it? …', { kind: 'settle', sides: { expected: [entry], rows: [] } })
  }
  if (kind === 'not-received' && (entry?.state === 'submitted' || entry?.state === 'verified')) {
    add(isUtrKnown(entry) ? 'Ask them …' : 'Ask for the UTR …', { kind: 'ask', match })
  }
  return commands
}

const MatchItem = ({ match, commands }: { match: MatchView; commands: Commands | undefined }) => {
  const { kind, expected, rows, reversal, difference } = match
  return (
    <div className="@container">
      {expected.map((entry) => (
        <ExpectedLine
          key={entry.id}
          entry={entry}
          search={commands && `bank=${matchKinds[kind].group}`}
        />
      ))}
      {rows.map((row) => (
        <RowLine key={row.id} row={row} expected={expected} />
      ))}
      {reversal && <RowLine row={reversal} label="Reversed" />}
      <div className="flex flex-wrap items-center justify-between gap-x-3 pl-4">
        <p className="text-nerve">{difference ? formatDifference(difference) : ''}</p>
        {commands && (
          <fieldset disabled={commands.isBusy} className="-mr-2 ml-auto flex flex-wrap justify-end">
            <legend className="sr-only">{nameMatch(match)}</legend>
            {listCommands(match).map(({ label, command }) => (
              <Button
                key={label}
                shape="quiet"
                className="min-h-11! px-2! py-1!"
                aria-haspopup={command.kind === 'verify' ? undefined : 'dialog'}
                onClick={() => commands.send(command)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
    </div>
  )
}

const nameMatch = ({ expected, rows }: MatchView) => expected[0]?.name ?? rows[0]?.narration

const MatchKindSection = ({
  matches,
  commands,
}: {
  matches: readonly MatchView[]
  commands: Commands | undefined
}) => {
  /** The matches that the organiser ticked or unticked. */
  const [toggledKeys, setToggledKeys] = useState<readonly string[]>([])
  const [limit, setLimit] = useState(pageSize)
  const { words: title } = matchKinds[matches[0]?.kind ?? 'unknown']
  const plainMatches = matches.slice(0, pageSize).filter(isPlain)
  const canVerifyTogether = commands !== undefined && plainMatches.length > 1
  const visibleMatches = matches.slice(0, canVerifyTogether ? pageSize : limit)
  const hiddenCount = matches.length - visibleMatches.length
  // Entries with a flag about money or a pending correction can only be ticked by hand.
  const tickedMatches = plainMatches.filter(
    (match) => toggledKeys.includes(match.key) === needsReview(match),
  )
  const toggle = ({ key }: MatchView) =>
    setToggledKeys((keys) =>
      keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key],
    )
  return (
    <section aria-label={title} className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-1">
        <h3 className="figures text-base">
          {title}{' '}
          <span className="text-sm font-normal text-faded">{formatNumber(matches.length)}</span>
        </h3>
        {canVerifyTogether && tickedMatches.length > 0 && (
          <Button
            className="min-h-11! px-4! py-1!"
            disabled={commands.isBusy}
            onClick={() => commands.send({ kind: 'verify', matches: tickedMatches })}
          >
            Verify these {tickedMatches.length}
          </Button>
        )}
      </div>
      <ul>
        {visibleMatches.map((match) => (
          <li
            key={match.key}
            data-match={match.key}
            className={`border-b border-rule py-1.5 ${canVerifyTogether ? 'grid grid-cols-[2.75rem_minmax(0,1fr)]' : ''}`}
          >
            {canVerifyTogether && (
              <label className="target flex cursor-pointer justify-center pt-3">
                <input
                  type="checkbox"
                  checked={tickedMatches.includes(match)}
                  onChange={() => toggle(match)}
                  className="size-5 accent-ink"
                />
                <span className="sr-only">
                  Verify <bdi>{nameMatch(match)}</bdi> with the others
                </span>
              </label>
            )}
            <MatchItem match={match} commands={commands} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && canVerifyTogether && (
        <p className="pt-2 text-faded">The others appear as you verify these.</p>
      )}
      {hiddenCount > 0 && !canVerifyTogether && (
        <Button shape="quiet" className="-mx-2 px-2!" onClick={() => setLimit(limit + pageSize)}>
          Show more of {formatNumber(hiddenCount)}
        </Button>
      )}
    </section>
  )
}

const describeReview = (reviewCount: number, count: number): string => {
  if (reviewCount < count) {
    return `${formatCount(reviewCount, 'of these needs', 'of these need')} a check first; ${formatNumber(count - reviewCount)} can be verified at once.`
  }
  return count === 1
    ? 'This one needs a check first.'
    : `All ${formatNumber(count)} need a check first.`
}

export const MatchList = ({
  view,
  openGroup,
  onOpen,
  commands,
}: {
  view: BankView
  openGroup: string | undefined
  onOpen: (group: MatchGroup | undefined) => void
  /** Undefined in a preview, because its rows are not saved yet. */
  commands?: Commands | undefined
}) => (
  <div className="border-t border-line">
    {matchGroups.map((group) => {
      const matches = view.matches.filter(({ kind }) => matchKinds[kind].group === group)
      if (matches.length === 0) {
        return null
      }
      const isMatched = group === 'matched'
      const reviewCount = isMatched ? matches.filter((match) => !isTicked(match)).length : 0
      const kinds = [...new Set(matches.map(({ kind }) => kind))]
      const hasCertain = isMatched && reviewCount < matches.length
      const { title, meaning } = matchGroupTexts[group]
      return (
        <details
          key={group}
          className="border-b border-line"
          open={group === openGroup}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open !== (group === openGroup)) {
              onOpen(currentTarget.open ? group : undefined)
            }
          }}
        >
          <summary className="target grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-2.5 hover:bg-leaf">
            <Icon
              path={
                hasCertain
                  ? 'M4 4h16v16H4zM8 12.2l3 3 5.4-6'
                  : 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16'
              }
              className={`mt-1 size-5 shrink-0 fill-none stroke-2 ${hasCertain ? 'stroke-lymph' : 'stroke-faded'}`}
            />
            <span>
              <b className="block text-base font-semibold">{title}</b>
              <span className="block text-faded">{meaning}</span>
              {reviewCount > 0 && (
                <span className="block text-artery">
                  {describeReview(reviewCount, matches.length)}
                </span>
              )}
            </span>
            <span className="figures text-right">
              <b className="block text-lg">{formatNumber(matches.length)}</b>
              <span className="block whitespace-nowrap">
                {formatPaise(sumBy(matches, sumMatch))}
              </span>
            </span>
          </summary>
          {group === openGroup && (
            <div className="pb-4 sm:pl-8">
              {commands && group === 'not-received' && (
                <Link href={toQueue({ bank: group })} className="press">
                  Open these entries in the queue, to ask many at once
                </Link>
              )}
              {kinds.map((kind) => (
                <MatchKindSection
                  key={kind}
                  matches={matches.filter((match) => match.kind === kind)}
                  commands={commands}
                />
              ))}
            </div>
          )}
        </details>
      )
    })}
  </div>
)
