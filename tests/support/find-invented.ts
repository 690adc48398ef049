import type { Edition } from '../../festival/content/content'
import { formatDate, formatTime, type Instant, toDay } from '../../festival/content/slot'
import { formatRupees } from '../../festival/payment/fee'

const figure = /₹\d+(?:,\d+)*|\d{1,2} [A-Z][a-z]+ 20\d\d|\d{1,2}:\d\d [AP]M|\+91[\d ]+\d/g

const removeSpaces = (found: string) => (found.startsWith('+') ? found.replaceAll(' ', '') : found)

const listFigures = (content: unknown): string[] => {
  if (typeof content === 'number') {
    return [formatRupees(content)]
  }
  if (typeof content === 'string') {
    const isMoment = /^\d{4}-\d\d-\d\d(?:T|$)/.test(content)
    if (!isMoment) {
      return (content.match(figure) ?? []).map(removeSpaces)
    }
    const moment = content as Instant
    const date = formatDate(toDay(moment))
    return content.includes('T') ? [date, formatTime(moment)] : [date]
  }
  return typeof content === 'object' && content ? Object.values(content).flatMap(listFigures) : []
}

/** Returns the figures of an answer that the edition does not contain. */
export const findInvented = (answer: string, edition: Edition): string[] => {
  const prizes = edition.subjects.reduce((total, { prize = 0 }) => total + prize, 0)
  const sums = edition.subjects.flatMap(({ fee }) =>
    edition.tiers.map(({ price }) => formatRupees(price + (fee.per === 'entry' ? fee.amount : 0))),
  )
  const known = new Set([...listFigures(edition), formatRupees(prizes), ...sums])
  return (answer.match(figure) ?? []).filter((found) => !known.has(removeSpaces(found)))
}
