import { endOfFestival } from '../../festival/availability'
import { checkEdition, findPlaceholders } from '../../festival/check-edition'
import type { Edition } from '../../festival/content'
import { formatDate } from '../../festival/slot'
import { findLeftovers } from './leftovers'
import { namePlace } from './name-place'
import type { Problem } from './problem'
import { checkShape } from './shape'

/** What `npm run edition:check` has to say, a line each. */
export interface Verdict {
  problems: string[]
  warnings: string[]
  placeholders: string[]
}

/**
 * Looks an edition over (behaviours 1.5, 1.6, 1.10, 1.11). What has another shape than an edition is told alone: nothing
 * else can be read from it.
 * @param locate the file and line of a path
 * @param now milliseconds since 1970
 */
export const checkContent = (edition: Edition, locate: (path: readonly string[]) => string, now: number): Verdict => {
  const place = (path: readonly string[]) => `${locate(path)}: ${namePlace(edition, path)}`
  const tell = ({ path, words }: Problem) => `${place(path)} ${words}`
  const misshapen = checkShape(edition)
  if (misshapen.length > 0) return { problems: misshapen.map(tell), warnings: [], placeholders: [] }
  const { lastDay } = edition.identity
  return {
    problems: [
      ...checkEdition(edition).map(({ path, words }) => `${locate(path.split('.'))}: ${words}`),
      ...findLeftovers(edition).map(tell),
    ],
    warnings:
      now < endOfFestival(edition.identity)
        ? []
        : [`the edition ended on ${formatDate(lastDay)}: a public site takes nothing any more and says thank you`],
    placeholders: findPlaceholders(edition).map(({ path, text }) => `${place(path.split('.'))}: ${text}`),
  }
}
