import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Paise, writePaise } from '../../../festival/bank/cells'
import { type Overview, type OverviewRow, type Wait, waitFilters } from '../../../festival/desk/overview'
import type { QueueFilter } from '../../../festival/desk/queue'
import { grounds } from '../../../festival/desk/states'
import { Link, listAddress, pages, peopleAddress } from '../../address'
import { call, queryKeys } from '../../api'
import { Failed, Loading } from '../../messages'
import { useNow, writeAge, writeDay } from '../../words'
import { eventNames, stateWord } from '../queue/marks'

const write = (count: number) => count.toLocaleString('en-IN')
const toQueue = (filter: QueueFilter) => listAddress({ filter, order: 'oldest' })

const look = 'target inline-flex items-center underline decoration-line underline-offset-4 hover:decoration-ink'

/** A cell with a figure that leads to its records. */
const Figure = ({ href, children }: { href: string; children: ReactNode }) => (
  <td className="figures pl-3 text-right whitespace-nowrap">
    <Link href={href} className={`${look} justify-end`}>
      {children}
    </Link>
  </td>
)

/** A table under its heading; on a phone it moves sideways under the names of its rows. */
const Table = ({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="text-lg">{title}</h2>
    <div className="overflow-x-auto border-y border-line">
      <table className="w-full border-collapse">
        <thead>
          <tr className="align-bottom">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`head py-2 font-normal ${index === 0 ? 'text-left' : 'pl-3 text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </section>
)

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <tr className="border-t border-rule">
    <th scope="row" className="sticky left-0 bg-paper pr-2 text-left font-normal max-sm:max-w-36">
      {name}
    </th>
    {children}
  </tr>
)

const Money = ({ of: { all, grounds: by, back, unknown } }: { of: Overview }) => {
  const lines: readonly (readonly [string, string, { count: number; sum: Paise }])[] = [
    ['Should come in', toQueue({ standing: 'accepted' }), all.accepted],
    ...grounds.map(
      (ground) =>
        [stateWord({ state: 'verified', ground }), toQueue({ state: 'verified', ground }), by[ground]] as const,
    ),
    ['Not yet verified', toQueue({ standing: 'open' }), all.open],
    ['To give back', pages.refunds, back],
    ['At the bank, tied to nobody', pages.statement, unknown],
  ]
  return (
    <Table title="Money" heads={['', 'How many', 'Amount']}>
      {lines.map(([name, href, { count, sum }]) => (
        <Row key={name} name={name}>
          <Figure href={href}>{write(count)}</Figure>
          <Figure href={href}>{writePaise(sum)}</Figure>
        </Row>
      ))}
    </Table>
  )
}

const waitWords: Readonly<Record<Wait, string>> = {
  submitted: 'Wait for a check',
  corrected: '… corrected by the registrant',
  flagged: '… with a flag',
  unread: '… with a picture that is not read yet',
  'needs-correction': 'Need a correction',
  mail: 'A mail failed',
}

const Waits = ({ of: { waits } }: { of: Overview }) => {
  const now = useNow(60_000)
  const shown = Object.keys(waitWords) as Wait[]
  return (
    <Table title="What waits" heads={['', 'How many', 'The oldest']}>
      {shown.map((wait) => {
        const { count, since } = waits[wait]
        return (
          <Row key={wait} name={waitWords[wait]}>
            <Figure href={toQueue(waitFilters[wait])}>{write(count)}</Figure>
            <td className="figures pl-3 text-right whitespace-nowrap">{since ? writeAge(since, now) : '–'}</td>
          </Row>
        )
      })}
    </Table>
  )
}

const nameOf = ({ event, night, kind }: QueueFilter): string =>
  night ? `Night of ${writeDay(night)}` : kind ? 'All rooms' : event ? (eventNames.get(event) ?? event) : 'All'

/** A line for each event, tier or night; its name leads to the list of its people. */
const Subjects = ({ title, rows }: { title: string; rows: readonly OverviewRow[] }) => (
  <Table title={title} heads={['', 'Entries', 'People', 'Verified', 'Not yet', 'Verified amount', 'Amount']}>
    {rows.map(({ filter, accepted, verified, open }) => (
      <Row
        key={nameOf(filter)}
        name={
          <Link href={peopleAddress({ ...filter, standing: 'accepted' })} className={look}>
            {nameOf(filter)}
          </Link>
        }
      >
        <Figure href={toQueue({ ...filter, standing: 'accepted' })}>{write(accepted.count)}</Figure>
        <Figure href={peopleAddress({ ...filter, standing: 'accepted' })}>{write(accepted.people)}</Figure>
        <Figure href={toQueue({ ...filter, state: 'verified' })}>{write(verified.count)}</Figure>
        <Figure href={toQueue({ ...filter, standing: 'open' })}>{write(open.count)}</Figure>
        <Figure href={toQueue({ ...filter, state: 'verified' })}>{writePaise(verified.sum)}</Figure>
        <Figure href={toQueue({ ...filter, standing: 'accepted' })}>{writePaise(accepted.sum)}</Figure>
      </Row>
    ))}
  </Table>
)

/** As long as its share of the largest, beside the figure that says the same: it needs no colour and no words. */
const Bar = ({ value, most }: { value: number; most: number }) => (
  <svg aria-hidden="true" className="h-3 w-full min-w-12" preserveAspectRatio="none" viewBox="0 0 100 1">
    <rect width={most > 0 ? (100 * value) / most : 0} height="1" className="fill-current" />
  </svg>
)

const Days = ({ days }: { days: Overview['days'] }) => {
  const most = (pick: (day: Overview['days'][number]) => number) => Math.max(0, ...days.map(pick))
  const [entries, paise] = [most(({ accepted }) => accepted.count), most(({ accepted }) => accepted.sum)]
  return (
    <Table title="Day by day" heads={['Sent on', 'Entries', ' ', 'Amount', '  ']}>
      {days.toReversed().map(({ day, accepted: { count, sum } }) => (
        <Row key={day} name={writeDay(day)}>
          <Figure href={toQueue({ day, standing: 'accepted' })}>{write(count)}</Figure>
          <td className="w-1/4 pl-2 text-vein">
            <Bar value={count} most={entries} />
          </td>
          <Figure href={toQueue({ day, standing: 'accepted' })}>{writePaise(sum)}</Figure>
          <td className="w-1/4 pl-2 text-lymph">
            <Bar value={sum} most={paise} />
          </td>
        </Row>
      ))}
    </Table>
  )
}

/** The desk's first page: every figure leads to the records that it counts (behaviour 14.110). */
export const OverviewPage = () => {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => call('readOverview', { signal }),
    refetchInterval: 60_000,
  })
  return (
    <div className="mx-auto max-w-5xl px-4 py-6">
      <h1 className="text-2xl">Overview</h1>
      <p className="mt-1 text-faded">
        Amounts are what is owed by those who were neither rejected nor withdrawn. Press a figure to see whom it counts.
      </p>
      {error && <Failed failure={error} what="The figures cannot be shown." onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="mt-5 grid gap-8">
          <div className="grid gap-8 lg:grid-cols-2">
            <Money of={data} />
            <Waits of={data} />
          </div>
          <Subjects title="Events, workshops and passes" rows={[data.all, ...data.rows]} />
          <Subjects title="Rooms" rows={data.nights} />
          <Days days={data.days} />
          <p className="text-faded">
            Refunds also lists payments that only name somebody who was rejected; here those are tied to nobody yet.
          </p>
        </div>
      )}
    </div>
  )
}
