import { useState } from 'react'
import { fullName, type Status, type Subject } from '../../../festival/content/subject'
import {
  describeChange,
  type StateChange,
  type StateView,
} from '../../../festival/contract/festival'
import { statusWords } from '../../../festival/schedule/availability'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { Link, pages, toQueue } from '../../address'
import { retryWhenLost, useCommand } from '../../api'
import { closeWith, Refused } from '../../messages'
import { formatMoment } from '../../words'
import { composeUpdate, listEdits, type NewValues } from '../festival/change'
import { CancelDialog, CloseDialog, EditDialog } from '../festival/dialogs'
import { findUnannouncedChange } from '../festival/unannounced-change'
import { useAnnouncements } from '../messages/message-item'
import { WriteDialog } from '../messages/write-dialog'
import { GroupLink } from './group-link'
import { findNextSession, findStatus, formatSession } from './sessions'
import { useFocusAfterSave } from './use-focus-after-save'

type OpenDialog = 'cancel' | 'close' | 'edit' | 'message' | 'update'

const describeNews = ({ field, before }: StateChange): string => {
  const notAnnounced = 'Participants have not been informed yet.'
  return field === 'status' && before === 'cancelled'
    ? `${notAnnounced} Anyone already refunded stays verified, with a flag.`
    : notAnnounced
}

const Facts = ({ subject, status, now }: { subject: Subject; status: Status; now: number }) => {
  const { closesAt, place, note, slots } = subject
  const next = findNextSession(subject, now)
  const others = slots.filter((slot) => slot !== next)
  return (
    <div className="figures mt-1">
      {next && <p className="text-base">Next: {formatSession(next)}</p>}
      <p>
        <b className="font-semibold">{statusWords[status].name}</b>
        {closesAt && status === 'open' && `, until ${formatMoment(closesAt)}`}
      </p>
      {others.map((slot) => (
        <p key={`${slot.label} ${slot.start}`} className="text-faded">
          {formatSession(slot)}
        </p>
      ))}
      {place && <p>{place}</p>}
      {note && <p>{note}</p>}
    </div>
  )
}

interface ActionsProps {
  subject: Subject
  status: Status
  isAdmin: boolean
  isSaving: boolean
  save: (values: NewValues) => void
  open: (dialog: OpenDialog) => void
}

const StatusButton = ({ subject, status, isAdmin, isSaving, save }: ActionsProps) => {
  if (status === 'with-pass' || (status === 'cancelled' && !isAdmin)) {
    return null
  }
  const reopening: NewValues = { status: 'open' }
  if (subject.closesAt) {
    reopening.closesAt = null
  }
  const press = (label: string, values: NewValues) => (
    <Button shape="secondary" className="px-4!" disabled={isSaving} onClick={() => save(values)}>
      {label}
    </Button>
  )
  switch (status) {
    case 'cancelled':
      return press('Reinstate event', { status: null })
    case 'open':
      return press('Close', { status: 'closed' })
    default:
      return press('Open', reopening)
  }
}

const MoreActions = ({ subject, status, isAdmin, open }: ActionsProps) => (
  <details className="open:basis-full">
    <summary className="press cursor-pointer">More</summary>
    <div className="flex flex-wrap gap-2">
      {status === 'open' && (
        <Button shape="secondary" className="px-4!" onClick={() => open('close')}>
          Close at …
        </Button>
      )}
      {isAdmin && status !== 'cancelled' && (
        <Button shape="secondary" className="px-4!" onClick={() => open('cancel')}>
          Cancel event …
        </Button>
      )}
    </div>
    <GroupLink event={subject.key} />
  </details>
)

const CancelledLinks = ({ event }: { event: string }) => (
  <p className="flex flex-wrap gap-x-4 print:hidden">
    <Link href={pages.refunds} className="press">
      Refunds
    </Link>
    <Link href={toQueue({ event, scope: 'open' })} className="press">
      Waiting entries
    </Link>
  </p>
)

interface HeaderProps {
  subject: Subject
  view: StateView
  mayChange: boolean
  isAdmin: boolean
  now: number
}

export const EventHeader = ({ subject, view, mayChange, isAdmin, now }: HeaderProps) => {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  // Someone else may change the event while a dialog is open.
  const [snapshot, setSnapshot] = useState({ subject, view })
  const open = (dialog: OpenDialog) => {
    setSnapshot({ subject, view })
    setOpenDialog(dialog)
  }
  const close = () => setOpenDialog(undefined)
  const { data } = useAnnouncements()
  const { key } = subject
  const status = findStatus(subject, now)
  const saving = useCommand('saveSubject', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds'],
    onSuccess: (_view, { body: { changes } }) => {
      const done = changes.map(({ field, value }) => describeChange({ field, after: value }))
      closeWith(close, `Saved: ${done.join(', ')}, ${fullName(subject)}`)
    },
  })
  const save = (values: NewValues, before = view) =>
    saving.mutate({
      query: { event: key },
      body: { id: makeUuid(), changes: listEdits(before, key, values) },
    })
  const dialogProps = {
    ...snapshot,
    saving,
    onClose: close,
    save: (values: NewValues) => save(values, snapshot.view),
  }
  const news = data && findUnannouncedChange(view.saves, data.announcements, key)
  const messageProps = {
    filter: { event: key, scope: 'accepted' },
    list: fullName(subject),
    onClose: close,
    onSent: close,
  } as const
  const heading = useFocusAfterSave<HTMLHeadingElement>(saving, status)
  const actions = { subject, status, isAdmin, isSaving: saving.isPending, save, open }
  return (
    <header>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {fullName(subject)}
      </h1>
      <Facts subject={subject} status={status} now={now} />
      {mayChange && (
        <div className="mt-3 flex flex-wrap gap-2 print:hidden">
          <StatusButton {...actions} />
          {status !== 'cancelled' && (
            <Button shape="secondary" className="px-4!" onClick={() => open('edit')}>
              Edit …
            </Button>
          )}
          <Button shape="secondary" className="px-4!" onClick={() => open('message')}>
            Message …
          </Button>
          <MoreActions {...actions} />
        </div>
      )}
      {status === 'cancelled' && isAdmin && <CancelledLinks event={key} />}
      {!openDialog && <Refused failure={saving.error} />}
      {news && mayChange && (
        <div role="status" className="mt-3 border-l-4 border-vein pl-3 print:hidden">
          <p>{describeNews(news)}</p>
          <Button shape="secondary" className="px-4!" onClick={() => setOpenDialog('update')}>
            Message participants …
          </Button>
        </div>
      )}
      {openDialog === 'cancel' && <CancelDialog {...dialogProps} />}
      {openDialog === 'close' && <CloseDialog {...dialogProps} />}
      {openDialog === 'edit' && <EditDialog {...dialogProps} isAdmin={isAdmin} />}
      {openDialog === 'message' && <WriteDialog {...messageProps} />}
      {openDialog === 'update' && (
        <WriteDialog {...messageProps} suggested={composeUpdate(subject)} />
      )}
    </header>
  )
}
