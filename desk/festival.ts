import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../festival/content/subject'
import { changeSubject } from '../festival/live/change-subject'
import { queryCall } from './api'

export const stateOptions = { ...queryCall('readState', {}), refetchInterval: 60_000 }

/** Returns the built content until the live changes have loaded. */
export const useSubjects = (): readonly Subject[] => {
  const { data } = useQuery(stateOptions)
  return useMemo(
    () => subjects.map((subject) => changeSubject(subject, data?.state.subjects[subject.key])),
    [data],
  )
}
