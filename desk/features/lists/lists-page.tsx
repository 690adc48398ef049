import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { formatShortDay } from '../../../festival/content/slot'
import type { Subject } from '../../../festival/content/subject'
import {
  type AttendanceListKey,
  describeListName,
  nameAttendanceList,
} from '../../../festival/contract/attendance'
import { type Cell, lunchDays, maxListed, type PeopleList } from '../../../festival/contract/lists'
import type { QueueFilter } from '../../../festival/contract/queue'
import { stateWords } from '../../../festival/contract/states'
import { findStayDays, listDays } from '../../../festival/forms/accommodation'
import { Button } from '../../../ui/button'
import { PhoneLink } from '../../../ui/phone-link'
import {
  attendanceAddress,
  entryAddress,
  Link,
  peopleAddress,
  readAttendanceList,
  readView,
  toQueue,
  useAddress,
} from '../../address'
import { queryCall, useMayAct } from '../../api'
import { DialogButton } from '../../dialog-button'
import { useSubjects } from '../../festival'
import { Page, QueryStatus } from '../../page'
import { type Column, List, Table } from '../../rows'
import { formatAmount, formatCount, formatMoment } from '../../words'
import { AttendanceView } from '../events/attendance-view'
import { WriteDialog } from '../messages/write-dialog'
import { describeFilter, nameList } from '../queue/queue-filters'
import { ExportLinks } from './export-links'

export const ListsPage = () => {
  const { search } = useAddress()
  const { filter } = readView(search)
  const list = readAttendanceList(search)
  if (list) {
    return <AttendancePage key={search} list={list} />
  }
  const isFiltered = Object.values(filter).some(Boolean)
  return isFiltered ? <People key={search} filter={filter} /> : <ListIndex />
}

const AttendancePage = ({ list }: { list: AttendanceListKey }) => (
  <div className="mx-auto max-w-6xl px-4 py-6 print:p-0">
    <h1 className="text-2xl">{describeListName(nameAttendanceList(list))}</h1>
    <AttendanceView list={list} />
  </div>
)

type NamedLink = readonly [name: string, href: string]

const { first, last } = findStayDays(identity)

const listOffered = (
  now: readonly Subject[],
): readonly (readonly [title: string, links: readonly NamedLink[]])[] => [
  ['All participants', [['Everyone', peopleAddress({ scope: 'accepted' })]]],
  [
    'Days',
    listDays(identity.firstDay, identity.lastDay).map((day) => [
      formatShortDay(day),
      attendanceAddress({ day }),
    ]),
  ],
  [
    'Lunches by day',
    lunchDays(now).map((lunch) => [formatShortDay(lunch), attendanceAddress({ lunch })]),
  ],
  [
    'Rooms by night',
    accommodation
      ? listDays(first, last).map((night) => [formatShortDay(night), attendanceAddress({ night })])
      : [],
  ],
  [
    'Passes',
    tiers.map(({ value, label, name }) => [
      `${label}, ${name}`,
      peopleAddress({ event: value, scope: 'accepted' }),
    ]),
  ],
]

const ListIndex = () => (
  <Page
    title="Lists"
    intro="Mark who is present, print with a signature column, or download. Each event has its own page under Festival. For any other list, filter the queue and press “List and download”."
  >
    <div className="mt-5 grid gap-6 sm:grid-cols-2">
      {listOffered(useSubjects())
        .filter(([, links]) => links.length > 0)
        .map(([title, links]) => (
          <List key={title} title={title} rows={links} rowKey={([name]) => name} itemClassName="">
            {([name, href]) => (
              <Link href={href} className="press">
                {name}
              </Link>
            )}
          </List>
        ))}
    </div>
  </Page>
)

const scopes: readonly (readonly [name: string, filter: QueueFilter])[] = [
  ['Verified and waiting', { scope: 'accepted' }],
  ['Verified', { state: 'verified' }],
  ['Waiting or needs correction', { scope: 'open' }],
]

const People = ({ filter }: { filter: QueueFilter }) => {
  const mayExport = useMayAct('admin')
  const list = useQuery({ ...queryCall('readList', { query: filter }), staleTime: 0 })
  const { data, dataUpdatedAt } = list
  const { scope, state, ...rest } = filter
  const title = describeFilter(rest) || 'Everyone'
  const scopeName = scopes.find(([, other]) => other.scope === scope && other.state === state)?.[0]
  return (
    <div className="px-4 py-6 print:p-0">
      <h1 className="text-2xl">{title}</h1>
      <p className="figures mt-1 text-faded">
        {scopeName ?? (state ? stateWords[state] : 'In any state')}
        {data &&
          `: ${describeListSize(data, filter)}, as of ${formatMoment(new Date(dataUpdatedAt).toISOString())}`}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 print:hidden">
        {scopes.map(([label, scopeFilter]) => (
          <Link
            key={label}
            href={peopleAddress({ ...rest, ...scopeFilter })}
            aria-current={label === scopeName ? 'true' : undefined}
            className="press aria-[current]:font-semibold"
          >
            {label}
          </Link>
        ))}
        <Link href={toQueue(filter)} className="press">
          In the queue
        </Link>
      </p>
      <div className="mt-2 mb-4 flex flex-wrap gap-2 print:hidden">
        {mayExport && !filter.q && (
          <DialogButton
            dialog={(close) => (
              <WriteDialog filter={filter} list={nameList(filter)} onClose={close} />
            )}
          >
            Message them …
          </DialogButton>
        )}
        <Button onClick={() => window.print()} disabled={!data}>
          Print
        </Button>
        {mayExport && data && <ExportLinks filter={filter} entries={data.entries} />}
      </div>
      <QueryStatus query={list} what="The list cannot be shown." />
      {data && (
        <Table
          columns={listColumns(data)}
          rows={data.rows}
          rowKey={({ entryId, place }) => `${entryId} ${place}`}
          emptyText="This list is empty."
          tableClassName="roll cards"
        />
      )}
    </div>
  )
}

/** A person may be listed several times, but has only one lunch a day. */
const describeListSize = ({ rows, entries }: PeopleList, { lunch }: QueueFilter): string => {
  const listedCount = new Set(rows.map(({ entryId }) => entryId)).size
  const people = lunch
    ? formatCount(rows.length, 'person', 'people')
    : formatCount(rows.length, 'participant')
  const size = `${people} in ${formatCount(listedCount, 'entry', 'entries')}`
  return listedCount < entries
    ? `${size}, the first ${listedCount} of ${entries} entries: a CSV has up to ${maxListed.csv}`
    : size
}

const columnClassNames: Readonly<Record<string, string>> = {
  id: 'whitespace-nowrap',
  email: 'col-span-full break-words',
}

/** Hidden when printed, to leave room for a signature. */
const unprinted = ['pass', 'amount', 'email']

/** When printed, each row ends with a line for a signature. */
const listColumns = ({ columns }: PeopleList): Column<PeopleList['rows'][number]>[] => [
  ['No.', (_row, index) => index + 1, 'figures text-faded'],
  ...columns.map(
    ({ key, head }, index): Column<PeopleList['rows'][number]> => [
      head,
      ({ entryId, cells }) => renderCell(key, cells[index] ?? null, entryId),
      `figures max-w-64 ${columnClassNames[key] ?? 'break-words'} ${unprinted.includes(key) ? 'print:hidden' : ''}`,
    ],
  ),
  ['Signature', () => null, 'hidden w-36 print:table-cell'],
]

const renderCell = (key: string, cell: Cell, entryId: string): ReactNode => {
  if (cell === null || cell === '') {
    return null
  }
  if (typeof cell === 'object') {
    return cell.local.replace(/^[\d-]+/, formatShortDay).replace('T', ', ')
  }
  if (key === 'amount') {
    return formatAmount(Number(cell))
  }
  if (key === 'phone') {
    return <PhoneLink number={String(cell)} />
  }
  if (key === 'email') {
    const [local, domain] = String(cell).split(/(?=@)/)
    return (
      <>
        {local}
        <wbr />
        {domain}
      </>
    )
  }
  if (key !== 'name') {
    return cell
  }
  return (
    <Link href={entryAddress(entryId, '')} className="press">
      <bdi>{cell}</bdi>
    </Link>
  )
}
