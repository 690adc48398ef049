import type * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../accommodation'
import { findSubject } from '../catalogue'
import { delegatePassSchema } from '../delegate-pass'
import { type FieldError, parseBody } from '../problem'
import { registrationSchema } from '../registration'
import { proofFields } from '../upload'
import type { WalkIn } from './walk-in'

/** What stands for an answer that may be left out at the desk while the form is checked. */
const leftOut = '000000000000'

const pictures = Object.values(proofFields).flatMap((fields) => Object.keys(fields))
const passSchema = delegatePassSchema(tiers)
const roomSchema = accommodationSchema({ subjects, identity })

/**
 * Checks a walk-in by the rules of its form, the pictures aside, the UTR, and for cash a room's transaction ID (behaviour 14.23).
 * What was left out is empty in the body.
 */
export const checkWalkIn = ({ kind, paid, form }: WalkIn) => {
  const optional = [...pictures, 'utr', ...(paid === 'cash' ? ['transaction_id'] : [])]
  const filled = { ...form, ...Object.fromEntries(optional.flatMap((name) => (form[name] ? [] : [[name, leftOut]]))) }
  const check = <Body extends object>(schema: v.GenericSchema<unknown, Body>) => {
    const parsed = parseBody(schema, filled)
    if (!parsed.ok) return parsed
    const body: Body = { ...parsed.value }
    for (const name of optional) if (Reflect.get(body, name) === leftOut) Object.assign(body, { [name]: '' })
    return { ok: true, body } as const
  }
  if (kind === 'delegate-pass') return { kind, ...check(passSchema) }
  if (kind === 'accommodation') return { kind, ...check(roomSchema) }
  const subject = findSubject(String(form.event))
  const errors: FieldError[] = [{ path: 'event', message: 'Choose the event or workshop.' }]
  return subject ? { kind, subject, ...check(registrationSchema(subject)) } : ({ kind, ok: false, errors } as const)
}
