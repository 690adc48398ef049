import type { DelegatePass, DelegatePassReceipt } from '../../../festival/delegate-pass'
import { delegatePassMessages } from '../../../festival/messages'
import { findTier } from '../../../festival/tier'
import { proofFields } from '../../../festival/upload'
import type { DelegatePassRow } from '../../db/schema'
import { claimsOf, type Form } from '../../submissions/handler'
import type { Doors } from '../../submissions/open-doors'
import type { DelegatePassPayload } from './confirmation'
import { findDelegatePass, insertDelegatePass } from './queries'

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
