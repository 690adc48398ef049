import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answersOf, details as asked } from '../../festival/details'
import { registrationBody } from '../../tests/support/bodies'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { findSecret, readLetters, readNewestLetter } from '../../tests/support/organisers'
import { readOnly, submit } from '../../tests/support/submissions'
import type { TestApp } from '../../tests/support/test-app'

startSignedDesk()

const members = [
  { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
  { name: 'Bala Test', phone: '', year: '3rd year' },
]
const [wrong, right] = ['asha@college.test', 'asha.right@college.test']
const correct = async (changes: { email: string }) => {
  const { id, version } = await readOnly(ravi)
  const details = { members, ...answersOf(asked.registration, registrationBody), ...changes }
  return ravi.send('POST', `/api/desk/submissions/${id}/details`, { id: randomUUID(), version, details })
}
const about = /^(Your details are corrected|We write to another address now)/
const told = async () => (await readLetters(festival, about)).map(({ to, subject }) => [to, subject.split(':')[0]])

/** A form whose confirmation is on its way to the wrong address; gives what lets it arrive, or fail as greylisting does. */
const submitSlowly = async () => {
  festival.mailer.behaviour = 'hang'
  const sent = submit(festival)
  await expect.poll(() => festival.mailer.begun.length).toBe(2)
  return async (outcome: 'arrive' | 'fail') => {
    festival.mailer.behaviour = 'send'
    festival.mailer.letGo(outcome)
    await sent.catch(() => undefined)
  }
}
const confirmations = () => festival.mailer.sent.filter(({ kind }) => kind === 'registration').map(({ to }) => to)

test.each([
  ['fail', [right]],
  ['arrive', [wrong, right]],
] as const)(
  'an address that is corrected while its confirmation is on its way: should that %s, the right one gets it all the same, and the wrong one nothing more (14.131)',
  async (outcome, recipients) => {
    const end = await submitSlowly()
    expect((await correct({ email: right })).status).toBe(200)
    await end(outcome)
    const read = () =>
      festival.db.selectFrom('message').selectAll().where('kind', '=', 'registration').executeTakeFirstOrThrow()
    expect(await read()).toMatchObject({ state: 'queued', recipient: right, last_error: null })
    festival.passSeconds(59)
    while (await festival.outbox.deliverDue());
    expect(confirmations()).toEqual(recipients.filter((address) => address === wrong))
    festival.passSeconds(3_600)
    expect(await told()).toEqual([[right, 'Your details are corrected']])
    expect(confirmations()).toEqual(recipients)
    const { text } = (await festival.mailer.sent
      .find(({ to, kind }) => to === right && kind === 'registration')
      ?.renderBodies()) ?? { text: '' }
    expect(text).toContain(`E-mail: ${right}`)
    expect((await read()).state).toBe('sent')
  },
)

test('a letter that is taken out just as it is corrected is not put back into the queue (14.131)', async () => {
  festival.mailer.behaviour = 'refuse'
  await submit(festival).catch(() => undefined)
  const letter = (db: Pick<TestApp['db'], 'updateTable'>) =>
    db.updateTable('message').where('kind', '=', 'registration')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const taking = festival.db.transaction().execute(async (transaction) => {
    await letter(transaction).set({ state: 'sending', lease_until: '2099-01-01T00:00:00.000Z' }).execute()
    await held
  })
  const correcting = correct({ email: right })
  await pause(500)
  release()
  await taking
  expect((await correcting).status).toBe(200)
  const rows = festival.db.selectFrom('message').select(['state', 'recipient']).where('kind', '=', 'registration')
  expect(await rows.execute()).toEqual([{ state: 'sending', recipient: right }])
})

test('a link that is on its way to an address that is corrected opens nothing there (14.131)', async () => {
  await submit(festival)
  festival.mailer.behaviour = 'hang'
  const asking = festival.post('/api/my-submission/links', { id: 'EVT-000123', email: wrong })
  await expect.poll(() => festival.mailer.begun.length).toBe(3)
  expect((await correct({ email: right })).status).toBe(200)
  festival.mailer.behaviour = 'send'
  festival.mailer.letGo('arrive')
  await asking
  const secret = findSecret(await readNewestLetter(festival, wrong, 'private-link'))
  expect(secret).not.toBe('')
  expect((await festival.post('/api/my-submission/open', { secret })).status).toBe(401)
})
