import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import {
  countRows,
  fillDelegatePass,
  fillRegistration,
  forms,
  keyHeader,
} from '../../tests/support/filled-forms'
import { startMailServer } from '../../tests/support/mail-server'
import { createTestApp } from '../../tests/support/test-app'
import { openSmtpMailer } from '../mail/smtp-mailer'

startFestival({ env: { LIMIT_MAILBOX: '2000', COUPON_CODE: 'ATLAS555' } })

const repeat = async <T>(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> => {
  const results: T[] = []
  for (let start = 0; start < times; start += atOnce) {
    const length = Math.min(atOnce, times - start)
    results.push(...(await Promise.all(Array.from({ length }, (_, index) => work(start + index)))))
  }
  return results
}

const formatAnswer = async (answer: Response) => `${answer.status} ${await answer.text()}`

test.each(forms)(
  '$path creates one record and one e-mail for 100 requests with one key',
  async ({ path, table, fill }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    const answers = await repeat(100, 20, async () =>
      formatAnswer(await festival.post(path, body, headers)),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 \{/)
    expect(await countRows(festival)).toEqual({ [table]: 1, idempotency_key: 1, message: 1 })
    expect(festival.mailer.sent).toHaveLength(1)
  },
)

test('sends one e-mail to an address with an upper-case domain, however often the form is sent', async () => {
  const server = await startMailServer()
  const mailer = openSmtpMailer(server.url)
  const app = await createTestApp({ mailer })
  try {
    const body = await fillRegistration(app, { email: 'Asha@Gmail.Example' })
    const headers = keyHeader()
    for (let time = 0; time < 3; time += 1) {
      expect((await app.post('/api/event-registrations', body, headers)).status).toBe(201)
    }
    expect(server.taken).toHaveLength(1)
  } finally {
    await app.close()
    await mailer.close()
    await server.stop()
  }
})

test('creates one record and one e-mail if two servers get the same key simultaneously', async () => {
  const second = await createTestApp({ beside: festival })
  try {
    const body = await fillRegistration(festival)
    const headers = keyHeader()
    const answers = await repeat(20, 20, async (index) =>
      formatAnswer(
        await (index % 2 ? festival : second).post('/api/event-registrations', body, headers),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 /)
    expect(await countRows(festival)).toEqual({
      EventRegistration: 1,
      idempotency_key: 1,
      message: 1,
    })
    expect(festival.mailer.sent.length + second.mailer.sent.length).toBe(1)
  } finally {
    await second.close()
  }
})

test.each(forms.slice(0, 2))(
  '$path gives different IDs to 100 simultaneous requests',
  async ({ path, table, fill }) => {
    const patient = await createTestApp({
      env: { MAIL_WAIT_SECONDS: '20', LIMIT_NEW_ADDRESSES: '2000' },
    })
    try {
      const body = await fill(patient)
      const ids = await repeat(100, 100, async (index) => {
        const headers = keyHeader()
        const own = { ...body, email: `a${index}@college.test` }
        let answer = await patient.post(path, own, headers)
        // Retry while the store is busy, as the site's forms do.
        while (answer.status === 503) {
          answer = await patient.post(path, own, headers)
        }
        expect(answer.status).toBe(201)
        return (await answer.json()).registration_id
      })
      expect(new Set(ids).size).toBe(100)
      expect(await countRows(patient)).toEqual({ [table]: 100, idempotency_key: 100, message: 100 })
      expect(patient.mailer.sent).toHaveLength(100)
    } finally {
      await patient.close()
    }
  },
  120_000,
)

test('rejects a different body for a used key, and changes nothing', async () => {
  const headers = keyHeader()
  const body = await fillRegistration(festival)
  await festival.post('/api/event-registrations', body, headers)
  const others: [string, object][] = [
    ['/api/event-registrations', { ...body, institution: 'Another College' }],
    ['/api/delegate-passes', await fillDelegatePass(festival)],
  ]
  for (const [path, other] of others) {
    const answer = await festival.post(path, other, headers)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'key-reused' })
  }
  expect(await countRows(festival)).toEqual({
    EventRegistration: 1,
    idempotency_key: 1,
    message: 1,
  })
})

/** A form that an earlier version saved is recognised by its key and hash. */
test('hashes bodies as earlier versions did', async () => {
  const body = await fillDelegatePass(festival)
  await festival.post('/api/delegate-passes', body)
  const hash = createHash('sha256')
    .update(JSON.stringify(['delegate-pass', body]))
    .digest('hex')
  expect(await festival.db.selectFrom('idempotency_key').select('body_hash').execute()).toEqual([
    { body_hash: hash },
  ])
})

test('accepts a key again after its body was rejected', async () => {
  const headers = keyHeader()
  const body = await fillRegistration(festival)
  const wrong = { ...body, coupon: 'WRONG' }
  expect((await festival.post('/api/event-registrations', wrong, headers)).status).toBe(422)
  expect((await festival.post('/api/event-registrations', body, headers)).status).toBe(201)
})

test('rejects keys that are not UUIDs, and accepts requests without a key', async () => {
  const body = await fillRegistration(festival)
  for (const key of ['1', 'a'.repeat(5_000), `${randomUUID()}0`, "'; --"]) {
    const answer = await festival.post('/api/event-registrations', body, keyHeader(key))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'Idempotency-Key' }] })
  }
  for (const id of ['EVT-000123', 'EVT-000124']) {
    const answer = await festival.post('/api/event-registrations', body)
    expect(await answer.json()).toMatchObject({ registration_id: id })
  }
})

test('ignores the case of keys', async () => {
  const key = randomUUID()
  const body = await fillRegistration(festival)
  const first = await festival.post('/api/event-registrations', body, keyHeader(key))
  const second = await festival.post('/api/event-registrations', body, keyHeader(key.toUpperCase()))
  expect(await formatAnswer(second)).toBe(await formatAnswer(first))
})
