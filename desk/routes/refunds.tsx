import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refund } from '../../festival/desk/statement'
import { writePaise } from '../../festival/statement/write-paise'
import { Button } from '../../ui/button'
import { PhoneLink } from '../../ui/phone-link'
import { recordAddress } from '../features/queue/filter'
import { RefundDialog } from '../features/refunds/refund-dialog'
import { useMayAct } from '../features/sign-in/use-me'
import { BankLine } from '../features/statement/proposal-item'
import { refundsOptions } from '../features/statement/use-statements'
import { Link } from '../navigation/link'
import { Failed, Loading } from '../shell/waiting'

const whyWords = {
  'too-much': 'More came than is due',
  'not-accepted': 'Rejected or withdrawn, and paid',
} as const satisfies Record<Refund['why'], string>

const Item = ({ refund, onNote }: { refund: Refund; onNote: (() => void) | undefined }) => {
  const { submission, label, name, email, phone, why, received, due, returned, amount, rows } = refund
  return (
    <li className="grid gap-1 border-b border-rule py-3">
      <div className="flex items-start justify-between gap-3">
        <Link
          href={recordAddress(submission, '')}
          className="target grid min-w-0 content-center underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          <span className="truncate">
            <bdi className="font-semibold">{name}</bdi> <span className="figures text-faded">{label}</span>
          </span>
        </Link>
        <p className="figures text-right">
          <b className="text-lg whitespace-nowrap">{writePaise(amount)}</b>
          <span className="head block">to give back</span>
        </p>
      </div>
      <p className="figures">
        {whyWords[why]}: {writePaise(received)} received, {writePaise(due)} due
        {returned > 0 && `, ${writePaise(returned)} given back`}.
      </p>
      <p className="flex flex-wrap items-center gap-x-4">
        <PhoneLink number={phone} />
        <span className="break-all">{email}</span>
      </p>
      {rows.map((row) => (
        <BankLine key={row.id} row={row} />
      ))}
      {onNote && (
        <Button shape="secondary" className="mt-1 min-h-11! justify-self-start" onClick={onNote}>
          Note as given back …
        </Button>
      )}
    </li>
  )
}

const settled = (refund: Refund): Refund => ({ ...refund, returned: refund.returned + refund.amount, amount: 0 })

/** Money that is to be given back, and what was given back so far (behaviour 15.44). */
export const Refunds = () => {
  const mayNote = useMayAct('verifier')
  const { data, error, refetch } = useQuery(refundsOptions)
  const [chosen, setNoted] = useState<Refund>()
  // As it stands now: somebody else may have given some of it back, or all.
  const noted = chosen && (data?.refunds.find(({ submission }) => submission === chosen.submission) ?? settled(chosen))
  return (
    <div className="mx-auto max-w-2xl px-4 py-6">
      <h1 className="text-2xl">Refunds due</h1>
      <p className="mt-1 text-faded">
        Payments beyond what is due, and those of submissions that were rejected or withdrawn. The desk sends no money.
      </p>
      {error && <Failed failure={error} what="Refunds cannot be shown." onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.refunds.length === 0 && <p className="py-8 text-center text-faded">Nothing is to be given back.</p>}
      {data && data.refunds.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {data.refunds.map((refund) => (
            <Item
              key={`${refund.submission} ${refund.why}`}
              refund={refund}
              onNote={mayNote ? () => setNoted(refund) : undefined}
            />
          ))}
        </ul>
      )}
      {noted && <RefundDialog refund={noted} onClose={() => setNoted(undefined)} />}
    </div>
  )
}
