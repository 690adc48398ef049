import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { type AccommodationReceipt, listDays, stayDaysOf } from '../../../festival/accommodation'
import type { Offers } from '../../../festival/availability'
import { tidyPhone } from '../../../festival/fields'
import { phoneHint } from '../../../festival/messages'
import { dayOf, formatShortDay, startOf } from '../../../festival/slot'
import { fullName } from '../../../festival/subject'
import { Banner } from '../../../ui/banner'
import { FileField } from '../../../ui/file-field'
import { MultiSelect, type SearchedOption } from '../../../ui/multi-select'
import { Progress } from '../../../ui/progress'
import { TextField } from '../../../ui/text-field'
import { ClearForm } from '../../forms/drafts/clear-form'
import { EmailField } from '../../forms/email/email-field'
import { FormPart, formLook } from '../../forms/layout/form-page'
import { PaymentStep } from '../../forms/payment/payment-step'
import { utrHint } from '../../forms/payment/utr-field'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import type { AccommodationField } from './accommodation-draft'
import { type ProofField as Field, proofFields, proofPlans } from './proofs'
import { describeStay } from './stay'
import { type AccommodationState, useAccommodation } from './use-accommodation'

/** The nights that are left once one of them has gone; undefined before. */
const tellNights = ({ isPast }: Offers): string | undefined => {
  const lastDay = dayOf(accommodation.lastNight)
  const first = listDays(identity.firstDay, lastDay).find((day) => !isPast(startOf(day) + 86_400_000))
  if (first === undefined || first === identity.firstDay) return undefined
  const from = formatShortDay(first)
  return first === lastDay ? `Only the night of ${from} is left` : `Nights left: ${from} to ${formatShortDay(lastDay)}`
}

const festivalDays = `${formatShortDay(identity.firstDay)} to ${formatShortDay(identity.lastDay)}`

const days = stayDaysOf(identity)
const earliest = `${days.first}T00:00`
const latest = `${days.last}T23:59`

const fieldsOf =
  (request: AccommodationState) =>
  (path: AccommodationField, tidy = (text: string) => text) => ({
    path,
    value: request.draft.value[path],
    error: request.errors.of(path),
    onChange: (text: string) => request.editText(path, tidy(text)),
    onBlur: () => request.draft.value[path] && request.look(path),
  })

const StayPart = ({ request, offers }: { request: AccommodationState; offers: Offers }) => {
  const { value } = request.draft
  const field = fieldsOf(request)
  const stay = describeStay(value.arrival, value.departure)
  return (
    <FormPart number={2} title="Your stay" caption={tellNights(offers) ?? `The festival: ${festivalDays}`}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...field('arrival')} label="Arrival" type="datetime-local" min={earliest} max={latest} />
        <TextField
          {...field('departure')}
          label="Departure"
          type="datetime-local"
          min={value.arrival || earliest}
          max={latest}
        />
      </div>
      <p role="status" className="figures font-semibold empty:hidden">
        {stay}
      </p>
      <MultiSelect
        path="events"
        label="Events and workshops"
        isOptional
        hint={
          <>
            The events you will attend. Type a part of the name and choose from the list
            <span className="pointer-coarse:hidden">; Enter takes the first match</span>.
          </>
        }
        prompt="Type a name"
        options={eventOptions}
        chosen={value.events}
        onChange={(events) => request.edit(['events'], (held) => ({ ...held, events }))}
        error={request.errors.of('events')}
      />
    </FormPart>
  )
}

/** The request for a room, from the name to the three files. */
export const AccommodationForm = ({
  offers,
  onDone,
}: {
  offers: Offers
  onDone: (receipt: AccommodationReceipt) => void
}) => {
  const request = useAccommodation(onDone)
  const field = fieldsOf(request)
  const isUploading = proofFields.some((proof) => request.proofs[proof].step === 'uploading')
  const isBusy = request.submission.step !== 'editing' || isUploading
  return (
    <form
      ref={request.form}
      method="post"
      noValidate
      aria-label="Accommodation request"
      onSubmit={(event) => {
        event.preventDefault()
        request.submit()
      }}
      className={formLook}
    >
      <p className="mb-6 text-sm text-faded">All fields are required unless marked as optional.</p>
      <div inert={isBusy}>
        <FormPart number={1} title="You" caption="Who will stay">
          <TextField {...field('name')} label="Full name" autoComplete="name" autoCapitalize="words" />
          <TextField {...field('college')} label="College" autoComplete="organization" />
          <EmailField {...field('email')} hint="The confirmation goes to this address." />
          <TextField
            {...field('phone', tidyPhone)}
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            hint={phoneHint}
          />
        </FormPart>
        <StayPart request={request} offers={offers} />
        <FormPart number={3} title="Pre-booking" caption="By UPI, from any app">
          <PaymentStep amount={accommodation.prebookingFee} reference={request.reference} />
          <TextField {...field('transaction_id')} label="Transaction ID" autoComplete="off" hint={utrHint} />
        </FormPart>
        <FormPart number={4} title="Proofs" caption="Three files, each a picture or a PDF">
          {proofFields.map((proof) => (
            <ProofField key={proof} path={proof} request={request} />
          ))}
        </FormPart>
      </div>
      <SendPart request={request} isBusy={isBusy} />
    </form>
  )
}

/** Every event and workshop as the form's list shows it, found by its key, name, topic and kind (behaviour 5.25). */
const eventOptions: readonly SearchedOption[] = subjects.map((subject) => {
  const day = subject.slots.at(-1)?.start
  return {
    value: subject.key,
    label: fullName(subject),
    note: day ? formatShortDay(dayOf(day)) : '',
    words: `${subject.key} ${subject.subtitle} ${subject.kind}`,
  }
})

/** One of the three files, with how far it has come. */
export const ProofField = ({ path, request }: { path: Field; request: AccommodationState }) => {
  const upload = request.proofs[path]
  const { accept, file, step, share, refusal, picture } = upload
  const { label, hint } = proofPlans[path]
  return (
    <FileField
      path={path}
      label={label}
      hint={hint}
      error={request.errors.of(path)}
      accept={accept}
      prompt="Choose a file"
      file={file && { name: file.name, size: file.bytes.byteLength, picture }}
      isDisabled={step === 'uploading'}
      onChoose={(chosen) => {
        request.errors.note(path, undefined)
        void upload.choose(chosen)
      }}
      onRemove={upload.remove}
    >
      <div className="mt-3 space-y-3 empty:hidden">
        {refusal && <Banner tone="error" title={refusal} />}
        <ShrinkButton path={path} upload={upload} />
        {step === 'uploading' && !upload.wait && <Progress words="Uploading..." share={share} />}
        {step === 'failed' && <p className="text-sm font-semibold text-artery">Not uploaded yet</p>}
        {file?.url && <p className="text-sm font-semibold text-lymph">Uploaded</p>}
      </div>
    </FileField>
  )
}

const label = 'Submit Request'

/** What went wrong, and the one button that sends. */
export const SendPart = ({ request, isBusy }: { request: AccommodationState; isBusy: boolean }) => {
  const { submission, errors, draft } = request
  const waiting = [submission, ...proofFields.map((field) => request.proofs[field])].find(({ wait }) => wait)
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {waiting?.wait && <RetryNotice wait={waiting.wait} onStop={waiting.stopWaiting} />}
      {submission.failure && (
        <FailureBanner
          failure={submission.failure}
          errors={errors.left}
          submitLabel={label}
          noun="request"
          onRetryUpload={() => void request.retryUpload()}
          onFinish={submission.canFinish() ? request.finishAsSent : undefined}
          onStartAnew={submission.startAnew}
        />
      )}
      {!submission.failure && !isBusy && (
        <SentNotice attempts={draft.value.attempts} noun="request" how={`Press ${label}`} />
      )}
      <OfflineNotice label={label} />
      <p role="status" className="sr-only">
        {isBusy && 'Submitting...'}
      </p>
      <SubmitPart label={label} isBusy={isBusy} words={keptWords(draft.isRestored)}>
        <ClearForm onClear={request.clear} isDisabled={isBusy} />
      </SubmitPart>
    </div>
  )
}
