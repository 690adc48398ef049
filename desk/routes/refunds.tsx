import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Paise, writePaise } from '../../festival/bank/cells'
import type { NotedRefund, Refund } from '../../festival/desk/refunds'
import { type MoneyOutcome, moneyWords } from '../../festival/desk/states'
import { Button } from '../../ui/button'
import { PhoneLink } from '../../ui/phone-link'
import { recordAddress } from '../features/queue/filter'
import { RefundDialog } from '../features/refunds/refund-dialog'
import { useMayAct } from '../features/sign-in/use-me'
import { BankLine } from '../features/statement/proposal-item'
import { refundsOptions } from '../features/statement/use-statements'
import { Link } from '../navigation/link'
import { Failed, Loading } from '../shell/waiting'
import { writeMoment } from '../words/write-moment'

const whyWords = {
  'too-much': 'More came than is due',
  'not-accepted': 'Rejected or withdrawn, and paid',
} as const satisfies Record<Refund['why'], string>

const outcomeWords: Readonly<Record<MoneyOutcome, string>> = { returned: 'given back', kept: 'kept' }

const Person = ({ of: { submission, label, name } }: { of: Pick<Refund, 'submission' | 'label' | 'name'> }) => (
  <Link
    href={recordAddress(submission, '')}
    className="target grid min-w-0 content-center underline decoration-line underline-offset-4 hover:decoration-ink"
  >
    <span className="truncate">
      <bdi className="font-semibold">{name}</bdi> <span className="figures text-faded">{label}</span>
    </span>
  </Link>
)

const Amount = ({ of, children }: { of: Paise; children: string }) => (
  <p className="figures text-right">
    <b className="text-lg whitespace-nowrap">{writePaise(of)}</b>
    <span className="head block">{children}</span>
  </p>
)

const Due = ({ refund, onNote }: { refund: Refund; onNote: ((outcome: MoneyOutcome) => void) | undefined }) => {
  const { email, phone, why, received, cash, due, returned, kept, amount, told, rows } = refund
  return (
    <li className="grid gap-1 border-b border-rule py-3">
      <div className="flex items-start justify-between gap-3">
        <Person of={refund} />
        <Amount of={amount}>to decide</Amount>
      </div>
      <p className="figures">
        {whyWords[why]}: {writePaise(received)} received{cash > 0 && ` (${writePaise(cash)} in cash)`}
        {why === 'too-much' && `, ${writePaise(due)} due`}
        {returned > 0 && `, ${writePaise(returned)} given back`}
        {kept > 0 && `, ${writePaise(kept)} kept`}.
      </p>
      {told && <p className="text-nerve">Their mail says: {moneyWords[told].toLowerCase()}.</p>}
      <p className="flex flex-wrap items-center gap-x-4">
        <PhoneLink number={phone} />
        <span className="break-all">{email}</span>
      </p>
      {rows.map((row) => (
        <BankLine key={row.id} row={row} />
      ))}
      {onNote && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button shape="secondary" className="min-h-11!" aria-haspopup="dialog" onClick={() => onNote('returned')}>
            Give back …
          </Button>
          <Button shape="secondary" className="min-h-11!" aria-haspopup="dialog" onClick={() => onNote('kept')}>
            Keep …
          </Button>
        </div>
      )}
    </li>
  )
}

const Noted = ({ of }: { of: NotedRefund }) => (
  <li className="border-b border-rule py-2">
    <div className="flex items-start justify-between gap-3">
      <Person of={of} />
      <Amount of={of.amount}>{outcomeWords[of.outcome]}</Amount>
    </div>
    <p className="figures break-words text-faded">
      {of.note && <span className="text-ink">{of.note}, </span>}
      {writeMoment(of.at)} by {of.by}
    </p>
  </li>
)

const settled = (refund: Refund): Refund => ({ ...refund, returned: refund.returned + refund.amount, amount: 0 })

/** Money that is to be given back or kept, and what became of the rest (behaviours 15.44, 15.61). */
export const Refunds = () => {
  const mayNote = useMayAct('verifier')
  const { data, error, refetch } = useQuery(refundsOptions)
  const [chosen, setChosen] = useState<{ refund: Refund; outcome: MoneyOutcome }>()
  // As it stands now: somebody else may have given some of it back, or all.
  const noted =
    chosen &&
    (data?.refunds.find(({ submission }) => submission === chosen.refund.submission) ?? settled(chosen.refund))
  return (
    <div className="mx-auto max-w-2xl px-4 py-6">
      <h1 className="text-2xl">Refunds</h1>
      <p className="mt-1 text-faded">
        Payments beyond what is due, and those of submissions that were rejected or withdrawn. The desk sends no money:
        it notes what you did.
      </p>
      {error && <Failed failure={error} what="Refunds cannot be shown." onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <dl className="mt-4 grid grid-cols-3 border-y border-line py-2">
            {[
              ['To decide', data.sums.due] as const,
              ['Given back', data.sums.returned] as const,
              ['Kept', data.sums.kept] as const,
            ].map(([word, sum]) => (
              <div key={word}>
                <dt className="head">{word}</dt>
                <dd className="figures text-base font-semibold sm:text-lg">{writePaise(sum)}</dd>
              </div>
            ))}
          </dl>
          {data.refunds.length === 0 ? (
            <p className="py-8 text-center text-faded">Nothing is to be given back.</p>
          ) : (
            <ul>
              {data.refunds.map((refund) => (
                <Due
                  key={refund.submission}
                  refund={refund}
                  onNote={mayNote ? (outcome) => setChosen({ refund, outcome }) : undefined}
                />
              ))}
            </ul>
          )}
          {data.noted.length > 0 && (
            <section aria-labelledby="noted" className="mt-8">
              <h2 id="noted" className="text-lg">
                Given back or kept
              </h2>
              <ul className="mt-1 border-t border-line">
                {data.noted.map((one) => (
                  <Noted key={one.id} of={one} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      {noted && chosen && (
        <RefundDialog
          key={`${noted.submission} ${chosen.outcome}`}
          refund={noted}
          outcome={chosen.outcome}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}
