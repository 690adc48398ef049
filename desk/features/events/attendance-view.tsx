import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type AttendanceList,
  type AttendanceListKey,
  nameAttendanceList,
} from '../../../festival/contract/attendance'
import { Button } from '../../../ui/button'
import { useMe, useRefetchOnReturn } from '../../api'
import { SelectField, SmallField } from '../../fields'
import { QueryStatus } from '../../page'
import { Table } from '../../rows'
import { formatCount, formatMoment, formatNumber } from '../../words'
import { attendanceOptions, markQueue } from './attendance-marks'
import { ListActions } from './list-actions'
import { makeColumns, makePrintColumns } from './participant-columns'
import {
  applyMarks,
  findWords,
  indexEntries,
  listFigures,
  orderChoices,
  type ParticipantView,
  presenceChoices,
  selectEntries,
  startView,
  stateChoices,
} from './participants'

const refetchEveryMs = 20_000
const rowsAtOnce = 50

const isWatched = () => document.visibilityState === 'visible' && navigator.onLine

export const AttendanceView = ({ list }: { list: AttendanceListKey }) => {
  const attendance = useQuery({
    ...attendanceOptions(list),
    staleTime: 0,
    refetchInterval: () => (isWatched() ? refetchEveryMs : false),
  })
  const { data, error, refetch, dataUpdatedAt } = attendance
  useRefetchOnReturn(refetch)
  if (!data) {
    return <QueryStatus query={attendance} what="The participants cannot be shown." />
  }
  return (
    <>
      {error && (
        <p role="status" className="mt-2 font-semibold text-nerve">
          Not updated since {formatMoment(new Date(dataUpdatedAt).toISOString())}. {error.message}
        </p>
      )}
      <Participants list={list} data={data} />
    </>
  )
}

const Participants = ({ list, data }: { list: AttendanceListKey; data: AttendanceList }) => {
  const me = useMe()
  const { waiting, refused, delay } = markQueue.use()
  const [view, setView] = useState(startView)
  const [shownCount, setShownCount] = useState(rowsAtOnce)
  const [isPrinted, setIsPrinted] = useState(false)
  const index = useMemo(() => indexEntries(data.entries), [data.entries])
  const listName = nameAttendanceList(list)
  const listMarks = waiting.filter((mark) => nameAttendanceList(mark.list) === listName)
  const entries = applyMarks(
    data.entries,
    listMarks.map(({ mark }) => mark),
  )
  const rows = selectEntries(entries, index, view)
  const changeView = (changed: ParticipantView) => {
    setView(changed)
    setShownCount(rowsAtOnce)
  }
  const words = findWords(list)
  const columns = makeColumns({
    list,
    words,
    role: me?.role ?? 'viewer',
    mayMark: data.mayMark,
    waiting: delay ? listMarks : [],
    refused: refused.filter((mark) => nameAttendanceList(mark.list) === listName),
    press: (entryId, people, isPresent) => void markQueue.press(list, entryId, people, isPresent),
  })
  return (
    <section aria-label="Participants" className="mt-5">
      <Figures data={data} figures={listFigures(entries, list)} />
      <ViewFields view={view} onChange={changeView} />
      <ListActions
        list={list}
        view={view}
        entries={rows}
        total={data.total}
        onPrint={() => setIsPrinted(true)}
      />
      <p role="status" className="font-semibold text-nerve print:hidden">
        {delay &&
          waiting.length > 0 &&
          `${formatCount(waiting.length, 'mark')} waiting to be sent. ${delay}`}
      </p>
      <div className={isPrinted ? 'print:hidden' : ''}>
        <Table
          columns={columns}
          rows={rows.slice(0, shownCount)}
          rowKey="entryId"
          emptyText={entries.length > 0 ? 'No one matches.' : 'No participants yet.'}
          tableClassName="cards"
        />
        {rows.length > shownCount && (
          <Button
            shape="secondary"
            className="mt-3"
            onClick={() => setShownCount(shownCount + rowsAtOnce)}
          >
            Show more ({formatNumber(rows.length - shownCount)} left)
          </Button>
        )}
      </div>
      {isPrinted && (
        <div className="hidden print:block">
          <Table
            columns={makePrintColumns()}
            rows={rows.flatMap((entry) => entry.people.map((person) => ({ entry, person })))}
            rowKey={({ entry, person }) => `${entry.entryId} ${person.member}`}
            tableClassName="roll"
          />
        </div>
      )}
    </section>
  )
}

const Figures = ({ data, figures }: { data: AttendanceList; figures: [string, string][] }) => (
  <>
    <dl className="figures flex flex-wrap gap-x-6 gap-y-1 print:hidden">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="head">{name}</dt>
          <dd className="text-lg">{value}</dd>
        </div>
      ))}
    </dl>
    {data.total > data.entries.length && (
      <p className="mt-2">
        The list has {formatCount(data.total, 'entry', 'entries')}. Only the first{' '}
        {formatNumber(data.entries.length)} are shown and counted here.
      </p>
    )}
  </>
)

const selects = [
  { name: 'state', label: 'State', choices: stateChoices },
  { name: 'presence', label: 'Present', choices: presenceChoices },
  { name: 'order', label: 'Sorted by', choices: orderChoices },
] as const

const ViewFields = ({
  view,
  onChange,
}: {
  view: ParticipantView
  onChange: (view: ParticipantView) => void
}) => (
  <search className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-[2fr_1fr_1fr_1fr] print:hidden">
    <div className="max-sm:col-span-full">
      <SmallField
        label="Search by name, ID or phone"
        autoComplete="off"
        maxLength={100}
        value={view.text}
        onChange={({ target }) => onChange({ ...view, text: target.value })}
      />
    </div>
    {selects.map(({ name, label, choices }) => (
      <SelectField
        key={name}
        isSmall
        path={`participants-${name}`}
        label={label}
        value={view[name]}
        choices={Object.entries(choices).map(([value, choice]) => ({ value, ...choice }))}
        onChange={(value) => onChange({ ...view, [name]: value })}
      />
    ))}
  </search>
)
