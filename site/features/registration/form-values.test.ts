import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { adoptTexts } from '../../forms/drafts/early-texts'
import {
  addMember,
  changeMember,
  countMembers,
  type FormValues,
  formValuesSchema,
  makeBody,
  readBody,
  removeMember,
} from './form-values'

const empty = v.parse(formValuesSchema, {})

const teamOf = (...names: string[]): FormValues => ({
  ...empty,
  members: names.map((name, id) => ({ id, name, phone: '', year: '' })),
})

const namesOf = (values: FormValues) => values.members.map((member) => member.name)

describe('the rows of a team', () => {
  it('come and go, and the leader’s stays', () => {
    const three = addMember(addMember(teamOf('Leader')))
    expect(three.members.map((member) => member.id)).toEqual([0, 1, 2])
    expect(removeMember(three, 1).members.map((member) => member.id)).toEqual([0, 2])
    expect(removeMember(three, 0)).toEqual(three)
  })

  it('keep what was typed when one between them goes, and a new one is a new one', () => {
    const team = removeMember(teamOf('Leader', 'Second', 'Third'), 1)
    expect(namesOf(team)).toEqual(['Leader', 'Third'])
    expect(namesOf(changeMember(addMember(team), 3, { name: 'Fourth' }))).toEqual(['Leader', 'Third', 'Fourth'])
  })

  it('count once they have a name, and the leader always', () => {
    expect(countMembers(teamOf('', '', ''))).toBe(1)
    expect(countMembers(teamOf('Leader', ' ', 'Third'))).toBe(2)
  })
})

const quiz = { key: 'SeniorQuiz', passRequired: false, fee: { per: 'team', amount: 600 } } as const
const smartAi = { key: 'SmartAI', passRequired: true, fee: { per: 'team', amount: 500 } } as const
const vivantia = { key: 'Vivantia', passRequired: true, fee: { per: 'pass' } } as const

it('a Delegate Pass ID is sent only where one is asked for', () => {
  const values = { ...teamOf('Leader'), delegate_id: '123456789012' }
  expect(makeBody(smartAi, values, 'u').delegate_id).toBe('123456789012')
  expect(makeBody(quiz, values, 'u').delegate_id).toBe('')
})

it('where the pass is the fee, neither coupon nor UTR is asked for or sent', () => {
  const values = { ...teamOf('Leader'), coupon: 'FIVE!', utr: '412345678901' }
  expect(makeBody(quiz, values, 'u')).toMatchObject({ coupon: 'FIVE!', utr: '412345678901' })
  const body = makeBody(vivantia, values, 'u')
  expect([body.coupon, 'utr' in body]).toEqual(['', false])
})

it('a body that was sent makes the same body again', () => {
  const body = {
    event: 'SeniorQuiz',
    members: [{ name: 'Leader', phone: '0000000000', year: '2nd year' }] as [
      { name: string; phone: string; year: string },
    ],
    email: 'leader@student.example',
    institution: 'A College',
    category: 'student' as const,
    delegate_id: '',
    coupon: 'FIVE!',
    payment_screenshot_url: 'http://127.0.0.1/files/a.png',
    utr: '412345678901',
  }
  const values = readBody(body)
  expect(makeBody(quiz, values, body.payment_screenshot_url)).toEqual(body)
})

it('what was typed before the page came alive fills what is still empty, and replaces nothing', () => {
  const typed = new Map([
    ['members.0.name', 'Typed early'],
    ['email', 'early@student.example'],
    ['category', 'faculty'],
    ['unknown', 'left out'],
  ])
  const adopted = adoptTexts(formValuesSchema, { ...empty, email: 'kept@student.example' }, typed)
  expect(adopted).toEqual({
    ...empty,
    members: [{ id: 0, name: 'Typed early', phone: '', year: '' }],
    email: 'kept@student.example',
    category: 'faculty',
  })
})
