import { afterEach, beforeEach, expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import {
  type Desk,
  openDesk,
  organisers,
  organisersSetting,
  readEmails,
  signIn,
} from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

/** A second server on the same database. */
let second: TestApp
let asha: Desk
startSignedDesk()
beforeEach(async () => {
  second = await createTestApp({ beside: festival, env: { ORGANISERS: organisersSetting } })
  asha = openDesk(second, (await signIn(festival, 'admin')).cookie)
})
afterEach(() => second.close())

test('accepts only one of two concurrent decisions (14.11, 14.101)', async () => {
  await submit(festival)
  for (let round = 0; round < 25; round += 1) {
    const row = await readOnly(ravi)
    const decision = row.state === 'verified' ? 'reopen' : 'verify'
    const answers = await Promise.all([
      decideOn(ravi, row, { decision }),
      decideOn(asha, row, { decision }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await answers.find(({ status }) => status === 409)?.json()
    expect(refused).toMatchObject({ code: 'stale', current: { version: row.version + 1 } })
    expect([organisers.verifier, organisers.admin]).toContain(refused.current.by)
  }
  festival.passSeconds(60)
  expect(await readEmails(festival, /^Your payment is verified/)).toHaveLength(1)
})

test('accepts either a correction or a concurrent decision, not both (14.11, 14.44)', async () => {
  for (let round = 0; round < 8; round += 1) {
    const email = `r${round}@college.test`
    const { registration_id = '' } = await submit(festival, 'registration', { email })
    const { id, version } = await readOnly(ravi, `?q=${registration_id}`)
    await decideOn(
      ravi,
      { id, version },
      { decision: 'ask-correction', reasons: [{ key: 'utr-wrong' }] },
    )
    const secret = await askForSecret(festival, registration_id, email)
    const correction = { secret, version: 2, fields: { utr: '412345678901' } }
    const [corrected, decided] = await Promise.all([
      festival.post('/api/my-submission/correct', correction),
      decideOn(asha, { id, version: 2 }, { decision: 'verify' }),
    ])
    const { state, version: now } = await readOnly(ravi, `?q=${registration_id}`)
    const rows = festival.db
      .selectFrom('EventRegistration')
      .select('utr')
      .where('email', '=', email)
    const { utr } = await rows.executeTakeFirstOrThrow()
    const isTaken = corrected.status === 200
    expect([corrected.status, decided.status, state, now, utr]).toEqual(
      isTaken ? [200, 409, 'submitted', 3, '412345678901'] : [409, 200, 'verified', 3, ''],
    )
    expect((await (isTaken ? decided : corrected).json()).current).toMatchObject({ state })
  }
})
