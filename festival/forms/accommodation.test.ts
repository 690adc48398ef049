import { expect, test } from 'vitest'
import { accommodationBody } from '../../tests/support/bodies'
import { parseBody } from '../contract/problem'
import { accommodationSchema } from './accommodation'

const schema = accommodationSchema({
  subjects: [{ key: 'SeniorQuiz' }, { key: 'SmartAI' }],
  identity: { firstDay: '2025-10-08', lastDay: '2025-10-12' },
})

const body = {
  ...accommodationBody,
  id_proof_url: 'https://files.test/id',
  participation_proof_url: 'https://files.test/participation',
  payment_proof_url: 'https://files.test/payment',
}

const errorsOf = (changes: Record<string, unknown>) => {
  const parsed = parseBody(schema, { ...body, ...changes })
  return parsed.ok ? [] : parsed.errors
}

const pathsOf = (changes: Record<string, unknown>) => errorsOf(changes).map((error) => error.path)

test('accepts a complete request unchanged', () => {
  expect(parseBody(schema, body)).toEqual({ ok: true, value: body })
})

test('accepts a request without events', () => {
  expect(errorsOf({ events: [] })).toEqual([])
  expect(errorsOf({ events: undefined })).toEqual([])
})

test('rejects events that are unknown, repeated or not a list of keys', () => {
  expect(pathsOf({ events: ['SeniorQuiz', 'BrainQuiz'] })).toEqual(['events'])
  expect(errorsOf({ events: ['SmartAI', 'SmartAI'] })).toEqual([
    { path: 'events', message: 'Choose each event once.' },
  ])
  for (const events of [
    'SeniorQuiz',
    null,
    5,
    {},
    Array.from({ length: 10_000 }, () => 'SmartAI'),
    ['toString'],
  ]) {
    expect(pathsOf({ events })).toEqual(['events'])
  }
  expect(pathsOf({ events: [['SeniorQuiz']] })).toEqual(['events.0'])
})

test('allows stays during the festival and three days before and after it (5.44)', () => {
  const message =
    'Rooms are only for the days of the festival. Choose a day from Sun 5 Oct to Wed 15 Oct.'
  expect(errorsOf({ arrival: '2025-10-05T00:00', departure: '2025-10-15T23:59' })).toEqual([])
  expect(errorsOf({ arrival: '2025-10-04T23:59' })).toEqual([{ path: 'arrival', message }])
  expect(errorsOf({ departure: '2025-10-16T00:00' })).toEqual([{ path: 'departure', message }])
  expect(pathsOf({ arrival: '2024-01-01T10:00', departure: '2029-10-08T10:00' })).toEqual([
    'arrival',
    'departure',
  ])
})

test('requires departure after arrival', () => {
  const message = 'Departure must be after arrival. Check both dates and times.'
  expect(errorsOf({ departure: '2025-10-08T16:01' })).toEqual([])
  expect(errorsOf({ departure: '2025-10-08T16:00' })).toEqual([{ path: 'departure', message }])
  expect(errorsOf({ departure: '2025-10-07T23:59' })).toEqual([{ path: 'departure', message }])
  expect(errorsOf({ departure: '2025-10-07T23:59', name: '' })).toContainEqual({
    path: 'departure',
    message,
  })
})

test.each([
  '',
  'soon',
  '2025-10-08',
  '2025-10-08T24:00',
  '2025-10-08T16:60',
  '2025-10-08 16:00',
  '2025-10-08T16:00Z',
  '2025-10-08T16:00:00',
  '2025-02-30T10:00',
  '2025-13-01T10:00',
  '08/10/2025 16:00',
])('rejects %j as a date and time', (text) => {
  expect(pathsOf({ arrival: text })).toEqual(['arrival'])
  expect(pathsOf({ departure: text })).toEqual(['departure'])
})

const required = Object.keys(body).filter((field) => field !== 'events' && field !== 'age')

test.each(required)('requires %s as a string', (field) => {
  for (const value of ['', undefined, null, 5, [], {}, 'x'.repeat(10_000)]) {
    expect([value, pathsOf({ [field]: value })]).toEqual([value, [field]])
  }
})
