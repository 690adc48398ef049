import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { listDays, stayDaysOf } from '../../../festival/accommodation'
import { deskCalls } from '../../../festival/desk/calls'
import { type Cell, lunchDays, mostListed, type PeopleList } from '../../../festival/desk/lists'
import { nameEvent, type QueueFilter } from '../../../festival/desk/queue'
import { stateWords } from '../../../festival/desk/states'
import { formatShortDay } from '../../../festival/slot'
import { Button, buttonLook } from '../../../ui/button'
import { PhoneLink } from '../../../ui/phone-link'
import { Link, listAddress, peopleAddress, readView, recordAddress, useAddress, writeView } from '../../address'
import { answerOf, meOptions, useMayAct } from '../../api'
import { Await, Nothing, Page } from '../../page'
import { writeMoment, writeRupees } from '../../words'
import { tellFilter } from '../queue/queue-filters'

const look = 'target inline-flex items-center underline decoration-line underline-offset-4 hover:decoration-ink'

/** Every list that is asked for each day, and whatever filter the address holds (behaviour 14.112). */
export const ListsPage = () => {
  const { search } = useAddress()
  const { filter } = readView(search)
  const { data: me } = useQuery(meOptions)
  const events = me?.events ?? undefined
  const isOffered = events ? events.some((key) => key === filter.event) : Object.values(filter).some(Boolean)
  return isOffered ? <People key={search} filter={filter} isHead={events !== undefined} /> : <Index events={events} />
}

const { first, last } = stayDaysOf(identity)

const offered: readonly (readonly [string, readonly (readonly [string, QueueFilter])[]])[] = [
  ['Events and workshops', subjects.map(({ key, title }) => [title, { event: key }])],
  ['Passes', tiers.map(({ value, label, name }) => [`${label}, ${name}`, { event: value }])],
  ['Rooms by night', listDays(first, last).map((night) => [formatShortDay(night), { night }])],
  ['Lunches by day', lunchDays().map((lunch) => [formatShortDay(lunch), { lunch }])],
]

const ofHead = (events: readonly string[]): typeof offered => [
  ['Your events and workshops', events.map((key) => [nameEvent(key), { event: key }])],
]

const Index = ({ events }: { events: readonly string[] | undefined }) => (
  <Page
    title="Lists"
    intro={`To read, to print with a column to sign, and to download.${events ? '' : ' For any other list narrow the queue and press “List and download”.'}`}
  >
    <div className="mt-5 grid gap-6 sm:grid-cols-2">
      {(events ? ofHead(events) : offered).map(([title, lists]) => (
        <section key={title} aria-label={title}>
          <h2 className="text-lg">{title}</h2>
          <ul className="border-t border-line">
            {lists.map(([name, filter]) => (
              <li key={name} className="border-b border-rule">
                <Link href={peopleAddress({ ...filter, standing: 'accepted' })} className={look}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </Page>
)

const parts = [
  ['Verified and waiting', { standing: 'accepted', state: undefined }],
  ['Verified', { standing: undefined, state: 'verified' }],
  ['Not yet verified', { standing: 'open', state: undefined }],
] as const satisfies readonly (readonly [string, object])[]

/** What a printed sheet leaves out, so that the rest and a signature fit on its width. */
const unprinted = ['pass', 'amount', 'email']

const People = ({ filter, isHead }: { filter: QueueFilter; isHead: boolean }) => {
  const mayExport = useMayAct('admin') || isHead
  const list = useQuery({ ...answerOf('readList', { query: filter }), staleTime: 0 })
  const { data, dataUpdatedAt } = list
  const { event, standing, state, ...rest } = filter
  const title = [event && nameEvent(event), tellFilter(rest)].filter(Boolean).join(' · ') || 'Everybody'
  const part = parts.find(([, one]) => one.standing === standing && one.state === state)?.[0]
  const formats = (['xlsx', 'csv'] as const).filter((one) => mayExport && data && data.submissions <= mostListed[one])
  const file = `${deskCalls.exportList.path}?${writeView({ filter, order: 'oldest' })}&format=`
  return (
    <div className="px-4 py-6 print:p-0">
      <h1 className="text-2xl">{title}</h1>
      <p className="figures mt-1 text-faded">
        {part ?? (state ? stateWords[state] : 'In any state')}
        {data && `: ${tellSize(data)}, as of ${writeMoment(new Date(dataUpdatedAt).toISOString())}`}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 print:hidden">
        {parts.map(([word, one]) => (
          <Link
            key={word}
            href={peopleAddress({ ...filter, ...one } as QueueFilter)}
            aria-current={word === part ? 'true' : undefined}
            className={`${look} aria-[current]:font-semibold`}
          >
            {word}
          </Link>
        ))}
        {!isHead && (
          <Link href={listAddress({ filter, order: 'oldest' })} className={look}>
            In the queue
          </Link>
        )}
      </p>
      <p className="mt-2 flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => window.print()} disabled={!data}>
          Print
        </Button>
        {formats.map((format) => (
          <a key={format} href={file + format} download className={buttonLook('secondary')}>
            {format === 'xlsx' ? 'Excel' : 'CSV'}
          </a>
        ))}
      </p>
      <Await of={list} what="The list cannot be shown." />
      {data?.rows.length === 0 && <Nothing>Nobody is on this list.</Nothing>}
      {data && data.rows.length > 0 && <Roll of={data} title={title} isHead={isHead} />}
    </div>
  )
}

const tellSize = ({ rows, submissions }: PeopleList): string => {
  const listed = new Set(rows.map(({ submission }) => submission)).size
  const people = `${rows.length} ${rows.length === 1 ? 'person' : 'people'}`
  return listed < submissions
    ? `${people}, the first ${listed} of ${submissions} submissions: a CSV has up to ${mostListed.csv}`
    : people
}

/** One table for the screen and for paper: there its headings stand on each sheet, and each row ends in a line to sign on. */
const Roll = ({ of: { columns, rows }, title, isHead }: { of: PeopleList; title: string; isHead: boolean }) => {
  const paper = (key: string) => (unprinted.includes(key) ? 'print:hidden' : '')
  return (
    <section
      aria-label={title}
      className="mt-4 overflow-x-auto border-y border-line print:overflow-visible print:border-0"
    >
      <table className="roll w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className="head pr-2 text-left font-normal">
              No.
            </th>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col" className={`head py-2 pr-3 text-left font-normal ${paper(key)}`}>
                {head}
              </th>
            ))}
            <th scope="col" className="head hidden text-left font-normal print:table-cell">
              Signature
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ submission, place, cells }, index) => (
            <tr key={`${submission} ${place}`} className="border-t border-rule">
              <td className="figures pr-2 text-faded">{index + 1}</td>
              {columns.map(({ key }, at) => (
                <td
                  key={key}
                  className={`figures max-w-64 pr-3 ${key === 'id' ? 'whitespace-nowrap' : 'break-words'} ${paper(key)}`}
                >
                  {show(key, cells[at] ?? null, isHead ? undefined : submission)}
                </td>
              ))}
              <td className="hidden w-36 print:table-cell" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Without a submission a name leads nowhere. */
const show = (key: string, cell: Cell, submission: string | undefined): ReactNode => {
  if (cell === null || cell === '') return null
  if (typeof cell === 'object') return cell.local.replace('T', ' ')
  if (key === 'amount') return writeRupees(Number(cell))
  if (key === 'phone') return <PhoneLink number={String(cell)} />
  if (key !== 'name' || submission === undefined) return cell
  return (
    <Link href={recordAddress(submission, '')} className={look}>
      <bdi>{cell}</bdi>
    </Link>
  )
}
