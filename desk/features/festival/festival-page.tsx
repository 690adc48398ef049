import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dayAt, toDay } from '../../../festival/content/slot'
import { fullName, type Status, type Subject } from '../../../festival/content/subject'
import {
  describeChange,
  type StateSave,
  type StateView,
  type SubjectEdit,
} from '../../../festival/contract/festival'
import { nameEvent } from '../../../festival/contract/queue'
import type { SubjectField } from '../../../festival/live/state'
import { statusWords } from '../../../festival/schedule/availability'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { Link, pages, peopleAddress, toQueue } from '../../address'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { stateOptions, useSubjects } from '../../festival'
import { announce, closeWith, Refused } from '../../messages'
import { Page } from '../../page'
import { List } from '../../rows'
import { formatMoment, useNow } from '../../words'
import { WriteDialog } from '../messages/write-dialog'
import {
  composeUpdate,
  describeNewValue,
  formatSessions,
  listEdits,
  type NewValues,
} from './change'
import { CancelDialog, CloseDialog, EditDialog, NoticeForm } from './dialogs'

type OpenDialog = 'cancel' | 'close' | 'edit' | 'write'

const newsworthyFields: readonly SubjectField[] = ['status', 'sessions', 'place']

/**
 * The pressed button may disappear with the focus. Then the element with the returned ref gets the
 * focus, once the new value of `changed` has been rendered.
 */
const useFocusAfterSave = <Target extends HTMLElement>(
  { isIdle, isPending }: Record<'isIdle' | 'isPending', boolean>,
  changed: string | boolean,
) => {
  const target = useRef<Target>(null)
  const isSaved = !isIdle && !isPending
  const trigger = isSaved && `${changed}`
  useEffect(() => {
    if (trigger && document.activeElement === document.body) {
      target.current?.focus({ preventScroll: true })
    }
  }, [trigger])
  return target
}

const notAnnounced = 'Participants have not been informed yet.'

/** Reminds the organiser that participants have not been notified of the changes yet. */
const describeNews = (changes: readonly SubjectEdit[]): string => {
  const isReinstated = changes.some(({ field, seen }) => field === 'status' && seen === 'cancelled')
  if (isReinstated) {
    return `${notAnnounced} Anyone already refunded stays verified, with a flag.`
  }
  const isNews = ({ field, value }: SubjectEdit) =>
    newsworthyFields.includes(field) && value !== 'closed' && value !== 'open'
  return changes.some(isNews) ? notAnnounced : ''
}

const SubjectFacts = ({ subject, status }: { subject: Subject; status: Status }) => {
  const { closesAt, place, note } = subject
  return (
    <p className="figures">
      <b className="font-semibold">{statusWords[status].name}</b>
      {closesAt && status === 'open' && `, until ${formatMoment(closesAt)}`}
      {formatSessions(subject).map((session) => (
        <span key={session} className="block text-faded">
          {session}
        </span>
      ))}
      {place && <span className="block">{place}</span>}
      {note && <span className="block">{note}</span>}
    </p>
  )
}

const SubjectLinks = ({ event, hasRefunds }: { event: string; hasRefunds: boolean }) => (
  <p className="flex flex-wrap gap-x-4">
    <Link href={peopleAddress({ event, scope: 'accepted' })} className="press">
      Participants
    </Link>
    {hasRefunds && (
      <>
        <Link href={pages.refunds} className="press">
          Refunds
        </Link>
        <Link href={toQueue({ event, scope: 'open' })} className="press">
          Waiting entries
        </Link>
      </>
    )}
  </p>
)

interface ActionsProps {
  subject: Subject
  status: Status
  isAdmin: boolean
  isSaving: boolean
  save: (values: NewValues) => void
  open: (dialog: OpenDialog) => void
}

const CancelledActions = ({ isAdmin, isSaving, save }: ActionsProps) =>
  isAdmin && (
    <Button shape="secondary" disabled={isSaving} onClick={() => save({ status: null })}>
      Reinstate event
    </Button>
  )

const OpenActions = ({ subject, status, isAdmin, isSaving, save, open }: ActionsProps) => {
  const reopening: NewValues = { status: 'open' }
  if (subject.closesAt) {
    reopening.closesAt = null
  }
  return (
    <>
      {status === 'open' && (
        <>
          <Button shape="secondary" disabled={isSaving} onClick={() => save({ status: 'closed' })}>
            Close
          </Button>
          <Button shape="secondary" onClick={() => open('close')}>
            Close at …
          </Button>
        </>
      )}
      {status !== 'open' && status !== 'with-pass' && (
        <Button shape="secondary" disabled={isSaving} onClick={() => save(reopening)}>
          Open
        </Button>
      )}
      <Button shape="secondary" onClick={() => open('edit')}>
        Edit …
      </Button>
      {isAdmin && (
        <Button shape="secondary" onClick={() => open('cancel')}>
          Cancel event …
        </Button>
      )}
    </>
  )
}

interface CardProps {
  subject: Subject
  view: StateView
  isAdmin: boolean
  now: number
}

const Card = ({ subject, view, isAdmin, now }: CardProps) => {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  // Someone else may change the event while a dialog is open.
  const [snapshot, setSnapshot] = useState({ subject, view })
  const open = (dialog: OpenDialog) => {
    setSnapshot({ subject, view })
    setOpenDialog(dialog)
  }
  const close = () => setOpenDialog(undefined)
  const [news, setNews] = useState('')
  const { key, closesAt } = subject
  const hasClosed = subject.status === 'open' && closesAt && Date.parse(closesAt) <= now
  const status = hasClosed ? 'closed' : subject.status
  const isCancelled = status === 'cancelled'
  const saving = useCommand('saveSubject', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds'],
    onSuccess: (_view, { body: { changes } }) => {
      setNews(describeNews(changes))
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
  const heading = useFocusAfterSave<HTMLHeadingElement>(saving, status)
  const Actions = isCancelled ? CancelledActions : OpenActions
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        {fullName(subject)}
      </h3>
      <SubjectFacts subject={subject} status={status} />
      <SubjectLinks event={key} hasRefunds={isCancelled && isAdmin} />
      <div className="flex flex-wrap gap-2">
        <Actions
          subject={subject}
          status={status}
          isAdmin={isAdmin}
          isSaving={saving.isPending}
          save={save}
          open={open}
        />
      </div>
      {!openDialog && <Refused failure={saving.error} />}
      {news && (
        <div role="status" className="mt-2 border-l-4 border-vein pl-3">
          <p>{news}</p>
          <Button shape="secondary" onClick={() => setOpenDialog('write')}>
            Message participants …
          </Button>
        </div>
      )}
      {openDialog === 'cancel' && <CancelDialog {...dialogProps} />}
      {openDialog === 'close' && <CloseDialog {...dialogProps} />}
      {openDialog === 'edit' && <EditDialog {...dialogProps} isAdmin={isAdmin} />}
      {openDialog === 'write' && (
        <WriteDialog
          filter={{ event: key, scope: 'accepted' }}
          list={fullName(subject)}
          suggested={composeUpdate(subject)}
          onClose={close}
        />
      )}
    </>
  )
}

const SavedChange = ({
  save: { version, at, organiser, changes, isCurrent },
}: {
  save: StateSave
}) => {
  const undoing = useCommand('undoChange', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds'],
    onSuccess: () => announce('Undone. Participants have not been informed.'),
  })
  const event = changes[0]?.event ?? null
  const descriptions = changes.map((change) =>
    [describeChange(change), describeNewValue(change)].filter(Boolean).join(': '),
  )
  const description = useFocusAfterSave<HTMLParagraphElement>(undoing, isCurrent)
  return (
    <>
      <p ref={description} tabIndex={-1} className="min-w-0 break-words">
        <span className="figures text-faded">{formatMoment(at)}</span>{' '}
        <span className="wrap-anywhere">{organiser}</span> {descriptions.join(', ')}
        {event && <b className="font-semibold">, {nameEvent(event)}</b>}
      </p>
      {isCurrent && (
        <Button
          shape="secondary"
          disabled={undoing.isPending}
          onClick={() =>
            undoing.mutate({ query: event ? { event } : {}, body: { id: makeUuid(), version } })
          }
        >
          Undo
        </Button>
      )}
      <Refused failure={undoing.error} />
    </>
  )
}

export const FestivalPage = () => {
  const state = useQuery(stateOptions)
  const me = useMe()
  const now = useNow(60_000)
  const day = dayAt(now)
  const view = state.data
  const notice = view?.state.notice
  const isAdmin = me?.role === 'admin'
  const mayChange = isAdmin || me?.role === 'head'
  const ownSubjects = useSubjects().filter(({ key }) => !me?.events || me.events.includes(key))
  const isToday = ({ slots }: Subject) => slots.some(({ start }) => toDay(start) === day)
  const today = ownSubjects.filter(isToday)
  const groups = [
    ['Today', today],
    [
      today.length > 0 ? 'Other days' : 'Events and workshops',
      ownSubjects.filter((subject) => !isToday(subject)),
    ],
  ] as const
  return (
    <Page
      title="Festival"
      intro="Changes show on the site within a minute, even on pages that are already open."
      query={state}
      what="The events cannot be shown."
    >
      {view && view.failedPages.length > 0 && (
        <Banner tone="error" title="Some pages are not updated yet">
          <p className="break-words">{view.failedPages.join(', ')}</p>
        </Banner>
      )}
      {view && isAdmin && (
        <NoticeForm notice={notice && Date.parse(notice.until) > now ? notice : undefined} />
      )}
      {view && !mayChange && (
        <p className="mt-4">
          Only admins can change the festival. Heads can change their own events.
        </p>
      )}
      {view &&
        mayChange &&
        groups.map(([title, subjects]) => (
          <List
            key={title}
            title={title}
            rows={subjects}
            rowKey="key"
            className="mt-6"
            itemClassName="grid gap-2 py-4"
          >
            {(subject) => <Card subject={subject} view={view} isAdmin={isAdmin} now={now} />}
          </List>
        ))}
      <List
        title="Changes"
        rows={view?.saves}
        rowKey="version"
        emptyText="No changes yet."
        className="mt-8"
        itemClassName="flex flex-wrap items-center justify-between gap-2 py-2"
      >
        {(save) => <SavedChange save={save} />}
      </List>
    </Page>
  )
}
