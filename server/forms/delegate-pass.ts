import type { Hono } from 'hono'
import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { privacy } from '#edition/privacy'
import { workshops } from '../../festival/content/catalogue'
import { formatPlace } from '../../festival/content/place'
import { formatDays } from '../../festival/content/slot'
import { findTier, formatTier, nameTier } from '../../festival/content/stored-names'
import { parseBody } from '../../festival/contract/problem'
import { writeAge } from '../../festival/forms/age'
import { formPaths } from '../../festival/forms/api'
import { type DelegatePassReceipt, delegatePassSchema } from '../../festival/forms/delegate-pass'
import { details, formatAnswers } from '../../festival/forms/details'
import { formatRupees } from '../../festival/payment/fee'
import type { DbOrTransaction, DelegatePassRow } from '../db/schema'
import { insertOnce } from '../db/transact'
import { refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import { createConfirmationReader } from '../mail/confirmation'
import {
  answerFacts,
  answerTexts,
  type EmailContent,
  fact,
  group,
  link,
  nextStepText,
  optionalText,
  paymentFacts,
  referenceText,
  untrustedText,
} from '../mail/email-content'
import type { Availability } from './availability'
import { insertUnderDrawnId } from './entry-ids'
import type { Form, ReceiptFields } from './form'
import { formRoutes, type Submit } from './submit'

const findPrice = (value: string): number => {
  const tier = findTier(value)
  if (!tier) {
    throw new Error('A validated body names a tier that the edition does not have')
  }
  return tier.price
}

export const delegatePassForm = (availability: Availability): Form<'delegate-pass'> => ({
  kind: 'delegate-pass',
  refuse: ({ tier }) => availability.refusePass(tier),
  lateness: ({ tier }) => availability.passLateness(tier),

  insert: (transaction, { tier, utr = '', age, ...kept }, { id, now }) =>
    insertDelegatePass(transaction, {
      ...kept,
      id,
      utr,
      age: writeAge(age),
      pass_type: tier,
      purchase_time: now.toISOString(),
      amount: findPrice(tier),
    }),

  find: (db, id) =>
    db.selectFrom('DelegatePass').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  toQueueFields: ({ pass_type: event, amount }) => ({ event, amount, people: 1 }),

  makePayload: (row) =>
    v.parse(payloadSchema, {
      ...row,
      ...formatAnswers(details['delegate-pass'], row),
      tier: row.pass_type,
      paymentScreenshotUrl: row.payment_screenshot_url,
      delegateIdRaw: row.delegate_id,
      registrationId: row.registration_id,
    }),

  toReceipt: ({ delegate_id, registration_id, name, pass_type: tier, purchase_time, amount }) =>
    ({
      delegate_id,
      registration_id,
      name,
      tier,
      purchase_time,
      amount,
    }) satisfies ReceiptFields<DelegatePassReceipt>,
})

/**
 * Draws another ID while the drawn one or its last six digits are taken.
 * @throws Error when no free id was found
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
      registration_id: `DP-${drawn.slice(-digits)}`,
    }),
    (row) => insertOnce(db.insertInto('DelegatePass').values(row)),
    draw,
  )

const readTier = (json: unknown): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, 'tier') : undefined

export const delegatePassRoutes = (
  submit: Submit,
  availability: Availability,
): Hono<HttpEnvironment> => {
  const form = delegatePassForm(availability)
  const schema = delegatePassSchema(tiers, undefined, privacy.askAge)
  return formRoutes(formPaths['delegate-pass'], submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) {
      throw availability.refusePass(readTier(json)) ?? refuseFields(parsed.errors)
    }
    return { form, body: parsed.value }
  })
}

/**
 * The e-mail's fields, as the organisers' templates name them. Add only optional ones (see
 * `mail/confirmation.ts`).
 */
const payloadSchema = v.object({
  name: untrustedText,
  email: v.string(),
  phone: v.string(),
  ...answerTexts(details['delegate-pass']),
  /** The tier's value, such as `novus`. */
  tier: v.string(),
  paymentScreenshotUrl: v.string(),
  delegateIdRaw: v.string(),
  registrationId: v.string(),
  ...referenceText,
  utr: optionalText,
})

export type DelegatePassPayload = v.InferOutput<typeof payloadSchema>

const passAdvice =
  workshops.length > 0
    ? [
        'Keep this e-mail: every workshop form asks for the Delegate Pass ID below.',
        'A pass does not reserve a place in a workshop, so please register for each one that you want to attend.',
      ]
    : [
        'Keep this e-mail. To register for an event that needs a pass, you must enter the Delegate Pass ID below.',
        'A pass does not reserve a place at an event, so please register for each one that you want to attend.',
      ]

const writeEmail = (payload: DelegatePassPayload, address: string): EmailContent => {
  const tier = findTier(payload.tier)
  const passFacts = [
    fact('Registration ID', payload.registrationId),
    fact('Pass', formatTier(payload.tier)),
  ]
  if (tier) {
    passFacts.push(fact('Includes', ...tier.includes), fact('Price', formatRupees(tier.price)))
  }
  const whenAndWhere = [
    fact('Days', formatDays(identity.firstDay, identity.lastDay)),
    fact('Place', formatPlace(identity)),
  ]
  if (workshops.length > 0) {
    whenAndWhere.push(link('Workshops', `${address}/workshops`))
  }
  whenAndWhere.push(link('Schedule', `${address}/schedule`))
  return {
    subject: `We have received your registration: delegate pass (${payload.registrationId})`,
    colour: 'vein',
    kicker: 'Delegate pass received',
    title: nameTier(payload.tier),
    paragraphs: [
      `Dear ${payload.name},`,
      `We have received your registration for a delegate pass. ${nextStepText}`,
      ...passAdvice,
    ],
    stamp: fact('Delegate Pass ID', payload.delegateIdRaw),
    groups: [
      group('The pass', ...passFacts),
      group('When and where', ...whenAndWhere),
      group(
        'The holder',
        fact('Name', payload.name),
        ...answerFacts(details['delegate-pass'], payload),
        fact('E-mail', payload.email),
        fact('Phone', payload.phone),
      ),
      group('Payment', ...paymentFacts(payload), link('Screenshot', payload.paymentScreenshotUrl)),
    ],
  }
}

export const delegatePassConfirmation = createConfirmationReader({
  schema: payloadSchema,
  write: writeEmail,
})
