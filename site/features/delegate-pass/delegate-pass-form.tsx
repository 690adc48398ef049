import { tiersCaption } from '#edition/delegate-pass'
import type { Offers } from '../../../festival/availability'
import type { DelegatePassReceipt } from '../../../festival/delegate-pass'
import { phoneHint } from '../../../festival/messages'
import { tidyPhone } from '../../../festival/tidy-phone'
import { findTier } from '../../../festival/tier'
import { TextField } from '../../../ui/text-field'
import { ClearForm } from '../../forms/drafts/clear-form'
import { EmailField } from '../../forms/email/email-field'
import { FormPart, formLook } from '../../forms/layout/form-page'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import type { DelegatePassField } from './delegate-pass-draft'
import { PaymentDialog } from './payment-dialog'
import { TierField } from './tier-field'
import { type DelegatePassState, useDelegatePass } from './use-delegate-pass'

/** The way to the payment, and what stands in it. */
const ProceedPart = ({ purchase }: { purchase: DelegatePassState }) => {
  const { submission, errors, draft } = purchase
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {submission.failure?.kind === 'fields' && (
        <FailureBanner
          failure={submission.failure}
          errors={errors.left}
          submitLabel="Proceed to Payment"
          onRetryUpload={() => undefined}
          onFinish={undefined}
          onStartAnew={submission.startAnew}
        />
      )}
      {!purchase.isPaying && (
        <SentNotice attempts={draft.value.attempts} how="Proceed to Payment and submit it again" />
      )}
      <SubmitPart label="Proceed to Payment" isBusy={false} words={keptWords(draft.isRestored)}>
        <ClearForm onClear={purchase.clear} />
      </SubmitPart>
    </div>
  )
}

/** Everything that is asked before the payment, and the payment's dialog. */
export const DelegatePassForm = ({
  offers,
  onDone,
}: {
  /** What is sold, and what has begun of what a tier opens. */
  offers: Offers
  onDone: (receipt: DelegatePassReceipt) => void
}) => {
  const purchase = useDelegatePass(offers, onDone)
  const { value } = purchase.draft
  const tier = findTier(value.tier)
  const field = (path: DelegatePassField, tidy = (text: string) => text) => ({
    path,
    value: value[path],
    error: purchase.errors.of(path),
    onChange: (text: string) => purchase.edit([path], (held) => ({ ...held, [path]: tidy(text) })),
    onBlur: () => value[path] && purchase.look(path),
  })
  return (
    <>
      <form
        ref={purchase.form}
        method="post"
        noValidate
        aria-label="Delegate pass"
        onSubmit={(event) => {
          event.preventDefault()
          purchase.proceed()
        }}
        className={formLook}
      >
        <p className="mb-8 text-sm text-faded">All fields are required.</p>
        <div>
          <FormPart number={1} title="Your pass" caption={tiersCaption}>
            <TierField
              path="tier"
              value={value.tier}
              offers={offers}
              error={purchase.errors.of('tier')}
              onChange={(tier) => purchase.edit(['tier'], (held) => ({ ...held, tier }))}
            />
          </FormPart>
          <FormPart number={2} title="You" caption="As it should appear on your certificate">
            <TextField {...field('name')} label="Full name" autoComplete="name" autoCapitalize="words" />
            <EmailField {...field('email')} hint="Your Delegate Pass ID is sent to this address." />
            <TextField
              {...field('phone', tidyPhone)}
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              hint={phoneHint}
            />
            <TextField {...field('institution')} label="College or institution" autoComplete="organization" />
          </FormPart>
        </div>
        <ProceedPart purchase={purchase} />
      </form>
      {purchase.isPaying && tier && <PaymentDialog purchase={purchase} tier={tier} />}
    </>
  )
}
