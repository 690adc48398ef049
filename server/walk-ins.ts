import type * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../festival/accommodation'
import { delegatePassSchema } from '../festival/delegate-pass'
import { formatRupees } from '../festival/fee'
import { parseBody } from '../festival/problem'
import type { CouponAnswer } from '../festival/registration'
import type { Subject } from '../festival/subject'
import type { EnterWalkIn, WalkInEntry } from './desk/walk-ins/handlers'
import { refuseFields } from './http/api-error'
import { accommodationForm } from './submissions/accommodation'
import type { Doors } from './submissions/availability'
import { delegatePassForm } from './submissions/delegate-pass'
import type { Submission } from './submissions/form'
import { type NextMillis, readRegistration, registrationForm } from './submissions/registration'
import type { Submit } from './submissions/submit'

type DecideCoupon = (subject: Subject, code: string, network: string) => Promise<CouponAnswer>

/** The desk may enter what visitors can no longer, or not yet, send. */
const openDoors: Doors = { refusalOf: () => undefined, passError: () => undefined, roomError: () => undefined }

/** What stands for a field that the desk may leave out while the form is checked; the record keeps nothing there. */
const leftOut = '000000000000'

const pictures = ['payment_screenshot_url', 'payment_proof_url', 'id_proof_url', 'participation_proof_url'] as const

const fillIn = ({ form, paid }: WalkInEntry) => ({
  ...(paid === 'cash' ? { transaction_id: leftOut } : {}),
  ...Object.fromEntries(pictures.map((field) => [field, leftOut])),
  ...form,
  ...('utr' in form && form.utr ? {} : { utr: leftOut }),
})

/** What the confirmation says where others have the address of their payment's picture. */
const tellPaid = (amount: number | null, paid: WalkInEntry['paid']): string =>
  `none, ${amount === null ? 'nothing' : formatRupees(amount)} paid ${paid === 'cash' ? 'in cash' : 'by UPI'} at the help desk`

const parse = <S extends v.GenericSchema>(schema: S, entry: WalkInEntry): v.InferOutput<S> => {
  const parsed = parseBody(schema, fillIn(entry))
  if (!parsed.ok) throw refuseFields(parsed.errors)
  return parsed.value
}

/** Lets the desk enter visitors' forms, by the forms of the features (behaviour 14.23). */
export const createWalkIns = (submit: Submit, decideCoupon: DecideCoupon, nextMillis: NextMillis): EnterWalkIn => {
  const passForm = delegatePassForm(openDoors)
  const passSchema = delegatePassSchema(tiers)
  const roomForm = accommodationForm(openDoors)
  const roomSchema = accommodationSchema({ subjects, identity })

  /** `says`: fields of the confirmation, by the field of the form that was left out; it is told what was paid. */
  const enter = <Body extends { email: string }, Row extends { id: string; amount: number | null }>(
    { form, body: filled }: Submission<Body, Row>,
    { key, network, paid, note }: WalkInEntry,
    says: (words: string) => Readonly<Record<string, object>>,
  ) => {
    const absent = Object.entries(filled).flatMap(([name, value]) => (value === leftOut ? [name] : []))
    return submit(
      {
        ...form,
        // Cash that was taken is not a payment by UPI under the same key.
        paidAs: paid,
        uploadsOf: (given) => form.uploadsOf(given).filter(({ url }) => url !== ''),
        opened: (transaction, row) => note(transaction, row.id, row.amount),
        payloadOf: (row, given) =>
          Object.assign(
            form.payloadOf(row, given),
            ...absent.map((name) => says(tellPaid(row.amount, paid))[name] ?? {}),
          ),
      },
      key,
      { ...filled, ...Object.fromEntries(absent.map((name) => [name, ''])) },
      network,
    )
  }

  const enterRegistration = (entry: WalkInEntry) => {
    const formOf = (subject: Subject) =>
      registrationForm(subject, (code) => decideCoupon(subject, code, entry.network), nextMillis, openDoors)
    return enter(readRegistration(fillIn(entry), formOf, openDoors), entry, (words) => ({
      payment_screenshot_url: { payment_screenshot_url: words },
    }))
  }

  const enterPass = (entry: WalkInEntry) =>
    enter({ form: passForm, body: parse(passSchema, entry) }, entry, (words) => ({
      payment_screenshot_url: { paymentScreenshotUrl: words },
    }))

  const enterRoom = (entry: WalkInEntry) =>
    enter({ form: roomForm, body: parse(roomSchema, entry) }, entry, (words) => ({
      transaction_id: { transaction_id: 'none' },
      payment_proof_url: { payment_proof_url: words },
      id_proof_url: { id_proof_url: 'to be shown at the help desk' },
      participation_proof_url: { participation_proof_url: 'to be shown at the help desk' },
    }))

  return (entry) => {
    if (entry.kind === 'registration') return enterRegistration(entry)
    return entry.kind === 'delegate-pass' ? enterPass(entry) : enterRoom(entry)
  }
}
