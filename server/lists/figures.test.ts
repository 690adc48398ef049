import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type OpenTask, type Overview, openTasks } from '../../festival/contract/overview'
import type { QueueCounts, QueueFilter, QueueRow } from '../../festival/contract/queue'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readQueue, submit } from '../../tests/support/entries'
import { expectFigures } from '../../tests/support/expected-figures'
import { sendRefund } from '../../tests/support/refunds'
import {
  bank,
  listMatches,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'
import { insertRows } from '../db/table-rows'

startBank()

const events = ['SeniorQuiz', 'JuniorQuiz', 'CasePulse', 'SmartAI'] as const
const copies = 24

/** Sends 24 forms of all kinds on several days, and copies each entry. */
const fillFestival = async () => {
  const { festival, db, ravi, asha } = bank
  for (let n = 0; n < 24; n += 1) {
    // Requests keep the sessions alive.
    await Promise.all([ravi, asha].map((desk) => readQueue(desk)))
    if (n % 6 === 5) {
      festival.passSeconds(2 * 3_600 + n * 900)
    }
    const name = `Guest ${n}`
    const email = `guest${n}@college.test`
    const phone = `98${String(n).padStart(8, '0')}`
    const given = { email, payment_reference: `K7Q4${'23456789BCDFGHJKMNPQRSTV'[n]}2` }
    const leader = { name, phone, year: '2nd year' }
    if (n % 4 === 3) {
      await submit(festival, 'accommodation', {
        ...{ ...given, name, phone, arrival: `2025-10-0${8 + (n % 2)}T16:00` },
        departure: n % 8 === 3 ? '2025-10-09T20:00' : '2025-10-12T10:00',
        transaction_id: String(527_400_000_100 + n),
      })
    } else if (n % 4 === 2) {
      await submit(festival, 'delegate-pass', {
        ...given,
        name,
        phone,
        tier: n % 8 === 2 ? 'novus' : 'magnus',
      })
    } else {
      const members = [
        leader,
        ...(n % 3 === 0 ? [{ name: 'Bala "name": Test', phone: '', year: '' }] : []),
      ]
      await submit(festival, 'registration', {
        ...given,
        members,
        event: n % 2 === 0 ? 'SeniorQuiz' : 'JuniorQuiz',
      })
    }
  }
  await readQueue(ravi)
  const reviews = await db.selectFrom('review').selectAll().execute()
  let number = 2_000_000
  const unpaid = { payment_reference: '' }
  for (const [table, kind] of forms) {
    const own = reviews.filter((review) => review.kind === kind)
    const originals = await db.selectFrom(table).selectAll().execute()
    const rows: (typeof originals)[number][] = []
    const copied: typeof reviews = []
    for (let copy = 0; copy < copies; copy += 1) {
      const ids = new Map(own.map(({ entry_id }) => [entry_id, randomUUID()]))
      const idOf = (id: string) => ids.get(id) ?? ''
      const unique = () => {
        number += 1
        const text = String(number)
        if (table === 'EventRegistration') {
          return { number, registration_id: `EVT-${text}` }
        }
        return table === 'DelegatePass'
          ? { delegate_id: text, registration_id: `DP-${text}` }
          : { request_id: `ACC-${text}` }
      }
      const key = events[copy % events.length] ?? ''
      const [event, form] = kind === 'registration' ? [{ event: key }, { event_id: key }] : [{}, {}]
      rows.push(
        ...originals.map((row) => ({ ...row, ...form, ...unpaid, ...unique(), id: idOf(row.id) })),
      )
      copied.push(...own.map((row) => ({ ...row, ...event, entry_id: idOf(row.entry_id) })))
    }
    await insertRows(db, table, rows)
    await insertRows(db, 'review', copied)
  }
}

const forms = [
  ['EventRegistration', 'registration'],
  ['DelegatePass', 'delegate-pass'],
  ['Accommodation', 'accommodation'],
] as const

const casePulse = {
  ...{
    event: 'CasePulse',
    email: 'casey@college.test',
    institution: 'Test College',
    category: 'student',
  },
  members: [{ name: 'Casey Alone', phone: '9123456780', year: '2nd year' }],
  ...{ delegate_id: '', coupon: '' },
}

test('links each figure to exactly the entries that it counts (14.110)', async () => {
  await fillFestival()
  const { ravi, festival, db } = bank
  const now = async (id: string): Promise<QueueRow> => {
    const { label } = await (await ravi.get(`/api/desk/entries/${id}`)).json()
    const found = (await readQueue(ravi, `?q=${label}`)).find((row) => row.id === id)
    if (!found) {
      throw new Error(label)
    }
    return found
  }
  let last = ''
  let walkIn = ''
  const decide = async (id: string, decision: object): Promise<void> => {
    const answer = await decideOn(ravi, await now(id), { ...decision })
    expect(answer.status).toBe(200)
    last = (await answer.json()).id
  }
  const decideBulk = async (rows: readonly QueueRow[], decision: object) => {
    last = randomUUID()
    const selection = { by: 'rows', rows: rows.map(({ id, version }) => ({ id, version })) }
    const answer = await ravi.send('POST', '/api/desk/decisions/many', {
      id: last,
      selection,
      ...decision,
    })
    expect((await answer.json()).decided).toHaveLength(rows.length)
  }
  const settle = async (id: string) => {
    last = randomUUID()
    const match = listMatches(await bank.preview()).find(({ expected }) =>
      expected.some((entry) => entry.id === id),
    )
    if (!match) {
      throw new Error('no match')
    }
    const { settled } = await bank.settle(
      [makeItem(match, { reason: 'seen on the statement' })],
      last,
    )
    expect(settled).toHaveLength(1)
  }
  const refund = (entryId: string, amount: number, outcome: 'returned' | 'kept') =>
    sendRefund(ravi, {
      id: randomUUID(),
      entryId,
      amount,
      outcome,
      note: 'agreed',
    })
  const made = await readQueue(ravi, '?kind=delegate-pass&q=guest')
  const [exact = '', more = '', seen = ''] = made
    .filter(({ label }) => !label.startsWith('DP-20'))
    .map(({ id }) => id)
  const price = async (id: string) => ((await now(id)).amount ?? 0) * 100
  const owed = await price(exact)
  const owedMore = await price(more)
  const referenceOf = async (id: string) =>
    (
      await db
        .selectFrom('DelegatePass')
        .select('payment_reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).payment_reference
  const ref = await referenceOf(exact)
  const refMore = await referenceOf(more)
  const all = 24 * (copies + 1)

  const steps: readonly [string, () => Promise<unknown>, object][] = [
    [
      'as it begins',
      async () => {},
      { back: 0, unsettled: 0, by: [0, 0, 0], openTasks: { submitted: all, mail: 0 } },
    ],
    ['verified by the picture', () => decide(seen, { decision: 'verify' }), { by: [1, 0, 0] }],
    ['taken back', () => bank.undo(last), { by: [0, 0, 0], openTasks: { submitted: all } }],
    [
      'verified again',
      () => decide(seen, { decision: 'verify' }),
      { by: [1, 0, 0], openTasks: { submitted: all - 1 } },
    ],
    [
      'a walk-in in cash',
      async () => {
        const body = { kind: 'registration', paid: 'cash', form: casePulse }
        walkIn = (await (await ravi.send('POST', '/api/desk/walk-ins', body)).json()).entryId
      },
      { by: [1, 0, 0], cash: [1, 30_000], openTasks: { submitted: all } },
    ],
    ['verified in cash', () => decide(walkIn, { decision: 'verify' }), { by: [1, 0, 1], back: 0 }],
    [
      'a statement',
      () =>
        bank.importStatement([
          pays('527400000001', ref, owed),
          pays('527400000002', refMore, owedMore + 10_000),
          pays('527400000003', 'LUNCH', 12_345),
        ]),
      {
        unsettled: owed + owedMore + 22_345,
        back: 0,
        received: owed + owedMore + 22_345,
        short: [0, 0],
      },
    ],
    ['the exact one settled', () => settle(exact), { unsettled: owedMore + 22_345, by: [1, 1, 1] }],
    ['taken back', () => bank.undo(last), { unsettled: owed + owedMore + 22_345, by: [1, 0, 1] }],
    [
      'settled again',
      () => settle(exact),
      { unsettled: owedMore + 22_345, by: [1, 1, 1], back: 0 },
    ],
    [
      'too much settled',
      () => settle(more),
      { unsettled: 12_345, unknown: 12_345, by: [1, 2, 1], back: 10_000 },
    ],
    ['some given back', () => refund(more, 4_000, 'returned'), { back: 6_000 }],
    ['the rest kept', () => refund(more, 6_000, 'kept'), { back: 0, kept: 6_000 }],
    [
      'rejected, with its money',
      () => decide(exact, { decision: 'reject' }),
      { back: owed, by: [1, 1, 1] },
    ],
    [
      'reopened',
      () => decide(exact, { decision: 'reopen' }),
      { back: 0, unsettled: 12_345 + owed },
    ],
    [
      'withdrawn, paid in cash',
      () => decide(walkIn, { decision: 'withdraw' }),
      { back: 30_000, by: [1, 1, 0] },
    ],
    ['taken back', () => bank.undo(last), { back: 0, by: [1, 1, 1] }],
    [
      'a correction asked for',
      () => decide(walkIn, { decision: 'ask-correction', reasons: [{ key: 'team-rules' }] }),
      { by: [1, 1, 0], openTasks: { 'needs-correction': 1 } },
    ],
    [
      'corrected: a second member, and what two owe',
      async () => {
        const { label, version } = await now(walkIn)
        const secret = await askForSecret(festival, label, casePulse.email)
        const members = [...casePulse.members, { name: 'Bela Second', phone: '', year: '' }]
        const answer = await festival.post('/api/my-submission/correct', {
          secret,
          version,
          fields: { members },
        })
        expect(answer.status).toBe(200)
        const { due, people } = await db
          .selectFrom('review')
          .selectAll()
          .where('entry_id', '=', walkIn)
          .executeTakeFirstOrThrow()
        expect([due, people]).toEqual([40_000, 2])
      },
      { openTasks: { 'needs-correction': 0, corrected: 1 } },
    ],
    [
      'many rejected',
      async () =>
        decideBulk(await readQueue(ravi, '?event=SmartAI&state=submitted'), { decision: 'reject' }),
      { openTasks: { submitted: all - 51 } },
    ],
    ['all taken back', () => bank.undo(last), { openTasks: { submitted: all - 1 } }],
    [
      'the bank takes a payment back',
      () => {
        const reversal = {
          ...pays('527400000002', refMore, -owedMore - 10_000),
          narration: 'UPI/REV/527400000002/ASHA/HDFC',
        }
        return bank.importStatement([pays('527400000002', refMore, owedMore + 10_000), reversal])
      },
      { by: [2, 0, 0], received: owed + 12_345 },
    ],
    [
      'a picture read',
      async () => {
        const { proofs } = await (await ravi.get('/api/desk/ocr-results/unread')).json()
        const before = (await expectFigures()).openTasks.unread.count
        const [one] = proofs.filter(({ entryId }: { entryId: string }) => entryId !== seen)
        await ravi.send('POST', '/api/desk/ocr-results', {
          items: [{ proof: one.proof, amount: 500 }],
        })
        await readQueue(ravi)
        expect((await expectFigures()).openTasks.unread.count).toBe(before - 1)
      },
      {},
    ],
    [
      'a mail fails',
      () =>
        db
          .updateTable('message')
          .set({ state: 'failed' })
          .where('entry_id', '=', exact)
          .where('kind', '=', 'delegate-pass')
          .execute(),
      { openTasks: { mail: 1 } },
    ],
  ]
  for (const [name, step, figures] of steps) {
    await step()
    expect(pick(await expectFigures()), name).toMatchObject(figures)
  }

  const overview = await expectFigures()
  const counted = async (filter: QueueFilter): Promise<number> => {
    const counts: QueueCounts = await (
      await ravi.get(
        `/api/desk/counts?${new URLSearchParams({ ...filter } as Record<string, string>)}`,
      )
    ).json()
    return counts.total
  }
  for (const { filter, ...row } of [overview.all, ...overview.rows, ...overview.nights]) {
    expect(await counted({ ...filter, scope: 'accepted' }), JSON.stringify(filter)).toBe(
      row.accepted.count,
    )
    expect(await counted({ ...filter, scope: 'open' })).toBe(row.open.count)
    expect(await counted({ ...filter, state: 'verified' })).toBe(row.verified.count)
  }
  for (const [wait, { filter }] of Object.entries(openTasks)) {
    expect(await counted(filter), wait).toBe(overview.openTasks[wait as OpenTask].count)
  }
  for (const { day, accepted: all } of overview.days) {
    expect(await counted({ day, scope: 'accepted' }), day).toBe(all.count)
  }
})

const pick = ({
  back,
  unsettled,
  unknown,
  cash,
  received,
  short,
  kept,
  sources,
  openTasks,
}: Overview) => ({
  ...{
    back: back.sum,
    unsettled: unsettled.sum,
    unknown: unknown.sum,
    cash: [cash.count, cash.sum],
  },
  ...{ received: received.sum, short: [short.count, short.sum], kept: kept.sum },
  by: [sources.picture.count, sources.bank.count, sources.cash.count],
  openTasks: Object.fromEntries(
    Object.entries(openTasks).map(([wait, { count }]) => [wait, count]),
  ),
})
