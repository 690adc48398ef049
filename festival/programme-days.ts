import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { programme } from '#edition/programme'
import { listProgrammeDays } from './programme'

export const programmeDays = listProgrammeDays(subjects, programme)

/** Everything that happens, in the order of time. */
export const programmeEntries = programmeDays.flatMap(({ entries }) => entries)

/** The days of the festival itself. */
export const festivalDays = programmeDays.filter(({ day }) => day >= identity.firstDay && day <= identity.lastDay)
