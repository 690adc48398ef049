import * as v from 'valibot'
import { subjects as known } from '../content/catalogue'
import { type Day, toDay } from '../content/slot'
import type { Subject } from '../content/subject'
import { refusePayees } from '../text/payees'
import { queueFilterSchema } from './queue'

/** A day, or a day and a time of it, as the clocks in India show it: `2025-10-08`, `2025-10-08T16:00`. */
export interface LocalTime {
  local: string
}

/** What a column shows of one row, on the screen, in CSV and in a workbook alike; each of them sets it in its own way. */
export type Cell = string | number | null | LocalTime

/** More submissions are not listed on the screen or in a file of the desk: a workbook of these takes the server a third of a second. */
export const maxListed = { screen: 1_000, xlsx: 1_000, csv: 5_000 } as const

/** Of whom a file is wanted: the queue's filter, and as what. */
export const exportListSchema = v.object({
  ...queueFilterSchema.entries,
  format: v.picklist(['csv', 'xlsx']),
})

export const eventQuerySchema = v.object({ event: v.picklist(known.map(({ key }) => key)) })

/** Whether an address shows which site it leads to: https://chat.test@evil.test leads to evil.test. */
const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) {
    return false
  }
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[\\\s]|^https:\/\/[^/?#]*@/.test(text)
}

/** Services that an event's group may be at if a head or an admin who was added at the desk links it. */
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

/** Whether a link leads to one of the usual services for groups. */
export const isGroupService = (url: string): boolean => {
  const { host } = new URL(url)
  return groupHosts.includes(host) || host.endsWith('.zoom.us')
}

/** Where an event's group is; empty where it has none. */
export const groupLinkSchema = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(300, 'The link is too long.'),
    v.check(
      (text) => text === '' || (text.startsWith('https://') && URL.canParse(text)),
      'The link must begin with https://.',
    ),
    v.check(
      (text) => text === '' || isPlainAddress(text),
      'The link must not have spaces, backslashes, or an @ before the site’s name: they hide where it leads.',
    ),
    refusePayees,
  ),
})

/** The people of a filter, each team by its leader's name, the leader first. A list of lunches has each person of a day once. */
export interface PeopleList {
  columns: { key: string; head: string }[]
  /** `place`: 1 for the leader of a submission's team. */
  rows: { entryId: string; place: number; cells: Cell[] }[]
  /** How many submissions the filter finds; there may be more than are listed. */
  entries: number
}

/** What has lunch on a day: the subjects that it comes with and that meet on that day. */
export const lunchKeys = (subjects: readonly Subject[], day: string): string[] =>
  subjects.flatMap(({ key, lunch, slots }) =>
    lunch && slots.some(({ start }) => toDay(start) === day) ? [key] : [],
  )

/** The days on which something has lunch. */
export const lunchDays = (subjects: readonly Subject[]): Day[] =>
  [
    ...new Set(
      subjects.flatMap(({ lunch, slots }) => (lunch ? slots.map(({ start }) => toDay(start)) : [])),
    ),
  ].sort()
