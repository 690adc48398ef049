import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'
import { passRow } from '../../tests/support/pass-row'
import { openDatabase } from '../db/open-database'
import type { StatementRow } from '../db/statement-schema'
import { forgetCommand } from './forget'
import { findTraces, forgetPerson } from './forget-person'

let mailFolder: string
startFestival()
beforeEach(async () => {
  mailFolder = join(festival.config.dataDir, 'mail')
  await mkdir(mailFolder)
})

const fileNames = async () => (await festival.files.names()).sort()
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const forget = (email: string, wait?: () => Promise<void>) =>
  forgetPerson({
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    mailFolder,
    person: { email },
    wait,
  })

const fillTables = async () => {
  const shared = await festival.upload('payment')
  for (const [email, other] of [
    ['asha@college.test', 'ASHA@college.test'],
    ['bala@college.test', 'bala@college.test'],
  ]) {
    await festival.post('/api/event-registrations', await fillRegistration(festival, { email }))
    await festival.post(
      '/api/delegate-passes',
      await fillDelegatePass(festival, { email: other, payment_screenshot_url: shared }),
    )
    await festival.post('/api/accommodations', await fillAccommodation(festival, { email }))
  }
  for (const { id } of await festival.db.selectFrom('message').select('id').execute()) {
    await writeFile(join(mailFolder, `${id}.eml`), 'To: somebody')
  }
  return shared
}

test('erases a person’s entries, keys, e-mails and proofs, but no other person’s data', async () => {
  const shared = await fillTables()
  const before = await festival.db.selectFrom('EventRegistration').selectAll().execute()
  const asha = before.find(({ email }) => email === 'asha@college.test')
  const bala = before.find(({ email }) => email === 'bala@college.test')
  const erased = await forget(' Asha@College.test ')

  expect(erased).toMatchObject({ keys: 3, messagesSent: 3, files: 4, hostedFileUrls: [] })
  expect(erased.registrations).toEqual([asha?.registration_id])
  expect(erased.delegatePasses).toEqual([expect.stringMatching(/^DP-\d{6}$/)])
  expect(erased.accommodations).toHaveLength(1)
  expect(JSON.stringify(erased)).not.toMatch(/asha|college\.test"/i)

  expect(await countRows(festival)).toEqual({
    EventRegistration: 1,
    DelegatePass: 1,
    Accommodation: 1,
    idempotency_key: 3,
    message: 3,
  })
  const all = JSON.stringify([
    await festival.db.selectFrom('EventRegistration').selectAll().execute(),
    await festival.db.selectFrom('message').selectAll().execute(),
  ])
  expect(all).not.toMatch(/asha@/i)
  const left = await fileNames()
  expect(left).toContain(nameOf(shared))
  expect(left).toContain(nameOf(bala?.payment_screenshot_url ?? ''))
  expect(left).not.toContain(nameOf(asha?.payment_screenshot_url ?? ''))
  expect(await readdir(mailFolder)).toHaveLength(3)
  expect(
    (await festival.request(new URL(asha?.payment_screenshot_url ?? '').pathname)).status,
  ).toBe(404)
})

test('does not send e-mails that were queued for a forgotten person', async () => {
  festival.mailer.behaviour = 'refuse'
  const body = await fillRegistration(festival)
  expect((await festival.post('/api/event-registrations', body)).status).toBe(502)
  expect(await forget('asha@college.test')).toMatchObject({
    messageIds: [expect.any(String)],
    messagesSent: 0,
  })
  festival.mailer.behaviour = 'send'
  festival.passSeconds(3_600)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toEqual([])
})

test('waits while an e-mail to the person is being sent', async () => {
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  const lease = new Date(festival.now.getTime() + 5_000).toISOString()
  await festival.db.updateTable('message').set({ state: 'sending', lease_until: lease }).execute()
  let waits = 0
  await forget('asha@college.test', async () => {
    waits += 1
    expect(await countRows(festival)).toMatchObject({ message: 1, EventRegistration: 1 })
    festival.passSeconds(1)
  })
  expect(waits).toBe(5)
  expect(await countRows(festival)).toEqual({})
})

test('finds a person’s traces only by exact address, and erases nothing for a part or a pattern', async () => {
  await fillTables()
  const files = await fileNames()
  expect(await findTraces(festival.db, { email: 'asha@college.test' })).toMatchObject({
    keys: 3,
    messagesSent: 3,
  })
  expect(await forget('sha@college.test')).toMatchObject({
    registrations: [],
    messageIds: [],
    files: 0,
  })
  expect(await forget('%@college.test')).toMatchObject({
    registrations: [],
    messageIds: [],
    files: 0,
  })
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 2, message: 6 })
  expect(await fileNames()).toEqual(files)
})

test('lets a forgotten person register again', async () => {
  const body = await fillRegistration(festival)
  await festival.post('/api/event-registrations', body)
  await forget('asha@college.test')
  expect((await festival.post('/api/event-registrations', body)).status).toBe(422)
  expect(
    (await festival.post('/api/event-registrations', await fillRegistration(festival))).status,
  ).toBe(201)
})

test('leaves no data of a forgotten person in the database files', async () => {
  const folder = join(festival.config.dataDir, 'file')
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  const insert = (name: string) =>
    db
      .insertInto('DelegatePass')
      .values({
        ...passRow,
        id: name,
        name,
        email: `${name}@college.test`,
        institution: `${name} Medical College`,
        delegate_id: name,
        registration_id: name,
        payment_screenshot_url: `https://cerebra.test/files/${name}.png`,
      })
      .execute()
  for (const name of [
    'asha',
    'zzyzx',
    ...Array.from({ length: 50 }, (_, index) => `bala${index}`),
  ]) {
    await insert(name)
  }
  await db
    .updateTable('DelegatePass')
    .set({ institution: 'Another' })
    .where('id', '=', 'zzyzx')
    .execute()
  const countIn = async () => {
    const contents = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    )
    return contents.join('').split('zzyzx').length - 1
  }
  expect(await countIn()).toBeGreaterThan(0)
  const { store: files } = festival.files
  await forgetPerson({
    db,
    files,
    clock: () => festival.now,
    mailFolder,
    person: { email: 'zzyzx@college.test' },
  })
  expect(await countIn()).toBe(0)
  await db.destroy()
})

const bankRow: Omit<StatementRow, 'id' | 'narration'> = {
  import_id: 'one',
  line: 1,
  day: '2025-09-20',
  amount: 30000,
  reference: '',
  balance: null,
}

test.each(['their own form', 'their phone alone'])(
  'redacts a member of another team, found by %s, without changing the team size',
  async (by) => {
    const bala = { name: 'Bala Zyxwvut', phone: '9876543210', year: '3rd year' }
    const team = await fillRegistration(festival, {
      event: 'SeniorQuiz',
      members: [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }, bala],
    })
    expect((await festival.post('/api/event-registrations', team)).status).toBe(201)
    const own = await fillDelegatePass(festival, {
      email: 'bala@college.test',
      name: bala.name,
      phone: bala.phone,
    })
    if (by === 'their own form') {
      await festival.post('/api/delegate-passes', own)
    }
    const person = by === 'their own form' ? { email: 'bala@college.test' } : { phone: bala.phone }
    const traces = await findTraces(festival.db, person)
    expect(traces.teams).toMatchObject([{ registrationId: expect.stringMatching(/^EVT-/) }])
    const { store: files } = festival.files
    await forgetPerson({ db: festival.db, files, clock: () => festival.now, mailFolder, person })
    const [left] = await festival.db.selectFrom('EventRegistration').selectAll().execute()
    expect(JSON.parse(left?.team_members ?? '')).toEqual([
      { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
      { name: '(forgotten)', phone: '', year: '' },
    ])
    const all = JSON.stringify([
      left,
      await festival.db.selectFrom('message').selectAll().execute(),
      await festival.db.selectFrom('search_token').selectAll().execute(),
    ])
    expect(all).not.toMatch(/Zyxwvut|9876543210/i)
  },
)

test('counts unallocated bank rows with the person’s name, and clears them on request', async () => {
  await festival.post(
    '/api/delegate-passes',
    await fillDelegatePass(festival, { name: 'Asha Zyx' }),
  )
  const insert = (id: string, narration: string) =>
    festival.db
      .insertInto('bank_row')
      .values({ ...bankRow, id, narration })
      .execute()
  await insert('a', 'UPI/526912345678/ASHA  ZYX/asha.z@okbank/payment')
  await insert('b', 'UPI/526912345679/ASHA ZYXEL/other@okbank')
  const { email } = await festival.db
    .selectFrom('DelegatePass')
    .select('email')
    .executeTakeFirstOrThrow()
  expect(await findTraces(festival.db, { email })).toMatchObject({ unmatchedRows: ['a'] })
  const { store: files } = festival.files
  const deps = { db: festival.db, files, clock: () => festival.now, mailFolder }
  await forgetPerson({ ...deps, person: { email, withBankRows: true } })
  const rows = await festival.db
    .selectFrom('bank_row')
    .select(['id', 'narration', 'amount'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 'a', narration: '', amount: 30000 },
    { id: 'b', narration: 'UPI/526912345679/ASHA ZYXEL/other@okbank', amount: 30000 },
  ])
})

test.each([
  [['--email', 'asha'], 'This is not an e-mail address.'],
  [['--email', 'asha@college.test, bala@college.test'], 'This is not an e-mail address.'],
  [['--phone', '12345'], 'This is not a phone number.'],
  [[], 'Give an e-mail address or a phone number.'],
])('rejects the invalid options %j', async (args, words) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  await forgetCommand([...args, '--yes'])
  expect([printed.mock.lastCall?.[0], process.exitCode]).toEqual([
    expect.stringContaining(words),
    1,
  ])
  process.exitCode = undefined
  printed.mockRestore()
})
