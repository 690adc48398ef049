import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { findSubject } from '../../../festival/catalogue'
import type { Subject } from '../../../festival/subject'
import { checkForm } from './check-form'
import { draftSchema, type RegistrationDraft } from './draft'

const subjectOf = (key: string): Subject => {
  const subject = findSubject(key)
  if (!subject) throw new Error(`There is no ${key}`)
  return subject
}

const makeEmpty = (key: string) => v.parse(draftSchema(subjectOf(key)), {})

const filled: RegistrationDraft = {
  ...makeEmpty('SeniorQuiz'),
  couponHolds: false,
  values: {
    members: [
      { id: 0, name: ' Leader ', phone: '0000000000', year: '2nd year' },
      { id: 1, name: '', phone: '', year: '' },
    ],
    email: 'leader@student.example',
    institution: 'A College',
    category: 'student',
    delegate_id: '',
    coupon: '',
    utr: '',
  },
}
const withCoupon = (couponHolds: boolean): RegistrationDraft => ({
  ...filled,
  couponHolds,
  values: { ...filled.values, coupon: 'FIVE!' },
})

const pathsOf = (...args: Parameters<typeof checkForm>) => {
  const checked = checkForm(...args)
  return checked.ok ? [] : checked.errors.map((error) => error.path)
}

describe('a registration that is checked before it is sent', () => {
  it('goes out trimmed and without empty rows', () => {
    expect(checkForm(subjectOf('SeniorQuiz'), filled, 'url')).toEqual({
      ok: true,
      value: {
        event: 'SeniorQuiz',
        members: [{ name: 'Leader', phone: '0000000000', year: '2nd year' }],
        email: 'leader@student.example',
        institution: 'A College',
        category: 'student',
        delegate_id: '',
        coupon: '',
        payment_screenshot_url: 'url',
        utr: '',
      },
    })
  })

  it('when empty, names every needed field in the order of the page', () => {
    expect(pathsOf(subjectOf('SmartAI'), makeEmpty('SmartAI'), '')).toEqual([
      'members.0.name',
      'members.0.phone',
      'members.0.year',
      'delegate_id',
      'email',
      'institution',
      'category',
      'payment_screenshot_url',
    ])
  })

  it('asks for a coupon that was typed to be applied, and takes one that holds', () => {
    expect(pathsOf(subjectOf('SeniorQuiz'), withCoupon(false), 'url')).toEqual(['coupon'])
    expect(checkForm(subjectOf('SeniorQuiz'), withCoupon(true), 'url')).toMatchObject({
      ok: true,
      value: { coupon: 'FIVE!' },
    })
  })

  it('names the coupon among the other errors, before the screenshot', () => {
    expect(pathsOf(subjectOf('SeniorQuiz'), withCoupon(false), '')).toEqual(['coupon', 'payment_screenshot_url'])
  })
})
