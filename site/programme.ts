import { useMemo } from 'react'
import { programme } from '#edition/programme'
import { listProgrammeDays, type ProgrammeDay } from '../festival/content/programme'
import type { Day } from '../festival/content/slot'
import { useSubjects } from './festival'

export const useProgramme = (): readonly ProgrammeDay[] => {
  const subjects = useSubjects()
  return useMemo(() => listProgrammeDays(subjects, programme), [subjects])
}

/** The id of a day's part of the schedule. */
export const dayId = (day: Day): string => `day-${day}`
