import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { type Refund, refundWords } from '../../../festival/contract/bank'
import { deskCalls } from '../../../festival/contract/calls'
import { type MoneyOutcome, moneyOutcomes, moneyWords } from '../../../festival/contract/states'
import type { Paise } from '../../../festival/payment/money'
import { Button, buttonClasses } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { PhoneLink } from '../../../ui/phone-link'
import { TextField } from '../../../ui/text-field'
import { Link, toQueue } from '../../address'
import { moneyCommand, queryCall, useCommand, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useSubjects } from '../../festival'
import { Check, useAmount, useCheckedField } from '../../fields'
import { closeWith } from '../../messages'
import { Page } from '../../page'
import { List } from '../../rows'
import { formatMoment } from '../../words'
import { PersonLink, RowLine } from './lines'
import { UndoRecordedLine } from './undo-recorded-line'

const outcomeTexts = {
  returned: {
    title: 'Refund',
    text: 'Send the money with your own app first, then record it here. A minute later the participant gets an e-mail with the amount and how you sent it.',
    amount: 'Amount that was refunded',
    note: 'How it was refunded',
    noteInput: { suggestions: ['UPI', 'Cash', 'Bank transfer'] },
    missing: 'Say how it was refunded.',
    done: 'refunded',
    confirm: 'Mark as refunded',
    button: 'Refund …',
  },
  kept: {
    title: 'Don’t refund',
    text: 'No e-mail is sent about this. The desk records who decided it, and why.',
    amount: 'Amount that is not refunded',
    note: 'Why it is not refunded',
    noteInput: {},
    missing: 'Say why it is not refunded, such as “a pass is not refundable”.',
    done: 'not refunded',
    confirm: 'Mark as not refunded',
    button: 'Don’t refund …',
  },
} as const satisfies Record<MoneyOutcome, object>

/** Keeps the typed text if another organiser was faster. */
const RefundDialog = ({
  refund,
  outcome,
  onClose,
}: {
  refund: Refund
  outcome: MoneyOutcome
  onClose: () => void
}) => {
  const texts = outcomeTexts[outcome]
  const { entryId, name, amount: remaining } = refund
  const [isCash, setIsCash] = useState(refund.cash > 0 && outcome === 'returned')
  const note = useCheckedField('note', isCash ? 'Cash' : '', (text) =>
    text.trim() === '' ? texts.missing : undefined,
  )
  const amount = useAmount(formatPaise(remaining), remaining)
  const recording = useCommand('recordRefund', {
    ...moneyCommand,
    onSuccess: () =>
      closeWith(onClose, `Recorded: ${formatPaise(amount.paise)} ${texts.done}, ${name}`),
  })
  const submit = () => {
    const isNoteGiven = note.check()
    if (amount.check() && isNoteGiven) {
      recording.mutate({
        body: { id: makeUuid(), entryId, amount: amount.paise, outcome, isCash, note: note.value },
      })
    }
  }
  return (
    <CommandDialog
      title={`${texts.title} ${name}`}
      confirm={texts.confirm}
      errorTitle="Not saved"
      command={recording}
      isDisabled={remaining === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <p className="figures" role="status">
        <b>{formatPaise(remaining)}</b> still to decide. {describeRefund(refund)}.
      </p>
      <TextField {...amount.field} label={texts.amount} />
      {outcome === 'returned' && (
        <Check checked={isCash} onChange={({ target }) => setIsCash(target.checked)}>
          In cash, from the money that I hold
        </Check>
      )}
      <TextField {...note.field} {...texts.noteInput} label={texts.note} maxLength={300} />
    </CommandDialog>
  )
}

const Amount = ({ amount, label }: { amount: Paise; label: string }) => (
  <>
    <b className="text-lg whitespace-nowrap">{formatPaise(amount)}</b>
    <span className="head block">{label}</span>
  </>
)

const describeRefund = ({ why, received, isUnseen, cash, due, returned, kept }: Refund): string =>
  [
    `${refundWords[why]}: ${formatPaise(received)} ${isUnseen ? 'fee, not in the bank statement' : 'received'}`,
    cash > 0 && `${formatPaise(cash)} of it in cash`,
    why === 'too-much' && `${formatPaise(due)} due`,
    returned > 0 && `${formatPaise(returned)} refunded`,
    kept > 0 && `${formatPaise(kept)} not refunded`,
  ]
    .filter(Boolean)
    .join(', ')

const rowLook = '@container grid gap-1 py-3'

export const RefundsPage = () => {
  const mayNote = useMayAct('verifier')
  const isAdmin = useMayAct('admin')
  const refundList = useQuery(queryCall('listRefunds', {}))
  const [chosen, setChosen] = useState<{ refund: Refund; outcome: MoneyOutcome }>()
  const { refunds, recorded, sums } = refundList.data ?? {}
  const cancelled = useSubjects().filter(({ status }) => status === 'cancelled')
  return (
    <Page
      title="Refunds"
      intro="Overpayments, and payments for rejected, withdrawn or cancelled entries. The desk sends no money; it only records your refunds."
      query={refundList}
      what="Refunds cannot be shown."
      className="max-w-2xl"
    >
      {sums && (
        <dl className="mt-4 grid grid-cols-3 border-y border-line py-2">
          {Object.entries({
            'Still to refund': sums.due,
            Refunded: sums.returned,
            'Not refunded': sums.kept,
          }).map(([word, sum]) => (
            <div key={word}>
              <dt className="head">{word}</dt>
              <dd className="figures text-base font-semibold sm:text-lg">{formatPaise(sum)}</dd>
            </div>
          ))}
        </dl>
      )}
      {isAdmin && sums && (
        <a
          href={deskCalls.exportRefunds.path}
          download
          className={`${buttonClasses('secondary')} my-4 mr-4`}
        >
          CSV
        </a>
      )}
      {cancelled.map(({ key, title }) => (
        <Link key={key} href={toQueue({ event: key, scope: 'open' })} className="press">
          {title} is cancelled: see the waiting entries, to reject them all
        </Link>
      ))}
      <List
        rows={refunds}
        rowKey="entryId"
        emptyText="There is nothing to refund."
        itemClassName={rowLook}
      >
        {(refund) => (
          <>
            <PersonLink entry={refund}>
              <Amount amount={refund.amount} label="still to refund" />
            </PersonLink>
            <p className="figures">{describeRefund(refund)}.</p>
            {refund.moneyChoice && (
              <p className="text-nerve">
                Their e-mail says: {moneyWords[refund.moneyChoice].toLowerCase()}.
              </p>
            )}
            <p className="flex flex-wrap items-center gap-x-4">
              <PhoneLink number={refund.phone} />
              <span className="wrap-anywhere">{refund.email}</span>
            </p>
            {refund.rows.map((row) => (
              <RowLine key={row.id} row={row} />
            ))}
            {refund.isUnseen && mayNote && !isAdmin && (
              <p>This payment is not in the bank statement. Only an admin can refund it.</p>
            )}
            <p className="mt-1 flex flex-wrap gap-2 empty:hidden">
              {mayNote &&
                (isAdmin || !refund.isUnseen) &&
                moneyOutcomes.map((outcome) => (
                  <Button
                    key={outcome}
                    shape="secondary"
                    aria-haspopup="dialog"
                    onClick={() => setChosen({ refund, outcome })}
                  >
                    {outcomeTexts[outcome].button}
                  </Button>
                ))}
            </p>
          </>
        )}
      </List>
      <List
        title="Refunded or not refunded"
        rows={recorded}
        rowKey="id"
        className="mt-8"
        itemClassName={rowLook}
      >
        {(line) => (
          <>
            <PersonLink entry={line}>
              <Amount amount={line.amount} label={outcomeTexts[line.outcome].done} />
            </PersonLink>
            <p className="figures break-words text-faded">
              {line.note && <span className="text-ink">{line.note}, </span>}
              {formatMoment(line.at)} by {line.by}
            </p>
            <UndoRecordedLine id={line.id} by={line.by} from="refunds" />
          </>
        )}
      </List>
      {chosen && (
        <RefundDialog
          key={`${chosen.refund.entryId} ${chosen.outcome}`}
          outcome={chosen.outcome}
          // Another organiser may have recorded a part of the refund since.
          refund={
            refunds?.find(({ entryId }) => entryId === chosen.refund.entryId) ?? {
              ...chosen.refund,
              amount: 0,
            }
          }
          onClose={() => setChosen(undefined)}
        />
      )}
    </Page>
  )
}
