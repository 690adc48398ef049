import { expect, test } from 'vitest'
import { details, formatAnswers, pickAnswers } from '../../festival/forms/details'
import { accommodationBody } from '../../tests/support/bodies'
import { festival, startFestival } from '../../tests/support/festival'
import { makePdf } from '../../tests/support/files'
import { fillAccommodation, keyHeader } from '../../tests/support/filled-forms'
import { insertAccommodation } from './accommodation'

startFestival()

const request = async (changes = {}, headers = {}) =>
  festival.post('/api/accommodations', await fillAccommodation(festival, changes), headers)

test('returns the dates and room type of a room request', async () => {
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

test('stores every field of a room request and queues the specified e-mail', async () => {
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
    ...pickAnswers(details.accommodation, accommodationBody),
    id_proof_url: body.id_proof_url,
    events,
    event_keys: '["SeniorQuiz","SmartAI"]',
    participation_proof_url: body.participation_proof_url,
    arrival: '2025-10-08T16:00',
    departure: '2025-10-12T20:30',
    transaction_id: '412345678901',
    payment_reference: '',
    privacy_notice: '',
    age: '',
  })
  expect(
    await festival.db.selectFrom('idempotency_key').select(['key', 'entry_id']).execute(),
  ).toEqual([{ key, entry_id: row.id }])
  const message = await festival.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(message).toMatchObject({
    kind: 'accommodation',
    recipient: 'asha@college.test',
    state: 'queued',
  })
  expect(JSON.parse(message.payload)).toEqual({
    name: 'Asha Test',
    ...formatAnswers(details.accommodation, accommodationBody),
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

test('uses another request number if one is taken, and longer ones if numbers are scarce', async () => {
  await request()
  const { request_id, ...rest } = await festival.db
    .selectFrom('Accommodation')
    .selectAll()
    .executeTakeFirstOrThrow()
  const taken = `123456${request_id.slice(-6)}`
  const draws = [taken, '000000111111']
  const second = await insertAccommodation(
    festival.db,
    { ...rest, id: 'second' },
    () => draws.shift() ?? '',
  )
  expect(second.request_id).toBe('ACC-111111')
  const third = await insertAccommodation(festival.db, { ...rest, id: 'third' }, () => taken)
  expect(third.request_id).toBe(`ACC-6${request_id.slice(-6)}`)
})

test('accepts PDFs as proofs, and room requests without events', async () => {
  const answer = await request({
    events: undefined,
    id_proof_url: await festival.upload('id-proof', makePdf()),
    participation_proof_url: await festival.upload('participation-proof', makePdf()),
    payment_proof_url: await festival.upload('payment', makePdf()),
  })
  expect(answer.status).toBe(201)
  const row = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  expect([row.events, row.event_keys]).toEqual(['', '[]'])
  const uploads = await festival.db
    .selectFrom('upload')
    .selectAll()
    .where('format', '=', 'pdf')
    .execute()
  expect(uploads.map((upload) => upload.referenced_at)).toEqual(
    Array(3).fill('2025-10-01T04:30:00.123Z'),
  )
})

test('reports every file that was uploaded for another purpose', async () => {
  const payment = await festival.upload('payment')
  const answer = await request({ id_proof_url: payment, participation_proof_url: payment })
  expect(answer.status).toBe(422)
  const { errors } = await answer.json()
  expect(errors.map((error: { path: string }) => error.path)).toEqual([
    'id_proof_url',
    'participation_proof_url',
  ])
  const kept = await festival.db
    .selectFrom('upload')
    .selectAll()
    .where('referenced_at', 'is not', null)
    .execute()
  expect(kept).toEqual([])
})
