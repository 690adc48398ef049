import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeEvent } from '../../tests/support/changed-subject'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { readNewestEmail } from '../../tests/support/organisers'

import { readExpectedEntries } from '../bank/expected'

startSignedDesk({ COUPON_CODE: 'NEURON55!' })

const event = 'Cineplexus'
const dance = {
  fee: { per: 'member', amount: 110 },
  status: 'open',
  teamSize: { least: 8, most: 12 },
} as const

const makeTeam = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    name: `Dancer ${String.fromCharCode(65 + index)}`,
    phone: index === 0 ? '0123456789' : '',
    year: index === 0 ? 'Final year' : '',
  }))

const register = async (members: object[], changes = {}) =>
  festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, { event, members, ...changes }),
  )

const refusal = { path: 'members', message: 'A team has 8 to 12 members.' }

test.each([1, 7, 13])('refuses a team of %i members (19.4)', async (size) => {
  await changeEvent(festival, event, dance)
  const answer = await register(makeTeam(size))
  expect([answer.status, (await answer.json()).errors]).toEqual([422, [refusal]])
})

test.each([
  [8, 880, 836],
  [12, 1_320, 1_254],
])(
  'asks a team of %i for ₹%i, or ₹%i with the coupon (19.1, 19.2)',
  async (size, full, reduced) => {
    await changeEvent(festival, event, dance)
    const members = makeTeam(size)
    expect(await (await register(members, { amount: 1 })).json()).toMatchObject({ amount: full })
    expect((await readExpectedEntries(festival.db)).values().next().value?.due).toBe(full * 100)
    const mail = await readNewestEmail(festival, 'asha@college.test')
    expect(mail).toContain(`Amount: ₹${full.toLocaleString('en-IN')}`)
    expect((await readOnly(ravi)).amount).toBe(full)
    const coupon = await register(members, { coupon: 'NEURON55!', email: 'bala@college.test' })
    expect(await coupon.json()).toMatchObject({ amount: reduced })
  },
)

test('counts names, not empty rows, and asks for missing names (19.4)', async () => {
  await changeEvent(festival, event, dance)
  const empty = { name: '', phone: '', year: '' }
  const short = await register([...makeTeam(7), empty])
  expect((await short.json()).errors).toEqual([
    {
      path: 'members.7.name',
      message: 'Enter this member’s name. A team has 8 to 12 members.',
    },
  ])
  expect(await (await register([...makeTeam(9), empty])).json()).toMatchObject({ amount: 990 })
})

test('prices the coupon for the smallest team (19.2)', async () => {
  await changeEvent(festival, event, dance)
  const answer = await festival.post('/api/coupons/check', { event, code: 'NEURON55!' })
  expect(await answer.json()).toMatchObject({ valid: true, price: 836 })
})

test('a participant cannot change the team size if that changes the total or goes below the minimum (19.3)', async () => {
  await changeEvent(festival, event, dance)
  const { registration_id } = await (await register(makeTeam(9))).json()
  const secret = await askForSecret(festival, registration_id)
  const { version } = await readOnly(ravi)
  const change = async (members: object[]) => {
    const fields = { members }
    const answer = await festival.post('/api/my-submission/correct', { secret, version, fields })
    return [answer.status, (await answer.json()).errors]
  }
  const larger = await change(makeTeam(10))
  expect(larger).toMatchObject([
    422,
    [
      {
        path: 'members',
        message: expect.stringContaining('The fee for a team of this size is ₹1,100'),
      },
    ],
  ])
  expect(await change(makeTeam(7))).toEqual([422, [refusal]])
  const renamed = makeTeam(9).with(8, { name: 'Zoya Test', phone: '', year: '' })
  expect(await change(renamed)).toEqual([200, undefined])
})

test('charges a walk-in the fee for each member, and refuses a team that is too small (19.5)', async () => {
  await changeEvent(festival, event, dance)
  const enter = (members: object[]) =>
    ravi.send(
      'POST',
      '/api/desk/walk-ins',
      {
        kind: 'registration',
        paid: 'cash',
        form: { event, members, email: 'a@college.test', institution: 'X', category: 'student' },
      },
      { 'Idempotency-Key': randomUUID() },
    )
  const small = await enter(makeTeam(7))
  expect([small.status, (await small.json()).errors]).toEqual([422, [refusal]])
  expect(await (await enter(makeTeam(8))).json()).toMatchObject({ amount: 880, isCash: true })
  expect((await readEntry(ravi, (await readOnly(ravi)).id)).cash?.amount).toBe(880)
})

test('changes the amount when an organiser corrects a pending team (19.3)', async () => {
  await changeEvent(festival, event, dance)
  await register(makeTeam(8))
  const row = await readOnly(ravi)
  const correct = (size: number, version: number) =>
    ravi.send('POST', `/api/desk/entries/${row.id}/details`, {
      id: randomUUID(),
      version,
      details: {
        members: makeTeam(size),
        email: 'asha@college.test',
        institution: 'Test Medical College',
        category: 'student',
      },
    })
  expect((await correct(10, row.version)).status).toBe(200)
  const corrected = await readOnly(ravi)
  expect(corrected.amount).toBe(1_100)
  await decideOn(ravi, corrected, { decision: 'verify' })
  const { version } = await readOnly(ravi)
  expect((await correct(9, version)).status).toBe(422)
  expect((await correct(7, version)).status).toBe(422)
})
