import { useMutation } from '@tanstack/react-query'
import { writePaise } from '../../../festival/bank/cells'
import type { SubmissionRecord } from '../../../festival/desk/record'
import type { RecordRow } from '../../../festival/desk/statement'
import { stateWords } from '../../../festival/matching/proposal'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { call } from '../../api'
import { Failed } from '../../shell/waiting'
import { writeDay } from '../../words/write-moment'
import { useMayAct } from '../sign-in/use-me'
import { groupMeanings } from '../statement/group-words'
import { SettleDialog } from '../statement/settle-dialog'
import { markEqual } from './mark-equal'

const Same = ({ isSame, words }: { isSame: boolean; words?: string }) =>
  isSame ? (
    <b className="text-lymph">
      <span aria-hidden="true">✓</span> {words ?? 'the same'}
    </b>
  ) : (
    <b className="text-artery">
      <span aria-hidden="true">≠</span> differs
    </b>
  )

const standingWords = ({ standing, amount }: RecordRow, state: SubmissionRecord['state']) => {
  if (standing !== 'spent') return stateWords[standing]
  if (state !== 'verified') return 'Came for this submission'
  return amount < 0 ? 'Taken back by the bank' : 'Verified by this payment'
}

/** One row of the statement; what it and the record both say is marked. */
const Row = ({ row, record }: { row: RecordRow; record: SubmissionRecord }) => {
  const { equal } = row
  return (
    <li className="figures border-l-4 border-line bg-paper px-3 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b>{standingWords(row, record.state)}</b>
        <span className="text-xs text-faded">{writeDay(row.day)}</span>
      </p>
      <p className="flex flex-wrap gap-x-3">
        <b className="text-base">{writePaise(row.amount)}</b>
        {record.due !== null && <Same isSame={equal.amount} />}
      </p>
      <p className="text-xs break-words">
        {markEqual(`${row.narration}${row.reference && ` · ${row.reference}`}`, record).map(({ text, isEqual, at }) =>
          isEqual ? (
            <mark key={at} className="bg-transparent font-bold text-lymph underline decoration-2 underline-offset-2">
              {text}
            </mark>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs">
        <span>Number {record.utr === '' ? 'not given' : <Same isSame={equal.number} />}</span>
        <span>
          Payment code{' '}
          {equal.reference ? (
            <Same isSame words={equal.reference === 'whole' ? 'the same' : 'its beginning'} />
          ) : (
            'not in the note'
          )}
        </span>
      </p>
      <p className="text-xs wrap-anywhere text-faded">Imported by {row.importedBy}</p>
      {row.reason && <p className="mt-1 italic">“{row.reason}”</p>}
    </li>
  )
}

/** Finds what is proposed for a record, to be said yes to; it may have changed since the record was shown. */
const useProposal = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const { groups } = await call('readProposals', {})
      return groups.flatMap(({ proposals }) => proposals).find(({ claims }) => claims.some((claim) => claim.id === id))
    },
  })

/** What the bank's statement says of a record: between its proof and its facts (behaviour 15.43). */
export const BankRows = ({ record }: { record: SubmissionRecord }) => {
  const maySettle = useMayAct('verifier')
  const proposal = useProposal(record.id)
  const open = record.bankRows.some(({ standing }) => standing !== 'spent' && standing !== 'reversed')
  const found = proposal.data
  return (
    <>
      <ul className="grid gap-2">
        {record.bankRows.map((row) => (
          <Row key={row.id} row={row} record={record} />
        ))}
      </ul>
      {maySettle && open && record.state !== 'withdrawn' && (
        <Button
          shape="secondary"
          className="mt-2 min-h-11!"
          aria-haspopup="dialog"
          disabled={proposal.isPending}
          onClick={() => proposal.mutate()}
        >
          Verify by the bank’s row …
        </Button>
      )}
      {proposal.error && <Failed failure={proposal.error} what="What is proposed cannot be shown." />}
      {found && found.settling !== 'never' && <SettleDialog proposal={found} onClose={proposal.reset} />}
      {proposal.isSuccess && (!found || found.settling === 'never') && (
        <Dialog title="Verify by the bank’s row" onClose={proposal.reset}>
          <p>{found ? groupMeanings[found.state] : 'Nothing is proposed for this submission any more.'}</p>
        </Dialog>
      )}
    </>
  )
}
