import { useQuery } from '@tanstack/react-query'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { formatPaise } from '../../../festival/bank/cells'
import { findSubject, workshops } from '../../../festival/content/catalogue'
import { formatShortDay } from '../../../festival/content/slot'
import {
  describeLowDiskSpace,
  type Overview,
  type OverviewRow,
  openTasks,
} from '../../../festival/contract/overview'
import { nameEvent } from '../../../festival/contract/queue'
import { sources } from '../../../festival/contract/states'
import { listKeys } from '../../../festival/list-keys'
import { joinWords } from '../../../festival/schedule/opened'
import { Banner } from '../../../ui/banner'
import { attendanceAddress, eventAddress, Link, pages, peopleAddress, toQueue } from '../../address'
import { queryCall } from '../../api'
import { QueryStatus } from '../../page'
import { type Column, figures, Table } from '../../rows'
import { formatAge, formatCount, formatNumber, useNow } from '../../words'
import { DoorFigures } from '../doors/door-figures'
import { CancelledMark, describeState } from '../queue/marks'

const soldKinds = ['Events']
if (workshops.length > 0) {
  soldKinds.push('workshops')
}
if (tiers.length > 0) {
  soldKinds.push('passes')
}

/** Names stay visible while the figures are scrolled sideways on a phone. */
const nameColumn = 'sticky left-0 min-w-24 bg-paper max-sm:max-w-36'

const figureColumn = <Row,>(
  head: string,
  readValue: (row: Row) => number | string,
  toHref: (row: Row) => string,
): Column<Row> => [
  head,
  (row) => {
    const value = readValue(row)
    const isZero = value === 0 || value === formatPaise(0)
    return (
      <Link href={toHref(row)} className={`press justify-end ${isZero ? 'text-faded' : ''}`}>
        {typeof value === 'number' ? formatNumber(value) : value}
      </Link>
    )
  },
  figures,
]

const acceptedHref = ({ filter }: OverviewRow) => toQueue({ ...filter, scope: 'accepted' })
const verifiedHref = ({ filter }: OverviewRow) => toQueue({ ...filter, state: 'verified' })
const dayHref = ({ day }: DayRow) => toQueue({ day, scope: 'accepted' })
const moneyHref = ({ href }: MoneyRow) => href

/** Each event has a page of its own, and each night a list to mark arrivals on. */
const peopleHref = ({ filter }: OverviewRow): string => {
  const { event = '', night } = filter
  if (night) {
    return attendanceAddress({ night })
  }
  return findSubject(event) ? eventAddress(event) : peopleAddress({ ...filter, scope: 'accepted' })
}

const allEntries = accommodation ? 'All, including rooms' : 'All'

const nameRow = ({ filter: { event, night, kind } }: OverviewRow): string => {
  if (night) {
    return `Night of ${formatShortDay(night)}`
  }
  if (kind) {
    return 'All rooms'
  }
  return event ? nameEvent(event) : allEntries
}

const columns: readonly Column<OverviewRow>[] = [
  [
    '',
    (row) => (
      <Link href={peopleHref(row)} className="press flex-wrap">
        {nameRow(row)} <CancelledMark entry={row.filter} />
      </Link>
    ),
    nameColumn,
  ],
  figureColumn('Entries', (row) => row.accepted.count, acceptedHref),
  figureColumn('Participants', (row) => row.accepted.people, peopleHref),
  figureColumn('Verified', (row) => row.verified.count, verifiedHref),
  figureColumn(
    'Pending',
    (row) => row.open.count,
    ({ filter }) => toQueue({ ...filter, scope: 'open' }),
  ),
  figureColumn('Verified amount', (row) => formatPaise(row.verified.sum), verifiedHref),
  figureColumn('Expected', (row) => formatPaise(row.accepted.sum), acceptedHref),
]

/** Needs no label, because the bar repeats the figure beside it. */
const Bar = ({ value, max }: { value: number; max: number }) => (
  <svg
    aria-hidden="true"
    className="h-3 w-full min-w-12 fill-current"
    preserveAspectRatio="none"
    viewBox="0 0 100 1"
  >
    <rect width={max > 0 ? (100 * value) / max : 0} height="1" />
  </svg>
)

/** Ordered from confirmed income to refunds due. */
const shares = [
  ['Bank', 'fill-lymph', ({ sources: { bank } }) => bank.sum],
  ['Cash', 'fill-lymph opacity-75', ({ sources: { cash } }) => cash.sum],
  ['Picture', 'fill-lymph opacity-45', ({ sources: { picture } }) => picture.sum],
  ['Waiting or needs correction', 'fill-nerve', ({ all }) => all.open.sum],
  ['Refunds due', 'fill-artery', ({ back }) => back.sum],
] as const satisfies readonly (readonly [
  name: string,
  look: string,
  sum: (data: Overview) => number,
])[]

const MoneyBar = ({ data }: { data: Overview }) => {
  const filled = shares
    .map(([name, look, sum]) => ({ name, look, sum: sum(data) }))
    .filter(({ sum }) => sum > 0)
  const total = filled.reduce((before, { sum }) => before + sum, 0)
  const findStart = (index: number) =>
    filled.slice(0, index).reduce((before, { sum }) => before + sum, 0)
  return (
    <figure className="mt-3">
      <svg
        aria-hidden="true"
        className="h-6 w-full bg-shade"
        preserveAspectRatio="none"
        viewBox={`0 0 ${total || 1} 1`}
      >
        {filled.map(({ name, look, sum }, index) => (
          <rect key={name} className={look} x={findStart(index)} width={sum} height="1" />
        ))}
      </svg>
      <figcaption className="figures mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {filled.map(({ name, look, sum }) => (
          <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <svg aria-hidden="true" className={`size-3 ${look}`} viewBox="0 0 1 1">
              <rect width="1" height="1" />
            </svg>
            {name} {formatPaise(sum)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** For example "188 entries to check, 43 of them flagged; bank statement imported up to Fri 3 Oct". */
const describeNextSteps = ({
  openTasks: { submitted, flagged, mail },
  statementTo,
  back,
}: Overview): string => {
  const steps: string[] = []
  if (submitted.count === 0) {
    steps.push('No entries to check')
  } else {
    const flags = flagged.count > 0 ? `, ${formatNumber(flagged.count)} of them flagged` : ''
    steps.push(`${formatCount(submitted.count, 'entry', 'entries')} to check${flags}`)
  }
  if (statementTo) {
    steps.push(`bank statement imported up to ${formatShortDay(statementTo)}`)
  } else {
    steps.push('no bank statement imported yet')
  }
  if (back.count > 0) {
    steps.push(`${formatCount(back.count, 'refund')} due`)
  }
  if (mail.count > 0) {
    steps.push(`${formatCount(mail.count, 'e-mail')} not delivered`)
  }
  return steps.join('; ')
}

const listMoney = (data: Overview) =>
  [
    { name: 'Expected', href: toQueue({ scope: 'accepted' }), ...data.all.accepted },
    ...sources.map((source) => ({
      name: describeState({ state: 'verified', source }),
      href: toQueue({ state: 'verified', source }),
      ...data.sources[source],
    })),
    { name: 'Waiting or needs correction', href: toQueue({ scope: 'open' }), ...data.all.open },
    { name: 'Refunds due', href: pages.refunds, ...data.back },
    { name: 'Received at the bank', href: pages.statement, ...data.received },
    {
      name: 'At the bank, not assigned yet',
      href: `${pages.statement}?group=all`,
      ...data.unsettled,
    },
    { name: '… of which unidentified', href: `${pages.statement}?group=unknown`, ...data.unknown },
    {
      name: 'Accepted with less than the fee',
      href: toQueue({ short: 'accepted' }),
      ...data.short,
    },
    { name: 'Not refunded', href: pages.refunds, ...data.kept },
    { name: 'Cash with organisers', href: pages.cash, ...data.cash },
  ].filter(({ count, sum }) => count > 0 || sum !== 0)

const listTasks = (data: Overview) =>
  listKeys(openTasks)
    .map((task) => ({ ...openTasks[task], ...data.openTasks[task] }))
    .filter(({ count }) => count > 0)

type MoneyRow = ReturnType<typeof listMoney>[number]
type TaskRow = ReturnType<typeof listTasks>[number]
type DayRow = Overview['days'][number]

export const OverviewPage = () => {
  const now = useNow(60_000)
  const overview = useQuery({
    ...queryCall('readOverview', {}),
    staleTime: 0,
    refetchInterval: 60_000,
  })
  const { data } = overview
  if (!data) {
    return <QueryStatus query={overview} what="The figures cannot be shown." />
  }
  const findMax = (field: 'count' | 'sum') =>
    Math.max(0, ...data.days.map(({ accepted }) => accepted[field]))
  return (
    <div className="mx-auto grid max-w-5xl gap-8 px-4 py-6">
      {data.lowDiskSpace && <Banner tone="error" title={describeLowDiskSpace(data.lowDiskSpace)} />}
      {data.openTasks.erasure.count > 0 && (
        <Banner
          tone="note"
          title={`${formatCount(data.openTasks.erasure.count, 'entry', 'entries')}: erasure requested`}
        >
          <p>
            The participant is waiting for an answer. Each entry shows the command to run.{' '}
            <Link href={toQueue(openTasks.erasure.filter)} className="underline">
              Show them
            </Link>
          </p>
        </Banner>
      )}
      <div>
        <h1 className="text-2xl">Overview</h1>
        <p className="mt-1 text-base">{describeNextSteps(data)}.</p>
        <MoneyBar data={data} />
        <p className="figures mt-3 text-faded">
          {formatCount(data.all.accepted.count, 'entry', 'entries')} with{' '}
          {formatCount(data.all.accepted.people, 'participant')},{' '}
          {formatCount(data.heads, 'different person', 'different people')}. Amounts are fees;
          cancelled events count as zero. Press a figure to see the entries behind it.
        </p>
        <p className="mt-1 text-faded">
          {data.backup ? `Last backup: ${formatAge(data.backup, now)} ago.` : 'No backup yet.'}
        </p>
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <Table
          title="Money"
          columns={[
            ['', ({ name }) => name, nameColumn],
            figureColumn<MoneyRow>('How many', ({ count }) => count, moneyHref),
            figureColumn<MoneyRow>('Amount', ({ sum }) => formatPaise(sum), moneyHref),
          ]}
          rows={listMoney(data)}
          rowKey="name"
        />
        <Table
          title="To do"
          columns={[
            ['', ({ words }) => words, nameColumn],
            figureColumn<TaskRow>(
              'How many',
              ({ count }) => count,
              ({ filter }) => toQueue(filter),
            ),
            ['Oldest', ({ since }) => since && formatAge(since, now), figures],
          ]}
          rows={listTasks(data)}
          emptyText="Nothing to do."
          rowKey="words"
        />
      </div>
      <Table
        title={joinWords(soldKinds)}
        columns={columns}
        rows={[data.all, ...data.rows]}
        tableClassName="cards"
        rowKey={nameRow}
      />
      {accommodation && (data.nights[0]?.accepted.count ?? 0) > 0 && (
        // A room is paid for the whole stay, so a single night has no amount.
        <Table
          title="Rooms"
          columns={columns.slice(0, 5)}
          rows={data.nights}
          rowKey={nameRow}
          tableClassName="cards"
        />
      )}
      <DoorFigures />
      <Table
        title="Today, by organiser"
        columns={[
          ['', ({ who }) => who, 'wrap-anywhere'],
          ['Decided', ({ decided }) => formatNumber(decided), figures],
          ['Cash collected', ({ cash }) => formatPaise(cash), figures],
        ]}
        rows={data.organisers}
        rowKey="who"
      />
      <Table
        title="Day by day"
        columns={[
          ['', ({ day }) => formatShortDay(day), nameColumn],
          [' ', ({ accepted }) => <Bar value={accepted.count} max={findMax('count')} />, 'pl-3'],
          figureColumn<DayRow>('Entries', ({ accepted }) => accepted.count, dayHref),
          ['  ', ({ accepted }) => <Bar value={accepted.sum} max={findMax('sum')} />, 'pl-3'],
          figureColumn<DayRow>('Amount', ({ accepted }) => formatPaise(accepted.sum), dayHref),
        ]}
        rows={data.days.toReversed()}
        tableClassName="cards"
        rowKey="day"
      />
    </div>
  )
}
