import { identity } from '#edition/identity'
import { makeCalendar } from '../festival/calendar'
import type { ProgrammeEntry } from '../festival/session'
import { saveFile } from './save-file'

/** Hands a calendar file of these entries to the browser's downloads. */
export const writeCalendar = (entries: readonly ProgrammeEntry[], name: string): void => {
  const text = makeCalendar(
    entries.map((entry) => ({
      id: `${entry.id}@${identity.firstDay}.${identity.shortTitle.toLowerCase()}`,
      title: entry.slot.label ? `${entry.title}: ${entry.slot.label}` : entry.title,
      slot: entry.slot,
      place: `${identity.college}, ${identity.city}`,
      ...(entry.path ? { url: new URL(entry.path, window.location.href).href } : {}),
    })),
    Date.now(),
  )
  saveFile(new Blob([text], { type: 'text/calendar' }), `${name}.ics`)
}
