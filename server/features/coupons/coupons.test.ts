import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app'

let festival: TestApp
beforeAll(async () => {
  festival = await createTestApp({ env: { COUPON_CODE: 'Atlas-Five!' } })
})
afterAll(() => festival.close())

const check = async (event: unknown, code: unknown) => {
  const answer = await festival.post('/api/coupons/check', { event, code })
  return { status: answer.status, body: await answer.json() }
}

test('the known code takes 5% off the Senior Quiz, however it is written', async () => {
  for (const code of ['ATLASFIVE!', ' atlasfive! ', 'Atlas-Five!'])
    expect(await check('SeniorQuiz', code)).toEqual({
      status: 200,
      body: { valid: true, message: 'Coupon applied: 5% discount', price: 570 },
    })
})

test.each([
  ['Nexus', 285],
  ['PulsatingPalettes', 143],
  ['SmartAI', 475],
])('for %s the price is then %i rupees', async (event, price) => {
  expect((await check(event, 'ATLASFIVE!')).body).toEqual({
    valid: true,
    message: 'Coupon applied: 5% discount',
    price,
  })
})

test('any other code is unknown', async () => {
  for (const code of ['ATLASFIVE', 'ATLASFIVE!!', '-', '%', '__proto__'])
    expect(await check('SeniorQuiz', code)).toEqual({
      status: 200,
      body: { valid: false, message: 'Sorry, this coupon does not exist or has been used.' },
    })
})

test('where there is no fee, there is nothing to take off', async () => {
  expect((await check('SonicShift', 'ATLASFIVE!')).body).toEqual({
    valid: false,
    message: 'This one has no fee of its own, so there is nothing for a coupon to take off.',
  })
})

test.each([
  ['an unknown event', 'BrainSurgery', 'X', 'event'],
  ['no event', undefined, 'X', 'event'],
  ['no code', 'SeniorQuiz', undefined, 'code'],
  ['an empty code', 'SeniorQuiz', ' ', 'code'],
  ['a code of 41 characters', 'SeniorQuiz', 'X'.repeat(41), 'code'],
  ['a code that is a list', 'SeniorQuiz', ['ATLASFIVE!'], 'code'],
])('%s is refused on its field', async (_what, event, code, path) => {
  const { status, body } = await check(event, code)
  expect(status).toBe(422)
  expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path])
})

test('where no code is configured every code is unknown', async () => {
  const plain = await createTestApp()
  const answer = await plain.post('/api/coupons/check', { event: 'SeniorQuiz', code: 'undefined' })
  expect(await answer.json()).toMatchObject({ valid: false })
  await plain.close()
})
