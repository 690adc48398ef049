import * as v from 'valibot'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { queueFilterSchema } from './queue'

/** A search may contain a name or phone, so messages are stored without it. */
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

/** One `id` per message, so that a retry sends nothing twice. */
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

/** Minutes in which an admin can stop a message from a head or an added admin. */
export const holdMinutes = 5
/** The limit per organiser in any 24 hours. */
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
   * `queueing`: no e-mail is sent yet. `waiting`: until `waitsUntil`. `held`: until another admin
   * releases it.
   */
  state: 'queueing' | 'waiting' | 'held' | 'sending' | 'stopped' | 'done'
  waitsUntil: string | null
  /** Links to other sites, if an admin has to release the message. */
  links: string[]
  sent: number
  waiting: number
  /** People who have left the list since the message was sent. */
  left: number
  /** At most 500 failed e-mails of all messages are listed. */
  failed: number
  failures: {
    /** The person's oldest entry in the filter, for `sendAgain`. */
    entryId: string
    name: string
    email: string
    /** The mail server rejects the address permanently. */
    isRefused: boolean
    /** Null if there is no further attempt. */
    nextAt: string | null
  }[]
}

interface MessageWords {
  subject: string
  text: string
}

/** Readers of a head's message see which event it is about. */
export const addEventName = ({ subject, text }: MessageWords, event: string): MessageWords => ({
  subject: `${event}: ${subject}`,
  text: `${text}\n\nYou get this because you registered for ${event}.`,
})

export const writeAnnouncement = (name: string, text: string): string[] => [
  `Dear ${name},`,
  ...text.split(/\n{2,}/),
]
