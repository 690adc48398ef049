import * as v from 'valibot'
import type { Registration } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { typedText } from '../../forms/drafts/early-texts'

/** What the form holds, as typed: nothing in it has been checked. */
export const formValuesSchema = v.object({
  /** The first is the team leader. An id is a row's own, so that rows keep their places on the screen. */
  members: v.optional(
    v.pipe(v.array(v.object({ id: v.number(), name: typedText, phone: typedText, year: typedText })), v.minLength(1)),
    [{ id: 0 }],
  ),
  email: typedText,
  institution: typedText,
  category: typedText,
  delegate_id: typedText,
  coupon: typedText,
  utr: typedText,
})

export type FormValues = v.InferOutput<typeof formValuesSchema>
export type FormMember = FormValues['members'][number]

export const addMember = (values: FormValues): FormValues => {
  const id = Math.max(...values.members.map((member) => member.id)) + 1
  return { ...values, members: [...values.members, { id, name: '', phone: '', year: '' }] }
}

/** Takes a row away; the leader's stays. */
export const removeMember = (values: FormValues, id: number): FormValues => ({
  ...values,
  members: values.members.filter((member, index) => index === 0 || member.id !== id),
})

export const changeMember = (values: FormValues, id: number, change: Partial<Omit<FormMember, 'id'>>): FormValues => ({
  ...values,
  members: values.members.map((member) => (member.id === id ? { ...member, ...change } : member)),
})

/** How many members the team has who will be registered: those with a name, and the leader at least. */
export const countMembers = (values: FormValues): number =>
  Math.max(1, values.members.filter((member) => member.name.trim() !== '').length)

/** The body of a registration as the values have it, still to be checked. */
export const makeBody = (
  subject: Pick<Subject, 'key' | 'passRequired' | 'fee'>,
  values: FormValues,
  screenshotUrl: string,
) => ({
  event: subject.key,
  members: values.members.map(({ name, phone, year }) => ({ name, phone, year })),
  email: values.email,
  institution: values.institution,
  category: values.category,
  delegate_id: subject.passRequired ? values.delegate_id : '',
  // Where nothing is paid there is nothing to discount, and the form asks for neither.
  ...(subject.fee.per === 'pass' ? { coupon: '' } : { coupon: values.coupon, utr: values.utr }),
  payment_screenshot_url: screenshotUrl,
})

/** The values that make this body again. */
export const readBody = (body: Registration): FormValues => ({
  members: body.members.map(({ name, phone, year }, id) => ({ id, name, phone, year })),
  email: body.email,
  institution: body.institution,
  category: body.category,
  delegate_id: body.delegate_id,
  coupon: body.coupon,
  utr: body.utr ?? '',
})
