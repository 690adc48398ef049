import { findEnd } from '../../../festival/content/slot'
import type { ProgrammeEntry } from '../../../festival/content/subject'

export interface ParallelSessions {
  entries: { entry: ProgrammeEntry; track: number }[]
  /** When each track is free again, in milliseconds since 1970. */
  trackEnds: number[]
}

/**
 * Splits a day into groups of sessions that overlap, and each group into tracks of sessions that
 * follow each other. `entries` must be in order of their starts.
 */
export const groupParallel = (entries: readonly ProgrammeEntry[]): ParallelSessions[] => {
  const groups: ParallelSessions[] = []
  for (const entry of entries) {
    const start = Date.parse(entry.slot.start)
    let group = groups.at(-1)
    if (!group || Math.max(...group.trackEnds) <= start) {
      group = { entries: [], trackEnds: [] }
      groups.push(group)
    }
    const free = group.trackEnds.findIndex((end) => end <= start)
    const track = free < 0 ? group.trackEnds.length : free
    group.trackEnds[track] = findEnd(entry.slot)
    group.entries.push({ entry, track })
  }
  return groups
}
