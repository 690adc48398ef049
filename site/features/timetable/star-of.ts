import type { ProgrammeEntry } from '../../../festival/subject'

/** What a star is put on: a subject with all of its sessions, or another item of the programme. */
export const starOf = (entry: ProgrammeEntry): string => entry.subject?.key ?? entry.item?.id ?? entry.id
