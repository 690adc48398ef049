import type { Logger } from 'pino'
import { findPlaceholders } from '../festival/check-edition'
import type { Edition } from '../festival/content'

/** How many places are named; the rest is counted. */
const shown = 5

/** Tells before real visitors come that the edition still has names, numbers or addresses to fill (behaviour 12.17). */
export const warnOfPlaceholders = (edition: Edition, log: Pick<Logger, 'warn'>): void => {
  const paths = findPlaceholders(edition).map(({ path }) => path)
  if (paths.length === 0) return
  log.warn(
    { placeholders: paths.length, first: paths.slice(0, shown) },
    'the edition still has placeholders; `npm run edition:check`, or `cerebra edition-check`, lists them all',
  )
}
