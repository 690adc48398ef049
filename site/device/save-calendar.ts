import type { ProgrammeEntry } from '../../festival/content/subject'
import { useFestival } from '../festival'
import { loadPart } from '../navigation/retry-import'

export const calendarSign = 'M5 6h14v13H5zM5 10h14M9 4v4M15 4v4M12 12.5v4M10 14.5h4'

export const useSaveCalendar = () => {
  const { version, changedAt } = useFestival()
  return async (entries: readonly ProgrammeEntry[], name: string): Promise<void> =>
    (await loadPart(() => import('./write-calendar'))).writeCalendar(entries, name, {
      version,
      changedAt,
    })
}
