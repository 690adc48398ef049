import { identity } from '#edition/identity'
import type { ProgrammeEntry } from '../../festival/content/subject'
import { type CalendarFrame, makeProgrammeCalendar } from '../../festival/schedule/calendar'
import { saveFile } from './save-file'

export const writeCalendar = (
  entries: readonly ProgrammeEntry[],
  name: string,
  revision: CalendarFrame['revision'],
): void => {
  const text = makeProgrammeCalendar(entries, {
    identity,
    address: window.location.origin,
    now: Date.now(),
    revision,
  })
  saveFile(new Blob([text], { type: 'text/calendar' }), `${name}.ics`)
}
