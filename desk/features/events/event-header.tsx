import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName, type Status, type Subject } from '../../../festival/content/subject'
import { describeChange, type StateView } from '../../../festival/contract/festival'
import { describePlaceCount } from '../../../festival/contract/places'
import { statusWords } from '../../../festival/schedule/availability'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { queryCall, retryWhenLost, useCommand } from '../../api'
import { closeWith, Refused } from '../../messages'
import { formatMoment, serverAheadMs, useNow } from '../../words'
import { composeUpdate, formatSessions, listEdits, type NewValues } from '../festival/change'
import { CancelDialog, CloseDialog, EditDialog } from '../festival/dialogs'
import { findUnannouncedChange } from '../festival/unannounced-change'
import { useAnnouncements } from '../messages/message-item'
import { WriteDialog } from '../messages/write-dialog'
import { attendanceOptions } from './attendance-marks'
import { GroupLink } from './group-link'
import { refreshWaitlist } from './refresh-waitlist'
import { findNextSession, findStatus } from './sessions'
import { useFocusAfterSave } from './use-focus-after-save'

type DialogName = 'cancel' | 'close' | 'edit' | 'message' | 'absent'

const Facts = ({ subject, status, now }: { subject: Subject; status: Status; now: number }) => {
  const { closesAt, place, note, slots } = subject
  const next = findNextSession(subject, now)
  return (
    <div className="figures mt-1">
      {slots.map((slot) => (
        <p key={slot.start} className={slot === next ? 'text-base' : 'text-faded'}>
          {slot === next && 'Next: '}
          {formatSessions({ slots: [slot] })}
        </p>
      ))}
      <p>
        <b className="font-semibold">{statusWords[status].name}</b>
        {closesAt && status === 'open' && `, until ${formatMoment(closesAt)}`}
      </p>
      {place && <p>{place}</p>}
      {note && <p>{note}</p>}
    </div>
  )
}

const Actions = ({
  subject: { key, closesAt },
  status,
  isAdmin,
  isSaving,
  save,
  open,
}: {
  subject: Subject
  status: Status
  isAdmin: boolean
  isSaving: boolean
  save: (values: NewValues) => void
  open: (dialog: DialogName) => void
}) => {
  const isOpen = status === 'open'
  const isCancelled = status === 'cancelled'
  const reopening: NewValues = { status: 'open' }
  if (closesAt) {
    reopening.closesAt = null
  }
  const button = (label: string, onClick: () => void) => (
    <Button shape="secondary" className="px-4!" disabled={isSaving} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <div className="mt-3 flex flex-wrap gap-2 print:hidden">
      {isOpen && button('Close', () => save({ status: 'closed' }))}
      {(status === 'closed' || status === 'soon') && button('Open', () => save(reopening))}
      {isCancelled && isAdmin && button('Reinstate event', () => save({ status: null }))}
      {!isCancelled && button('Edit …', () => open('edit'))}
      {button('Message …', () => open('message'))}
      <details className="open:basis-full">
        <summary className="press cursor-pointer">More</summary>
        <div className="flex flex-wrap gap-2">
          {isOpen && button('Close at …', () => open('close'))}
          {!isCancelled && isAdmin && button('Cancel event …', () => open('cancel'))}
          {!isCancelled && button('Message people who have not arrived …', () => open('absent'))}
        </div>
        <GroupLink event={key} />
      </details>
    </div>
  )
}

interface HeaderProps {
  subject: Subject
  view: StateView
  mayChange: boolean
  isAdmin: boolean
}

export const EventHeader = ({ subject, view, mayChange, isAdmin }: HeaderProps) => {
  const now = useNow(60_000) + serverAheadMs()
  // Someone else may change the event while a dialog is open.
  const [dialog, setDialog] = useState<{ name: DialogName; subject: Subject; view: StateView }>()
  const onClose = () => setDialog(undefined)
  const { data } = useAnnouncements()
  const { key } = subject
  const status = findStatus(subject, now)
  const client = useQueryClient()
  const saving = useCommand('saveSubject', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds', 'readPlaces'],
    onSuccess: (_view, { body: { changes } }) => {
      refreshWaitlist(client)
      const done = changes.map(({ field, value }) => describeChange({ field, after: value }))
      closeWith(onClose, `Saved: ${done.join(', ')}, ${fullName(subject)}`)
    },
  })
  const save = (values: NewValues) =>
    saving.mutate({
      query: { event: key },
      body: { id: makeUuid(), changes: listEdits(dialog?.view ?? view, key, values) },
    })
  const { data: places } = useQuery(queryCall('readPlaces', {}))
  const { data: attendance } = useQuery(attendanceOptions({ event: key }))
  const isUnannounced =
    data &&
    attendance?.entries.length !== 0 &&
    findUnannouncedChange(view.saves, data.announcements, key)
  const heading = useFocusAfterSave<HTMLHeadingElement>(saving, status)
  const dialogProps = dialog && { ...dialog, saving, save, onClose }
  return (
    <header>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {fullName(subject)}
      </h1>
      <Facts subject={subject} status={status} now={now} />
      {places?.[key] && <p className="figures">{describePlaceCount(places[key])}</p>}
      {mayChange && (
        <Actions
          subject={subject}
          status={status}
          isAdmin={isAdmin}
          isSaving={saving.isPending}
          save={save}
          open={(name) => setDialog({ name, subject, view })}
        />
      )}
      {!dialog && <Refused failure={saving.error} />}
      {mayChange && isUnannounced && (
        <p role="status" className="mt-3 border-l-4 border-vein pl-3 print:hidden">
          Participants have not been informed yet. Press “Message …”: the text is filled in.
        </p>
      )}
      {dialogProps?.name === 'cancel' && <CancelDialog {...dialogProps} />}
      {dialogProps?.name === 'close' && <CloseDialog {...dialogProps} />}
      {dialogProps?.name === 'edit' && <EditDialog {...dialogProps} isAdmin={isAdmin} />}
      {dialogProps?.name === 'message' && (
        <WriteDialog
          filter={{ event: key, scope: 'accepted' }}
          list={fullName(subject)}
          suggested={isUnannounced ? composeUpdate(subject) : undefined}
          onClose={onClose}
          onSent={onClose}
        />
      )}
      {dialogProps?.name === 'absent' && (
        <WriteDialog
          filter={{ event: key, scope: 'accepted', arrived: 'no' }}
          list={`${fullName(subject)}, not yet in`}
          onClose={onClose}
          onSent={onClose}
        />
      )}
    </header>
  )
}
