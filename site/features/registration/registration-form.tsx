import { type ReactNode, useMemo } from 'react'
import { identity, lunch } from '#edition/identity'
import { helpDeskContact } from '../../../festival/content/help-desk'
import { formatHours, formatShortDay, toDay } from '../../../festival/content/slot'
import {
  describeTeamSize,
  leastMembers,
  mostMembers,
  type Status,
  type Subject,
  shortName,
} from '../../../festival/content/subject'
import { details } from '../../../festival/forms/details'
import { approvalText, confirmText } from '../../../festival/forms/free'
import type { RegistrationReceipt } from '../../../festival/forms/registration'
import type { LiveState } from '../../../festival/live/state'
import {
  amountDue,
  describeMoneyBack,
  type Fee,
  formatFee,
  formatRupees,
  formatTotal,
  isPaid,
} from '../../../festival/payment/fee'
import { type Availability, statusWords } from '../../../festival/schedule/availability'
import { describeOpenPlaces } from '../../../festival/schedule/open-places'
import { useCanStore } from '../../../ui/browser-storage'
import { Button, buttonClasses } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { passPrices } from '../../built'
import { useFestival, useRefreshState, useSubjects } from '../../festival'
import { PersonOffer } from '../../form-notices'
import type { Failure } from '../../forms/failure'
import {
  AgeFields,
  DetailFields,
  EmailField,
  proofHint,
  UploadField,
  UtrField,
} from '../../forms/fields'
import { FormPart, FormSheet } from '../../forms/form-page'
import { callAdvice, type PaymentStop } from '../../forms/payment-gate'
import { PaymentSteps } from '../../forms/payment-steps'
import { SendPart } from '../../forms/send-part'
import { type EntryForm, useEntryForm } from '../../forms/use-entry-form'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { TeamFields } from '../../team-fields'
import { CouponField } from './coupon-field'
import { formatSession } from './format-session'
import {
  checkRegistration,
  countMembers,
  draftName,
  draftSchema,
  type RegistrationDraft,
} from './registration'

interface PartProps {
  subject: Subject
  form: EntryForm<RegistrationDraft>
  stop?: PaymentStop | undefined
}

const path = 'payment_screenshot_url'

const describeUnpaid = ({ fee }: Pick<Subject, 'fee'>): string =>
  fee.per === 'free' ? '' : 'Your delegate pass stays valid for everything else.'

/** Free events have no payment to stop, so this only says why the form may not be accepted. */
const findFreeStop = (subject: Subject, availability: Availability): PaymentStop | undefined => {
  if (availability === 'open') {
    return undefined
  }
  const isCancelled = availability === 'cancelled'
  const isLate = availability === 'begun' || availability === 'over'
  return {
    title: `${shortName(subject)} ${isCancelled ? 'is cancelled' : 'no longer accepts registrations'}`,
    advice:
      isCancelled || isLate
        ? `For questions, call ${helpDeskContact}.`
        : `Submit within 30 minutes; after that, call ${helpDeskContact}.`,
  }
}

export const findPaymentStop = (
  subject: Subject,
  availability: Availability,
): PaymentStop | undefined => {
  if (subject.fee.per === 'free') {
    return findFreeStop(subject, availability)
  }
  const name = shortName(subject)
  switch (availability) {
    case 'open':
      return undefined
    case 'cancelled':
      return {
        title: `${name} is cancelled: please don’t pay`,
        advice: isPaid(subject.fee)
          ? 'If you have already paid, submit the form to get a refund.'
          : describeUnpaid(subject),
      }
    case 'begun':
      return { title: `${name} has begun: please don’t pay now`, advice: callAdvice }
    case 'over':
      return { title: `${name} is over: please don’t pay now`, advice: callAdvice }
    case 'full':
      return {
        title: `${name} is full: please don’t pay now`,
        advice: `Already paid? Submit within 30 minutes to join the waiting list; after that, call ${helpDeskContact}.`,
      }
    case 'closed':
    case 'soon':
    case 'with-pass':
      return {
        title: 'Registration has closed: please don’t pay now',
        advice: `Already paid? Submit within 30 minutes of closing; after that, call ${helpDeskContact}.`,
      }
  }
}

/** Used by forms without a payment, because the event may have just been cancelled. */
export const findCancelled = (
  subject: Pick<Subject, 'key' | 'nickname' | 'title' | 'fee'>,
  { state }: Pick<LiveState, 'state'>,
): Failure | undefined => {
  if (state.subjects[subject.key]?.status !== 'cancelled') {
    return undefined
  }
  return {
    kind: 'refused',
    words: `${shortName(subject)} is cancelled. Nothing was sent.`,
    advice: `There is nothing to pay here. ${describeUnpaid(subject)}`.trim(),
  }
}

/** `frame` lays out the form and the summary on the page. */
export const RegistrationForm = ({
  subject,
  stop,
  onDone,
  frame,
}: {
  subject: Subject
  stop: PaymentStop | undefined
  onDone: (receipt: RegistrationReceipt) => void
  frame: (summary: ReactNode, form: ReactNode) => ReactNode
}) => {
  const keepAs = draftName(subject)
  const refreshState = useRefreshState()
  const hasPayment = isPaid(subject.fee)
  const form = useEntryForm<'registration', RegistrationDraft>({
    kind: 'registration',
    keepAs,
    schema: useMemo(() => draftSchema(subject), [subject]),
    due: (values) => amountDue(subject.fee, countMembers(subject, values), values.isCouponValid),
    isPaidHere: hasPayment,
    hasFiles: subject.fee.per !== 'free',
    beforeSend: async () => {
      // Forms with a payment already poll the state while the QR is shown.
      if (hasPayment || stop) {
        return undefined
      }
      return findCancelled(subject, await refreshState())
    },
    check: (values, urls) => checkRegistration(subject, values, urls[path] ?? ''),
    applyFieldErrors: (values, errors) =>
      errors.some(({ path }) => path === 'coupon') ? { ...values, isCouponValid: false } : values,
    onDone,
  })
  const clear = () => {
    form.clear()
    focusField('members.0.name')
  }
  const most = mostMembers(subject.teamSize)
  const isTeam = most > 1
  const teamCaption =
    leastMembers(subject.teamSize) === 1
      ? `Team leader + up to ${most - 1} more`
      : describeTeamSize(subject.teamSize)
  return frame(
    <RegistrationSummary
      subject={subject}
      draft={form.draft.value}
      isStopped={stop !== undefined}
    />,
    <FormSheet
      form={form}
      name={`Registration for ${subject.nickname ?? subject.title}`}
      due={describeDue(subject, form.draft.value, stop)}
      stop={stop}
      offer={<PersonOffer form={form} />}
      note={
        <>
          {`All fields are required unless marked as optional.${stop ? '' : ' First time? '}`}
          {!stop && (
            <>
              <Link
                href={`/rehearsal?event=${subject.key}`}
                className="underline underline-offset-4"
              >
                Try a practice form
              </Link>
              ; nothing is sent.
            </>
          )}
        </>
      }
      footer={<SendPart form={form} onClear={clear} label="Submit Registration" hasTeam={isTeam} />}
    >
      <FormPart
        title={isTeam ? 'Team' : 'Participant'}
        caption={isTeam ? teamCaption : 'One person per registration'}
      >
        <TeamFields form={form} teamSize={subject.teamSize} />
      </FormPart>
      <ContactPart subject={subject} form={form} />
      <PaymentPart subject={subject} form={form} stop={stop} />
    </FormSheet>,
  )
}

const passFor = ({ key }: Subject) => `/delegate-pass?for=${key}`

const ContactPart = ({ subject, form }: PartProps) => {
  const canKeep = useCanStore()
  return (
    <FormPart title="Contact" caption="We’ll e-mail your confirmation here">
      {subject.passRequired && (
        <TextField
          {...form.field('delegate_id')}
          label="Delegate Pass ID"
          autoComplete="off"
          hint={
            <>
              The 12 digits from your pass. No pass yet?{' '}
              <Link
                href={passFor(subject)}
                className="font-semibold text-ink underline underline-offset-4"
              >
                Buy a delegate pass
              </Link>
              {canKeep && '; your answers here stay saved.'}
            </>
          }
        />
      )}
      <EmailField {...form.field('email')} />
      <DetailFields form={form} list={details.registration} />
      <AgeFields form={form} />
    </FormPart>
  )
}

const PaymentPart = ({ subject, form, stop }: PartProps) => {
  const count = countMembers(subject, form.draft.value)
  const amount = amountDue(subject.fee, count, form.draft.value.isCouponValid)
  const isCovered = amount === undefined
  const { places = {} } = useFestival()
  const placesLeft = stop ? undefined : describeOpenPlaces(subject, places[subject.key], amount)
  const placesLine = (
    <p role="status" className="empty:hidden">
      {placesLeft}
    </p>
  )
  if (subject.fee.per === 'free') {
    return (
      <FormPart title="Nothing to pay" caption="This event is free">
        <p>{subject.approval ? approvalText : confirmText}</p>
        {placesLine}
      </FormPart>
    )
  }
  // A stopped form shows the coupon only if an error in the coupon prevents sending.
  const hasCoupon =
    identity.coupon !== false && !isCovered && (!stop || form.findError('coupon') !== undefined)
  const screenshot = (
    <UploadField
      form={form}
      path={path}
      hint={
        isCovered
          ? 'Upload the screenshot of your delegate-pass payment (JPEG, PNG or WebP, up to 4 MB). The screenshot is enough.'
          : proofHint
      }
    />
  )
  if (isCovered) {
    return (
      <FormPart title="Payment" caption="Your delegate pass covers this">
        <div className="border border-l-4 border-accent bg-paper px-4 py-3">
          <p className="font-semibold">{formatFee(subject.fee, subject.teamSize)}</p>
          <p className="mt-1">
            There is nothing more to pay here. Upload the screenshot of your payment for the{' '}
            <Link href={passFor(subject)} className="font-semibold underline underline-offset-4">
              delegate pass
            </Link>
            .
          </p>
        </div>
        {placesLine}
        {screenshot}
      </FormPart>
    )
  }
  return (
    <FormPart title="Payment" caption={stop ? 'Please do not pay' : 'Three steps, by UPI'}>
      {hasCoupon && <CouponField subject={subject} form={form} />}
      <FeeNote subject={subject} count={count} />
      {placesLine}
      <PaymentSteps
        stop={stop}
        amount={amount}
        before={amountDue(subject.fee, count)}
        reference={form.reference}
      >
        {screenshot}
        <UtrField {...form.field('utr')} />
      </PaymentSteps>
    </FormPart>
  )
}

/** Explains an amount that depends on the number of names. */
const FeeNote = ({ subject: { fee, teamSize }, count }: { subject: Subject; count: number }) => {
  const below = `Below is the amount for ${count === 1 ? 'one name' : `${count} names`}.`
  if (fee.per === 'member') {
    return <p>{`${formatFee(fee, teamSize)}. ${below}`}</p>
  }
  if (fee.per !== 'member-count') {
    return null
  }
  return (
    <p>
      {formatRupees(fee.single)} for one, {formatRupees(fee.team)} for a team of{' '}
      {mostMembers(teamSize)}. {below}
    </p>
  )
}

/** A short text for the bar on phones. */
const describeDue = (
  subject: Subject,
  draft: RegistrationDraft,
  stop: PaymentStop | undefined,
): string => {
  const amount = amountDue(subject.fee, countMembers(subject, draft), draft.isCouponValid)
  if (!amount) {
    return 'Nothing to pay'
  }
  return stop ? 'Don’t pay' : `${formatRupees(amount)} to pay`
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures ml-auto max-w-52 text-right font-semibold">{children}</dd>
  </div>
)

/** A table in the margin, or a few lines on a phone. */
const RegistrationSummary = ({
  subject,
  draft,
  isStopped,
}: {
  subject: Subject
  draft: RegistrationDraft
  isStopped: boolean
}) => {
  const count = countMembers(subject, draft)
  const amount = amountDue(subject.fee, count, draft.isCouponValid)
  const full = amountDue(subject.fee, count)
  const meal = subject.lunch ? 'Included' : lunch?.excluded
  const lunchWords = lunch ? ` · ${subject.lunch ? 'lunch' : 'no lunch'}` : ''
  const due: Fee = amount ? { per: 'entry', amount } : subject.fee
  return (
    <aside aria-label="Summary" className="text-sm">
      <dl className="border-t border-accent max-md:hidden">
        {subject.slots.map((time) => (
          <Row key={time.start} name={time.label ?? 'When'}>
            {formatShortDay(toDay(time.start))}
            <br />
            {formatHours(time)}
          </Row>
        ))}
        <Row name="Fee">{formatTotal(subject, passPrices)}</Row>
        {subject.prize !== undefined && <Row name="Prize Worth">{formatRupees(subject.prize)}</Row>}
        {lunch && <Row name="Lunch">{meal}</Row>}
        {amount !== undefined && amount > 0 && !isStopped && (
          <Row name="To pay">
            {full !== amount && full !== undefined && (
              <s className="mr-2 font-normal text-faded">{formatRupees(full)}</s>
            )}
            <span className="text-lg/none">{formatRupees(amount)}</span>
          </Row>
        )}
      </dl>
      <p className="figures border-y border-rule py-1 font-semibold md:hidden">
        {subject.slots.map((time) => (
          <span key={time.start} className="block">
            {formatSession(time)}
          </span>
        ))}
        {formatTotal({ ...subject, fee: due }, passPrices) + lunchWords}
      </p>
    </aside>
  )
}

type ClosedStatus = Exclude<Status, 'open'> | 'full'

const closedWords: Readonly<Record<ClosedStatus, string>> = {
  closed: 'Registration for this one is closed.',
  full: 'All places are taken.',
  cancelled: 'It is cancelled.',
  soon: 'Registration opens soon. Look again in a few days.',
  'with-pass': 'No registration needed: bring your pass and come in.',
}

export const ClosedCard = ({ subject, status }: { subject: Subject; status: ClosedStatus }) => {
  const isWithPass = status === 'with-pass'
  const callWords =
    subject.fee.per === 'free'
      ? `If you have registered but have not received an e-mail from us, call ${helpDeskContact}.`
      : `If you have paid and have no confirmation, call ${helpDeskContact}, and have the UTR ready.`
  const { button } = statusWords[status]
  const { findAvailability } = useOffers()
  const subjects = useSubjects()
  const hasOthers =
    (status === 'closed' || status === 'full' || status === 'cancelled') &&
    subjects.some((other) => findAvailability(other) === 'open')
  return (
    <section className="max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <h2 className="text-2xl">{isWithPass ? formatFee(subject.fee, subject.teamSize) : button}</h2>
      <p className="mt-2">
        {closedWords[status]}
        {status === 'cancelled' && describeMoneyBack(subject)}
        {hasOthers && ' Others are still open.'}
      </p>
      {!isWithPass && status !== 'soon' && <p className="mt-2">{callWords}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {isWithPass ? (
          <Link href="/delegate-pass" className={buttonClasses()}>
            {button}
          </Link>
        ) : (
          <Button disabled>{button}</Button>
        )}
        <Link href={`/${subject.kind}s`} className={buttonClasses('secondary')}>
          {`See all ${subject.kind}s`}
        </Link>
      </div>
    </section>
  )
}
