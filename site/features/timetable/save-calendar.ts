import { identity } from '#edition/identity'
import { makeCalendar } from '../../../festival/calendar'
import type { ProgrammeEntry } from '../../../festival/programme-days'
import { saveFile } from '../../save-file'

/** Gives the visitor a calendar file of these entries. */
export const saveCalendar = (entries: readonly ProgrammeEntry[], name: string) => {
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
