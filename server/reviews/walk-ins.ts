import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../../festival/accommodation'
import { delegatePassSchema } from '../../festival/delegate-pass'
import type { WalkIn } from '../../festival/desk/walk-in'
import { formatRupees } from '../../festival/fee'
import { parseBody } from '../../festival/problem'
import type { Subject } from '../../festival/subject'
import type { Db, Tables } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import type { DeskHandlers } from '../organisers/guard'
import { accommodationForm } from '../submissions/accommodation'
import type { Doors } from '../submissions/availability'
import type { DecideCoupon } from '../submissions/coupons'
import { delegatePassForm } from '../submissions/delegate-pass'
import type { Submission } from '../submissions/form'
import type { NextMillis } from '../submissions/record-ids'
import { readRegistration, registrationForm } from '../submissions/registration'
import { findSubmission, readKey, type Submit } from '../submissions/submit'
import type { Clock } from '../system/clock'
import { findReviewed } from './record'

export interface WalkInParts {
  db: Db
  clock: Clock
  submit: Submit
  decideCoupon: DecideCoupon
  nextMillis: NextMillis
}

/** The desk may enter what visitors can no longer, or not yet, send. */
const openDoors: Doors = { refusalOf: () => undefined, passError: () => undefined, roomError: () => undefined }

/** What stands for a field that the desk may leave out while the form is checked; the record keeps nothing there. */
const leftOut = '000000000000'

const pictures = ['payment_screenshot_url', 'payment_proof_url', 'id_proof_url', 'participation_proof_url'] as const

const fillIn = ({ form, paid }: WalkIn) => ({
  ...(paid === 'cash' ? { transaction_id: leftOut } : {}),
  ...Object.fromEntries(pictures.map((field) => [field, leftOut])),
  ...form,
  ...('utr' in form && form.utr ? {} : { utr: leftOut }),
})

/** The checked body without what was filled in. */
const emptyLeftOut = <Body extends object>(body: Body): Body => {
  const emptied: Body = { ...body }
  for (const name of [...pictures, 'utr', 'transaction_id'])
    if (Reflect.get(emptied, name) === leftOut) Object.assign(emptied, { [name]: '' })
  return emptied
}

/** What the e-mail says in the place of what was left out. */
const toldInstead = (payload: object, amount: number | null, paid: WalkIn['paid']) => {
  const fee = amount === null ? 'nothing' : formatRupees(amount)
  const none = `none, ${fee} paid ${paid === 'cash' ? 'in cash' : 'by UPI'} at the help desk`
  const later = 'to be shown at the help desk'
  const words = {
    payment_screenshot_url: none,
    paymentScreenshotUrl: none,
    payment_proof_url: none,
    id_proof_url: later,
    participation_proof_url: later,
    transaction_id: 'none',
  }
  const given = new Map(Object.entries(payload))
  return Object.fromEntries(Object.entries(words).filter(([name]) => given.get(name) === ''))
}

const passForm = delegatePassForm(openDoors)
const passSchema = delegatePassSchema(tiers)
const roomForm = accommodationForm(openDoors)
const roomSchema = accommodationSchema({ subjects, identity })

/** Lets the desk enter visitors' forms: through the same path and checks as a visitor's (behaviour 14.23). */
export const walkInHandlers = ({
  db,
  clock,
  submit,
  decideCoupon,
  nextMillis,
}: WalkInParts): Pick<DeskHandlers, 'enterWalkIn'> => ({
  enterWalkIn: async ({ context, body: walkIn, organiser: { email: actor } }) => {
    const key = readKey(context.req.header('Idempotency-Key'))
    const network = context.get('network').wide
    const { kind, paid } = walkIn

    const save = async (transaction: Transaction<Tables>, recordId: string, amount: number | null) => {
      if (paid === 'cash' && amount !== null)
        await transaction
          .updateTable('review')
          .set({ cash_amount: amount * 100, cash_by: actor })
          .where('record_id', '=', recordId)
          .execute()
      const detail = { kind, paid }
      await saveAudit(transaction, { at: clock(), actor, action: 'walk-in-entered', recordId, detail })
    }

    const enter = <Body extends { email: string }, Row extends { id: string; amount: number | null }>({
      form,
      body,
    }: Submission<Body, Row>) =>
      submit(
        {
          ...form,
          // Cash that was taken is not a payment by UPI under the same key.
          paidAs: paid,
          opened: (transaction, row) => save(transaction, row.id, row.amount),
          payloadOf: (row, given) => {
            const payload = form.payloadOf(row, given)
            return { ...payload, ...toldInstead(payload, row.amount, paid) }
          },
        },
        key,
        emptyLeftOut(body),
        network,
      )

    const enterForm = () => {
      const filled = fillIn(walkIn)
      if (kind === 'registration') {
        const formOf = (subject: Subject) =>
          registrationForm(subject, (code) => decideCoupon(subject, code, network), nextMillis, openDoors)
        return enter(readRegistration(filled, formOf, openDoors))
      }
      if (kind === 'delegate-pass') return enter({ form: passForm, body: requireBody(passSchema, filled) })
      return enter({ form: roomForm, body: requireBody(roomSchema, filled) })
    }

    const { confirmation } = await enterForm()
    const submission = await findSubmission(db, key)
    const found = submission && (await findReviewed(db, submission.record_id))
    if (!found) throw new Error('A walk-in that was saved has no record')
    const { review, record } = found
    const { id, label, delegateId, name, eventName, amount } = record
    return {
      ...{ submission: id, registration_id: label, name, eventName, amount, confirmation },
      ...(kind === 'delegate-pass' ? { delegate_id: delegateId } : {}),
      isCash: review.cash_amount !== null,
    }
  },
})

/** @throws ApiError `invalid` */
const requireBody = <S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> => {
  const parsed = parseBody(schema, json)
  if (!parsed.ok) throw refuseFields(parsed.errors)
  return parsed.value
}
