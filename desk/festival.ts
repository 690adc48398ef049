import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../festival/content/subject'
import { changeSubject } from '../festival/live/change-subject'
import { queryCall } from './api'

/** What was changed while the festival runs, and by whom. */
export const stateOptions = { ...queryCall('readState', {}), refetchInterval: 60_000 }

/** Every event and workshop as it is now; as it was built until that is known. */
export const useSubjects = (): readonly Subject[] => {
  const { data } = useQuery(stateOptions)
  return useMemo(
    () => subjects.map((subject) => changeSubject(subject, data?.state.subjects[subject.key])),
    [data],
  )
}
