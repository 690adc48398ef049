import { identity } from '#edition/identity'
import type { ProgrammeEntry } from '../../../festival/programme-days'
import { loadPart } from '../../offer-again'

/** Gives the visitor a calendar file of these entries; what writes it is fetched when it is first asked for. */
export const saveCalendar = async (entries: readonly ProgrammeEntry[], name: string): Promise<void> => {
  const [{ makeCalendar }, { saveFile }] = await loadPart(() =>
    Promise.all([import('../../../festival/calendar'), import('../../save-file')]),
  )
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
