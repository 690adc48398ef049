import { expect, test } from 'vitest'
import type { GivenReason } from '../../festival/contract/decision'
import { askForCorrection, askForSecret } from '../../tests/support/corrections'
import { festival, startFestival } from '../../tests/support/festival'
import { makePdf } from '../../tests/support/files'
import {
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'

startFestival()

const register = async (changes = {}) => {
  const body = await fillRegistration(festival, changes)
  await festival.post('/api/event-registrations', body)
  return body
}

/** Requests a correction of a registration and returns its private link. */
const askFor = async (reasons: GivenReason[], changes = {}) => {
  const body = await register(changes)
  const secret = await askForSecret(festival, 'EVT-000123')
  await askForCorrection(festival, reasons)
  festival.now = new Date('2025-10-02T04:30:00.000Z')
  return { body, secret }
}

const open = async (secret: string) =>
  (await festival.post('/api/my-submission/open', { secret })).json()
const correct = (body: object) => festival.post('/api/my-submission/correct', body)
const readRow = () =>
  festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()
const readReview = () => festival.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()

test('shows the reasons and only the requested fields and files (14.43)', async () => {
  const { secret } = await askFor([{ key: 'proof-unreadable' }, { key: 'phone-wrong' }])
  expect(await open(secret)).toMatchObject({
    state: 'needs-correction',
    version: 2,
    correction: {
      reasons: [
        {
          words: 'We cannot read the screenshot of your payment. Please send a clearer screenshot.',
          remedy: 'new-proof',
        },
        {
          words: 'We could not reach you by phone. Please enter a number that works.',
          remedy: 'change-field',
          field: 'phone',
        },
      ],
      note: '',
      fields: [{ name: 'phone', label: 'Phone', value: '0123456789' }],
      proofs: [{ field: 'payment_screenshot_url', label: 'Payment screenshot', preset: 'payment' }],
      difference: null,
    },
  })
})

test('saves a correction under the same ID, and keeps the earlier proof (14.8, 14.43, 14.44)', async () => {
  const { body, secret } = await askFor([{ key: 'proof-unreadable' }, { key: 'phone-wrong' }])
  const url = await festival.upload('payment')
  const before = await readRow()
  const answer = await correct({
    secret,
    version: 2,
    fields: { phone: '+919876543210' },
    proofs: { payment_screenshot_url: url },
  })
  expect(answer.status).toBe(200)
  const shown = await answer.json()
  expect(shown).toMatchObject({ label: 'EVT-000123', state: 'submitted', version: 3 })
  expect(shown.correction).toBeUndefined()
  expect(await readRow()).toEqual({
    ...before,
    phone: '+919876543210',
    payment_screenshot_url: url,
    team_members: JSON.stringify([
      { name: 'Asha Test', phone: '+919876543210', year: 'Final year' },
      { name: 'Bala Test', phone: '', year: '3rd year' },
    ]),
  })
  expect(await festival.db.selectFrom('proof').selectAll().execute()).toContainEqual({
    id: expect.any(String),
    entry_id: before.id,
    field: 'payment_screenshot_url',
    url: body.payment_screenshot_url,
    created_at: '2025-10-01T04:30:00.123Z',
    replaced_at: '2025-10-02T04:30:00.000Z',
  })
  expect(
    (await festival.request(new URL(String(body.payment_screenshot_url)).pathname)).status,
  ).toBe(200)
  expect(await readReview()).toMatchObject({ state: 'submitted', version: 3, changed_by: null })
  const [line] = await festival.db
    .selectFrom('audit_line')
    .selectAll()
    .where('action', '=', 'corrected')
    .execute()
  expect(line).toMatchObject({ actor: 'registrant', entry_id: before.id })
  expect(JSON.parse(line?.detail ?? '')).toEqual({
    fields: 'phone payment_screenshot_url',
    version: 3,
  })
})

test('requires all requested values, and changes no others (14.43)', async () => {
  const { secret } = await askFor([{ key: 'proof-wrong' }, { key: 'utr-wrong' }])
  const missing = await correct({ secret, version: 2, fields: { utr: 'T2510011234567890123' } })
  expect(missing.status).toBe(422)
  const { errors } = await missing.json()
  expect(errors.map(({ path }: { path: string }) => path)).toEqual([
    'utr',
    'payment_screenshot_url',
  ])
  expect(errors[0].message).toContain('PhonePe')
  const beyond = await correct({
    secret,
    version: 2,
    fields: { utr: '412345678901', name: 'Eve' },
    proofs: { payment_screenshot_url: await festival.upload('payment') },
  })
  expect(await beyond.json()).toMatchObject({
    errors: [{ path: 'name', message: 'You were not asked to correct this.' }],
  })
  expect(await readReview()).toMatchObject({ state: 'needs-correction', version: 2 })
  expect(await readRow()).toMatchObject({ name: 'Asha Test', utr: '' })
})

test('checks a corrected Delegate Pass ID, and explains where to find it (5.45, 14.43)', async () => {
  const { secret } = await askFor([{ key: 'pass-unknown' }])
  const wrong = await correct({ secret, version: 2, fields: { delegate_id: 'DP-710693' } })
  expect(wrong.status).toBe(422)
  expect((await wrong.json()).errors).toMatchObject([
    {
      path: 'delegate_id',
      message: expect.stringContaining('is the registration ID of your pass'),
    },
  ])
  expect(
    (await correct({ secret, version: 2, fields: { delegate_id: '1234 5678 9012' } })).status,
  ).toBe(200)
  expect(await readRow()).toMatchObject({ delegate_id: '123456789012' })
})

test('rejects a used, unknown, empty or PDF file as a new screenshot (14.43)', async () => {
  const { body, secret } = await askFor([{ key: 'proof-used' }])
  const document = await festival.upload('payment', makePdf())
  for (const url of [
    body.payment_screenshot_url,
    'https://cerebra.test/files/nobody.png',
    document,
    '',
  ]) {
    const answer = await correct({ secret, version: 2, proofs: { payment_screenshot_url: url } })
    expect([url, answer.status]).toEqual([url, 422])
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'payment_screenshot_url' }] })
  }
  expect(await readReview()).toMatchObject({ state: 'needs-correction', version: 2 })
})

test('rejects another entry’s file as a new screenshot (14.43)', async () => {
  const { secret } = await askFor([{ key: 'proof-used' }])
  const url = await festival.upload('payment')
  const pass = await fillDelegatePass(festival, { payment_screenshot_url: url })
  expect((await festival.post('/api/delegate-passes', pass)).status).toBe(201)
  const answer = await correct({ secret, version: 2, proofs: { payment_screenshot_url: url } })
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { errors: [{ path: 'payment_screenshot_url' }] },
  ])
})

test.each([
  ['the reference of the first payment', { payment_reference: 'K7Q4M2' }, 'K7Q4M2'],
  ['the registration ID if there is no reference', {}, 'EVT-000123'],
])(
  'accepts a second screenshot for the missing amount, paid under %s (14.43)',
  async (_what, changes, reference) => {
    const { secret } = await askFor([{ key: 'amount-short', difference: 100 }], changes)
    expect((await open(secret)).correction.difference).toEqual({ amount: 100, reference })
    const proofs = { payment_screenshot_url: await festival.upload('payment') }
    expect((await correct({ secret, version: 2, proofs })).status).toBe(200)
    expect(await readRow()).toMatchObject({ amount: 600, payment_reference: '', ...changes })
  },
)

test('charges a corrected team for its new size (14.43, 3.3)', async () => {
  const members = [
    { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
    { name: 'Bala Test', phone: '', year: '' },
  ]
  const { secret } = await askFor([{ key: 'team-rules' }, { key: 'name-wrong' }])
  await festival.db
    .updateTable('EventRegistration')
    .set({ event_id: 'CasePulse', amount: 400, team_members: JSON.stringify(members) })
    .execute()
  await festival.db.updateTable('review').set({ event: 'CasePulse' }).execute()
  const { correction } = await open(secret)
  expect(correction.fields.map(({ name }: { name: string }) => name)).toEqual(['members'])
  const before = await readRow()
  const wrong = await correct({
    secret,
    version: 2,
    fields: { members: [{ ...members[0], phone: '12' }] },
  })
  expect(await wrong.json()).toMatchObject({ errors: [{ path: 'members.0.phone' }] })
  const alone = { name: 'Asha Testing', phone: '0123456789', year: 'Final year' }
  await correct({ secret, version: 2, fields: { members: [alone] } })
  const after = await readRow()
  expect(after).toMatchObject({ name: 'Asha Testing', team_members: JSON.stringify([alone]) })
  expect([before.amount, after.amount]).toEqual([400, 300])
})

test('rejects a stale correction without naming the organiser (14.44)', async () => {
  const { secret } = await askFor([{ key: 'utr-wrong' }])
  const answer = await correct({ secret, version: 1, fields: { utr: '412345678901' } })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    code: 'stale',
    current: { state: 'needs-correction', version: 2, by: null },
  })
})

test('accepts only one of several concurrent corrections (14.44)', async () => {
  const { secret } = await askFor([{ key: 'utr-wrong' }])
  const answers = await Promise.all(
    ['412345678901', '412345678902', '412345678903'].map((utr) =>
      correct({ secret, version: 2, fields: { utr } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect((await answer.json()).current).toMatchObject({
      state: 'submitted',
      version: 3,
      by: null,
    })
  }
  expect(
    await festival.db
      .selectFrom('audit_line')
      .where('action', '=', 'corrected')
      .selectAll()
      .execute(),
  ).toHaveLength(1)
})

test.each([
  ['submitted', 422, 'invalid'],
  ['verified', 422, 'invalid'],
  ['rejected', 409, 'illegal'],
  ['withdrawn', 409, 'illegal'],
] as const)('rejects corrections of %s entries (14.10)', async (state, status, code) => {
  const { secret } = await askFor([{ key: 'utr-wrong' }])
  await festival.db.updateTable('review').set({ state }).execute()
  const answer = await correct({ secret, version: 2, fields: { utr: '412345678901' } })
  expect([answer.status, (await answer.json()).code]).toEqual([status, code])
  expect((await open(secret)).correction).toBeUndefined()
})

test('accepts corrections of passes and rooms (14.43)', async () => {
  const pass = await (
    await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  ).json()
  const passSecret = await askForSecret(festival, pass.registration_id)
  await askForCorrection(festival, [{ key: 'name-wrong' }])
  expect(
    (await correct({ secret: passSecret, version: 2, fields: { name: 'Asha Rao' } })).status,
  ).toBe(200)
  expect(
    await festival.db.selectFrom('DelegatePass').select(['name', 'delegate_id']).execute(),
  ).toEqual([{ name: 'Asha Rao', delegate_id: pass.delegate_id }])
  await festival.db.deleteFrom('review').execute()

  const room = await (
    await festival.post('/api/accommodations', await fillAccommodation(festival))
  ).json()
  const roomSecret = await askForSecret(festival, room.request_id)
  await askForCorrection(festival, [{ key: 'identity-unclear' }, { key: 'transaction-wrong' }])
  const idProof = await festival.upload('id-proof', makePdf())
  const answer = await correct({
    secret: roomSecret,
    version: 2,
    fields: { transaction_id: '412345678999' },
    proofs: { id_proof_url: idProof },
  })
  expect(answer.status).toBe(200)
  expect(
    await festival.db
      .selectFrom('Accommodation')
      .select(['transaction_id', 'id_proof_url'])
      .execute(),
  ).toEqual([{ transaction_id: '412345678999', id_proof_url: idProof }])
})

test('lets organisers request another correction of a corrected entry (14.44)', async () => {
  const { secret } = await askFor([{ key: 'proof-unreadable' }])
  const send = async (version: number) =>
    correct({
      secret,
      version,
      proofs: { payment_screenshot_url: await festival.upload('payment') },
    })
  expect((await send(2)).status).toBe(200)
  await askForCorrection(festival, [{ key: 'proof-wrong' }])
  expect((await send(4)).status).toBe(200)
  const proofs = await festival.db.selectFrom('proof').select(['field', 'replaced_at']).execute()
  expect(proofs.filter(({ replaced_at }) => replaced_at !== null)).toHaveLength(2)
  await askForCorrection(festival, [{ key: 'utr-wrong' }])
  expect(await readReview()).toMatchObject({ state: 'needs-correction', version: 6 })
})
