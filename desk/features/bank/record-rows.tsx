import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dayAt } from '../../../festival/day'
import type { BankView, RecordRow, ShownExpected } from '../../../festival/desk/bank'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { type CallFailed, useMayAct } from '../../api'
import { Failed } from '../../messages'
import { bankOptions, matchesOptions } from './bank'
import { RowLine } from './lines'
import { SettleDialog } from './settle-dialog'

const standingWords = ({ standing, amount }: RecordRow, { state }: SubmissionRecord): string => {
  if (standing === 'reversed' || amount < 0) return 'Taken back by the bank'
  if (standing === 'names-it') return 'Names this submission'
  return state === 'verified' ? 'Verified by this payment' : 'Came for this submission'
}

/** Whether a payment may be tied to a record by hand: none is yet, and there are some. */
export const useMayTie = (record: SubmissionRecord): boolean => {
  const maySettle = useMayAct('verifier')
  const { data } = useQuery(bankOptions)
  const isOpen = record.state === 'submitted' || record.state === 'needs-correction' || record.ground === 'picture'
  const isPaid = record.bankRows.some(({ standing, amount }) => standing === 'allocated' && amount > 0)
  return maySettle && isOpen && !isPaid && !record.cash && record.due !== null && (data?.payments.open ?? 0) > 0
}

/** A record as a bank's row is compared with it. */
const expectedOf = (record: SubmissionRecord): ShownExpected => {
  const { id, version, kind, label, name, phone, eventName, due, sentAt, paymentReference, utr, state, ground } = record
  const number = utr.replace(/\s/g, '')
  const read = record.evidence.find(({ utr: found }) => found)?.utr
  return {
    ...{ id, version, kind, label, name, phone, eventName, state, ground, flags: [] },
    due: (due ?? 0) * 100,
    day: dayAt(Date.parse(sentAt)),
    ...(paymentReference ? { reference: paymentReference } : {}),
    ...(number ? { number } : {}),
    ...(read ? { pictureNumber: read } : {}),
  }
}

/** What the bank's statement says of a record: between its proof and its facts (behaviour 15.43). */
export const RecordRows = ({ record, mayTie }: { record: SubmissionRecord; mayTie: boolean }) => {
  const client = useQueryClient()
  const looking = useMutation<BankView, CallFailed>({ mutationFn: () => client.fetchQuery(matchesOptions) })
  const open = looking.data?.expected.find(({ id }) => id === record.id)
  return (
    <>
      <ul className="@container grid gap-2">
        {record.bankRows.map((row) => (
          <li key={row.id}>
            <p className="font-semibold">{standingWords(row, record)}</p>
            <RowLine row={{ ...row, allocatedTo: [] }} expected={[expectedOf(record)]} />
            <p className="text-xs wrap-anywhere text-faded">Imported by {row.importedBy}</p>
            {row.reason && <p className="mt-1 italic">“{row.reason}”</p>}
          </li>
        ))}
      </ul>
      {mayTie && (
        <Button shape="secondary" className="mt-2 min-h-11!" aria-haspopup="dialog" onClick={() => looking.mutate()}>
          {record.bankRows.length > 0 ? 'Verify by the bank’s row …' : 'Which payment is it? …'}
        </Button>
      )}
      {looking.error && <Failed failure={looking.error} what="The payments cannot be shown." />}
      {looking.data && !open && <p role="alert">No payment can be tied to this submission any more.</p>}
      {looking.data && open && (
        <SettleDialog of={{ expected: open }} view={looking.data} onClose={() => looking.reset()} />
      )}
    </>
  )
}
