import * as v from 'valibot'
import { subjects as allSubjects } from '../content/catalogue'
import { type Day, toDay } from '../content/slot'
import type { Subject } from '../content/subject'
import { refusePayees } from '../text/payees'
import { plainLink } from '../text/plain-link'
import { queueFilterSchema } from './queue'

/** A local date or time in India, such as `2025-10-08` or `2025-10-08T16:00`. */
export interface LocalTime {
  local: string
}

export type Cell = string | number | null | LocalTime

/** The server takes about a third of a second for a workbook of 1,000 rows. */
export const maxListed = { screen: 1_000, xlsx: 1_000, csv: 5_000 } as const

export const exportListSchema = v.object({
  ...queueFilterSchema.entries,
  format: v.picklist(['csv', 'xlsx']),
})

export const eventQuerySchema = v.object({ event: v.picklist(allSubjects.map(({ key }) => key)) })

/** The only services that heads, and admins added at the desk, may link to. */
const groupHosts: readonly string[] = [
  'chat.whatsapp.com',
  't.me',
  'telegram.me',
  'signal.group',
  'discord.gg',
  'discord.com',
  'groups.google.com',
  'meet.google.com',
  'zoom.us',
]

export const isGroupService = (url: string): boolean => {
  const { host } = new URL(url)
  return groupHosts.includes(host) || host.endsWith('.zoom.us')
}

/** An empty link means that the event has no group. */
export const groupLinkSchema = v.object({ url: v.pipe(plainLink, refusePayees) })

/** Teams are sorted by their leader. A lunch list contains each person once per day. */
export interface PeopleList {
  columns: { key: string; head: string }[]
  /** `place` is 1 for the leader of a team. */
  rows: { entryId: string; place: number; cells: Cell[] }[]
  /** Number of entries, including those that are not listed. */
  entries: number
}

/** Cancelled events include no lunch. */
const hasLunch = ({ lunch, status }: Subject): boolean => lunch === true && status !== 'cancelled'

export const lunchKeys = (subjects: readonly Subject[], day: string): string[] =>
  subjects
    .filter(hasLunch)
    .filter(({ slots }) => slots.some(({ start }) => toDay(start) === day))
    .map(({ key }) => key)

export const lunchDays = (subjects: readonly Subject[]): Day[] =>
  [
    ...new Set(
      subjects.filter(hasLunch).flatMap(({ slots }) => slots.map(({ start }) => toDay(start))),
    ),
  ].sort()
