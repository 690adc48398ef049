import * as v from 'valibot'
import { type AccommodationRequest, accommodationSchema } from '../../../festival/accommodation'
import { type Ledger, ledgerSchema, openLedger } from '../../forms/submission/ledger'

const fields = ['name', 'college', 'email', 'phone', 'arrival', 'departure', 'transaction_id'] as const

/** The fields of the form that hold one text. */
export type AccommodationField = (typeof fields)[number]

/** What the form keeps on the device: the texts as they were typed, the events, and the attempts to send them. */
export interface AccommodationDraft extends Record<AccommodationField, string> {
  events: string[]
  ledger: Ledger<AccommodationRequest>
}

export const accommodationDraftSchema: v.GenericSchema<unknown, AccommodationDraft> = v.object({
  name: v.string(),
  college: v.string(),
  email: v.string(),
  phone: v.string(),
  arrival: v.string(),
  departure: v.string(),
  transaction_id: v.string(),
  events: v.array(v.string()),
  ledger: ledgerSchema(accommodationSchema),
})

export const makeEmptyAccommodation = (): AccommodationDraft => ({
  name: '',
  college: '',
  email: '',
  phone: '',
  arrival: '',
  departure: '',
  transaction_id: '',
  events: [],
  ledger: openLedger(),
})

/** Puts what was typed before the page came alive into the fields that are still empty. */
export const adoptTyped = (draft: AccommodationDraft, typed: ReadonlyMap<string, string>): AccommodationDraft => {
  const adopted = { ...draft }
  for (const field of fields) adopted[field] ||= typed.get(field) ?? ''
  return adopted
}

/** The draft with what a body that was sent holds. */
export const fillFrom = (draft: AccommodationDraft, body: AccommodationRequest): AccommodationDraft => {
  const filled = { ...draft, events: body.events }
  for (const field of fields) filled[field] = body[field]
  return filled
}
