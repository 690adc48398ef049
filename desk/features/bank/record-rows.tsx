import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAt } from '../../../festival/day'
import type { RecordRow, ShownExpected } from '../../../festival/desk/bank'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { useMayAct } from '../../api'
import { Failed, Loading } from '../../messages'
import { bankOptions, matchesOptions } from './bank'
import { RowLine } from './side-lines'
import { TieDialog } from './tie-dialog'

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
  const [isTying, setIsTying] = useState(false)
  const { data, error, refetch } = useQuery({ ...matchesOptions, enabled: isTying })
  const open = data?.expected.find(({ id }) => id === record.id)
  const close = () => setIsTying(false)
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
        <Button shape="secondary" className="mt-2 min-h-11!" aria-haspopup="dialog" onClick={() => setIsTying(true)}>
          {record.bankRows.length > 0 ? 'Verify by the bank’s row …' : 'Which payment is it? …'}
        </Button>
      )}
      {isTying &&
        (data && open ? (
          <TieDialog of={{ expected: open }} view={data} onClose={close} />
        ) : (
          <Dialog title="Which payment is it?" onClose={close}>
            {error ? (
              <Failed failure={error} what="The payments cannot be shown." onRetry={() => void refetch()} />
            ) : data ? (
              <p>No payment can be tied to this submission any more.</p>
            ) : (
              <Loading />
            )}
          </Dialog>
        ))}
    </>
  )
}
