import { useState } from 'react'
import * as v from 'valibot'
import { delegatePassNotes, tiers, tiersCaption } from '#edition/delegate-pass'
import type { Tier } from '../../../festival/content/content'
import { helpDeskContact } from '../../../festival/content/help-desk'
import { findTier, onlyTier } from '../../../festival/content/stored-names'
import { parseBody } from '../../../festival/contract/problem'
import { type DelegatePassReceipt, delegatePassSchema } from '../../../festival/forms/delegate-pass'
import { details } from '../../../festival/forms/details'
import { formatRupees } from '../../../festival/payment/fee'
import type { Offers } from '../../../festival/schedule/availability'
import { focusField } from '../../../ui/field'
import { privacyNotice } from '../../built'
import { PersonOffer } from '../../form-notices'
import { typedAge, typedText, typedTexts } from '../../forms/draft'
import { AgeFields, DetailFields, EmailField, NameField, PhoneField } from '../../forms/fields'
import { FormNotes, FormPart, FormSheet } from '../../forms/form-page'
import type { PaymentStop } from '../../forms/payment-gate'
import { SendPart } from '../../forms/send-part'
import { attemptsSchema, type EntryForm, useEntryForm } from '../../forms/use-entry-form'
import { useOffers } from '../../moment'
import { PaymentDialog, screenshotPath, utrPath } from './payment-dialog'
import { isSold, TierField } from './tier-field'

const { isAgeAsked } = privacyNotice

export const purchaseSchema = delegatePassSchema(tiers, undefined, isAgeAsked)

const draftSchema = v.object({
  ...typedTexts(purchaseSchema.entries),
  ...typedAge,
  tier: v.pipe(
    typedText,
    v.transform((value) => onlyTier?.value ?? value),
  ),
  attempts: attemptsSchema(purchaseSchema),
})

export type Purchase = EntryForm<v.InferOutput<typeof draftSchema>>

export const usePurchase = (onDone: (receipt: DelegatePassReceipt) => void): Purchase =>
  useEntryForm({
    kind: 'delegate-pass',
    keepAs: 'delegate-pass',
    schema: draftSchema,
    due: ({ tier }) => findTier(tier)?.price,
    // Accepts tiers that are no longer sold: visitors may have paid for them, and the server
    // decides.
    check: (values, urls) => parseBody(purchaseSchema, { ...values, ...urls }),
    onDone,
  })

/** Returns undefined if the chosen tier is sold or, before a choice, if any tier is sold. */
const findPaymentStop = (tier: Tier | undefined, offers: Offers): PaymentStop | undefined => {
  if (tier ? isSold(tier, offers) : offers.tiers.length > 0) {
    return undefined
  }
  const choice = offers.tiers.length > 0 ? 'Choose another tier. ' : ''
  return {
    title: tier
      ? `${tier.label} is no longer sold: please don’t pay for it`
      : 'Passes are no longer sold: please don’t pay',
    advice: `${choice}Already paid? Submit the form now. If it is no longer accepted, call ${helpDeskContact}.`,
  }
}

/** Below the tiers, or beside the form on wide screens. */
export const PassNotes = () => <FormNotes title="Before you pay" notes={delegatePassNotes} />

const refundNote = delegatePassNotes.find((note) => note.includes('refund'))

const prices = tiers.map(({ price }) => price)

/** A short text for the bar on phones. */
const describeDue = (tier: Tier | undefined, stop: PaymentStop | undefined): string => {
  if (stop) {
    return 'Don’t pay'
  }
  return tier ? `${formatRupees(tier.price)} to pay` : `from ${formatRupees(Math.min(...prices))}`
}

export const DelegatePassForm = ({
  onDone,
}: {
  onDone: (receipt: DelegatePassReceipt) => void
}) => {
  const form = usePurchase(onDone)
  const offers = useOffers()
  const { field, failure } = form
  const [isAsked, setIsAsked] = useState(false)
  const tier = findTier(form.draft.value.tier)
  const stop = findPaymentStop(tier, offers)
  const label = stop ? 'I have already paid' : 'Proceed to Payment'
  const isWrong = failure?.kind === 'fields'
  const proceed = () => {
    const errors = form
      .findErrors()
      .filter(({ path }) => path !== utrPath && path !== screenshotPath)
    setIsAsked(errors.length === 0)
    form.showFailure(errors.length > 0 ? { kind: 'fields', errors } : undefined)
  }
  const clear = () => {
    form.clear()
    focusField('tier')
  }
  // Messages shown in the dialog are not repeated on the page behind it.
  const page = {
    ...form,
    isBusy: false,
    isUploaded: false,
    waiting: undefined,
    uploads: {},
    failure: isWrong ? failure : undefined,
  }
  return (
    <>
      <FormSheet
        form={page}
        name="Delegate pass"
        due={describeDue(tier, stop)}
        partCount={3}
        stop={stop}
        offer={<PersonOffer form={form} />}
        note={
          <>
            All fields are required. <span className="md:hidden">{refundNote}</span>
          </>
        }
        onSubmit={proceed}
        footer={
          <SendPart
            form={page}
            label={label}
            onClear={clear}
            how={`Press ${label} and submit it again`}
            sendsDetails={false}
          />
        }
      >
        <FormPart title="Your pass" caption={tiersCaption}>
          <TierField
            value={form.draft.value.tier}
            offers={offers}
            error={form.findError('tier')}
            onChange={(tier) => form.edit(['tier'], (values) => ({ ...values, tier }))}
          />
          <div className="md:hidden">
            <PassNotes />
          </div>
        </FormPart>
        <FormPart title="You" caption="As it should appear on your certificate">
          <NameField {...field('name')} />
          <EmailField {...field('email')} hint="Your Delegate Pass ID is sent to this address." />
          <PhoneField {...field('phone')} />
          <DetailFields form={form} list={details['delegate-pass']} />
          <AgeFields form={form} />
        </FormPart>
      </FormSheet>
      {isAsked && !isWrong && tier && (
        <PaymentDialog
          form={form}
          tier={tier}
          stop={stop}
          onClose={() => {
            setIsAsked(false)
            form.showFailure(undefined)
          }}
        />
      )}
    </>
  )
}
