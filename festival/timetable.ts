import type { ProgrammeEntry } from './session'
import { endOf, type Slot } from './slot'

/** Whether two stretches of time share a moment; one that ends as the other starts does not. */
export const overlap = (one: Slot, other: Slot): boolean =>
  Date.parse(one.start) < endOf(other) && Date.parse(other.start) < endOf(one)

/** Every pair of chosen entries that overlap in time; sessions of one subject never count (behaviour 9.8). */
export const findOverlaps = (entries: readonly ProgrammeEntry[]): [ProgrammeEntry, ProgrammeEntry][] =>
  entries.flatMap((one, index) =>
    entries
      .slice(index + 1)
      .filter((other) => (!one.subject || one.subject !== other.subject) && overlap(one.slot, other.slot))
      .map((other): [ProgrammeEntry, ProgrammeEntry] => [one, other]),
  )
