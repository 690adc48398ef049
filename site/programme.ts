import { useMemo } from 'react'
import { programme } from '#edition/programme'
import { listProgrammeDays, type ProgrammeDay } from '../festival/content/programme'
import { useSubjects } from './festival'

export const useProgramme = (): readonly ProgrammeDay[] => {
  const subjects = useSubjects()
  return useMemo(() => listProgrammeDays(subjects, programme), [subjects])
}
