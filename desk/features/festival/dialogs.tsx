import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventDetails } from '#edition/events'
import { workshopDetails } from '#edition/workshops'
import type { StateView } from '../../../festival/desk/festival'
import { instantAt } from '../../../festival/slot'
import type { Notice, SubjectField } from '../../../festival/state'
import { fullName, type Subject } from '../../../festival/subject'
import { Button } from '../../../ui/button'
import { inputLook, TextField } from '../../../ui/text-field'
import { queryCall, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, Form } from '../../fields'
import { announce, Refused } from '../../messages'
import { count } from '../../words'
import { fromBox, toBox } from './change'

interface Props {
  subject: Subject
  view: StateView
  saving: ReturnType<typeof useCommand<'saveSubject'>>
  save: (values: Partial<Record<SubjectField, unknown>>) => void
  onClose: () => void
}

/** Why it was not taken: the faults of the fields, or the server's sentence. */
const refuse = ({ error }: Pick<Props['saving'], 'error'>) => ({
  title: 'Not saved',
  words: error?.problem?.errors?.map(({ message }) => message).join(' '),
})

export const CancelDialog = ({ subject, saving, save, onClose }: Props) => {
  const query = { event: subject.key, scope: 'accepted' } as const
  const { data } = useQuery({ ...queryCall('countPeople', { query }), gcTime: 0 })
  return (
    <CommandDialog
      title={`Cancel ${fullName(subject)}?`}
      confirm="It does not take place"
      dismiss="It takes place"
      refused={refuse(saving)}
      command={saving}
      onSubmit={() => save({ status: 'cancelled' })}
      onClose={onClose}
    >
      <p>
        The site says everywhere that it does not take place.{' '}
        {data && `${count(data.people, 'person is', 'people are')} registered: `}who is verified stands under Refunds
        with what they paid, and who waits stays in the queue. You can write to all of them next.
      </p>
    </CommandDialog>
  )
}

export const CloseDialog = ({ subject, saving, save, onClose }: Props) => {
  const [time, setTime] = useState(toBox(subject.closesAt ?? instantAt(Date.now())))
  return (
    <CommandDialog
      title={`When ${fullName(subject)} closes`}
      confirm="Save"
      refused={refuse(saving)}
      command={saving}
      onSubmit={() => save({ closesAt: time ? fromBox(time) : null })}
      onClose={onClose}
    >
      <TextField
        path="closesAt"
        label="Registration closes"
        hint="Empty: not before it begins."
        type="datetime-local"
        isOptional
        value={time}
        onChange={setTime}
      />
    </CommandDialog>
  )
}

/** Times, place, note and who answers for it; a box that is emptied is as it was planned. */
export const EditDialog = ({ subject, view, saving, save, onClose, isAdmin }: Props & { isAdmin: boolean }) => {
  const { key, slots } = subject
  const planned = { ...eventDetails, ...workshopDetails }[key]?.incharges ?? []
  const [sessions, setSessions] = useState(slots.map(({ start, end }) => ({ start: toBox(start), end: toBox(end) })))
  const [place, setPlace] = useState(subject.place ?? '')
  const [note, setNote] = useState(subject.note ?? '')
  const shown = (view.state.subjects[key]?.incharges ?? planned).join('\n')
  const [incharges, setIncharges] = useState(shown)
  const [passRequired, setPassRequired] = useState(subject.passRequired)
  const submit = () => {
    const moved = slots.map((slot, at) => {
      const { start = '', end = '' } = sessions[at] ?? {}
      const { end: _, ...rest } = slot
      return { ...rest, start: fromBox(start), ...(end ? { end: fromBox(end) } : {}) }
    })
    const lines = incharges
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    save({
      ...(JSON.stringify(moved) === JSON.stringify(slots) ? {} : { sessions: moved }),
      ...(place.trim() === (subject.place ?? '') ? {} : { place: place.trim() || null }),
      ...(note.trim() === (subject.note ?? '') ? {} : { note: note.trim() || null }),
      ...(incharges === shown ? {} : { incharges: lines.length > 0 ? lines : null }),
      ...(passRequired === subject.passRequired ? {} : { passRequired }),
    })
  }
  return (
    <CommandDialog
      title={fullName(subject)}
      confirm="Save"
      refused={refuse(saving)}
      command={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      {slots.map(({ start, label }, at) => (
        <div key={start} className="grid gap-2">
          {(['start', 'end'] as const).map((side) => (
            <TextField
              key={side}
              path={`${side}-${at}`}
              label={`${label ? `${label}: ` : ''}${side === 'start' ? 'from' : 'to'}`}
              type="datetime-local"
              isOptional={side === 'end'}
              value={sessions[at]?.[side] ?? ''}
              onChange={(text) =>
                setSessions(sessions.map((one, index) => (index === at ? { ...one, [side]: text } : one)))
              }
            />
          ))}
        </div>
      ))}
      <TextField path="place" label="Place" isOptional maxLength={60} value={place} onChange={setPlace} />
      <TextField
        path="note"
        label="Note"
        hint="One line under its name."
        isOptional
        maxLength={100}
        value={note}
        onChange={setNote}
      />
      <label className="block font-semibold">
        Incharges
        <span className="block text-sm font-normal text-faded">
          A line each, with a phone number. All admins get an e-mail of this.
        </span>
        <textarea
          rows={3}
          value={incharges}
          onChange={(event) => setIncharges(event.target.value)}
          className={`${inputLook} mt-1.5 font-normal`}
        />
      </label>
      {isAdmin && (
        <Check checked={passRequired} onChange={({ target }) => setPassRequired(target.checked)}>
          Needs a delegate pass
        </Check>
      )}
    </CommandDialog>
  )
}

/** One line above every page of the site, until its end. */
export const NoticeForm = ({ notice }: { notice: Notice | undefined }) => {
  const [text, setText] = useState(notice?.text ?? '')
  const [until, setUntil] = useState(toBox(notice?.until))
  const [path, setPath] = useState(notice?.path ?? '')
  const [isUrgent, setIsUrgent] = useState(notice?.urgent ?? false)
  // What was seen as somebody began to type. Where somebody else changed it meanwhile that is refused once; then theirs is shown.
  const [seen, setSeen] = useState<unknown>(notice ?? null)
  const saving = useCommand('saveNotice', {
    refreshes: ['readState', 'readAudit'],
    onSuccess: (_view, { body: { value } }) => {
      setSeen(value)
      announce('The notice is saved.')
    },
    onError: () => setSeen(undefined),
  })
  const put = (value: object | null) =>
    saving.mutate({ body: { seen: seen === undefined ? (notice ?? null) : seen, value } })
  const find = (name: string) => saving.error?.problem?.errors?.find((one) => one.path === name)?.message
  const submit = () =>
    put({ text, until: fromBox(until), ...(path ? { path } : {}), ...(isUrgent ? { urgent: true } : {}) })
  return (
    <details className="mt-4" open={notice !== undefined}>
      <summary className="press cursor-pointer">Notice on every page{notice ? '' : ' (none)'}</summary>
      <Form onSubmit={submit} className="grid gap-3">
        {notice && notice.text !== text && <p>Now on every page: “{notice.text}”</p>}
        <TextField path="text" label="Notice" maxLength={140} value={text} error={find('text')} onChange={setText} />
        <TextField
          path="until"
          label="Until"
          type="datetime-local"
          value={until}
          error={find('until')}
          onChange={setUntil}
        />
        <TextField
          path="path"
          label="Leads to"
          hint="A page of this site, such as /schedule."
          isOptional
          value={path}
          error={find('path')}
          onChange={setPath}
        />
        <Check checked={isUrgent} onChange={({ target }) => setIsUrgent(target.checked)}>
          Urgent
        </Check>
        <p className="flex flex-wrap gap-2">
          <Button type="submit" disabled={saving.isPending}>
            Show the notice
          </Button>
          {notice && (
            <Button shape="secondary" disabled={saving.isPending} onClick={() => put(null)}>
              Take it away
            </Button>
          )}
        </p>
        <Refused failure={saving.error} />
      </Form>
    </details>
  )
}
