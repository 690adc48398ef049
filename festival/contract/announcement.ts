import * as v from 'valibot'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { queueFilterSchema } from './queue'

/** Messages are stored without the search text, which may contain a name or phone number. */
const { q: _search, ...entries } = queueFilterSchema.entries
export const announcementFilterSchema = v.strictObject(entries)
export type AnnouncementFilter = v.InferOutput<typeof announcementFilterSchema>

const line = (what: string, most: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    v.minLength(1, `Enter a ${what}.`),
    v.maxLength(most, `The ${what} is too long.`),
    refusePayees,
  )

export const announcementBounds = { subject: 150, text: 5_000 } as const

export const testAnnouncementSchema = v.object({
  subject: line('subject', announcementBounds.subject),
  text: line('text', announcementBounds.text),
})

/** Each message has one `id`, so that a retry does not send it a second time. */
export const sendAnnouncementSchema = v.object({
  id: uuid,
  /** Required if the filter is empty. */
  toEveryone: v.optional(v.literal(true)),
  /** Required to send the same text to the same list again. */
  again: v.optional(v.literal(true)),
  /** Attaches the calendar file of the filter's event. */
  calendar: v.optional(v.literal(true)),
  ...testAnnouncementSchema.entries,
})

/** Minutes in which an admin can stop a message sent by a head or by an admin added at the desk. */
export const holdMinutes = 5
/** Limit per organiser in any 24 hours. */
export const maxHeldMessages = 3

export const setAnnouncementSchema = v.object({ state: v.picklist(['sending', 'stopped']) })

export interface Announcement {
  id: string
  subject: string
  text: string
  filter: AnnouncementFilter
  by: string
  at: string
  /**
   * `queueing`: its e-mails are being queued, and none is sent yet. `waiting`: sending starts at
   * `waitsUntil`. `held`: another admin must release the message.
   */
  state: 'queueing' | 'waiting' | 'held' | 'sending' | 'stopped' | 'done'
  waitsUntil: string | null
  /** Links to other sites, because of which an admin must release the message. */
  links: string[]
  sent: number
  waiting: number
  /** Number of people who have left the list since the message was sent. */
  left: number
  /** Of all messages together, at most 500 failed e-mails are listed. */
  failed: number
  failures: {
    /** The person's oldest entry in the filter, for `sendAgain`. */
    entryId: string
    name: string
    email: string
    /** True if the mail server rejected the address permanently. */
    isRefused: boolean
    /** Null if no further attempt will be made. */
    nextAt: string | null
  }[]
}

interface MessageWords {
  subject: string
  text: string
}

/** Adds the event's name, so that readers of a head's message know which event it is about. */
export const addEventName = ({ subject, text }: MessageWords, event: string): MessageWords => ({
  subject: `${event}: ${subject}`,
  text: `${text}\n\nYou are receiving this because you registered for ${event}.`,
})

export const writeAnnouncement = (name: string, text: string): string[] => [
  `Dear ${name},`,
  ...text.split(/\n{2,}/),
]
