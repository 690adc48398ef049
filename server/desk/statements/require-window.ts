import type { Window } from '../../../festival/bank/verdict'
import { formatDate, formatDays } from '../../../festival/slot'
import { refuseFields } from '../../http/api-error'
import type { NewFile } from './propose'

const mostNamed = 5

/**
 * Rows of days on which no payment is expected are not the festival's, and no organiser's browser sends them (behaviour 15.51).
 * @throws ApiError 422 that names the first of them
 */
export const requireWindow = ({ payments, reversals }: NewFile, { from, to }: Window): void => {
  const outside = Object.entries({ payments, reversals }).flatMap(([name, rows]) =>
    rows.flatMap(({ day, line }, index) =>
      day < from || day > to ? [{ path: `${name}.${index}.day`, day, line }] : [],
    ),
  )
  if (outside.length === 0) return
  const more = outside.length > mostNamed ? ` So are ${outside.length - mostNamed} more.` : ''
  const named = outside.slice(0, mostNamed)
  throw refuseFields(
    named.map(({ path, day, line }, index) => ({
      path,
      message: `Line ${line} is of ${formatDate(day)}; payments are expected from ${formatDays(from, to)}.${index === named.length - 1 ? more : ''}`,
    })),
  )
}
