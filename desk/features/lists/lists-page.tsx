import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { findSubject, subjects } from '../../../festival/content/catalogue'
import { formatShortDay } from '../../../festival/content/slot'
import type { Subject } from '../../../festival/content/subject'
import { deskCalls } from '../../../festival/contract/calls'
import { type Cell, lunchDays, maxListed, type PeopleList } from '../../../festival/contract/lists'
import { nameEvent, type QueueFilter } from '../../../festival/contract/queue'
import { stateWords } from '../../../festival/contract/states'
import { findStayDays, listDays } from '../../../festival/forms/accommodation'
import { Button, buttonClasses } from '../../../ui/button'
import { PhoneLink } from '../../../ui/phone-link'
import {
  entryAddress,
  Link,
  peopleAddress,
  readView,
  toQueue,
  useAddress,
  writeView,
} from '../../address'
import { queryCall, useMayAct, useMe } from '../../api'
import { DialogButton } from '../../dialog-button'
import { useSubjects } from '../../festival'
import { Page, QueryStatus } from '../../page'
import { type Column, List, Table } from '../../rows'
import { formatAmount, formatCount, formatMoment } from '../../words'
import { WriteDialog } from '../messages/write-dialog'
import { describeFilter, nameList } from '../queue/queue-filters'
import { GroupLink } from './group-link'

export const ListsPage = () => {
  const { search } = useAddress()
  const { filter } = readView(search)
  const me = useMe()
  const events = me?.events ?? undefined
  const isOffered = events
    ? events.some((key) => key === filter.event)
    : Object.values(filter).some(Boolean)
  return isOffered ? (
    <People key={search} filter={filter} isHead={events !== undefined} />
  ) : (
    <ListIndex events={events} />
  )
}

type NamedList = readonly [name: string, filter: QueueFilter]

const { first, last } = findStayDays(identity)

const listOffered = (
  now: readonly Subject[],
): readonly (readonly [title: string, lists: readonly NamedList[]])[] => [
  ['Events and workshops', subjects.map(({ key, title }) => [title, { event: key }])],
  ['Passes', tiers.map(({ value, label, name }) => [`${label}, ${name}`, { event: value }])],
  [
    'Rooms by night',
    accommodation ? listDays(first, last).map((night) => [formatShortDay(night), { night }]) : [],
  ],
  ['Lunches by day', lunchDays(now).map((lunch) => [formatShortDay(lunch), { lunch }])],
]

const ListIndex = ({ events }: { events: readonly string[] | undefined }) => {
  const all = listOffered(useSubjects())
  const own: typeof all = [
    ['Your events and workshops', (events ?? []).map((key) => [nameEvent(key), { event: key }])],
  ]
  const offered = (events ? own : all).filter(([, lists]) => lists.length > 0)
  return (
    <Page
      title="Lists"
      intro={`View, print with a signature column, or download.${events ? '' : ' For any other list, filter the queue and press “List and download”.'}`}
    >
      <div className="mt-5 grid gap-6 sm:grid-cols-2">
        {offered.map(([title, lists]) => (
          <List key={title} title={title} rows={lists} rowKey={([name]) => name} itemClassName="">
            {([name, filter]) => (
              <Link href={peopleAddress({ ...filter, scope: 'accepted' })} className="press">
                {name}
              </Link>
            )}
          </List>
        ))}
      </div>
    </Page>
  )
}

const scopes: readonly NamedList[] = [
  ['Verified and waiting', { scope: 'accepted' }],
  ['Verified', { state: 'verified' }],
  ['Waiting or needs correction', { scope: 'open' }],
]

const People = ({ filter, isHead }: { filter: QueueFilter; isHead: boolean }) => {
  const mayExport = useMayAct('admin') || isHead
  const list = useQuery({ ...queryCall('readList', { query: filter }), staleTime: 0 })
  const { data, dataUpdatedAt } = list
  const { scope, state, ...rest } = filter
  const title = describeFilter(rest) || 'Everyone'
  const scopeName = scopes.find(([, other]) => other.scope === scope && other.state === state)?.[0]
  const formats = (['xlsx', 'csv'] as const).filter(
    (format) => mayExport && data && data.entries <= maxListed[format],
  )
  const file = `${deskCalls.exportList.path}?${writeView({ filter, order: 'oldest' })}&format=`
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
        {!isHead && (
          <Link href={toQueue(filter)} className="press">
            In the queue
          </Link>
        )}
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
        {formats.map((format) => (
          <a key={format} href={file + format} download className={buttonClasses('secondary')}>
            {format === 'xlsx' ? 'Excel' : 'CSV'}
          </a>
        ))}
      </div>
      {mayExport && findSubject(filter.event ?? '') && <GroupLink event={filter.event ?? ''} />}
      <QueryStatus query={list} what="The list cannot be shown." />
      {data && (
        <Table
          columns={listColumns(data, !isHead)}
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
const listColumns = (
  { columns }: PeopleList,
  hasEntries: boolean,
): Column<PeopleList['rows'][number]>[] => [
  ['No.', (_row, index) => index + 1, 'figures text-faded'],
  ...columns.map(
    ({ key, head }, index): Column<PeopleList['rows'][number]> => [
      head,
      ({ entryId, cells }) =>
        renderCell(key, cells[index] ?? null, hasEntries ? entryId : undefined),
      `figures max-w-64 ${columnClassNames[key] ?? 'break-words'} ${unprinted.includes(key) ? 'print:hidden' : ''}`,
    ],
  ),
  ['Signature', () => null, 'hidden w-36 print:table-cell'],
]

/** Names are links only if the viewer may see entries. */
const renderCell = (key: string, cell: Cell, entryId: string | undefined): ReactNode => {
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
  if (key !== 'name' || entryId === undefined) {
    return cell
  }
  return (
    <Link href={entryAddress(entryId, '')} className="press">
      <bdi>{cell}</bdi>
    </Link>
  )
}
