import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { bankBounds, type Refund } from '../../../festival/contract/bank'
import { deskCalls } from '../../../festival/contract/calls'
import type { MoneyOutcome } from '../../../festival/contract/states'
import { groupBy } from '../../../festival/group-by'
import { buttonClasses } from '../../../ui/button'
import { Link, toQueue } from '../../address'
import { queryCall, useMayAct } from '../../api'
import { useSubjects } from '../../festival'
import { Check } from '../../fields'
import { Page } from '../../page'
import { List } from '../../rows'
import { formatMoment } from '../../words'
import { PersonLink } from './lines'
import { BatchBar, sumRefunds } from './refund-batch'
import { Amount, outcomeTexts, RefundCard, RefundDialog } from './refund-card'
import { UndoRecordedLine } from './undo-recorded-line'

const rowLook = '@container grid gap-1 py-3'

/** Leaves out payments that an e-mail declared as not refunded. */
const listTickedAtOnce = (refunds: readonly Refund[]): Refund[] =>
  refunds.filter(({ moneyChoice }) => moneyChoice !== 'keep').slice(0, bankBounds.refundedAtOnce)

const TickAll = ({
  refunds,
  what,
  ticked,
  onTick,
}: {
  refunds: readonly Refund[]
  what: string
  ticked: readonly string[]
  onTick: (ids: readonly string[], isTicked: boolean) => void
}) => {
  const ids = listTickedAtOnce(refunds).map(({ entryId }) => entryId)
  if (ids.length < 2) {
    return null
  }
  const areTicked = ids.every((id) => ticked.includes(id))
  return (
    <Check checked={areTicked} onChange={() => onTick(ids, !areTicked)}>
      Tick {ids.length} in {what}
    </Check>
  )
}

export const RefundsPage = () => {
  const isAdmin = useMayAct('admin')
  const mayRecord = useMayAct('verifier')
  const refundList = useQuery(queryCall('listRefunds', {}))
  const [chosen, setChosen] = useState<{ refund: Refund; outcome: MoneyOutcome }>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { refunds, recorded, sums } = refundList.data ?? {}
  const tickable = (refunds ?? []).filter(({ isUnseen }) => mayRecord && (isAdmin || !isUnseen))
  const groups = groupBy(refunds ?? [], ({ eventName }) => [eventName])
  const tick = (ids: readonly string[], isTicked: boolean) => {
    const others = ticked.filter((id) => !ids.includes(id))
    setTicked(isTicked ? [...others, ...ids] : others)
  }
  const tickAll = { ticked, onTick: tick }
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
      {groups.size > 1 && <TickAll refunds={tickable} what="all events" {...tickAll} />}
      {refunds?.length === 0 && (
        <p className="py-8 text-center text-faded">There is nothing to refund.</p>
      )}
      {[...groups].map(([eventName, ofEvent]) => (
        <section key={eventName} aria-label={eventName} className="mt-6">
          <h2 className="text-lg">{eventName}</h2>
          <p className="figures">{sumRefunds(ofEvent)}</p>
          <TickAll
            refunds={tickable.filter((refund) => refund.eventName === eventName)}
            what={eventName}
            {...tickAll}
          />
          <List rows={ofEvent} rowKey="entryId" itemClassName={rowLook}>
            {(refund) => (
              <RefundCard
                refund={refund}
                isTicked={ticked.includes(refund.entryId)}
                onTick={(isTicked) => tick([refund.entryId], isTicked)}
                onChoose={(outcome) => setChosen({ refund, outcome })}
              />
            )}
          </List>
        </section>
      ))}
      <BatchBar ticked={tickable.filter(({ entryId }) => ticked.includes(entryId))} />
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
