import { identity } from '#edition/identity'
import { makeProgrammeCalendar } from '../festival/calendar'
import type { ProgrammeEntry } from '../festival/subject'
import { saveFile } from './save-file'

export const writeCalendar = (entries: readonly ProgrammeEntry[], name: string): void => {
  const text = makeProgrammeCalendar(entries, identity, window.location.origin, Date.now())
  saveFile(new Blob([text], { type: 'text/calendar' }), `${name}.ics`)
}
