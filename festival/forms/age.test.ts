import { expect, test } from 'vitest'
import { delegatePassBody } from '../../tests/support/bodies'
import { parseBody } from '../contract/problem'
import { writeAge } from './age'
import { delegatePassSchema } from './delegate-pass'

const parse = (isAsked: boolean, age: unknown) => {
  const schema = delegatePassSchema([{ value: 'magnus' }], undefined, isAsked)
  const parsed = parseBody(schema, {
    ...delegatePassBody,
    payment_screenshot_url: 'https://cerebra.test/x',
    age,
  })
  return parsed.ok ? parsed.value.age : parsed.errors
}

test('if the edition asks for ages, requires the age and, for anyone under 18, a parent’s contact (5.139)', () => {
  expect(parse(true, { is: 'adult', name: '', phone: '' })).toEqual({ is: 'adult' })
  expect(parse(true, { is: 'minor', name: ' Mira Test ', phone: '9876543210' })).toEqual({
    is: 'minor',
    name: 'Mira Test',
    phone: '9876543210',
  })
  expect(parse(true, undefined)).toEqual([
    { path: 'age.is', message: 'Say whether you are 18 or older.' },
  ])
  expect(parse(true, { is: '', name: '', phone: '' })).toEqual([
    { path: 'age.is', message: 'Say whether you are 18 or older.' },
  ])
  const missing = parse(true, { is: 'minor', name: '', phone: '12' })
  expect(Array.isArray(missing) && missing.map(({ path }) => path)).toEqual([
    'age.name',
    'age.phone',
  ])
})

test('drops the age if the edition does not ask for it (5.139)', () => {
  expect(parse(false, undefined)).toBe(undefined)
  expect(parse(false, { is: 'minor', name: 'Mira Test', phone: '9876543210' })).toBe(undefined)
})

test('stores the age in words (5.139)', () => {
  expect(writeAge(undefined)).toBe('')
  expect(writeAge({ is: 'adult' })).toBe('18 or older')
  expect(writeAge({ is: 'minor', name: 'Mira Test', phone: '9876543210' })).toBe(
    'Under 18. Parent: Mira Test, 9876543210',
  )
})
