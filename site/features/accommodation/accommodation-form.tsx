import * as v from 'valibot'
import { accommodation as content } from '#edition/accommodation'
import { identity } from '#edition/identity'
import { subjectNames, subjects } from '../../../festival/content/catalogue'
import { dayMs, findMidnight, formatShortDay, toDay } from '../../../festival/content/slot'
import { fullName, type Subject, shortName } from '../../../festival/content/subject'
import { parseBody } from '../../../festival/contract/problem'
import {
  type AccommodationReceipt,
  accommodationSchema,
  findStayDays,
  listDays,
} from '../../../festival/forms/accommodation'
import { details } from '../../../festival/forms/details'
import type { proofFields } from '../../../festival/forms/upload'
import { formatRupees } from '../../../festival/payment/fee'
import type { Offers } from '../../../festival/schedule/availability'
import { focusField } from '../../../ui/field'
import { MultiSelect, type SearchableOption } from '../../../ui/multi-select'
import { TextField } from '../../../ui/text-field'
import { privacyNotice, requireContent } from '../../built'
import { useSubjects } from '../../festival'
import { PersonOffer } from '../../form-notices'
import { typedAge, typedTexts } from '../../forms/draft'
import {
  AgeFields,
  DetailFields,
  EmailField,
  NameField,
  PhoneField,
  UploadField,
  utrHint,
} from '../../forms/fields'
import { FormPart, FormSheet } from '../../forms/form-page'
import { callAdvice, type PaymentStop } from '../../forms/payment-gate'
import { PaymentSteps } from '../../forms/payment-steps'
import { SendPart } from '../../forms/send-part'
import { attemptsSchema, type EntryForm, useEntryForm } from '../../forms/use-entry-form'
import { useOffers } from '../../moment'
import { describeStay, isDepartureTooEarly } from './stay'

const accommodation = requireContent(content)

export const requestSchema = accommodationSchema({
  subjects,
  identity,
  isAgeAsked: privacyNotice.isAgeAsked,
})

const draftSchema = v.object({
  ...typedTexts(requestSchema.entries),
  ...typedAge,
  events: v.optional(v.array(v.string()), []),
  attempts: attemptsSchema(requestSchema),
})

type Request = EntryForm<v.InferOutput<typeof draftSchema>>

const proofs = {
  id_proof_url: 'Use your college ID. If you send Aadhaar, hide its first eight digits',
  participation_proof_url: 'Screenshot of your pass or registration confirmation (page or e-mail)',
  payment_proof_url: 'Screenshot of “Payment successful” in your UPI app',
} satisfies Record<keyof typeof proofFields.accommodation, string>

const roomStop: PaymentStop = {
  title: 'Rooms can no longer be requested: please don’t pay',
  advice: callAdvice,
}

export const AccommodationForm = ({
  onDone,
}: {
  onDone: (receipt: AccommodationReceipt) => void
}) => {
  const form: Request = useEntryForm({
    kind: 'accommodation',
    keepAs: 'accommodation',
    schema: draftSchema,
    check: (values, urls) => parseBody(requestSchema, { ...values, ...urls }),
    onDone,
  })
  const { field } = form
  const offers = useOffers()
  const stop = offers.hasRooms ? undefined : roomStop
  const clear = () => {
    form.clear()
    focusField('name')
  }
  return (
    <FormSheet
      form={form}
      name="Accommodation request"
      due={stop ? 'Don’t pay' : `${formatRupees(accommodation.prebookingFee)} to pay`}
      stop={stop}
      offer={<PersonOffer form={form} />}
      note="All fields are required unless marked as optional."
      footer={<SendPart form={form} onClear={clear} label="Submit Request" noun="request" />}
    >
      <div>
        <FormPart title="You" caption="Who will stay">
          <NameField {...field('name')} />
          <DetailFields form={form} list={details.accommodation} />
          <EmailField {...field('email')} hint="We’ll e-mail your confirmation here." />
          <PhoneField {...field('phone')} />
          <AgeFields form={form} />
        </FormPart>
        <StayPart form={form} offers={offers} />
      </div>
      <FormPart title="Pre-booking" caption={stop ? 'Please do not pay' : 'Three steps, by UPI'}>
        <PaymentSteps
          stop={stop}
          amount={accommodation.prebookingFee}
          reference={form.reference}
          proof="Enter the transaction ID"
        >
          <TextField
            {...field('transaction_id')}
            label="Transaction ID"
            autoComplete="off"
            hint={utrHint}
          />
        </PaymentSteps>
      </FormPart>
      <FormPart title="Proofs" caption="Three files, each a picture or a PDF">
        {Object.entries(proofs).map(([path, what]) => (
          <UploadField
            key={path}
            form={form}
            path={path}
            hint={`${what} (JPEG, PNG, WebP or PDF, up to 4 MB).`}
          />
        ))}
      </FormPart>
    </FormSheet>
  )
}

/** Returns undefined until the first night has passed. */
const describeNightsLeft = ({ isPast }: Offers): string | undefined => {
  const lastDay = toDay(accommodation.lastNight)
  const first = listDays(identity.firstDay, lastDay).find(
    (day) => !isPast(findMidnight(day) + dayMs),
  )
  if (first === undefined || first === identity.firstDay) {
    return undefined
  }
  const from = formatShortDay(first)
  return first === lastDay
    ? `Only the night of ${from} is left`
    : `Nights left: ${from} to ${formatShortDay(lastDay)}`
}

const festivalDays = `${formatShortDay(identity.firstDay)} to ${formatShortDay(identity.lastDay)}`
const days = findStayDays(identity)

const listEventOptions = (subjects: readonly Subject[]): SearchableOption[] =>
  subjects.map((subject) => {
    const day = subject.slots.at(-1)?.start
    return {
      value: subject.key,
      label: fullName(subject),
      name: shortName(subject),
      note: day ? formatShortDay(toDay(day)) : '',
      words: `${subject.key} ${subject.subtitle} ${subject.kind}`,
    }
  })

const StayPart = ({ form, offers }: { form: Request; offers: Offers }) => {
  const { arrival, departure, events } = form.draft.value
  const time = (path: 'arrival' | 'departure') => {
    const field = form.field(path)
    return {
      ...field,
      type: 'datetime-local',
      max: `${days.last}T23:59`,
      // The departure depends on both fields, so a change of either one validates it.
      onChange: (text: string) => {
        field.onChange(text)
        const { arrival, departure } = form.draft.read()
        if (isDepartureTooEarly(arrival, departure)) {
          form.validateField('departure')
        } else {
          form.setFieldError('departure', undefined)
        }
      },
    }
  }
  const earliest = `${days.first}T00:00`
  return (
    <FormPart
      title="Your stay"
      caption={describeNightsLeft(offers) ?? `The festival: ${festivalDays}`}
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...time('arrival')} label="Arrival" min={earliest} />
        <TextField {...time('departure')} label="Departure" min={arrival || earliest} />
      </div>
      <p role="status" className="figures font-semibold empty:hidden">
        {describeStay(arrival, departure)}
      </p>
      <MultiSelect
        path="events"
        label={subjectNames.title}
        isOptional
        hint="The events you will attend. Type part of a name and choose from the list."
        prompt="Type a name"
        options={listEventOptions(useSubjects())}
        chosen={events}
        onChange={(events) => form.edit(['events'], (values) => ({ ...values, events }))}
        error={form.findError('events')}
      />
    </FormPart>
  )
}
