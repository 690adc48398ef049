import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownProposal, Statements } from '../../../festival/desk/statement'
import { formatDays } from '../../../festival/slot'
import { writeAmount } from '../../../festival/statement/write-amount'
import { Link } from '../../navigation/link'
import { pages } from '../../routes'
import { Failed, Loading } from '../../shell/waiting'
import { writeMoment } from '../../words/write-moment'
import { useMayAct } from '../sign-in/use-me'
import { GroupList } from './group-list'
import { SettleDialog } from './settle-dialog'
import { count } from './tell-money'
import { proposalsOptions } from './use-statements'

/** What the payments that are kept leave open, each to be looked at and settled by itself. */
export const OpenProposals = () => {
  const mayDecide = useMayAct('verifier')
  const { data, error, refetch } = useQuery(proposalsOptions)
  const [chosen, setChosen] = useState<ShownProposal>()
  if (error) return <Failed failure={error} what="What is open cannot be shown." onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.groups.length === 0) return <p className="text-faded">Nothing is open.</p>
  return (
    <>
      <GroupList groups={data.groups} {...(mayDecide ? { onSettle: setChosen } : {})} />
      {chosen && <SettleDialog proposal={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** Which files were read, and what of their payments is spent. */
export const FilesSoFar = ({ statements: { imports, payments, refunds } }: { statements: Statements }) => (
  <>
    <p className="figures">
      {count(payments.spent, 'payment')} matched, {writeAmount(payments.spentSum)}; {count(payments.open, 'payment')}{' '}
      not matched, {writeAmount(payments.openSum)}.
    </p>
    {refunds.count > 0 && (
      <Link href={pages.refunds} className="target inline-flex items-center underline underline-offset-4">
        {count(refunds.count, 'refund')} due, {writeAmount(refunds.sum)}
      </Link>
    )}
    <ul className="mt-2 border-t border-rule">
      {imports.map(({ id, at, by, layout, days, fresh, known, reversals, sum }) => (
        <li key={id} className="figures border-b border-rule py-2">
          <p className="flex flex-wrap justify-between gap-x-3">
            <b>{formatDays(days.first, days.last)}</b>
            <span>
              {count(fresh, 'new row')}, {writeAmount(sum)}
              {reversals > 0 && `, ${count(reversals, 'reversal')}`}
              {known > 0 && `, ${known.toLocaleString('en-IN')} known`}
            </span>
          </p>
          <p className="text-xs break-all text-faded">
            {layout}, read {writeMoment(at)} by {by}
          </p>
        </li>
      ))}
    </ul>
  </>
)
