import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { AttendanceEntry, AttendanceListKey } from '../../../festival/contract/attendance'
import type { QueueFilter } from '../../../festival/contract/queue'
import { Button } from '../../../ui/button'
import { copyText } from '../../../ui/copy-button'
import { inputClasses } from '../../../ui/text-field'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { DialogButton } from '../../dialog-button'
import { Refused } from '../../messages'
import { formatCount } from '../../words'
import { ExportLinks } from '../lists/export-links'
import { listContacts, type ParticipantView } from './participants'
import { GuestDialog } from './person-dialogs'

const stateFilters: Readonly<Record<ParticipantView['state'], QueueFilter>> = {
  accepted: { scope: 'accepted' },
  verified: { state: 'verified' },
  pending: { scope: 'open' },
  all: {},
}

const contactWords = { phones: 'phone number', emails: 'e-mail address' } as const

const countContacts = (what: keyof typeof contactWords, count: number) =>
  formatCount(count, contactWords[what], what === 'emails' ? 'e-mail addresses' : undefined)

/** `entries` are those that the list shows with its filters. */
export const ListActions = ({
  list: { day, ...list },
  view,
  entries,
  onPrint,
}: {
  list: AttendanceListKey
  view: ParticipantView
  entries: readonly AttendanceEntry[]
  /** Renders what is printed. */
  onPrint: () => void
}) => {
  const me = useMe()
  const [message, setMessage] = useState('')
  const [uncopied, setUncopied] = useState('')
  const recording = useCommand('recordCopy', { ...retryWhenLost, refreshes: ['readAudit'] })
  const query = { ...list, day }
  const copy = async (what: keyof typeof contactWords) => {
    const contacts = listContacts(entries, what)
    await recording.mutateAsync({ query, body: { what } })
    const text = contacts.join('\n')
    const isCopied = await copyText(text)
    setUncopied(isCopied ? '' : text)
    setMessage(isCopied ? `Copied ${countContacts(what, contacts.length)}.` : '')
  }
  const print = async () => {
    await recording.mutateAsync({ query, body: { what: 'print' } })
    flushSync(onPrint)
    window.print()
  }
  if (me?.role !== 'admin' && me?.role !== 'head') {
    return null
  }
  const isIdle = !recording.isPending && entries.length > 0
  return (
    <details className="mt-2 print:hidden">
      <summary className="press cursor-pointer">Copy, print and more</summary>
      <div className="mb-3 flex flex-wrap gap-2">
        {(['phones', 'emails'] as const).map((what) => (
          <Button
            key={what}
            shape="secondary"
            disabled={!isIdle}
            onClick={() => void copy(what).catch(() => undefined)}
          >
            Copy {countContacts(what, 2).slice(2)}
          </Button>
        ))}
        <Button
          shape="secondary"
          disabled={!isIdle}
          onClick={() => void print().catch(() => undefined)}
        >
          Print
        </Button>
        {!day && (
          <ExportLinks filter={{ ...list, ...stateFilters[view.state] }} entries={entries.length} />
        )}
        {me.role === 'admin' && (list.event || day) && (
          <DialogButton dialog={(close) => <GuestDialog list={query} onClose={close} />}>
            Add a guest …
          </DialogButton>
        )}
      </div>
      <p role="status">{message}</p>
      {uncopied && (
        <label className="block font-semibold">
          Your browser did not allow copying. Select the text and copy it.
          <textarea readOnly rows={5} value={uncopied} className={`${inputClasses} font-normal`} />
        </label>
      )}
      <Refused failure={recording.error} />
    </details>
  )
}
