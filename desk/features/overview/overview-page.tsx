import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import { type OverviewRow, tellRoom, type Wait, waitFilters } from '../../../festival/desk/overview'
import type { QueueFilter } from '../../../festival/desk/queue'
import { grounds } from '../../../festival/desk/states'
import { Banner } from '../../../ui/banner'
import { Link, listAddress, pages, peopleAddress } from '../../address'
import { answerOf } from '../../api'
import { Await } from '../../page'
import { useNow, writeAge, writeDay } from '../../words'
import { eventNames, stateWord } from '../queue/marks'

/** A figure with where its records are, or something that leads nowhere. */
type Shown = readonly [figure: number | string, href: string] | ReactNode

interface Line {
  name: string
  /** Where the list of its people is. */
  href?: string
  cells: readonly Shown[]
}

const isFigure = (cell: Shown): cell is readonly [number | string, string] => Array.isArray(cell)

const figureLink = 'target inline-flex items-center underline decoration-line underline-offset-4 hover:decoration-ink'

/** A table under its heading; on a phone it moves sideways beside the names of its rows. */
const Figures = ({ title, heads, lines }: { title: string; heads: readonly string[]; lines: readonly Line[] }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="text-lg">{title}</h2>
    <div className="overflow-x-auto border-y border-line">
      <table className="w-full border-collapse">
        <thead className="head align-bottom">
          <tr>
            <td />
            {heads.map((head) =>
              head.trim() === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col" className="py-2 pl-3 text-right font-normal">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, href, cells }) => (
            <tr key={name} className="border-t border-rule">
              <th scope="row" className="sticky left-0 min-w-24 bg-paper text-left font-normal max-sm:max-w-36">
                {href ? <Link {...{ href, className: figureLink, children: name }} /> : name}
              </th>
              {heads.map((head, at) => {
                const cell = cells[at]
                return (
                  <td key={head} className="figures pl-3 text-right whitespace-nowrap">
                    {isFigure(cell) ? (
                      <Link href={cell[1]} className={`${figureLink} justify-end`}>
                        {cell[0].toLocaleString('en-IN')}
                      </Link>
                    ) : (
                      cell
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const toQueue = (filter: QueueFilter) => listAddress({ filter, order: 'oldest' })

const waitWords: Readonly<Record<Wait, string>> = {
  submitted: 'Wait for a check',
  corrected: '… corrected by the registrant',
  flagged: '… with a flag',
  unread: '… with a picture that is not read yet',
  later: '… put to later',
  'needs-correction': 'Need a correction',
  mail: 'A mail failed',
}

const nameOf = ({ event, night, kind }: QueueFilter): string =>
  night ? `Night of ${writeDay(night)}` : kind ? 'All rooms' : event ? (eventNames.get(event) ?? event) : 'All'

/** An event, a tier or a night; its name leads to the list of its people. */
const lineOf = ({ filter, accepted, verified, open }: OverviewRow): Line => {
  const [all, href] = [toQueue({ ...filter, standing: 'accepted' }), peopleAddress({ ...filter, standing: 'accepted' })]
  const checked = toQueue({ ...filter, state: 'verified' })
  const rest = [open.count, toQueue({ ...filter, standing: 'open' })] as const
  const counts = [[accepted.count, all] as const, [accepted.people, href] as const, [verified.count, checked] as const]
  const sums = [[writePaise(verified.sum), checked] as const, [writePaise(accepted.sum), all] as const]
  return { name: nameOf(filter), href, cells: [...counts, rest, ...sums] }
}

/** As long as its share of the largest, before the figure that says the same: it needs no colour and no words. */
const Bar = ({ value, most }: { value: number; most: number }) => (
  <svg aria-hidden="true" className="h-3 w-full min-w-12 fill-current" preserveAspectRatio="none" viewBox="0 0 100 1">
    <rect width={most > 0 ? (100 * value) / most : 0} height="1" />
  </svg>
)

/** The desk's first page: every figure leads to the records that it counts (behaviour 14.110). */
export const OverviewPage = () => {
  const now = useNow(60_000)
  const overview = useQuery({ ...answerOf('readOverview', {}), staleTime: 0, refetchInterval: 60_000 })
  const { data } = overview
  if (!data) return <Await of={overview} what="The figures cannot be shown." />
  const money = [
    ['Should come in', toQueue({ standing: 'accepted' }), data.all.accepted],
    ...grounds.map((ground) => {
      const name = stateWord({ state: 'verified', ground })
      return [name, toQueue({ state: 'verified', ground }), data.grounds[ground]] as const
    }),
    ['Not yet verified', toQueue({ standing: 'open' }), data.all.open],
    ['To give back', pages.refunds, data.back],
    ['At the bank, tied to nobody', pages.statement, data.unknown],
    ['Cash with organisers', pages.cash, data.cash],
  ] as const
  const most = (of: 'count' | 'sum') => Math.max(0, ...data.days.map(({ accepted }) => accepted[of]))
  const subjects = ['Entries', 'People', 'Verified', 'Not yet', 'Verified amount', 'Should come in']
  return (
    <div className="mx-auto grid max-w-5xl gap-8 px-4 py-6">
      {data.room && <Banner tone="error" title={tellRoom(data.room)} />}
      <div>
        <h1 className="text-2xl">Overview</h1>
        <p className="mt-1 text-faded">
          Amounts are what is owed by those who were neither rejected nor withdrawn. Press a figure to see whom it
          counts. Refunds also lists payments that only name somebody who was rejected; here those are tied to nobody.
        </p>
        <p className="mt-1 text-faded">
          {data.backup ? `The newest backup is ${writeAge(data.backup, now)} old.` : 'No backup is known.'}
        </p>
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <Figures
          title="Money"
          heads={['How many', 'Amount']}
          lines={money.map(([name, href, { count, sum }]) => ({
            name,
            cells: [
              [count, href],
              [writePaise(sum), href],
            ],
          }))}
        />
        <Figures
          title="What waits"
          heads={['How many', 'The oldest']}
          lines={(Object.keys(waitWords) as Wait[]).map((wait) => {
            const { count, since } = data.waits[wait]
            return {
              name: waitWords[wait],
              cells: [[count, toQueue(waitFilters[wait])], since && writeAge(since, now)],
            }
          })}
        />
      </div>
      <Figures title="Events, workshops and passes" heads={subjects} lines={[data.all, ...data.rows].map(lineOf)} />
      <Figures title="Rooms" heads={subjects} lines={data.nights.map(lineOf)} />
      <Figures
        title="Day by day"
        heads={['', 'Entries', ' ', 'Amount']}
        lines={data.days.toReversed().map(({ day, accepted: { count, sum } }) => {
          const href = toQueue({ day, standing: 'accepted' })
          const bars = [
            <Bar key="n" value={count} most={most('count')} />,
            <Bar key="s" value={sum} most={most('sum')} />,
          ]
          return { name: writeDay(day), cells: [bars[0], [count, href], bars[1], [writePaise(sum), href]] }
        })}
      />
    </div>
  )
}
