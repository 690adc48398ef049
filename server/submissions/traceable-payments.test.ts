import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { countRows, fillDelegatePass, forms } from '../../tests/support/filled-forms'

startFestival()

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

/** What is wrong with each field is the schema's to say, in festival. */
test.each(forms)('a reference that no form makes is refused by $path, and nothing is saved', async ({ path, fill }) => {
  const answer = await festival.post(path, await fill(festival, { payment_reference: 'PAID' }))
  expect(answer.status).toBe(422)
  const { code, errors } = await answer.json()
  expect([code, errors.map((error: { path: string }) => error.path)]).toEqual(['invalid', ['payment_reference']])
  expect(await countRows(festival)).toEqual({})
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
