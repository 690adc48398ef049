import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'

startFestival()

const forms = [
  { path: '/api/event-registrations', table: 'EventRegistration', fill: fillRegistration, utr: 'utr' },
  { path: '/api/delegate-passes', table: 'DelegatePass', fill: fillDelegatePass, utr: 'utr' },
  { path: '/api/accommodations', table: 'Accommodation', fill: fillAccommodation, utr: 'transaction_id' },
] as const

/** (behaviour 3.10, 3.12) */
test.each(forms)(
  'the reference and the UTR sent to $path stand in the record, and in the e-mail',
  async ({ path, table, fill, utr }) => {
    const body = await fill(festival, { payment_reference: 'K7Q4M2', [utr]: '4123 4567 8901' })
    const answer = await festival.post(path, body)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ payment_reference: 'K7Q4M2' })
    expect(await festival.db.selectFrom(table).selectAll().execute()).toMatchObject([
      { payment_reference: 'K7Q4M2', [utr]: '412345678901' },
    ])
    const words = await festival.mailer.sent[0]?.renderBodies()
    for (const part of [words?.text, words?.html]) {
      expect(part).toContain('K7Q4M2')
      expect(part).toContain('412345678901')
    }
  },
)

test.each(forms)(
  'a body to $path without them is taken, and its e-mail has no line for them',
  async ({ path, fill }) => {
    const answer = await festival.post(path, await fill(festival))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ payment_reference: '' })
    expect((await festival.mailer.sent[0]?.renderBodies())?.text).not.toMatch(/Payment reference|UTR/)
  },
)

test.each(forms)('a reference that no form makes is refused by $path, and nothing is saved', async ({ path, fill }) => {
  const answer = await festival.post(path, await fill(festival, { payment_reference: 'PAID' }))
  expect(answer.status).toBe(422)
  expect((await answer.json()).errors.map(({ path }: { path: string }) => path)).toEqual(['payment_reference'])
  expect(await countRows(festival)).toEqual({})
})

test.each(forms)('PhonePe’s own number is refused by $path with where the UTR stands', async ({ path, fill, utr }) => {
  const answer = await festival.post(path, await fill(festival, { [utr]: 'T2510081234567890123456' }))
  expect(answer.status).toBe(422)
  const words =
    'This is PhonePe’s own number. Open the payment in PhonePe: the 12 digits stand under UTR, below the Transaction ID.'
  expect(await answer.json()).toMatchObject({ errors: [{ path: utr, message: words }] })
})

test.each(forms)('the same key with another reference is another body to $path', async ({ path, fill }) => {
  const body = await fill(festival, { payment_reference: 'K7Q4M2' })
  const headers = keyHeader()
  const first = await festival.post(path, body, headers)
  const again = await festival.post(path, body, headers)
  expect(await again.json()).toEqual(await first.json())
  const other = await festival.post(path, { ...body, payment_reference: 'K7Q4M3' }, headers)
  expect(other.status).toBe(422)
  expect(await other.json()).toMatchObject({ code: 'key-reused' })
})

/** So a form that the version before saved is finished by this one under its key. */
test('a body without them is known by the same hash as before there were any', async () => {
  const body = await fillDelegatePass(festival)
  await festival.post('/api/delegate-passes', body)
  const hash = createHash('sha256')
    .update(JSON.stringify(['delegate-pass', body]))
    .digest('hex')
  expect(await festival.db.selectFrom('submission').select('body_hash').execute()).toEqual([{ body_hash: hash }])
})
