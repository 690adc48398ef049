import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { amountDue } from '../../../festival/amount-due'
import { formatFee, formatRupees } from '../../../festival/fee'
import type { Subject } from '../../../festival/subject'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { FileField } from '../../../ui/file-field'
import { TextField } from '../../../ui/text-field'
import { FormPart, formLook } from '../../forms/layout/form-page'
import type { PaymentProps } from '../../forms/payment/payment-step'
import { proofHint, UtrField } from '../../forms/payment/utr-field'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import { Link } from '../../navigation/link'
import { ContactPart, type OwnPassProps } from './contact-part'
import { countMembers } from './form-values'
import { TeamPart } from './team-part'
import type { RegistrationFields } from './use-registration'

/** The sheet of a registration, for real and for practice: its parts, with words above and the button below. */
export const RegistrationSheet = ({
  subject,
  registration,
  isBusy,
  above,
  OwnPass,
  Payment,
  below,
}: {
  subject: Subject
  registration: RegistrationFields
  isBusy: boolean
  above: ReactNode
  OwnPass?: ComponentType<OwnPassProps>
  Payment: ComponentType<PaymentProps>
  below: ReactNode
}) => (
  <form
    ref={registration.form}
    method="post"
    noValidate
    aria-label={`Registration for ${subject.nickname ?? subject.title}`}
    onSubmit={(event) => {
      event.preventDefault()
      registration.submit()
    }}
    className={formLook}
  >
    {above}
    <div inert={isBusy}>
      <TeamPart subject={subject} registration={registration} />
      <ContactPart subject={subject} registration={registration} OwnPass={OwnPass} />
      <PaymentPart subject={subject} registration={registration} Payment={Payment} />
      <ProofPart subject={subject} registration={registration} />
    </div>
    {below}
  </form>
)

/** What is to be paid and how; where the pass is the fee, what to show instead (behaviour 3.2). */
const PaymentPart = ({
  subject,
  registration,
  Payment,
}: {
  subject: Subject
  registration: RegistrationFields
  /** How to pay an amount. */
  Payment: ComponentType<PaymentProps>
}) => {
  const { values, couponHolds } = registration.draft.value
  const count = countMembers(values)
  const amount = amountDue(subject.fee, count, couponHolds)
  return (
    <FormPart
      number={3}
      title="Payment"
      caption={amount === undefined ? 'Your delegate pass opens this one' : 'By UPI, from any app'}
    >
      {amount !== undefined && <CouponField registration={registration} />}
      {subject.fee.per === 'member-count' && (
        <p>
          {formatRupees(subject.fee.single)} for one, {formatRupees(subject.fee.team)} for a team of {subject.teamSize}.
          The amount follows from the names that you entered above.
        </p>
      )}
      {amount === undefined ? (
        <div className="border border-l-4 border-accent bg-paper px-4 py-3">
          <p className="font-semibold">{formatFee(subject.fee, subject.teamSize)}</p>
          <p className="mt-1">
            There is nothing more to pay here. Upload the screenshot of your payment for the{' '}
            <Link href="/delegate-pass" className="font-semibold underline underline-offset-4">
              delegate pass
            </Link>
            .
          </p>
        </div>
      ) : (
        <Payment amount={amount} before={amountDue(subject.fee, count)} reference={registration.reference} />
      )}
    </FormPart>
  )
}

const path = 'payment_screenshot_url'

/** The screenshot that proves the payment. */
const ProofPart = ({ subject, registration }: { subject: Subject; registration: RegistrationFields }) => {
  const { upload, errors } = registration
  const { file } = upload
  const { utr } = registration.draft.value.values
  return (
    <FormPart number={4} title="Proof" caption="We compare it with the money we receive">
      <FileField
        path={path}
        label="Payment screenshot"
        hint={
          subject.fee.per === 'pass'
            ? 'Upload the screenshot of your delegate-pass payment (JPEG, PNG or WebP, up to 4 MB). It is proof enough.'
            : proofHint
        }
        isOptional={registration.isPractice === true}
        error={upload.refusal ?? errors.of(path)}
        accept={upload.accept}
        prompt="Choose the screenshot"
        file={file && { name: file.name, size: file.bytes.byteLength, picture: upload.picture }}
        isDisabled={upload.step === 'uploading'}
        onChoose={(chosen) => {
          errors.note(path, undefined)
          void upload.choose(chosen)
        }}
        onRemove={upload.remove}
      >
        <ShrinkButton path={path} upload={upload} />
        {file?.url && <p className="mt-3 text-sm font-semibold text-lymph">Uploaded</p>}
      </FileField>
      {subject.fee.per !== 'pass' && (
        <UtrField
          value={utr}
          error={errors.of('utr')}
          onChange={(text) => registration.edit(['utr'], (held) => ({ ...held, utr: text }))}
          onLeave={() => registration.look('utr')}
        />
      )}
    </FormPart>
  )
}

/** A coupon: typed, applied by the server's word, and taken back by changing it (behaviour 5.13). */
const CouponField = ({ registration }: { registration: RegistrationFields }) => {
  const { coupon, draft, errors } = registration
  const { couponHolds, values } = draft.value
  const wayBack = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const error = errors.of('coupon') ?? (couponHolds ? undefined : coupon.words)
  const apply = async () => {
    errors.note('coupon', undefined)
    isAsked.current = true
    await coupon.apply()
  }
  // The button that was pressed is disabled now, so the focus goes to the way back.
  useEffect(() => {
    if (couponHolds && isAsked.current) wayBack.current?.focus()
    isAsked.current = false
  }, [couponHolds])
  return (
    <div>
      <TextField
        path="coupon"
        label="Coupon"
        isOptional
        error={error}
        value={values.coupon}
        disabled={couponHolds}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(text) => {
          errors.note('coupon', undefined)
          coupon.edit(text)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void apply()
        }}
        action={
          // Its word stays whole: the field beside it gives way.
          <Button
            shape="secondary"
            className="wrap-break-word"
            disabled={couponHolds || coupon.isChecking}
            onClick={() => void apply()}
          >
            {couponHolds ? 'Applied' : coupon.isChecking ? 'Checking...' : 'Apply'}
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="mt-1 font-semibold text-lymph empty:mt-0">
          {couponHolds && coupon.words}
        </p>
        <p role="alert" className="sr-only">
          {!couponHolds && coupon.words}
        </p>
        {couponHolds && (
          <button
            ref={wayBack}
            type="button"
            className="min-h-11 font-semibold underline decoration-line underline-offset-4"
            onClick={() => {
              coupon.edit('')
              // The box is enabled with the next paint.
              requestAnimationFrame(() => focusField('coupon'))
            }}
          >
            Remove the coupon
          </button>
        )}
      </div>
    </div>
  )
}
