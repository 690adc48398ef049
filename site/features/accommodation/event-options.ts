import { subjects } from '#edition/catalogue'
import { dayOf, formatShortDay } from '../../../festival/slot'
import { fullName } from '../../../festival/subject'
import type { SearchedOption } from '../../../ui/find-options'

/** Every event and workshop as the form's list shows it, found by its key, name, topic and kind (behaviour 5.25). */
export const eventOptions: readonly SearchedOption[] = subjects.map((subject) => {
  const day = subject.slots.at(-1)?.start
  return {
    value: subject.key,
    label: fullName(subject),
    note: day ? formatShortDay(dayOf(day)) : '',
    words: `${subject.key} ${subject.subtitle} ${subject.kind}`,
  }
})
