import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type AttendanceEntry,
  type AttendanceListKey,
  attendanceBounds,
} from '../../../festival/contract/attendance'
import type { CallInput } from '../../../festival/contract/calls'
import type { Me } from '../../../festival/contract/organisers'
import { Button } from '../../../ui/button'
import { copyText } from '../../../ui/copy-button'
import { retryWhenLost, useCommand, useMe, useRefetchOnReturn } from '../../api'
import { SelectField, SmallField } from '../../fields'
import { Refused } from '../../messages'
import { QueryStatus } from '../../page'
import { Table } from '../../rows'
import { formatCount, formatNumber } from '../../words'
import { ExportLinks } from '../lists/export-links'
import {
  attendanceOptions,
  isSameList,
  isWaiting,
  pressMarks,
  type StoredMark,
  sendingOptions,
  storedMarksOptions,
} from './attendance-marks'
import { makeColumns } from './participant-cells'
import {
  applyMarks,
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

export const AttendanceView = ({ list }: { list: AttendanceListKey }) => {
  const me = useMe()
  const attendance = useQuery({
    ...attendanceOptions(list),
    staleTime: 0,
    refetchInterval: () => document.visibilityState === 'visible' && refetchEveryMs,
  })
  const { data, refetch } = attendance
  useRefetchOnReturn(refetch)
  return me && data ? (
    <Participants me={me} list={list} entries={data.entries} />
  ) : (
    <QueryStatus query={attendance} what="The participants cannot be shown." />
  )
}

interface ListProps {
  me: Me
  list: AttendanceListKey
  entries: readonly AttendanceEntry[]
}

const Participants = ({ me, list, entries: savedEntries }: ListProps) => {
  const client = useQueryClient()
  const { data: stored = [] } = useQuery(storedMarksOptions(me.email))
  const { failureReason } = useQuery(sendingOptions(client, me.email))
  const [view, setView] = useState(startView)
  const [shownCount, setShownCount] = useState(rowsAtOnce)
  const isOfList = (mark: StoredMark) => isSameList(mark.list, list)
  const waiting = stored.filter(isWaiting)
  const entries = applyMarks(
    savedEntries,
    waiting.filter(isOfList).map(({ mark }) => mark),
  )
  const rows = selectEntries(entries, view)
  const print = () => {
    flushSync(() => setShownCount(rows.length))
    window.print()
  }
  return (
    <section aria-label="Participants" className="mt-5">
      <dl className="figures flex flex-wrap gap-x-4 gap-y-1 sm:gap-x-6 print:hidden">
        {listFigures(entries, list).map(([name, value]) => (
          <div key={name} className="max-sm:flex max-sm:items-baseline max-sm:gap-1.5">
            <dt className="head">{name}</dt>
            <dd className="sm:text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {entries.length === attendanceBounds.entries && (
        <p className="mt-2">Only the first {formatNumber(entries.length)} entries are listed.</p>
      )}
      {(me.role === 'admin' || me.role === 'head') && (
        <ListActions list={list} entries={rows} onPrint={print} />
      )}
      <ViewFields
        view={view}
        onChange={(changed) => {
          setView(changed)
          setShownCount(rowsAtOnce)
        }}
      />
      <p role="status" className="font-semibold text-nerve print:hidden">
        {failureReason &&
          waiting.length > 0 &&
          `${formatCount(waiting.length, 'mark')} waiting to be sent. ${failureReason.message}`}
      </p>
      <Table
        columns={makeColumns({
          list,
          role: me.role,
          stored: stored.filter(isOfList),
          isDelayed: failureReason !== null,
          press: (press) => void pressMarks(client, me.email, list, press),
        })}
        rows={rows.slice(0, shownCount)}
        rowKey="entryId"
        emptyText="No participants found."
        tableClassName="roll cards"
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
    </section>
  )
}

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

/** `entries` are those that the list shows with its filters. Files have all accepted entries. */
const ListActions = ({
  list,
  entries,
  onPrint,
}: Omit<ListProps, 'me'> & { onPrint: () => void }) => {
  const [message, setMessage] = useState('')
  const recording = useCommand('recordCopy', { ...retryWhenLost, refreshes: ['readAudit'] })
  const copy = async (contacts: readonly string[]) => {
    const different = [...new Set(contacts)].filter(Boolean)
    const isCopied = await copyText(different.join('\n'))
    setMessage(isCopied ? `Copied: ${different.length}` : 'The browser did not allow copying.')
  }
  const phones = entries.flatMap(({ people }) => people.map(({ phone }) => phone))
  const emails = entries.map(({ email }) => email)
  /** Nothing leaves the page before the audit log names it. */
  const action = (
    label: string,
    what: CallInput<'recordCopy'>['body']['what'],
    act: () => unknown,
  ) => (
    <Button
      shape="secondary"
      disabled={recording.isPending}
      onClick={() => recording.mutate({ query: list, body: { what } }, { onSuccess: act })}
    >
      {label}
    </Button>
  )
  const { day, item, ...filter } = list
  return (
    <details className="mt-2 print:hidden">
      <summary className="press cursor-pointer">Copy, print and more</summary>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {action('Copy phone numbers', 'phone numbers', () => copy(phones))}
        {action('Copy e-mail addresses', 'e-mail addresses', () => copy(emails))}
        {action('Print', 'printed list', onPrint)}
        {!day && !item && (
          <ExportLinks filter={{ ...filter, scope: 'accepted' }} entries={entries.length} />
        )}
        <span role="status">{message}</span>
      </div>
      <Refused failure={recording.error} />
    </details>
  )
}
