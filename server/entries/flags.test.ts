import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { builtFestival } from '../../festival/live/whole-edition'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { makePng } from '../../tests/support/files'
import { createIndexer } from '../jobs/index-entries'

startSignedDesk({ COUPON_CODE: 'ATLAS!555' })

/** Lists the newest entry first. */
const flagsOfNewest = async () => (await readQueue(ravi, '?order=newest')).map(({ flags }) => flags)

test('flags the later of two entries with the same file, UTR or payment code (14.17)', async () => {
  const same = {
    payment_screenshot_url: await festival.upload('payment', makePng({ height: 300 })),
    utr: '412345678901',
    payment_reference: 'K7Q4M2',
  }
  const again = {
    ...same,
    payment_screenshot_url: await festival.upload('payment', makePng({ height: 300 })),
  }
  await submit(festival, 'delegate-pass', same)
  festival.passSeconds(1)
  await submit(festival, 'delegate-pass', {
    ...again,
    email: 'b@college.test',
    phone: '9800000001',
    name: 'Bela',
  })
  expect(await flagsOfNewest()).toEqual([['same-file', 'same-reference', 'same-utr'], []])
  const [newest, oldest] = await readQueue(ravi, '?order=newest')
  const flag = (await readEntry(ravi, newest?.id ?? '')).flagList.find(
    ({ kind }) => kind === 'same-utr',
  )
  expect(flag).toMatchObject({
    detail: 'The UTR 412345678901 was entered before.',
    others: [{ id: oldest?.id, label: oldest?.label }],
    group: { count: 2 },
    confirmed: { times: 0, of: 0 },
  })
  if (newest) {
    await decideOn(ravi, newest, { decision: 'reject' })
  }
  expect((await readEntry(ravi, newest?.id ?? '')).flagList[0]?.confirmed).toEqual({
    times: 1,
    of: 1,
  })
  festival.passSeconds(1)
  await submit(festival, 'accommodation', {
    email: 'c@college.test',
    phone: '9800000002',
    name: 'Chitra',
  })
  expect((await flagsOfNewest())[0]).toEqual(['same-utr'])
})

test('flags each of forty equal entries, except the first, once per shared value (14.17)', async () => {
  for (let n = 0; n < 40; n += 1) {
    const payment_screenshot_url = await festival.upload('payment', makePng({ height: 300 }))
    const who = {
      email: `p${n}@college.test`,
      phone: String(9_800_000_000 + n),
      name: `Person ${n}`,
    }
    await submit(festival, 'delegate-pass', { ...who, payment_screenshot_url, utr: '412345678901' })
    festival.passSeconds(1)
  }
  const rows = await readQueue(ravi)
  expect(rows.map(({ flags }) => flags.length)).toEqual([0, ...Array(39).fill(2)])
  expect(await festival.db.selectFrom('flag').selectAll().execute()).toHaveLength(2 * 39)
  const { flagList } = await readEntry(ravi, rows[39]?.id ?? '')
  const labels = rows.map(({ label }) => label)
  for (const { others, group } of flagList) {
    expect(others.map(({ label }) => label)).toEqual(labels.slice(0, 5))
    expect(group?.count).toBe(40)
    const listed = await readQueue(ravi, `?group=${group?.id}`)
    expect(listed.map(({ label }) => label)).toEqual(labels)
  }
  const { total, flag } = await (
    await ravi.get(`/api/desk/counts?group=${flagList[0]?.group?.id}`)
  ).json()
  expect([total, flag['same-utr']]).toEqual([40, 39])
})

test('flags an entry that uses another participant’s phone or UTR (14.17)', async () => {
  await submit(festival, 'registration', {
    event: 'JuniorQuiz',
    email: 'early@college.test',
    utr: '412345678909',
    members: [
      { name: 'Asha Test', phone: '0123456789', year: '1st year' },
      { name: 'Bala Test', phone: '', year: '1st year' },
    ],
  })
  festival.passSeconds(1)
  await submit(festival, 'delegate-pass', {
    email: 'v@college.test',
    phone: '9800000007',
    name: 'Vani',
    utr: '412345678901',
  })
  festival.passSeconds(1)
  await submit(festival, 'registration', {
    email: 'x@college.test',
    members: [
      { name: 'Xavi', phone: '9800000009', year: '1st year' },
      { name: 'Asha', phone: '0123456789', year: '1st year' },
    ],
  })
  expect(await flagsOfNewest()).toEqual([['overlap'], [], []])
  const early = await readOnly(ravi, '?q=early@college.test')
  await festival.db
    .updateTable('EventRegistration')
    .set({ utr: '412345678901' })
    .where('id', '=', early.id)
    .execute()
  await festival.db
    .updateTable('review')
    .set({ is_indexed: 0 })
    .where('entry_id', '=', early.id)
    .execute()
  expect(await flagsOfNewest()).toEqual([['overlap'], [], ['same-utr']])
})

test('treats the next entry as the original when the first is corrected (14.17)', async () => {
  for (const n of [1, 2, 3]) {
    await submit(festival, 'delegate-pass', {
      email: `p${n}@college.test`,
      phone: `980000000${n}`,
      utr: '412345678901',
    })
    festival.passSeconds(1)
  }
  const flags = async () => (await readQueue(ravi)).map((row) => row.flags)
  expect(await flags()).toEqual([[], ['same-utr'], ['same-utr']])
  const [first] = await readQueue(ravi)
  await festival.db
    .updateTable('DelegatePass')
    .set({ utr: '412345678902' })
    .where('id', '=', first?.id ?? '')
    .execute()
  await festival.db
    .updateTable('review')
    .set({ is_indexed: 0 })
    .where('entry_id', '=', first?.id ?? '')
    .execute()
  await flags()
  expect(await flags()).toEqual([[], [], ['same-utr']])
})

test('flags a pass that is used twice for one event, and a frequently used coupon (14.17)', async () => {
  const { delegate_id } = await submit(festival, 'delegate-pass')
  for (const event of ['Sonostrike', 'Sonostrike', 'Vivantia']) {
    festival.passSeconds(1)
    await submit(festival, 'registration', {
      event,
      delegate_id,
      members: [{ name: 'Asha Test', phone: '0123456789', year: '1st year' }],
    })
  }
  expect((await readQueue(ravi, '?flag=pass-twice')).map(({ event }) => event)).toEqual([
    'Sonostrike',
  ])
  const payment_screenshot_url = await festival.upload('payment')
  const uses = Array.from({ length: 22 }, (_, n) => ({
    email: `c${n}@college.test`,
    phone: String(9_700_000_000 + n),
  }))
  for (const { email, phone } of uses) {
    festival.passSeconds(1)
    const members = [{ name: 'Chitra', phone, year: '1st year' }]
    const use = { event: 'SeniorQuiz', email, members, coupon: 'ATLAS!555', payment_screenshot_url }
    await submit(festival, 'registration', use)
  }
  expect(await readQueue(ravi, '?flag=coupon-often')).toHaveLength(2)
})

test('the desk’s reads and the indexer write nothing if every entry is indexed (14.16)', async () => {
  await submit(festival)
  const indexer = createIndexer({
    festival: () => builtFestival,
    db: festival.db,
    clock: () => festival.now,
    log: pino({ level: 'silent' }),
  })
  await readQueue(ravi)
  const { db } = festival
  const transaction = vi.spyOn(db, 'transaction')
  for (const path of ['entries', 'counts']) {
    expect((await ravi.get(`/api/desk/${path}`)).status).toBe(200)
  }
  await indexer.catchUp()
  expect(transaction).not.toHaveBeenCalled()
  transaction.mockRestore()
  await indexer.stop()
})

test('flags a Delegate Pass ID that does not exist or belongs to someone else (14.17)', async () => {
  const { delegate_id } = await submit(festival, 'delegate-pass')
  const register = async (changes: Record<string, unknown>) => {
    festival.passSeconds(1)
    await submit(festival, 'registration', { event: 'SeniorQuiz', ...changes })
    return (await flagsOfNewest())[0]
  }
  const stranger = {
    email: 'x@college.test',
    members: [{ name: 'Xavi', phone: '9800000009', year: '1st year' }],
  }
  expect(await register({ delegate_id })).toEqual([])
  expect(await register({ delegate_id, ...stranger })).toEqual(['borrowed-pass', 'pass-twice'])
  expect(
    await register({
      delegate_id: '000000000001',
      ...stranger,
      email: 'y@college.test',
      members: [{ name: 'Yara', phone: '9800000008', year: '1st year' }],
    }),
  ).toEqual(['unknown-pass'])
})

test('flags overlapping sessions, broken team rules and the sixth entry from an address (14.17)', async () => {
  await submit(festival)
  festival.passSeconds(1)
  const members = [
    { name: 'Someone Else', phone: '0123456789', year: '3rd year' },
    { name: 'Third', phone: '', year: '3rd year' },
  ]
  await submit(festival, 'registration', {
    event: 'JuniorQuiz',
    email: 'other@college.test',
    members,
  })
  expect(await flagsOfNewest()).toEqual([['overlap', 'team-rule'], []])
  for (let n = 0; n < 6; n += 1) {
    festival.passSeconds(1)
    await submit(festival, 'delegate-pass', {
      email: 'many@college.test',
      name: `X${n}`,
      phone: `970000000${n}`,
    })
  }
  expect((await flagsOfNewest()).slice(0, 6)).toEqual([['many-from-one'], [], [], [], [], []])
})
