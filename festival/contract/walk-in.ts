import * as v from 'valibot'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { subjectNames, subjects } from '../content/catalogue'
import type { Subject } from '../content/subject'
import { accommodationSchema } from '../forms/accommodation'
import { delegatePassSchema } from '../forms/delegate-pass'
import type { Confirmed } from '../forms/registration'
import { registrationSchema } from '../forms/registration'
import { proofFields } from '../forms/upload'
import type { Rupees } from '../payment/money'
import { uuid } from '../text/fields'
import { namesPayee, payeeRefusal } from '../text/payees'
import type { Decided } from './decision'
import type { Standing } from './places'
import { type FieldError, parseBody } from './problem'
import { kinds } from './queue'
import type { EntryTicket } from './ticket'

/**
 * `form` is the body of the site's form without files. With `cash` a room has no transaction ID;
 * with `upi` it should contain the UTR.
 */
export const walkInSchema = v.object({
  kind: v.picklist(kinds),
  paid: v.picklist(['cash', 'upi']),
  form: v.record(v.string(), v.unknown()),
  /** Used with cash: the id of the decision that verifies the entry at once. */
  verify: v.optional(uuid),
  /** Required if the phone number or e-mail address is already in use. */
  anyway: v.optional(v.literal(true)),
  /** Required if all places of the event are taken. */
  overLimit: v.optional(v.literal(true)),
})
export type WalkIn = v.InferOutput<typeof walkInSchema>

const omittedAnswer = '000000000000'

const pictures = Object.values(proofFields).flatMap((fields) => Object.keys(fields))
const passSchema = delegatePassSchema(tiers)
const roomSchema = accommodationSchema({ subjects, identity })

/** The organiser's text is part of the confirmation e-mail, so it may not name a payee. */
const findPayees = (body: object): FieldError[] =>
  Object.entries(body)
    .filter(
      ([path, value]) =>
        path !== 'email' && value !== undefined && namesPayee(JSON.stringify(value)),
    )
    .map(([path]) => ({ path, message: payeeRefusal }))

/** Applies the rules of the form, except that omitted answers become empty. */
export const checkWalkIn = ({ kind, paid, form }: WalkIn, all: readonly Subject[]) => {
  const optional = [...pictures, 'utr']
  if (paid === 'cash') {
    optional.push('transaction_id')
  }
  const missing = optional.filter((name) => !form[name])
  const filled = {
    ...form,
    // Participants at the desk neither saw the privacy notice nor were asked for their age.
    privacy_notice: undefined,
    age: undefined,
    ...Object.fromEntries(missing.map((name) => [name, omittedAnswer])),
  }
  const check = <Body extends object>(schema: v.GenericSchema<unknown, Body>) => {
    const parsed = parseBody(schema, filled)
    if (!parsed.ok) {
      return parsed
    }
    const payees = findPayees(parsed.value)
    if (payees.length > 0) {
      return { ok: false, errors: payees } as const
    }
    const body: Body = { ...parsed.value }
    for (const name of optional) {
      if (Reflect.get(body, name) === omittedAnswer) {
        Object.assign(body, { [name]: '' })
      }
    }
    return { ok: true, body } as const
  }
  if (kind === 'delegate-pass') {
    return { kind, ...check(passSchema) }
  }
  const refuse = (...errors: FieldError[]) => ({ kind, ok: false, errors }) as const
  if (kind === 'accommodation') {
    if (!accommodation) {
      return refuse({ path: 'kind', message: 'This festival has no rooms.' })
    }
    return { kind, rooms: accommodation, ...check(roomSchema) }
  }
  const subject = all.find(({ key }) => key === form.event)
  if (!subject) {
    return refuse({ path: 'event', message: `Choose the ${subjectNames.one}.` })
  }
  return { kind, subject, ...check(registrationSchema(subject)) }
}

export interface WalkInEntered extends Confirmed {
  entryId: string
  registration_id: string
  delegate_id?: string
  name: string
  phone: string
  eventName: string
  /** Null if a pass covers the entry. */
  amount: Rupees | null
  isCash: boolean
  /** The place that the entry has once it is verified. */
  standing: Standing
  /** Room requests have none. */
  ticket: EntryTicket | null
  /** Null if the entry was not verified at once, or the verification was undone. */
  decided: Decided | null
}

/** If several e-mails were sent, this is the worst result. */
export interface SentAgain {
  confirmation: 'sent' | 'queued' | 'refused' | 'failed'
}
