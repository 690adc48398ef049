import * as v from 'valibot'
import type { FormKind } from '../forms/api'

/** A ticket's link is `/ticket#SECRET`. It shows the ticket and changes nothing. */
export const ticketPage = '/ticket'

export const makeTicketPath = (secret: string): string => `${ticketPage}#${secret}`

/** `OpenTicket` → 200 `Ticket`; 401 `link-spent` for a replaced, expired or invalid link. */
export const openTicketPath = '/api/ticket/open'

export const openTicketSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })

export interface Ticket {
  kind: FormKind
  /** The key of the event or the tier of the pass. */
  event: string
  eventName: string
  label: string
  names: string[]
  /** One line for each session, or the days of the festival. */
  when: string[]
  /** Empty if it has not been announced yet. */
  place: string
  status: { is: 'valid' | 'unchecked' | 'waiting' | 'refused'; words: string }
  /** Empty if the ticket lets no one in. */
  code: string
  /** The SVG path of the code's QR code. Empty if `code` is. */
  qr: string
}

/** A ticket as organisers see it. `path` is its link on this site. */
export interface EntryTicket extends Pick<Ticket, 'code' | 'qr'> {
  path: string
}

/** `code` is the code to replace, so that a retry does not replace the new ticket. */
export const replaceTicketSchema = v.object({ code: v.pipe(v.string(), v.maxLength(40)) })

/** Returns, for example, "K7Q4 M2BC 9DFG HJ3K". */
export const formatTicketCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

export const writeTicketText = (
  { eventName, label }: Pick<Ticket, 'eventName' | 'label'>,
  address: string,
): string => `Ticket for ${eventName} (${label}):\n${address}`
