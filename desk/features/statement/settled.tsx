import { useEffect, useRef } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import { settleSkipWords } from '../../../festival/desk/statement'
import { Banner } from '../../../ui/banner'
import { Link } from '../../navigation/link'
import { useTakenBack } from '../decisions/recent'
import type { SettleOutcome } from '../decisions/settle'
import { recordAddress } from '../queue/filter'
import { count } from './tell-money'

const shown = 100

/** What came of a yes: how many were verified, who was left alone and why, and whose payment the bank took back. */
export const Settled = ({ outcome: { id, settled, skipped, imported } }: { outcome: SettleOutcome }) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  const takenBack = imported?.takenBack ?? []
  const verified = settled.filter(({ decision }) => decision !== null)
  const added = settled.length - verified.length
  const undone = useTakenBack(id)
  const stay = verified.length - (undone ?? 0)
  return (
    <div className="grid gap-4">
      <Banner
        ref={banner}
        tone="success"
        title={
          verified.length === 0
            ? 'The file is saved'
            : undone === undefined
              ? `${count(verified.length, 'submission')} verified (bank)`
              : `${count(undone, 'submission')} taken back${stay > 0 ? `, ${stay.toLocaleString('en-IN')} verified (bank)` : ''}`
        }
      >
        {imported && (
          <p className="figures">
            {imported.fresh.count === 0
              ? `Nothing new: all ${imported.known.toLocaleString('en-IN')} rows were in earlier files.`
              : `${count(imported.fresh.count, 'new row')} saved, ${writePaise(imported.fresh.sum)} received.`}
          </p>
        )}
        {verified.length > 0 && undone === undefined && (
          <p>Within a minute all of them can be taken back together, or each one on its record.</p>
        )}
        {added > 0 && (
          <p>
            {count(added, 'payment was', 'payments were')} added to somebody who was verified before. Undo leaves{' '}
            {added === 1 ? 'it' : 'them'}: what is too much is on the list of refunds.
          </p>
        )}
      </Banner>
      {takenBack.length > 0 && (
        <section aria-label="Taken back by the bank">
          <h2 className="text-lg text-artery">The bank took {count(takenBack.length, 'payment')} back</h2>
          <p>They are not matched any more; whoever was verified by one carries a flag now.</p>
          <ul className="figures">
            {takenBack.map(({ id, label, name, amount }) => (
              <li key={id} className="border-b border-rule">
                <Link href={recordAddress(id, '')} className="target flex items-center justify-between gap-3 underline">
                  <span>
                    <bdi className="font-semibold">{name}</bdi> {label}
                  </span>
                  {writePaise(amount)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {skipped.length > 0 && (
        <section aria-label="Left alone">
          <h2 className="text-lg">{count(skipped.length, 'was', 'were')} left alone</h2>
          <ul className="figures">
            {skipped.slice(0, shown).map(({ submission, label, name, why }) => (
              <li key={submission} className="border-b border-rule">
                <Link href={recordAddress(submission, '')} className="target grid content-center py-1 hover:underline">
                  <span>
                    <bdi className="font-semibold">{name}</bdi> <span className="text-faded">{label}</span>
                  </span>
                  <span>{settleSkipWords[why]}</span>
                </Link>
              </li>
            ))}
          </ul>
          {skipped.length > shown && <p>… and {skipped.length - shown} more.</p>}
        </section>
      )}
    </div>
  )
}
