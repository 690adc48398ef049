import { useState } from 'react'
import { eventDetails } from '#edition/events'
import { workshopDetails } from '#edition/workshops'
import { fullName, listSessions, type Subject } from '../../../festival/content/subject'
import type { StateView } from '../../../festival/contract/festival'
import type { Notice } from '../../../festival/live/state'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { inputClasses, TextField } from '../../../ui/text-field'
import { retryWhenLost, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, type Choice, Form, SelectField } from '../../fields'
import { announce, Refused } from '../../messages'
import {
  type EditFormValues,
  findEdits,
  fromInputValue,
  type NewValues,
  type SessionValues,
  setPart,
  toEditFormValues,
  toInputValue,
} from './change'

interface Props {
  subject: Subject
  view: StateView
  saving: ReturnType<typeof useCommand<'saveSubject'>>
  save: (values: NewValues) => void
  onClose: () => void
}

export const CancelDialog = ({ subject, saving, save, onClose }: Props) => {
  return (
    <CommandDialog
      title={`Cancel ${fullName(subject)}?`}
      confirm="Cancel event"
      dismiss="Keep event"
      errorTitle="Not saved"
      errorText={saving.error?.fieldMessages}
      command={saving}
      onSubmit={() => save({ status: 'cancelled' })}
      onClose={onClose}
    >
      <p>
        The site will show the event as cancelled. Verified entries move to Refunds with the amount
        paid; waiting entries stay in the queue. You can message everyone next.
      </p>
    </CommandDialog>
  )
}

export const CloseDialog = ({ subject, saving, save, onClose }: Props) => {
  const [time, setTime] = useState(toInputValue(subject.closesAt))
  return (
    <CommandDialog
      title={`Closing time: ${fullName(subject)}`}
      confirm="Save"
      errorTitle="Not saved"
      errorText={saving.error?.fieldMessages}
      command={saving}
      onSubmit={() => {
        if (time === toInputValue(subject.closesAt)) {
          onClose()
        } else {
          save({ closesAt: time ? fromInputValue(time) : null })
        }
      }}
      onClose={onClose}
    >
      <TextField
        path="closesAt"
        label="Registration closes"
        hint="Leave empty to keep registration open until the event starts."
        type="datetime-local"
        isOptional
        value={time}
        onChange={setTime}
      />
    </CommandDialog>
  )
}

const nameField = (label: string | undefined, name: string): string =>
  label ? `${label}: ${name.toLowerCase()}` : name

const partChoices: readonly Choice[] = [
  { value: '', label: 'Hours' },
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'evening', label: 'Evening' },
]

const SessionFields = ({
  label,
  index,
  values,
  error,
  onChange,
}: {
  label: string | undefined
  index: number
  values: SessionValues
  error: string | undefined
  onChange: (values: SessionValues) => void
}) => {
  const { start, end, part } = values
  const startField = { path: `start-${index}`, error }
  return (
    <div className="grid gap-2">
      <SelectField
        path={`part-${index}`}
        label={nameField(label, 'Time')}
        choices={partChoices}
        value={part}
        onChange={(value) => onChange(setPart(values, value as SessionValues['part']))}
      />
      {part ? (
        <TextField
          {...startField}
          label={nameField(label, 'Day')}
          type="date"
          value={start.slice(0, 10)}
          onChange={(day) => onChange(setPart({ ...values, start: day }, part))}
        />
      ) : (
        <>
          <TextField
            {...startField}
            label={nameField(label, 'From')}
            type="datetime-local"
            value={start}
            onChange={(text) => onChange({ ...values, start: text })}
          />
          <TextField
            path={`end-${index}`}
            label={nameField(label, 'To')}
            type="datetime-local"
            isOptional
            value={end}
            onChange={(text) => onChange({ ...values, end: text })}
          />
        </>
      )}
    </div>
  )
}

export const EditDialog = ({
  subject,
  view,
  saving,
  save,
  onClose,
  isAdmin,
}: Props & { isAdmin: boolean }) => {
  const { key } = subject
  const builtIncharges = { ...eventDetails, ...workshopDetails }[key]?.incharges ?? []
  const [before] = useState(() =>
    toEditFormValues(subject, view.state.subjects[key]?.incharges ?? builtIncharges),
  )
  const [formValues, setFormValues] = useState(before)
  const change = (changed: Partial<EditFormValues>) => setFormValues({ ...formValues, ...changed })
  const findError = (path: string) =>
    saving.error?.problem?.errors?.find((error) => error.path === path)?.message
  const makeField = (name: 'place' | 'note' | 'submissionLink' | 'places') => ({
    path: name,
    isOptional: true,
    value: formValues[name],
    error: findError(name),
    onChange: (text: string) => change({ [name]: text }),
  })
  const submit = () => {
    const edits = findEdits(subject, before, formValues)
    if (Object.keys(edits).length === 0) {
      onClose()
    } else {
      save(edits)
    }
  }
  return (
    <CommandDialog
      title={fullName(subject)}
      confirm="Save"
      errorTitle="Not saved"
      errorText={saving.error?.fieldMessages}
      command={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      {formValues.sessions.map((values, index) => (
        <SessionFields
          key={listSessions(subject)[index]?.id}
          label={subject.slots[index]?.label}
          index={index}
          values={values}
          error={findError(`sessions.${index}`)}
          onChange={(changed) => change({ sessions: formValues.sessions.with(index, changed) })}
        />
      ))}
      <TextField {...makeField('place')} label="Place" maxLength={60} />
      <TextField
        {...makeField('note')}
        label="Note"
        hint="One line under the event’s name."
        maxLength={100}
      />
      <TextField
        {...makeField('places')}
        label="Number of places"
        hint="A team takes one place. Entries beyond this number go on a waiting list."
        inputMode="numeric"
      />
      <label className="block font-semibold">
        In-charges
        <span className="block text-sm font-normal text-faded">
          One per line, with a phone number. All admins get an e-mail.
        </span>
        <textarea
          rows={3}
          value={formValues.incharges}
          onChange={(event) => change({ incharges: event.target.value })}
          className={`${inputClasses} mt-1.5 font-normal`}
        />
      </label>
      {isAdmin && (
        <>
          <TextField
            {...makeField('submissionLink')}
            label="Submission link"
            hint="Where participants hand in abstracts, slides or films. Only they see it. All admins get an e-mail."
            type="url"
            maxLength={300}
          />
          <Check
            checked={formValues.passRequired}
            onChange={({ target }) => change({ passRequired: target.checked })}
          >
            Needs a delegate pass
          </Check>
        </>
      )}
    </CommandDialog>
  )
}

export const NoticeForm = ({ notice }: { notice: Notice | undefined }) => {
  const [draft, setDraft] = useState({
    text: notice?.text ?? '',
    until: toInputValue(notice?.until),
    path: notice?.path ?? '',
  })
  const [isUrgent, setIsUrgent] = useState(notice?.urgent ?? false)
  // The notice when the organiser began to type. If someone else changes the notice, the first save
  // fails and the new notice is shown.
  const [original, setOriginal] = useState<Notice | null | undefined>(notice ?? null)
  const saving = useCommand('saveNotice', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit'],
    onSuccess: (_view, { body: { value } }) => {
      setOriginal(value)
      announce('The notice is saved.')
    },
    onError: () => setOriginal(undefined),
  })
  const saveNotice = (value: Notice | null) =>
    saving.mutate({
      body: { id: makeUuid(), seen: original === undefined ? (notice ?? null) : original, value },
    })
  const makeField = (name: keyof typeof draft) => ({
    path: name,
    value: draft[name],
    error: saving.error?.problem?.errors?.find(({ path }) => path === name)?.message,
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const submit = () => {
    const value: Notice = { text: draft.text, until: fromInputValue(draft.until) }
    if (draft.path) {
      value.path = draft.path
    }
    if (isUrgent) {
      value.urgent = true
    }
    saveNotice(value)
  }
  return (
    <details className="mt-4" open={notice !== undefined}>
      <summary className="press cursor-pointer">
        Notice on every page{notice ? '' : ' (none)'}
      </summary>
      <Form onSubmit={submit} className="grid gap-3">
        {notice && notice.text !== draft.text && <p>Now on every page: “{notice.text}”</p>}
        <TextField {...makeField('text')} label="Notice" maxLength={140} />
        <TextField {...makeField('until')} label="Until" type="datetime-local" />
        <TextField
          {...makeField('path')}
          label="Links to"
          hint="A page of this site, such as /schedule."
          isOptional
        />
        <Check checked={isUrgent} onChange={({ target }) => setIsUrgent(target.checked)}>
          Urgent
        </Check>
        <p className="flex flex-wrap gap-2">
          <Button type="submit" disabled={saving.isPending}>
            Publish notice
          </Button>
          {notice && (
            <Button shape="secondary" disabled={saving.isPending} onClick={() => saveNotice(null)}>
              Remove notice
            </Button>
          )}
        </p>
        <Refused failure={saving.error} />
      </Form>
    </details>
  )
}
