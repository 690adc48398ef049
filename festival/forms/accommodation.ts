import * as v from 'valibot'
import type { Edition } from '../content/content'
import { noticeField } from '../content/privacy'
import { type Day, formatShortDay, isRealDay, shiftDay } from '../content/slot'
import type { Subject } from '../content/subject'
import { referenceField } from '../payment/upi'
import { email, phone, requiredName, uploadedUrl } from '../text/fields'
import { ageField } from './age'
import { details, pickSchemas } from './details'
import type { Saved } from './registration'
import { transactionId } from './utr'

/** Stays may begin three days before the festival and end three days after it. */
const daysAround = 3

export const listDays = (first: Day, last: Day): Day[] =>
  first > last ? [] : [first, ...listDays(shiftDay(first, 1), last)]

export const findStayDays = ({
  firstDay,
  lastDay,
}: Pick<Edition['identity'], 'firstDay' | 'lastDay'>) => ({
  first: shiftDay(firstDay, -daysAround),
  last: shiftDay(lastDay, daysAround),
})

/**
 * In Asia/Kolkata, for example `2025-10-08T16:00`. No other format is accepted, so that values can
 * be compared as text.
 */
const localTime = (missing: string) =>
  v.pipe(
    v.string(missing),
    v.minLength(1, missing),
    v.regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, 'Choose a date and a time.'),
    v.check(
      (text) => isRealDay(text.slice(0, 10)),
      'This date does not exist. Choose another date.',
    ),
  )

const wrongEvents = 'Choose events from the list.'

const arrival = localTime('Choose when you arrive.')

interface Host {
  subjects: readonly Pick<Subject, 'key'>[]
  identity: Pick<Edition['identity'], 'firstDay' | 'lastDay'>
  isAgeAsked?: boolean
}

const fields = ({ subjects, identity, isAgeAsked = false }: Host) => {
  const { first, last } = findStayDays(identity)
  const isDuring = v.check<string, string>(
    (localTime) => localTime.slice(0, 10) >= first && localTime.slice(0, 10) <= last,
    `Rooms are only for the days of the festival. Choose a day from ${formatShortDay(first)} to ${formatShortDay(last)}.`,
  )
  return v.object({
    name: requiredName('Enter your full name.'),
    ...pickSchemas(details.accommodation),
    events: v.optional(
      v.pipe(
        v.array(v.string(wrongEvents), wrongEvents),
        v.maxLength(50, wrongEvents),
        v.check(
          (keys) => keys.every((key) => subjects.some((subject) => subject.key === key)),
          wrongEvents,
        ),
        v.check((keys) => new Set(keys).size === keys.length, 'Choose each event once.'),
      ),
      [],
    ),
    arrival: v.pipe(arrival, isDuring),
    departure: v.pipe(localTime('Choose when you leave.'), isDuring),
    transaction_id: transactionId('Enter the transaction ID (UTR) that your UPI app shows.'),
    email,
    phone,
    id_proof_url: uploadedUrl('Choose your ID proof.'),
    participation_proof_url: uploadedUrl('Choose your proof of participation.'),
    payment_proof_url: uploadedUrl('Choose the proof of your payment.'),
    ...referenceField,
    ...noticeField,
    ...ageField(isAgeAsked),
  })
}

/** Compares arrival and departure even if other fields are invalid. */
export const accommodationSchema = (host: Host) =>
  v.config(
    v.pipe(
      v.config(fields(host), { abortPipeEarly: true }),
      v.forward(
        v.partialCheck(
          [['arrival'], ['departure']],
          (stay) => !v.is(arrival, stay.arrival) || stay.departure > stay.arrival,
          'Departure must be after arrival. Check both dates and times.',
        ),
        ['departure'],
      ),
    ),
    { abortPipeEarly: false },
  )

export type AccommodationRequest = v.InferOutput<ReturnType<typeof accommodationSchema>>

export interface AccommodationReceipt extends Saved {
  request_id: string
  booking_time: string
  name: string
  check_in: string
  check_out: string
  room_type: string
}
