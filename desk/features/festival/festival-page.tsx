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
import { Link, listAddress, pages, peopleAddress } from '../../address'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { stateOptions, useSubjects } from '../../festival'
import { announce, Refused } from '../../messages'
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

/** The pressed button disappears, so the element next to it gets the focus. */
const useFocusAfterSave = <Target extends HTMLElement>(
  { isIdle, isPending }: Record<'isIdle' | 'isPending', boolean>,
  shown: string | boolean,
) => {
  const target = useRef<Target>(null)
  const moment = !isIdle && !isPending && `${shown}`
  useEffect(() => {
    if (moment && document.activeElement === document.body) {
      target.current?.focus({ preventScroll: true })
    }
  }, [moment])
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

interface ActionsProps {
  closesAt: Subject['closesAt']
  isSaving: boolean
  save: (values: NewValues) => void
  open: (dialog: OpenDialog) => void
}

const StatusActions = ({
  status,
  closesAt,
  isSaving,
  save,
  open,
}: ActionsProps & { status: Status }) => {
  if (status === 'open') {
    return (
      <>
        <Button shape="secondary" disabled={isSaving} onClick={() => save({ status: 'closed' })}>
          Close
        </Button>
        <Button shape="secondary" onClick={() => open('close')}>
          Close at …
        </Button>
      </>
    )
  }
  if (status === 'with-pass') {
    return null
  }
  const reopen = (): NewValues =>
    closesAt ? { status: 'open', closesAt: null } : { status: 'open' }
  return (
    <Button shape="secondary" disabled={isSaving} onClick={() => save(reopen())}>
      Open
    </Button>
  )
}

const CancelledActions = ({ isSaving, save }: Pick<ActionsProps, 'isSaving' | 'save'>) => (
  <Button shape="secondary" disabled={isSaving} onClick={() => save({ status: null })}>
    Reinstate event
  </Button>
)

interface CardProps {
  subject: Subject
  view: StateView
  isAdmin: boolean
  now: number
}

const Card = ({ subject, view, isAdmin, now }: CardProps) => {
  const [openDialog, setOpened] = useState<OpenDialog>()
  // Someone else may change the event while a dialog is open.
  const [seen, setSeen] = useState({ subject, view })
  const open = (dialog: OpenDialog) => {
    setSeen({ subject, view })
    setOpened(dialog)
  }
  const [news, setNews] = useState('')
  const { key, closesAt, place, note } = subject
  const hasClosed = subject.status === 'open' && closesAt && Date.parse(closesAt) <= now
  const status = hasClosed ? 'closed' : subject.status
  const filter = { event: key, scope: 'accepted' } as const
  const saving = useCommand('saveSubject', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds'],
    onSuccess: (_view, { body: { changes } }) => {
      setOpened(undefined)
      setNews(describeNews(changes))
      const done = changes.map(({ field, value }) => describeChange({ field, after: value }))
      announce(`Saved: ${done.join(', ')}, ${fullName(subject)}`)
    },
  })
  const save = (values: NewValues, from = view) =>
    saving.mutate({
      query: { event: key },
      body: { id: makeUuid(), changes: listEdits(from, key, values) },
    })
  const dialog = {
    ...seen,
    saving,
    onClose: () => setOpened(undefined),
    save: (values: NewValues) => save(values, seen.view),
  }
  const isCancelled = status === 'cancelled'
  const heading = useFocusAfterSave<HTMLHeadingElement>(saving, status)
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        {fullName(subject)}
      </h3>
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
      <p className="flex flex-wrap gap-x-4">
        <Link href={peopleAddress(filter)} className="press">
          Participants
        </Link>
        {isCancelled && isAdmin && (
          <>
            <Link href={pages.refunds} className="press">
              Refunds
            </Link>
            <Link
              href={listAddress({ filter: { event: key, scope: 'open' }, order: 'oldest' })}
              className="press"
            >
              Waiting entries
            </Link>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {isCancelled && isAdmin && <CancelledActions isSaving={saving.isPending} save={save} />}
        {!isCancelled && (
          <>
            <StatusActions
              status={status}
              closesAt={closesAt}
              isSaving={saving.isPending}
              save={save}
              open={open}
            />
            <Button shape="secondary" onClick={() => open('edit')}>
              Edit …
            </Button>
            {isAdmin && (
              <Button shape="secondary" onClick={() => open('cancel')}>
                Cancel …
              </Button>
            )}
          </>
        )}
      </div>
      {!openDialog && <Refused failure={saving.error} />}
      {news && (
        <div role="status" className="mt-2 border-l-4 border-vein pl-3">
          <p>{news}</p>
          <Button shape="secondary" onClick={() => setOpened('write')}>
            Message participants …
          </Button>
        </div>
      )}
      {openDialog === 'cancel' && <CancelDialog {...dialog} />}
      {openDialog === 'close' && <CloseDialog {...dialog} />}
      {openDialog === 'edit' && <EditDialog {...dialog} isAdmin={isAdmin} />}
      {openDialog === 'write' && (
        <WriteDialog
          filter={filter}
          list={fullName(subject)}
          suggested={composeUpdate(subject)}
          onClose={() => setOpened(undefined)}
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
  const [{ event } = { event: null }] = changes
  const line = useFocusAfterSave<HTMLParagraphElement>(undoing, isCurrent)
  return (
    <>
      <p ref={line} tabIndex={-1} className="min-w-0 break-words">
        <span className="figures text-faded">{formatMoment(at)}</span>{' '}
        <span className="break-all">{organiser}</span>{' '}
        {changes
          .map((change) =>
            [describeChange(change), describeNewValue(change)].filter(Boolean).join(': '),
          )
          .join(', ')}
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
  const { data: view } = state
  const notice = view?.state.notice
  const isAdmin = me?.role === 'admin'
  const mayChange = isAdmin || me?.role === 'head'
  const own = useSubjects().filter(({ key }) => !me?.events || me.events.includes(key))
  const today = own.filter(({ slots }) => slots.some(({ start }) => toDay(start) === day))
  const others = own.filter((subject) => !today.includes(subject))
  const groups = [
    ['Today', today],
    [today.length > 0 ? 'Other days' : 'Events and workshops', others],
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
