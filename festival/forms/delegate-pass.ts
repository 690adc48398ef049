import * as v from 'valibot'
import type { Tier } from '../content/content'
import { noticeField } from '../content/privacy'
import { referenceField } from '../payment/upi'
import { email, phone, requiredName, uploadedUrl } from '../text/fields'
import { screenshotMissing } from '../text/messages'
import { ageField } from './age'
import { details, pickSchemas } from './details'
import type { Saved } from './registration'
import { askedUtr } from './utr'

export const delegatePassSchema = (
  tiers: readonly Pick<Tier, 'value'>[],
  utr: typeof askedUtr = askedUtr,
  isAgeAsked = false,
) =>
  v.object({
    name: requiredName('Enter your full name.'),
    email,
    phone,
    ...pickSchemas(details['delegate-pass']),
    tier: v.picklist(
      tiers.map((tier) => tier.value),
      'Choose a tier.',
    ),
    payment_screenshot_url: uploadedUrl(screenshotMissing),
    ...referenceField,
    ...noticeField,
    utr,
    ...ageField(isAgeAsked),
  })

export type DelegatePass = v.InferOutput<ReturnType<typeof delegatePassSchema>>

export interface DelegatePassReceipt extends Saved {
  delegate_id: string
  registration_id: string
  name: string
  tier: string
  purchase_time: string
  /** In rupees. */
  amount: number
}
