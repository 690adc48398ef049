import * as v from 'valibot'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { queueFilterSchema } from './queue'

/** What somebody searches for may be a person's name or phone, and is kept nowhere: a message goes to a filter without one. */
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

/** Plain text; an empty line ends a paragraph. */
export const testAnnouncementSchema = v.object({
  subject: line('subject', announcementBounds.subject),
  text: line('text', announcementBounds.text),
})

/** `id` is made by the device, once for each message: the same id is one message, however often it is sent. */
export const sendAnnouncementSchema = v.object({
  id: uuid,
  /** Said where the filter leaves nobody out. */
  toEveryone: v.optional(v.literal(true)),
  /** Said where the same text went to the same list before. */
  again: v.optional(v.literal(true)),
  /** Whether each e-mail carries the calendar file of the event that the filter names. */
  calendar: v.optional(v.literal(true)),
  ...testAnnouncementSchema.entries,
})

/** A message from a head, or from an admin who was added at the desk, is sent after this many minutes; until then an admin can stop it. */
export const holdMinutes = 5
/** How many such messages each of these organisers can send in any 24 hours. */
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
   * `queueing`: the e-mails are being queued, or this was cut off; none of them has been sent. `waiting`: no e-mail is sent
   * before `waitsUntil`. `held`: an admin other than its sender has to release it.
   */
  state: 'queueing' | 'waiting' | 'held' | 'sending' | 'stopped' | 'done'
  waitsUntil: string | null
  /** The message's links to other sites, if it has to be released. */
  links: string[]
  sent: number
  waiting: number
  /** So many were in the list when it was sent and are not any more. */
  left: number
  /** So many have not gone out since an attempt failed; of all messages together 500 are named. */
  failed: number
  failures: {
    /** The person's oldest submission in the filter; `sendAgain` sends what failed of its e-mails. */
    entryId: string
    name: string
    email: string
    /** The mail server refuses the address for good. */
    isRefused: boolean
    /** When it is tried next; null where it was given up. */
    nextAt: string | null
  }[]
}

interface MessageWords {
  subject: string
  text: string
}

/** A head's message names its event, so that its reader knows who writes and why. */
export const addEventName = ({ subject, text }: MessageWords, event: string): MessageWords => ({
  subject: `${event}: ${subject}`,
  text: `${text}\n\nYou get this because you registered for ${event}.`,
})

/** The paragraphs of the e-mail, as the desk previews and the server sends them. */
export const writeAnnouncement = (name: string, text: string): string[] => [
  `Dear ${name},`,
  ...text.split(/\n{2,}/),
]
