import { tiers } from '#edition/delegate-pass'
import type { CouponAnswer } from '../festival/coupon'
import { delegatePassSchema } from '../festival/delegate-pass'
import { parseBody } from '../festival/parse-body'
import type { Subject } from '../festival/subject'
import type { EnterWalkIn, WalkInEntry } from './desk/walk-ins/handlers'
import { delegatePassForm } from './features/delegate-passes/form'
import { registrationForm } from './features/event-registrations/form'
import { readRegistration } from './features/event-registrations/read-registration'
import type { NextMillis } from './features/event-registrations/unique-millis'
import { refuseFields } from './http/api-error'
import type { Submission } from './submissions/handler'
import type { Doors } from './submissions/open-doors'
import type { Submit } from './submissions/submit'

type DecideCoupon = (subject: Subject, code: string, network: string) => Promise<CouponAnswer>

/** The desk may enter what visitors can no longer, or not yet, send. */
const openDoors: Doors = { refusalOf: () => undefined, saleError: () => undefined }

/** Lets the desk enter visitors' forms, by the forms of the features (behaviour 14.23). */
export const createWalkIns = (submit: Submit, decideCoupon: DecideCoupon, nextMillis: NextMillis): EnterWalkIn => {
  const passForm = delegatePassForm(openDoors)
  const passSchema = delegatePassSchema(tiers)

  const enter = <Body extends { email: string }, Row>({ form, body }: Submission<Body, Row>, entry: WalkInEntry) =>
    submit(
      {
        ...form,
        uploadsOf: entry.hasPicture ? form.uploadsOf : () => [],
        insert: async (transaction, given, origin) => {
          const row = await form.insert(transaction, given, origin)
          await entry.note(transaction, origin.id)
          return row
        },
      },
      entry.key,
      body,
      entry.network,
    )

  return async (entry) => {
    if (entry.kind === 'registration') {
      const formOf = (subject: Subject) =>
        registrationForm(subject, (code) => decideCoupon(subject, code, entry.network), nextMillis, openDoors)
      return enter(readRegistration(entry.json, formOf, openDoors), entry)
    }
    const parsed = parseBody(passSchema, entry.json)
    if (!parsed.ok) throw refuseFields(parsed.errors)
    return enter({ form: passForm, body: parsed.value }, entry)
  }
}
