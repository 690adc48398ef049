import { upiIdAdvice } from '../../../festival/content/help-desk'
import {
  formatHours,
  formatShortDay,
  type Instant,
  type Slot,
  toDay,
} from '../../../festival/content/slot'
import { fullName, type Subject } from '../../../festival/content/subject'
import type { StateView, SubjectEdit } from '../../../festival/contract/festival'
import type { SubjectField } from '../../../festival/live/state'
import type { FieldValue } from '../../../festival/live/state-schema'
import { describeMoneyBack } from '../../../festival/payment/fee'

export const toInputValue = (instant: Instant | undefined): string => instant?.slice(0, 16) ?? ''
export const fromInputValue = (text: string): Instant => `${text}:00+05:30` as Instant

/** Null restores the edition's value. */
export type NewValues = { [Field in SubjectField]?: FieldValue<Field> | null }

type Part = NonNullable<Slot['part']>

/** Registration may end when a session starts, so sessions without hours need a start, too. */
const partStarts: Readonly<Record<Part, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
}

/** The end is empty if it is open. The part is empty if the hours are announced. */
export interface SessionValues {
  start: string
  end: string
  part: Part | ''
}

export interface EditFormValues {
  /** In the order of the event's sessions. */
  sessions: readonly SessionValues[]
  place: string
  note: string
  /** One person per line. */
  incharges: string
  passRequired: boolean
  submissionLink: string
  /** Digits. Empty if the number is not limited. */
  places: string
}

export const toEditFormValues = (
  subject: Subject,
  incharges: readonly string[],
): EditFormValues => ({
  sessions: subject.slots.map(({ start, end, part }) => ({
    start: toInputValue(start),
    end: toInputValue(end),
    part: part ?? '',
  })),
  place: subject.place ?? '',
  note: subject.note ?? '',
  incharges: incharges.join('\n'),
  passRequired: subject.passRequired,
  submissionLink: subject.submissionLink ?? '',
  places: subject.places?.toString() ?? '',
})

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A session has either hours or a part of the day. */
export const setPart = ({ start }: SessionValues, part: SessionValues['part']): SessionValues => ({
  start: part ? `${start.slice(0, 10)}T${partStarts[part]}` : start,
  end: '',
  part,
})

const moveSessions = (slots: readonly Slot[], formValues: EditFormValues['sessions']): Slot[] =>
  slots.map((slot, index) => {
    const formValue = formValues[index]
    if (!formValue) {
      return slot
    }
    const { end: _end, part: _part, ...others } = slot
    const moved: Slot = { ...others, start: fromInputValue(formValue.start) }
    if (formValue.part) {
      moved.part = formValue.part
    }
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

export const isSameSessions = (left: readonly Slot[], right: readonly Slot[]): boolean =>
  left.length === right.length &&
  left.every((session, index) => isSameSession(session, right[index]))

/** Returns 0, which the server refuses, if the text is not a number. JSON has no NaN. */
const readCount = (text: string): number => Number(text) || 0

/** An empty box restores the edition's value. */
export const findEdits = (
  subject: Subject,
  before: EditFormValues,
  after: EditFormValues,
): NewValues => {
  const edits: NewValues = {}
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
  if (after.submissionLink.trim() !== before.submissionLink) {
    edits.submissionLink = after.submissionLink.trim() || null
  }
  if (after.places.trim() !== before.places) {
    edits.places = after.places.trim() ? readCount(after.places) : null
  }
  return edits
}

export const listEdits = (view: StateView, event: string, values: NewValues): SubjectEdit[] => {
  const current = view.state.subjects[event]
  const fields = Object.keys(values) as SubjectField[]
  // TypeScript cannot tell that both values belong to the same field.
  return fields.map(
    (field) => ({ field, seen: current?.[field] ?? null, value: values[field] }) as SubjectEdit,
  )
}

export const formatSessions = ({ slots }: Pick<Subject, 'slots'>): string[] =>
  slots.map((slot) =>
    [slot.label, formatShortDay(toDay(slot.start)), formatHours(slot)].filter(Boolean).join(', '),
  )

export const composeUpdate = (subject: Subject): { subject: string; text: string } => {
  const name = fullName(subject)
  if (subject.status === 'cancelled') {
    const moneyBack = describeMoneyBack(subject)
    const advice = moneyBack && ` ${upiIdAdvice}`
    return {
      subject: `${name} is cancelled`,
      text: `${name} is cancelled.${moneyBack}${advice}`,
    }
  }
  const place = subject.place ? `\n\nPlace: ${subject.place}` : ''
  const note = subject.note ? `\n\n${subject.note}` : ''
  return {
    subject: `${name}: please note`,
    text: `${name} takes place:\n\n${formatSessions(subject).join('\n')}${place}${note}`,
  }
}
