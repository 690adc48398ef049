import { beforeEach, expect, test, vi } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { makePng } from '../../tests/support/files'
import { fillDelegatePass } from '../../tests/support/filled-forms'
import { queueMessage } from '../../tests/support/messages'
import { createLog } from '../app/log'
import {
  type HousekeepingDependencies,
  prepareHousekeeping,
  runHousekeeping,
  startHousekeeping,
} from './housekeeping'

let deps: HousekeepingDependencies
let warnings: string[]
startFestival()
beforeEach(async () => {
  warnings = []
  deps = {
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    acceptedDay: undefined,
    lastDay: '2025-10-12',
    keptDays: 90,
    log: createLog('warn', { write: (line) => warnings.push(line) }),
  }
})

const hour = 3_600_000
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const at = async (time: string, changes: Partial<HousekeepingDependencies> = {}) => {
  festival.now = new Date(time)
  await runHousekeeping({ ...deps, ...changes })
}
const count = async () => (await festival.files.names()).length
const buyPass = async () => {
  expect(
    (await festival.post('/api/delegate-passes', await fillDelegatePass(festival))).status,
  ).toBe(201)
  await festival.db.deleteFrom('upload').where('referenced_at', 'is', null).execute()
}
const age = async () => {
  for (const name of await festival.files.names()) {
    await festival.files.setTime(name, festival.now)
  }
}

test('deletes nothing while the clock shows 2036, and resumes when the clock is right', async () => {
  await prepareHousekeeping(deps)
  await buyPass()
  await festival.upload('payment')
  const before = await count()
  for (const time of ['2036-01-05T04:30:00Z', '2036-01-05T05:30:00Z', '2036-01-08T05:30:00Z']) {
    await at(time)
  }
  expect(warnings.join()).toMatch(/"level":40.*nothing is deleted.*ACCEPT_CLOCK=2036-01-05/)
  await at('2025-10-01T06:30:00Z')
  expect(await count()).toBe(before)
  expect(await festival.db.selectFrom('upload').selectAll().execute()).not.toEqual([])
})

test('does not trust a wrong clock, even if new records have its time', async () => {
  await prepareHousekeeping(deps)
  await buyPass()
  const before = await festival.files.names()
  const time = '2036-01-05T04:30:00.000Z'
  festival.now = new Date(time)
  await prepareHousekeeping(deps)
  await festival.upload('payment', makePng({ shade: 3 }))
  await at('2036-01-07T05:30:00Z')
  expect(await festival.files.names()).toEqual(expect.arrayContaining(before))
  expect(warnings.join()).not.toContain('proofs')
})

test('deletes nothing if the clock was set back', async () => {
  await prepareHousekeeping(deps)
  const url = await festival.upload('payment')
  await at('2024-10-01T04:30:00Z')
  expect(warnings.join()).toContain('the clock is far')
  expect(await festival.files.names()).toEqual([nameOf(url)])
})

test('deletes again after a long shutdown once ACCEPT_CLOCK is set (6.33)', async () => {
  await prepareHousekeeping(deps)
  await festival.upload('payment')
  await age()
  await at('2026-03-01T04:30:00Z')
  expect(await count()).toBe(1)
  // Valid on the named day and the next one in India, to the last second.
  await at('2026-03-03T00:00:00+05:30', { acceptedDay: '2026-03-01' })
  expect(await count()).toBe(1)
  await at('2026-03-02T23:59:59+05:30', { acceptedDay: '2026-03-01' })
  expect(await count()).toBe(0)
  await festival.upload('payment')
  await at('2027-03-01T05:30:00Z', { acceptedDay: '2026-03-01' })
  expect(await count()).toBe(1)
})

test('announces the number of expired proofs a day before their deletion', async () => {
  await prepareHousekeeping(deps)
  await buyPass()
  const kept = await count()
  for (const day of ['2025-10-25', '2025-11-20', '2025-12-15']) {
    await at(`${day}T00:00:00Z`)
  }
  expect(warnings.join()).not.toContain('proofs')
  await at('2026-01-10T19:00:00Z')
  expect(warnings.join()).toMatch(/"level":40.*"proofs":1,.*deleted in a day/)
  await at('2026-01-11T18:00:00Z')
  expect(await count()).toBe(kept)
  await at('2026-01-11T19:00:00Z')
  expect(warnings.join()).toContain('expired proofs were deleted')
  expect(await count()).toBe(kept - 1)
})

test('announces a new number if a changed setting makes more proofs expire', async () => {
  await prepareHousekeeping(deps)
  await buyPass()
  for (const day of ['2025-10-25', '2025-11-20', '2025-12-15']) {
    await at(`${day}T00:00:00Z`)
  }
  const kept = await count()
  await at('2025-12-16T00:00:00Z', { keptDays: 10 })
  await buyPassAgain()
  await at('2025-12-17T00:00:01Z', { keptDays: 10 })
  expect(await count()).toBe(kept + 1)
  await at('2025-12-18T00:00:02Z', { keptDays: 10 })
  expect(await count()).toBe(0)
})

/** Buys another pass on 1 October, so that more proofs have expired. */
const buyPassAgain = async () => {
  const now = festival.now
  festival.now = new Date('2025-10-01T04:30:00Z')
  await buyPass()
  festival.now = now
}

test('deletes only sessions that have not been used for twelve hours (14.5)', async () => {
  const session = { email: '', browser: '', created_at: '', expires_at: '2025-10-09T00:00:00.000Z' }
  const seen = { busy: '2025-10-01T12:30:00.000Z', idle: '2025-10-01T11:30:00.000Z' }
  for (const [id, seen_at] of Object.entries(seen)) {
    await festival.db
      .insertInto('desk_session')
      .values({ ...session, id, hash: id, seen_at })
      .execute()
  }
  await at('2025-10-02T00:00:00Z')
  expect(await festival.db.selectFrom('desk_session').select('id').execute()).toEqual([
    { id: 'busy' },
  ])
})

test('deletes nothing in the first hour after startup', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let begun = 0
    const housekeeping = startHousekeeping({
      ...deps,
      clock: () => {
        begun += 1
        return festival.now
      },
    })
    expect(begun).toBe(1)
    vi.advanceTimersByTime(hour - 1)
    expect(begun).toBe(1)
    vi.advanceTimersByTime(1)
    expect(begun).toBe(2)
    housekeeping.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('deletes sign-in e-mails a day after they were sent, and keeps other e-mails (14.188)', async () => {
  await prepareHousekeeping(deps)
  const sent_at = '2025-10-01T04:30:00.000Z'
  const old = await queueMessage(festival, {
    kind: 'desk-link',
    state: 'sent',
    payload: '',
    sent_at,
  })
  const young = await queueMessage(festival, {
    kind: 'desk-link',
    state: 'sent',
    payload: '',
    sent_at: '2025-10-02T04:00:00.000Z',
  })
  const link = await queueMessage(festival, {
    kind: 'private-link',
    state: 'sent',
    payload: '',
    sent_at,
  })
  await at('2025-10-02T05:00:00Z')
  const rows = await festival.db.selectFrom('message').select('id').execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual([young, link].toSorted())
  expect(rows.map(({ id }) => id)).not.toContain(old)
})
