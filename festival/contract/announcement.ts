import * as v from 'valibot'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { queueFilterSchema } from './queue'

/**
 * A search may contain a person's name or phone, so the filter of a message is stored without it.
 */
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

/** Plain text with an empty line between paragraphs. */
export const testAnnouncementSchema = v.object({
  subject: line('subject', announcementBounds.subject),
  text: line('text', announcementBounds.text),
})

/** The device makes one `id` per message, so that a retry sends nothing twice. */
export const sendAnnouncementSchema = v.object({
  id: uuid,
  /** Confirms that the filter is empty. */
  toEveryone: v.optional(v.literal(true)),
  /** Confirms that the same text may be sent to the same list again. */
  again: v.optional(v.literal(true)),
  /** Adds the calendar file of the event in the filter to each e-mail. */
  calendar: v.optional(v.literal(true)),
  ...testAnnouncementSchema.entries,
})

/** Minutes in which an admin can stop a message from a head, or from an admin added at the desk. */
export const holdMinutes = 5
/** The limit for each of these organisers in any 24 hours. */
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
   * `queueing`: the e-mails are being queued, or that was interrupted. None has been sent.
   * `waiting`: no e-mail is sent before `waitsUntil`. `held`: an admin other than the sender has to
   * release it.
   */
  state: 'queueing' | 'waiting' | 'held' | 'sending' | 'stopped' | 'done'
  waitsUntil: string | null
  /** Links to other sites, if the message has to be released. */
  links: string[]
  sent: number
  waiting: number
  /** People who were in the list when the message was sent and have left it since. */
  left: number
  /** E-mails that failed. Of all messages together, at most 500 are listed. */
  failed: number
  failures: {
    /** The person's oldest entry in the filter. `sendAgain` sends its failed e-mails. */
    entryId: string
    name: string
    email: string
    /** The mail server rejects the address permanently. */
    isRefused: boolean
    /** Null if no further attempt is made. */
    nextAt: string | null
  }[]
}

interface MessageWords {
  subject: string
  text: string
}

/** A head's message names the event, so that readers know who is writing and why. */
export const addEventName = ({ subject, text }: MessageWords, event: string): MessageWords => ({
  subject: `${event}: ${subject}`,
  text: `${text}\n\nYou get this because you registered for ${event}.`,
})

/** The paragraphs as the desk previews and the server sends them. */
export const writeAnnouncement = (name: string, text: string): string[] => [
  `Dear ${name},`,
  ...text.split(/\n{2,}/),
]
