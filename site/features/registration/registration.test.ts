import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { makePracticeId } from '../../routes/rehearsal'
import {
  checkRegistration,
  countMembers,
  draftSchema,
  type RegistrationDraft,
} from './registration'

const subjectForForm = (key: string) =>
  subjects.find((subject) => subject.key === key) ?? expect.fail(`No ${key}`)

const makeEmpty = (key: string) => v.parse(draftSchema(subjectForForm(key)), {})

const filled: RegistrationDraft = {
  ...makeEmpty('SeniorQuiz'),
  members: [
    { name: ' Leader ', phone: '0000000000', year: '2nd year' },
    { name: '', phone: '', year: '' },
  ],
  email: 'leader@student.example',
  institution: 'A College',
  category: 'student',
  delegate_id: '123456789012',
  utr: '412345678901',
}
const withCoupon = (isCouponValid: boolean): RegistrationDraft => ({
  ...filled,
  coupon: 'FIVE!',
  isCouponValid,
})

const check = (key: string, draft: RegistrationDraft, screenshot = 'url') =>
  checkRegistration(subjectForForm(key), draft, screenshot)
const listPaths = (...args: Parameters<typeof check>) => {
  const checked = check(...args)
  return checked.ok ? [] : checked.errors.map((error) => error.path)
}

describe('checkRegistration', () => {
  it('trims texts and drops empty members and unneeded Delegate Pass IDs', () => {
    const body = {
      event: 'SeniorQuiz',
      members: [{ name: 'Leader', phone: '0000000000', year: '2nd year' }],
      email: 'leader@student.example',
      institution: 'A College',
      category: 'student',
      delegate_id: '',
      coupon: '',
      payment_screenshot_url: 'url',
      utr: '412345678901',
    }
    expect(check('SeniorQuiz', filled)).toEqual({ ok: true, value: body })
    const { members } = filled
    const alone = { ...filled, members: members.slice(0, 1) }
    expect(check('SmartAI', alone)).toMatchObject({
      ok: true,
      value: { delegate_id: '123456789012' },
    })
  })

  it('neither requires nor sends a coupon or UTR if a pass covers the fee', () => {
    const checked = check('Vivantia', { ...withCoupon(false), members: filled.members.slice(0, 1) })
    expect(checked).toMatchObject({ ok: true, value: { coupon: '' } })
    expect(checked.ok && checked.value.utr).toBeFalsy()
  })

  it('names every required field of an empty form', () => {
    expect(listPaths('SmartAI', makeEmpty('SmartAI'), '').toSorted()).toEqual(
      [
        'members.0.name',
        'members.0.phone',
        'members.0.year',
        'delegate_id',
        'email',
        'institution',
        'category',
      ]
        .concat('payment_screenshot_url')
        .toSorted(),
    )
  })

  it('requires a typed coupon to be applied', () => {
    expect(listPaths('SeniorQuiz', withCoupon(false))).toEqual(['coupon'])
    expect(listPaths('SeniorQuiz', withCoupon(false), '').toSorted()).toEqual([
      'coupon',
      'payment_screenshot_url',
    ])
    expect(check('SeniorQuiz', withCoupon(true))).toMatchObject({
      ok: true,
      value: { coupon: 'FIVE!' },
    })
  })
})

it('counts the leader and all members with a name', () => {
  const makeTeam = (...names: string[]) => ({
    members: names.map((name) => ({ name, phone: '', year: '' })),
  })
  expect([
    countMembers({ teamSize: 3 }, makeTeam('', '', '')),
    countMembers({ teamSize: 3 }, makeTeam('Leader', ' ', 'Third')),
  ]).toEqual([1, 2])
})

it('builds the same body again from a sent body', () => {
  const sent = check('SeniorQuiz', withCoupon(true))
  if (!sent.ok) {
    throw new Error('The draft was rejected')
  }
  const again = v.parse(draftSchema(subjectForForm('SeniorQuiz')), {
    ...sent.value,
    isCouponValid: true,
  })
  expect(check('SeniorQuiz', again)).toEqual(sent)
})

test('makes practice IDs that begin with PRACTICE (9.10)', () => {
  expect(makePracticeId(1_759_000_042_917)).toBe('PRACTICE-042917')
})
