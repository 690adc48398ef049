import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersOf, details } from '../../festival/details'
import { accommodationBody } from '../../tests/support/bodies'
import { makePdf } from '../../tests/support/files'
import { countRows, fillAccommodation, keyHeader } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { insertAccommodation } from './accommodation'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

const request = async (changes = {}, headers = {}) =>
  festival.post('/api/accommodations', await fillAccommodation(festival, changes), headers)

test('a request for a bed is answered with its dates and the room type', async () => {
  const answer = await request()
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({
    request_id: expect.stringMatching(/^ACC-\d{6}$/),
    booking_time: '2025-10-01T04:30:00.123Z',
    name: 'Asha Test',
    email: 'asha@college.test',
    check_in: '2025-10-08',
    check_out: '2025-10-12',
    room_type: 'Non-AC',
    payment_reference: '',
    confirmation: 'sent',
  })
})

test('every field stands in the record, and the message carries the specification’s payload', async () => {
  const key = '0c8c6f5e-88a7-4f0e-a5ff-4d1e7c1f2b11'
  const body = await fillAccommodation(festival)
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/accommodations', body, keyHeader(key))
  const events = 'Senior Quiz ‘Peristalympics’, Smart AI'
  const row = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  expect(row).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    request_id: expect.stringMatching(/^ACC-\d{6}$/),
    name: 'Asha Test',
    email: 'asha@college.test',
    phone: '0123456789',
    room_type: 'Non-AC',
    check_in: '2025-10-08',
    check_out: '2025-10-12',
    amount: 50,
    booking_time: '2025-10-01T04:30:00.123Z',
    payment_proof_url: body.payment_proof_url,
    ...answersOf(details.accommodation, accommodationBody),
    id_proof_url: body.id_proof_url,
    events,
    event_keys: '["SeniorQuiz","SmartAI"]',
    participation_proof_url: body.participation_proof_url,
    arrival: '2025-10-08T16:00',
    departure: '2025-10-12T20:30',
    transaction_id: '412345678901',
    payment_reference: '',
  })
  expect(await festival.db.selectFrom('submission').select(['key', 'record_id']).execute()).toEqual([
    { key, record_id: row.id },
  ])
  const message = await festival.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(message).toMatchObject({ kind: 'accommodation', recipient: 'asha@college.test', state: 'queued' })
  expect(JSON.parse(message.payload)).toEqual({
    name: 'Asha Test',
    ...answersOf(details.accommodation, accommodationBody),
    id_proof_url: body.id_proof_url,
    events,
    participation_proof_url: body.participation_proof_url,
    arrival: '2025-10-08T16:00',
    departure: '2025-10-12T20:30',
    transaction_id: '412345678901',
    payment_proof_url: body.payment_proof_url,
    email: 'asha@college.test',
    phone: '0123456789',
    request_id: row.request_id,
    payment_reference: '',
    amount: 50,
  })
})

test('another number is drawn while a request has the drawn one, and a longer one where six digits are scarce', async () => {
  await request()
  const { request_id, ...rest } = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  const taken = `123456${request_id.slice(-6)}`
  const draws = [taken, '000000111111']
  const second = await insertAccommodation(festival.db, { ...rest, id: 'second' }, () => draws.shift() ?? '')
  expect(second.request_id).toBe('ACC-111111')
  const third = await insertAccommodation(festival.db, { ...rest, id: 'third' }, () => taken)
  expect(third.request_id).toBe(`ACC-6${request_id.slice(-6)}`)
})

test('proofs may be PDFs, and choosing no event is fine', async () => {
  const answer = await request({
    events: undefined,
    id_proof_url: await festival.upload('id-proof', makePdf()),
    participation_proof_url: await festival.upload('participation-proof', makePdf()),
    payment_proof_url: await festival.upload('payment', makePdf()),
  })
  expect(answer.status).toBe(201)
  const row = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  expect([row.events, row.event_keys]).toEqual(['', '[]'])
  const uploads = await festival.db.selectFrom('upload').selectAll().where('format', '=', 'pdf').execute()
  expect(uploads.map((upload) => upload.referenced_at)).toEqual(Array(3).fill('2025-10-01T04:30:00.123Z'))
})

const wrongBodies: [string, Record<string, unknown>, string, string?][] = [
  ['no name', { name: undefined }, 'name'],
  ['no college', { college: '' }, 'college'],
  ['a college of 201 characters', { college: 'c'.repeat(201) }, 'college'],
  ['an unknown event', { events: ['SeniorQuiz', 'BrainSurgery'] }, 'events'],
  ['an event twice', { events: ['SeniorQuiz', 'SeniorQuiz'] }, 'events', 'Choose each event once.'],
  ['events that are a word', { events: 'SeniorQuiz' }, 'events'],
  ['4,000 events', { events: Array(4_000).fill('SeniorQuiz') }, 'events'],
  ['no arrival', { arrival: '' }, 'arrival'],
  ['an arrival that is no date', { arrival: 'tomorrow' }, 'arrival'],
  ['an arrival on 30 February', { arrival: '2025-02-30T10:00' }, 'arrival'],
  ['no departure', { departure: undefined }, 'departure'],
  [
    'a departure before the arrival',
    { departure: '2025-10-08T15:59' },
    'departure',
    'Departure must be after arrival. Check both dates and times.',
  ],
  ['a departure at the arrival', { departure: '2025-10-08T16:00' }, 'departure'],
  ['no transaction id', { transaction_id: '' }, 'transaction_id'],
  ['a transaction id with a line break', { transaction_id: '4123\n4567' }, 'transaction_id'],
  [
    'a transaction id that is PhonePe’s own',
    { transaction_id: 'T2510081234567890123456' },
    'transaction_id',
    'This is PhonePe’s own number. Open the payment in PhonePe: the 12 digits stand under UTR, below the Transaction ID.',
  ],
  ['a wrong e-mail', { email: 'asha' }, 'email'],
  ['a wrong phone', { phone: '123' }, 'phone', 'Enter a valid 10-digit number or +91 followed by 10 digits'],
  ['no ID proof', { id_proof_url: undefined }, 'id_proof_url'],
  ['no proof of participation', { participation_proof_url: '' }, 'participation_proof_url'],
  ['no proof of payment', { payment_proof_url: null }, 'payment_proof_url'],
]

test.each(wrongBodies)('%s: the field is named and nothing is saved', async (_what, changes, path, message) => {
  const answer = await request(changes)
  expect(answer.status).toBe(422)
  const { code, errors } = await answer.json()
  expect(code).toBe('invalid')
  expect(errors.map((error: { path: string }) => error.path)).toEqual([path])
  if (message) expect(errors[0].message).toBe(message)
  expect(await countRows(festival)).toEqual({})
})

test('every file that proves something else than its field asks is named', async () => {
  const payment = await festival.upload('payment')
  const answer = await request({ id_proof_url: payment, participation_proof_url: payment })
  expect(answer.status).toBe(422)
  const { errors } = await answer.json()
  expect(errors.map((error: { path: string }) => error.path)).toEqual(['id_proof_url', 'participation_proof_url'])
  const kept = await festival.db.selectFrom('upload').selectAll().where('referenced_at', 'is not', null).execute()
  expect(kept).toEqual([])
})
