import { Hono } from 'hono'
import { tiers } from '#edition/delegate-pass'
import { formPaths } from '../../festival/api'
import { type DelegatePass, type DelegatePassReceipt, delegatePassSchema } from '../../festival/delegate-pass'
import { formatDelegateRegistrationId } from '../../festival/ids'
import { delegatePassMessages } from '../../festival/messages'
import { parseBody } from '../../festival/problem'
import { findTier } from '../../festival/stored-names'
import { proofFields } from '../../festival/upload'
import type { DbOrTransaction, DelegatePassRow } from '../db/schema'
import { insertOnce } from '../db/transact'
import { refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import type { Doors } from './availability'
import type { DelegatePassPayload } from './delegate-pass-email'
import { insertUnderDrawnId } from './draw-id'
import { claimsOf, type Form } from './form'
import { addSubmission } from './routes'
import type { Submit } from './submit'

const priceOf = (value: string): number => {
  const tier = findTier(value)
  if (!tier) throw new Error('A checked body names a tier that the edition does not have')
  return tier.price
}

/** How the purchase of a delegate pass takes the common path (behaviour 7.6). */
export const delegatePassForm = (doors: Doors): Form<DelegatePass, DelegatePassRow> => ({
  kind: 'delegate-pass',
  messages: delegatePassMessages,
  authorize({ tier }) {
    const refusal = doors.passError(tier)
    if (refusal) throw refusal
  },

  uploadsOf: (body) => claimsOf(proofFields['delegate-pass'], body),

  insert: (transaction, body, { id, now }) =>
    insertDelegatePass(transaction, {
      id,
      name: body.name,
      email: body.email,
      phone: body.phone,
      institution: body.institution,
      pass_type: body.tier,
      purchase_time: now.toISOString(),
      payment_screenshot_url: body.payment_screenshot_url,
      amount: priceOf(body.tier),
      payment_reference: body.payment_reference ?? '',
      utr: body.utr ?? '',
    }),

  find: findDelegatePass,

  eventOf: (row) => row.pass_type,

  payloadOf: (row): DelegatePassPayload => ({
    name: row.name,
    email: row.email,
    phone: row.phone,
    institution: row.institution,
    tier: row.pass_type,
    paymentScreenshotUrl: row.payment_screenshot_url,
    delegateIdRaw: row.delegate_id,
    registrationId: row.registration_id,
    payment_reference: row.payment_reference,
    utr: row.utr,
  }),

  toReceipt: (row): Omit<DelegatePassReceipt, 'confirmation'> => ({
    delegate_id: row.delegate_id,
    registration_id: row.registration_id,
    name: row.name,
    email: row.email,
    tier: row.pass_type,
    purchase_time: row.purchase_time,
    amount: row.amount,
    payment_reference: row.payment_reference,
  }),

  registrationIdOf: (row) => row.registration_id,
})

const insertUnlessTaken = async (db: DbOrTransaction, row: DelegatePassRow): Promise<boolean> => {
  return insertOnce(db.insertInto('DelegatePass').values(row))
}

/**
 * Saves a pass under a Delegate Pass ID of twelve random digits. Another is drawn while the table has the id or its last six
 * digits already (behaviour 4.3).
 * @throws Error when no free id was drawn
 */
export const insertDelegatePass = (
  db: DbOrTransaction,
  pass: Omit<DelegatePassRow, 'delegate_id' | 'registration_id'>,
  draw?: () => string,
): Promise<DelegatePassRow> =>
  insertUnderDrawnId(
    (drawn, digits) => ({
      ...pass,
      delegate_id: drawn,
      registration_id: formatDelegateRegistrationId(drawn, digits),
    }),
    (row) => insertUnlessTaken(db, row),
    draw,
  )

const findDelegatePass = (db: DbOrTransaction, id: string): Promise<DelegatePassRow> =>
  db.selectFrom('DelegatePass').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The tier that a body names, however wrong its other fields are. */
const tierOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, 'tier') : undefined

/** `POST /api/delegate-passes`. */
export const delegatePassRoutes = (submit: Submit, doors: Doors): Hono<HttpEnvironment> => {
  const form = delegatePassForm(doors)
  const schema = delegatePassSchema(tiers)
  return addSubmission(new Hono<HttpEnvironment>(), formPaths['delegate-pass'], submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) throw doors.passError(tierOf(json)) ?? refuseFields(parsed.errors)
    return { form, body: parsed.value }
  })
}
