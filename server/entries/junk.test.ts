import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideOn, readEntry, readOnly, readQueue } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillDelegatePass } from '../../tests/support/filled-forms'
import { deleteUnmatchedRows } from '../jobs/retention'

startSignedDesk({ TRUST_PROXY: '1' })

const sendFrom = async (network: string, n: number) => {
  const body = await fillDelegatePass(festival, {
    name: `Guest ${n}`,
    email: `guest${n}@college.test`,
  })
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network }
  const answer = await festival.request('/api/delegate-passes', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
}

/** Adds rows without entries to the network and hour of an entry. */
const addToNetworkOf = async (name: string, count: number) => {
  const [entry] = await readQueue(ravi, `?q=${encodeURIComponent(name)}`)
  const { group_id, since } = await festival.db
    .selectFrom('group_member')
    .selectAll()
    .where('entry_id', '=', String(entry?.id))
    .where('group_id', 'like', 'network.%')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    group_id,
    entry_id: randomUUID(),
    since,
  }))
  await festival.db.insertInto('group_member').values(rows).execute()
}

test('filters bursts from one network without storing the network’s address (14.168)', async () => {
  for (let n = 0; n < 6; n += 1) {
    await sendFrom('203.0.113.7', n)
  }
  for (let n = 6; n < 11; n += 1) {
    await sendFrom('198.51.100.9', n)
  }
  await addToNetworkOf('Guest 0', 95)
  await addToNetworkOf('Guest 6', 95)
  const found = await readQueue(ravi, '?burst=yes')
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => `Guest ${n}`),
  )
  const one = await readOnly(ravi, '?q=guest0@college.test')
  await decideOn(ravi, one, { decision: 'verify' })
  expect(await readQueue(ravi, '?burst=yes')).toHaveLength(6)
  const stored = await festival.db
    .selectFrom('group_member')
    .selectAll()
    .where('group_id', 'like', 'network.%')
    .execute()
  expect(stored).toHaveLength(11 + 2 * 95)
  expect(JSON.stringify(stored)).not.toMatch(/203\.0|198\.51/)
  await festival.passSeconds(3_600)
  await sendFrom('198.51.100.9', 11)
  expect(await readQueue(ravi, '?burst=yes')).toHaveLength(6)

  await deleteUnmatchedRows({
    db: festival.db,
    asOf: new Date('2026-03-01T00:00:00Z'),
    lastDay: '2025-10-12',
    keptDays: 30,
  })
  expect(await readQueue(ravi, '?burst=yes')).toEqual([])
})

test('can reject entries silently, but sends an e-mail about every other decision (14.169)', async () => {
  for (let n = 0; n < 3; n += 1) {
    await sendFrom('203.0.113.7', n)
  }
  const [first, ...others] = await readQueue(ravi)
  if (!first) {
    throw new Error('There is no entry')
  }
  await decideOn(ravi, first, { decision: 'reject', isSilent: true, writeToAll: true })
  const selection = { by: 'rows', rows: others.map(({ id, version }) => ({ id, version })) }
  const press = { id: randomUUID(), selection, decision: 'reject', isSilent: true }
  expect((await ravi.send('POST', '/api/desk/decisions/many', press)).status).toBe(200)
  const listDecisionEmails = () =>
    festival.db.selectFrom('message').select('id').where('kind', '=', 'decision').execute()
  expect(await listDecisionEmails()).toEqual([])
  expect((await readEntry(ravi, first.id)).state).toBe('rejected')

  await decideOn(ravi, await readOnly(ravi, `?q=${first.email}`), { decision: 'reopen' })
  await decideOn(ravi, await readOnly(ravi, `?q=${first.email}`), {
    decision: 'verify',
    isSilent: true,
  })
  expect(await listDecisionEmails()).toHaveLength(1)
})
