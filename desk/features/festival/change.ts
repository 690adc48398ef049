import type { StateChange, StateView } from '../../../festival/desk/festival'
import { tellMoneyBack } from '../../../festival/fee'
import { formatHours, formatShortDay, type Instant, toDay } from '../../../festival/slot'
import type { SubjectField } from '../../../festival/state'
import { fullName, type Subject } from '../../../festival/subject'

/** What a box of day and time holds of an instant, and what an instant it is. */
export const toBox = (instant: Instant | undefined): string => instant?.slice(0, 16) ?? ''
export const fromBox = (text: string): string => `${text}:00+05:30`

/** Fields of an event with the values that they are to have, null for the edition's, each with the one that was seen. */
export const listChanges = (view: StateView, event: string, values: Partial<Record<SubjectField, unknown>>) => {
  const fields = Object.keys(values) as SubjectField[]
  return fields.map((field) => ({ field, seen: view.state.subjects[event]?.[field] ?? null, value: values[field] }))
}

export const writeSessions = ({ slots }: Pick<Subject, 'slots'>): string[] =>
  slots.map((slot) => [slot.label, formatShortDay(toDay(slot.start)), formatHours(slot)].filter(Boolean).join(', '))

/** What is written to who registered, once it was changed: where and when it is now, or that it is not. */
export const writeNews = (subject: Subject): { subject: string; text: string } => {
  const name = fullName(subject)
  if (subject.status === 'cancelled')
    return { subject: `${name} is cancelled`, text: `${name} is cancelled.${tellMoneyBack(subject)}` }
  const place = subject.place ? `\n\nPlace: ${subject.place}` : ''
  const note = subject.note ? `\n\n${subject.note}` : ''
  return {
    subject: `${name}: please note`,
    text: `${name} takes place:\n\n${writeSessions(subject).join('\n')}${place}${note}`,
  }
}

/** A change's new value in words, where it has some. */
export const tellValue = ({ field, after }: Pick<StateChange, 'field' | 'after'>): string => {
  if (after === null) return 'as it was planned'
  if (field === 'notice') return `“${Reflect.get(Object(after), 'text')}”`
  if (field === 'closesAt') return `${formatShortDay(String(after))}, ${String(after).slice(11, 16)}`
  return field === 'place' || field === 'note' ? `“${after}”` : ''
}
