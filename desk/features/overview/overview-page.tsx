import { useQuery } from '@tanstack/react-query'
import { writePaise } from '../../../festival/bank/cells'
import { type Overview, type OverviewRow, tellRoom, type Wait, waits } from '../../../festival/desk/overview'
import { nameEvent, type QueueFilter } from '../../../festival/desk/queue'
import { grounds } from '../../../festival/desk/states'
import { formatShortDay } from '../../../festival/slot'
import { Banner } from '../../../ui/banner'
import { Link, listAddress, pages, peopleAddress } from '../../address'
import { answerOf } from '../../api'
import { Await } from '../../page'
import { type Column, Table } from '../../rows'
import { useNow, writeAge, writeNumber } from '../../words'
import { stateWord } from '../queue/marks'

/** Names stay in sight while a phone moves the figures sideways. */
const named = { key: 'name', head: '', isName: true, className: 'sticky left-0 min-w-24 bg-paper max-sm:max-w-36' }
const figures = (key: string) => ({ key, isFigure: true })

/** A figure with the way to what it counts. */
const Figure = ({ of, href }: { of: number | string; href: string }) => (
  <Link href={href} className="press justify-end">
    {typeof of === 'number' ? writeNumber(of) : of}
  </Link>
)

const toQueue = (filter: QueueFilter) => listAddress({ filter, order: 'oldest' })
const toAccepted = ({ filter }: OverviewRow) => toQueue({ ...filter, standing: 'accepted' })
const toVerified = ({ filter }: OverviewRow) => toQueue({ ...filter, state: 'verified' })
const toPeople = ({ filter }: OverviewRow) => peopleAddress({ ...filter, standing: 'accepted' })

const nameOf = ({ filter: { event, night, kind } }: OverviewRow): string =>
  night ? `Night of ${formatShortDay(night)}` : kind ? 'All rooms' : event ? nameEvent(event) : 'All'

/** Of an event, a tier or a night. */
const columns: readonly Column<OverviewRow>[] = [
  { ...named, cell: (row) => <Link {...{ href: toPeople(row), className: 'press', children: nameOf(row) }} /> },
  { ...figures('Entries'), cell: (row) => <Figure of={row.accepted.count} href={toAccepted(row)} /> },
  { ...figures('People'), cell: (row) => <Figure of={row.accepted.people} href={toPeople(row)} /> },
  { ...figures('Verified'), cell: (row) => <Figure of={row.verified.count} href={toVerified(row)} /> },
  {
    ...figures('Not yet'),
    cell: ({ filter, open }) => <Figure of={open.count} href={toQueue({ ...filter, standing: 'open' })} />,
  },
  { ...figures('Verified amount'), cell: (row) => <Figure of={writePaise(row.verified.sum)} href={toVerified(row)} /> },
  { ...figures('Should come in'), cell: (row) => <Figure of={writePaise(row.accepted.sum)} href={toAccepted(row)} /> },
]

/** As long as its share of the largest, before the figure that says the same: it needs no colour and no words. */
const bars = (days: Overview['days'], of: 'count' | 'sum'): Column<Overview['days'][number]> => {
  const most = Math.max(1, ...days.map(({ accepted }) => accepted[of]))
  return {
    key: `bar of ${of}`,
    head: '',
    className: 'pl-3',
    cell: ({ accepted }) => (
      <svg
        aria-hidden="true"
        className="h-3 w-full min-w-12 fill-current"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect width={(100 * accepted[of]) / most} height="1" />
      </svg>
    ),
  }
}

/** The desk's first page: every figure leads to the records that it counts (behaviour 14.110). */
export const OverviewPage = () => {
  const now = useNow(60_000)
  const overview = useQuery({ ...answerOf('readOverview', {}), staleTime: 0, refetchInterval: 60_000 })
  const { data } = overview
  if (!data) return <Await of={overview} what="The figures cannot be shown." />
  const money = [
    { name: 'Should come in', href: toQueue({ standing: 'accepted' }), ...data.all.accepted },
    ...grounds.map((ground) => ({
      name: stateWord({ state: 'verified', ground }),
      href: toQueue({ state: 'verified', ground }),
      ...data.grounds[ground],
    })),
    { name: 'Not yet verified', href: toQueue({ standing: 'open' }), ...data.all.open },
    { name: 'To give back', href: pages.refunds, ...data.back },
    { name: 'At the bank, tied to nobody', href: pages.statement, ...data.unknown },
    { name: 'Cash with organisers', href: pages.cash, ...data.cash },
  ]
  const toDay = ({ day }: Overview['days'][number]) => toQueue({ day, standing: 'accepted' })
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
        <Table
          title="Money"
          isTitled
          columns={[
            { ...named, cell: ({ name }) => name },
            { ...figures('How many'), cell: ({ count, href }) => <Figure of={count} href={href} /> },
            { ...figures('Amount'), cell: ({ sum, href }) => <Figure of={writePaise(sum)} href={href} /> },
          ]}
          rows={money}
          by={({ name }) => name}
        />
        <Table
          title="What waits"
          isTitled
          columns={[
            { ...named, cell: (wait) => waits[wait].words },
            {
              ...figures('How many'),
              cell: (wait) => <Figure of={data.waits[wait].count} href={toQueue(waits[wait].filter)} />,
            },
            {
              ...figures('The oldest'),
              cell: (wait) => data.waits[wait].since && writeAge(data.waits[wait].since, now),
            },
          ]}
          rows={Object.keys(waits) as Wait[]}
          by={String}
        />
      </div>
      <Table
        title="Events, workshops and passes"
        isTitled
        columns={columns}
        rows={[data.all, ...data.rows]}
        by={nameOf}
      />
      <Table title="Rooms" isTitled columns={columns} rows={data.nights} by={nameOf} />
      <Table
        title="Day by day"
        isTitled
        columns={[
          { ...named, cell: ({ day }) => formatShortDay(day) },
          bars(data.days, 'count'),
          { ...figures('Entries'), cell: (row) => <Figure of={row.accepted.count} href={toDay(row)} /> },
          bars(data.days, 'sum'),
          { ...figures('Amount'), cell: (row) => <Figure of={writePaise(row.accepted.sum)} href={toDay(row)} /> },
        ]}
        rows={data.days.toReversed()}
        by={({ day }) => day}
      />
    </div>
  )
}
