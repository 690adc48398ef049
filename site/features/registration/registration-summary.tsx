import type { ReactNode } from 'react'
import { lunch } from '#edition/lunch'
import { amountDue } from '../../../festival/amount-due'
import { formatRupees, formatTotal } from '../../../festival/fee'
import { dayOf, formatHours, formatShortDay } from '../../../festival/slot'
import type { Subject } from '../../../festival/subject'
import { passPrices } from '../../pass-prices'
import type { RegistrationDraft } from './draft'
import { countMembers } from './form-values'

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures ml-auto max-w-52 text-right font-semibold">{children}</dd>
  </div>
)

/** When, for how much, for what prize, with or without lunch; it stays in view where there is room. */
export const RegistrationSummary = ({ subject, draft }: { subject: Subject; draft: RegistrationDraft }) => {
  const count = countMembers(draft.values)
  const amount = amountDue(subject.fee, count, draft.couponHolds)
  const full = amountDue(subject.fee, count)
  return (
    <aside aria-label="Summary" className="text-sm">
      <dl className="border-t border-accent">
        {subject.slots.map((time) => (
          <Row key={time.start} name={time.label ?? 'When'}>
            {formatShortDay(dayOf(time.start))}
            <br />
            {formatHours(time)}
          </Row>
        ))}
        <Row name="Fee">{formatTotal(subject, passPrices)}</Row>
        {subject.prize !== undefined && <Row name="Prize Worth">{formatRupees(subject.prize)}</Row>}
        <Row name="Lunch">{subject.lunch ? lunch.included : lunch.excluded}</Row>
        {amount !== undefined && (
          <Row name="To pay">
            {full !== amount && full !== undefined && (
              <s className="mr-2 font-normal text-faded">{formatRupees(full)}</s>
            )}
            <span className="text-lg/none">{formatRupees(amount)}</span>
          </Row>
        )}
      </dl>
    </aside>
  )
}
