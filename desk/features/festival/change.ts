import {
  formatHours,
  formatShortDay,
  type Instant,
  type Slot,
  toDay,
} from '../../../festival/content/slot'
import { fullName, type Subject } from '../../../festival/content/subject'
import type { StateChange, StateView } from '../../../festival/contract/festival'
import type { SubjectField } from '../../../festival/live/state'
import { describeMoneyBack } from '../../../festival/payment/fee'

/** What a box of day and time holds of an instant, and what an instant it is. */
export const toInputValue = (instant: Instant | undefined): string => instant?.slice(0, 16) ?? ''
export const fromInputValue = (text: string): Instant => `${text}:00+05:30` as Instant

type Values = Partial<Record<SubjectField, unknown>>

/** What the boxes of the edit dialog hold. */
export interface EditFormValues {
  /** A day and time each, in the order of the event's sessions; the end is empty where there is none. */
  sessions: readonly { start: string; end: string }[]
  place: string
  note: string
  /** A line each. */
  incharges: string
  passRequired: boolean
}

export const toEditFormValues = (
  subject: Subject,
  incharges: readonly string[],
): EditFormValues => ({
  sessions: subject.slots.map(({ start, end }) => ({
    start: toInputValue(start),
    end: toInputValue(end),
  })),
  place: subject.place ?? '',
  note: subject.note ?? '',
  incharges: incharges.join('\n'),
  passRequired: subject.passRequired,
})

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const moveSessions = (slots: readonly Slot[], formValues: EditFormValues['sessions']): Slot[] =>
  slots.map((slot, index) => {
    const formValue = formValues[index]
    if (!formValue) {
      return slot
    }
    const { end: _, ...others } = slot
    const moved: Slot = { ...others, start: fromInputValue(formValue.start) }
    if (formValue.end) {
      moved.end = fromInputValue(formValue.end)
    }
    return moved
  })

const isSameSession = (left: Slot, right: Slot | undefined): boolean =>
  left.start === right?.start &&
  left.end === right.end &&
  left.label === right.label &&
  left.part === right.part

/** Whether two lists of sessions say the same. */
export const isSameSessions = (left: readonly Slot[], right: readonly Slot[]): boolean =>
  left.length === right.length &&
  left.every((session, index) => isSameSession(session, right[index]))

/** The fields whose boxes were changed, with their new values. An emptied box takes the value of the edition. */
export const findEdits = (
  subject: Subject,
  before: EditFormValues,
  after: EditFormValues,
): Values => {
  const edits: Values = {}
  const sessions = moveSessions(subject.slots, after.sessions)
  if (!isSameSessions(sessions, subject.slots)) {
    edits.sessions = sessions
  }
  if (after.place.trim() !== before.place) {
    edits.place = after.place.trim() || null
  }
  if (after.note.trim() !== before.note) {
    edits.note = after.note.trim() || null
  }
  const incharges = splitLines(after.incharges)
  if (incharges.join('\n') !== splitLines(before.incharges).join('\n')) {
    edits.incharges = incharges.length > 0 ? incharges : null
  }
  if (after.passRequired !== before.passRequired) {
    edits.passRequired = after.passRequired
  }
  return edits
}

/** Fields of an event with the values that they are to have, null for the edition's, each with the one that was seen. */
export const listChanges = (view: StateView, event: string, values: Values) => {
  const fields = Object.keys(values) as SubjectField[]
  return fields.map((field) => ({
    field,
    seen: view.state.subjects[event]?.[field] ?? null,
    value: values[field],
  }))
}

export const formatSessions = ({ slots }: Pick<Subject, 'slots'>): string[] =>
  slots.map((slot) =>
    [slot.label, formatShortDay(toDay(slot.start)), formatHours(slot)].filter(Boolean).join(', '),
  )

/** What is written to who registered, once it was changed: where and when it is now, or that it is not. */
export const composeUpdate = (subject: Subject): { subject: string; text: string } => {
  const name = fullName(subject)
  if (subject.status === 'cancelled') {
    return {
      subject: `${name} is cancelled`,
      text: `${name} is cancelled.${describeMoneyBack(subject)}`,
    }
  }
  const place = subject.place ? `\n\nPlace: ${subject.place}` : ''
  const note = subject.note ? `\n\n${subject.note}` : ''
  return {
    subject: `${name}: please note`,
    text: `${name} takes place:\n\n${formatSessions(subject).join('\n')}${place}${note}`,
  }
}

/** A change's new value in words, where it has some. */
export const describeNewValue = ({
  field,
  after,
}: Pick<StateChange, 'field' | 'after'>): string => {
  if (after === null) {
    return 'back to the original'
  }
  if (field === 'notice') {
    return `“${Reflect.get(Object(after), 'text')}”`
  }
  if (field === 'closesAt') {
    return `${formatShortDay(String(after))}, ${String(after).slice(11, 16)}`
  }
  return field === 'place' || field === 'note' ? `“${after}”` : ''
}
