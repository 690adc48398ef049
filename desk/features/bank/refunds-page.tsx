import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { bankBounds, type Refund, refundWords } from '../../../festival/contract/bank'
import { deskCalls } from '../../../festival/contract/calls'
import { type MoneyOutcome, moneyOutcomes, moneyWords } from '../../../festival/contract/states'
import { groupBy } from '../../../festival/group-by'
import type { Paise } from '../../../festival/payment/money'
import { Button, buttonClasses } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { PhoneLink } from '../../../ui/phone-link'
import { Link, toQueue } from '../../address'
import { queryCall, useMayAct } from '../../api'
import { useSubjects } from '../../festival'
import { Check } from '../../fields'
import { Page } from '../../page'
import { List } from '../../rows'
import { formatCount, formatMoment } from '../../words'
import { PersonLink, RowLine } from './lines'
import { describeRefunds, outcomeTexts, RefundDialog } from './refund-dialog'
import { UndoRecordedLine } from './undo-recorded-line'

const rowLook = '@container grid gap-1 py-3'

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

const Amount = ({ amount, label }: { amount: Paise; label: string }) => (
  <>
    <b className="text-lg whitespace-nowrap">{formatPaise(amount)}</b>
    <span className="head block">{label}</span>
  </>
)

const RefundCard = ({
  refund,
  isTicked,
  onTick,
}: {
  refund: Refund
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) => {
  const { upiId, sameUpiId, moneyChoice } = refund
  const mayRecord = useMayAct('verifier')
  const isAdmin = useMayAct('admin')
  return (
    <>
      <PersonLink entry={refund}>
        <Amount amount={refund.amount} label="still to refund" />
      </PersonLink>
      <p className="figures">{describeRefund(refund)}.</p>
      {moneyChoice && (
        <p className="text-nerve">Their e-mail says: {moneyWords[moneyChoice].toLowerCase()}.</p>
      )}
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="wrap-anywhere">UPI ID: {upiId || 'not given yet'}</span>
        {upiId && <CopyButton isShort text={upiId} label={`Copy ${upiId}`} />}
      </p>
      {sameUpiId > 0 && (
        <p className="text-artery">
          {formatCount(sameUpiId, 'other entry', 'other entries')} gave the same UPI ID.
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        <PhoneLink number={refund.phone} />
        <span className="wrap-anywhere">{refund.email}</span>
      </p>
      {refund.rows.map((row) => (
        <RowLine key={row.id} row={row} />
      ))}
      {mayRecord &&
        (refund.isUnseen && !isAdmin ? (
          <p>This payment is not in the bank statement. Only an admin can refund it.</p>
        ) : (
          <Check checked={isTicked} onChange={({ target }) => onTick(target.checked)}>
            Tick {refund.name}
          </Check>
        ))}
    </>
  )
}

export const RefundsPage = () => {
  const isAdmin = useMayAct('admin')
  const mayRecord = useMayAct('verifier')
  const refundList = useQuery(queryCall('listRefunds', {}))
  const [ticked, setTicked] = useState<readonly string[]>([])
  // The list is fetched again after the command, while the dialog still shows its result.
  const [dialog, setDialog] = useState<{ refunds: readonly Refund[]; outcome: MoneyOutcome }>()
  const { refunds = [], recorded, sums } = refundList.data ?? {}
  const mayTick = ({ isUnseen }: Refund) => mayRecord && (isAdmin || !isUnseen)
  const isTicked = ({ entryId }: Refund) => ticked.includes(entryId)
  const chosen = refunds.filter(isTicked)
  const tick = (changed: readonly Refund[], isOn: boolean) => {
    const ids = changed.map(({ entryId }) => entryId)
    const others = ticked.filter((id) => !ids.includes(id))
    setTicked(isOn ? [...others, ...ids] : others)
  }
  const { data: waiting } = useQuery(queryCall('countQueue', { query: { scope: 'open' } }))
  const cancelled = useSubjects().filter(
    ({ key, status }) => status === 'cancelled' && waiting?.event?.[key],
  )
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
      {sums && refunds.length === 0 && (
        <p className="py-8 text-center text-faded">There is nothing to refund.</p>
      )}
      {[...groupBy(refunds, ({ eventName }) => [eventName])].map(([eventName, ofEvent]) => {
        // Leaves out refunds that were refused in an e-mail.
        const usual = ofEvent
          .filter((refund) => mayTick(refund) && refund.moneyChoice !== 'keep')
          .slice(0, bankBounds.refundedAtOnce)
        return (
          <section key={eventName} aria-label={eventName} className="mt-6">
            <h2 className="text-lg">{eventName}</h2>
            {usual.length > 1 && (
              <Check
                checked={usual.every(isTicked)}
                onChange={({ target }) => tick(usual, target.checked)}
              >
                Tick {describeRefunds(usual)} in {eventName}
              </Check>
            )}
            <List rows={ofEvent} rowKey="entryId" itemClassName={rowLook}>
              {(refund) => (
                <RefundCard
                  refund={refund}
                  isTicked={isTicked(refund)}
                  onTick={(isOn) => tick([refund], isOn)}
                />
              )}
            </List>
          </section>
        )
      })}
      {chosen.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-leaf px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          <p className="figures font-semibold" role="status">
            {describeRefunds(chosen)}
          </p>
          {moneyOutcomes.map((outcome) => (
            <Button
              key={outcome}
              shape="secondary"
              aria-haspopup="dialog"
              onClick={() => setDialog({ refunds: chosen, outcome })}
            >
              {outcomeTexts[outcome].button}
            </Button>
          ))}
        </div>
      )}
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
      {dialog && <RefundDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}
