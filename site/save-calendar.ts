import type { ProgrammeEntry } from '../festival/subject'
import { loadPart } from './offer-again'

/** Gives the visitor a calendar file of these entries; what writes it is fetched when it is first asked for. */
export const saveCalendar = async (entries: readonly ProgrammeEntry[], name: string): Promise<void> => {
  const { writeCalendar } = await loadPart(() => import('./write-calendar'))
  writeCalendar(entries, name)
}
