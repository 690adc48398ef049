import { expect, test } from 'vitest'
import { delegatePassBody } from '../../tests/support/bodies'
import { parseBody } from '../contract/problem'
import { delegatePassSchema } from './delegate-pass'

const schema = delegatePassSchema([{ value: 'novus' }, { value: 'magnus' }])

const body = { ...delegatePassBody, payment_screenshot_url: 'https://files.test/proof' }

const errorsOf = (value: unknown) => {
  const parsed = parseBody(schema, value)
  return parsed.ok ? [] : parsed.errors
}

test('accepts a complete purchase of either tier unchanged', () => {
  expect(parseBody(schema, body)).toEqual({ ok: true, value: body })
  expect(errorsOf({ ...body, tier: 'novus' })).toEqual([])
})

test('rejects a tier that is not sold', () => {
  for (const tier of ['', 'Tier 1', 'NOVUS', 'platinum', 2, null, undefined]) {
    expect(errorsOf({ ...body, tier }).map((error) => error.path)).toEqual(['tier'])
  }
})

test('rejects a purchase without a screenshot, with the agreed message', () => {
  expect(errorsOf({ ...body, payment_screenshot_url: '' })).toEqual([
    {
      path: 'payment_screenshot_url',
      message: 'Please upload the payment screenshot before submitting.',
    },
  ])
})

const required = Object.keys(body).filter((field) => field !== 'age')

test.each(required)('reports a missing or invalid %s at that field only', (field) => {
  for (const value of ['', undefined, null, 5, [], {}, 'x'.repeat(10_000), 'line\nbreak']) {
    if (!(field === 'payment_screenshot_url' && value === 'line\nbreak')) {
      expect([value, errorsOf({ ...body, [field]: value }).map((error) => error.path)]).toEqual([
        value,
        [field],
      ])
    }
  }
})
