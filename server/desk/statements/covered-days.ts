import { dayAt } from '../../../festival/day'
import { type Day, startOf } from '../../../festival/slot'

export interface Days {
  first: Day
  last: Day
}

const dayMs = 86_400_000
const nextDay = (day: Day): Day => dayAt(startOf(day) + dayMs)

/**
 * The days without a gap that a file covers together with others which overlap or join it; without a file those that reach furthest. A
 * claim from a gap between two files is not called missing (behaviour 15.9).
 */
export const coverDays = (files: readonly Days[], file?: Days): Days | undefined => {
  const sorted = [...files, ...(file ? [file] : [])].sort((one, other) => (one.first < other.first ? -1 : 1))
  const stretches: Days[] = []
  for (const { first, last } of sorted) {
    const before = stretches.at(-1)
    if (before && first <= nextDay(before.last)) before.last = last > before.last ? last : before.last
    else stretches.push({ first, last })
  }
  return file ? stretches.find(({ first, last }) => first <= file.first && last >= file.last) : stretches.at(-1)
}
