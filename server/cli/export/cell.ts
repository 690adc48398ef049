import { instantAt } from '../../../festival/day'

/** A day, or a day and a time of it, as the clocks in India show it: `2025-10-08`, `2025-10-08T16:00`. */
export interface LocalTime {
  local: string
}

/** What a column shows of one row, in CSV and workbook alike; each of them sets it in its own way. */
export type Cell = string | number | null | LocalTime

export const isLocalTime = (cell: Cell): cell is LocalTime => typeof cell === 'object' && cell !== null

/** When something came in, of its stored timestamp in UTC. */
export const inIndia = (timestamp: string | null): Cell => {
  const moment = Date.parse(timestamp ?? '')
  return Number.isNaN(moment) ? timestamp : { local: instantAt(moment).slice(0, 16) }
}

/** A day or time that was stored as it is in India. */
export const asLocal = (local: string): Cell => (Number.isNaN(Date.parse(`${local}Z`)) ? local : { local })
