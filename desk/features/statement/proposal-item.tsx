import { writePaise } from '../../../festival/bank/cells'
import { flagWords } from '../../../festival/desk/flags'
import type { ShownClaim, ShownProposal, ShownRow } from '../../../festival/desk/statement'
import { isLegal } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Link } from '../../navigation/link'
import { writeDay } from '../../words/write-moment'
import { recordAddress } from '../queue/filter'
import { subjectWords } from '../queue/queue-row'
import { StateMark } from '../queue/state-mark'
import { tellDifference, tellWhy } from './tell-money'

/** A submission that claims a payment, linked to its record. */
export const ClaimLine = ({ claim, search = '' }: { claim: ShownClaim; search?: string }) => (
  <div className="flex items-start justify-between gap-3">
    <Link
      href={recordAddress(claim.id, search)}
      className="target grid min-w-0 content-center underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <span className="truncate">
        <bdi className="font-semibold">{claim.name}</bdi> <span className="figures text-faded">{claim.label}</span>
      </span>
    </Link>
    <p className="figures py-1 text-right">
      <span className="whitespace-nowrap">{writePaise(claim.due)}</span>
      <span className="head block">due, {writeDay(claim.day)}</span>
    </p>
  </div>
)

const ClaimFacts = ({ claim }: { claim: ShownClaim }) => (
  <p className="figures flex flex-wrap gap-x-3 text-xs text-faded">
    {claim.state !== 'submitted' && <StateMark of={claim} />}
    <span>{subjectWords(claim)}</span>
    {claim.reference && <span>{claim.reference}</span>}
    {claim.number && <span>UTR {claim.number}</span>}
    {claim.flags.length > 0 && (
      <span className="text-artery">{claim.flags.map((flag) => flagWords[flag]).join('. ')}</span>
    )}
  </p>
)

/** A bank's row as the statement has it. */
export const BankLine = ({ row, label = 'bank' }: { row: ShownRow; label?: string }) => (
  <div className="figures flex items-start justify-between gap-3 border-l-4 border-line py-1 pl-3">
    <p className="min-w-0 text-xs break-words">
      {row.narration}
      {row.reference && <span className="text-faded"> · {row.reference}</span>}
      {row.spentOn.length > 0 && (
        <span className="block text-faded">Spent on {row.spentOn.map(({ label }) => label).join(', ')}</span>
      )}
    </p>
    <p className="text-right">
      <b className="whitespace-nowrap">{writePaise(row.amount)}</b>
      <span className="head block whitespace-nowrap">
        {label}, {writeDay(row.day)}
      </span>
    </p>
  </div>
)

const settleWords = ({ state, settling, received = 0, difference = 0 }: ShownProposal): string => {
  if (state === 'one-payment-for-two-claims') return 'Say whose it is …'
  if (settling !== 'reason') return 'Verify …'
  return difference === 0
    ? 'Verify, with a reason …'
    : `Accept ${writePaise(received)} instead of ${writePaise(received - difference)} …`
}

/** What can be asked for, in paise: whole rupees that one submission still owes; 0 where there is nothing to ask for. */
export const missingOf = ({ state, claims: [claim], difference = 0 }: ShownProposal): number =>
  state === 'wrong-amount' &&
  difference < 0 &&
  difference % 100 === 0 &&
  claim &&
  isLegal('ask-correction', claim.state)
    ? -difference
    : 0

/** One proposal: who claims, what the bank has, and what a person may say to it. */
export const ProposalItem = ({
  proposal,
  onSettle,
  onAsk,
}: {
  proposal: ShownProposal
  /** Undefined where nothing can be said yet: its rows aren't kept. */
  onSettle: (() => void) | undefined
  /** Asks for what is missing. */
  onAsk: (() => void) | undefined
}) => {
  const { claims, rows, reversal, difference, settling } = proposal
  const why = tellWhy(proposal)
  return (
    <li className="grid gap-1 border-b border-rule py-2">
      {claims.map((claim) => (
        <div key={claim.id}>
          {/* The list beside the record is this group. */}
          <ClaimLine claim={claim} search={onSettle ? `bank=${proposal.state}` : ''} />
          <ClaimFacts claim={claim} />
        </div>
      ))}
      {rows.map((row) => (
        <BankLine key={row.id} row={row} />
      ))}
      {reversal && <BankLine row={reversal} label="taken back" />}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-nerve">{[difference ? tellDifference(difference) : '', why].filter(Boolean).join('. ')}</p>
        <span className="flex flex-wrap">
          {onSettle && settling !== 'never' && (
            <Button shape="quiet" className="min-h-11! px-2!" onClick={onSettle}>
              {settleWords(proposal)}
            </Button>
          )}
          {onAsk && missingOf(proposal) > 0 && (
            <Button shape="quiet" className="min-h-11! px-2!" aria-haspopup="dialog" onClick={onAsk}>
              Ask for {writePaise(missingOf(proposal))} …
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
