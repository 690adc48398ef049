import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { AttendanceEntry, AttendanceListKey } from '../../../festival/contract/attendance'
import { Button } from '../../../ui/button'
import { copyText } from '../../../ui/copy-button'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { DialogButton } from '../../dialog-button'
import { Refused } from '../../messages'
import { ExportLinks } from '../lists/export-links'
import { listContacts, type ParticipantView, stateChoices } from './participants'
import { GuestDialog } from './person-dialogs'

const copies = { phones: 'Copy phone numbers', emails: 'Copy e-mail addresses' } as const

/** `entries` are those that the list shows with its filters. */
export const ListActions = ({
  list,
  view,
  entries,
  total,
  onPrint,
}: {
  list: AttendanceListKey
  view: ParticipantView
  entries: readonly AttendanceEntry[]
  /** Number of entries in the list. */
  total: number
  /** Renders what is printed. */
  onPrint: () => void
}) => {
  const me = useMe()
  const [message, setMessage] = useState('')
  const recording = useCommand('recordCopy', { ...retryWhenLost, refreshes: ['readAudit'] })
  const copy = async (what: keyof typeof copies) => {
    const contacts = listContacts(entries, what)
    const isCopied = await copyText(contacts.join('\n'))
    setMessage(isCopied ? `Copied: ${contacts.length}` : 'The browser did not allow copying.')
  }
  const print = () => {
    flushSync(onPrint)
    window.print()
  }
  /** Nothing leaves the page before the audit log names it. */
  const record = (what: keyof typeof copies | 'print') =>
    recording.mutate(
      { query: list, body: { what } },
      { onSuccess: () => (what === 'print' ? print() : void copy(what)) },
    )
  if (me?.role !== 'admin' && me?.role !== 'head') {
    return null
  }
  const isIdle = !recording.isPending && entries.length > 0
  const { day, ...filter } = list
  return (
    <details className="mt-2 print:hidden">
      <summary className="press cursor-pointer">Copy, print and more</summary>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {(['phones', 'emails'] as const).map((what) => (
          <Button key={what} shape="secondary" disabled={!isIdle} onClick={() => record(what)}>
            {copies[what]}
          </Button>
        ))}
        <Button shape="secondary" disabled={!isIdle} onClick={() => record('print')}>
          Print
        </Button>
        {!day && (
          <ExportLinks filter={{ ...filter, ...stateChoices[view.state].filter }} entries={total} />
        )}
        {me.role === 'admin' && (list.event || day) && (
          <DialogButton dialog={(close) => <GuestDialog list={list} onClose={close} />}>
            Add a guest …
          </DialogButton>
        )}
        <span role="status">{message}</span>
      </div>
      <Refused failure={recording.error} />
    </details>
  )
}
