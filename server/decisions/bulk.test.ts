import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BulkDecided, BulkPreview, Undone } from '../../festival/contract/decision'
import type { ProofsToRead } from '../../festival/contract/ocr-result'
import { askForCorrection, askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, readEmails, signIn } from '../../tests/support/organisers'

startSignedDesk()

const verified = /^Your payment is verified/

const post = async (path: string, body?: object) =>
  (await ravi.send('POST', `/api/desk/decisions/${path}`, body)).json()
const preview = (body: object): Promise<BulkPreview> => post('preview', body)
const sendBatch = (body: object): Promise<BulkDecided> => post('many', body)
const undo = (id: string) => ravi.send('POST', `/api/desk/decisions/${id}/undo`)

const openPictures = async (rows: readonly { id: string }[]) => {
  for (const { id } of rows) {
    for (const { address } of (await readEntry(ravi, id)).proofs) {
      await ravi.get(address)
    }
  }
}

const passes = async (names: readonly string[], changes: object = {}) => {
  for (const [n, name] of names.entries()) {
    await submit(festival, 'delegate-pass', {
      name,
      email: `p${n}@college.test`,
      phone: `981000000${n}`,
      ...changes,
    })
  }
  return readQueue(ravi)
}
const picked = (rows: readonly { id: string; version: number }[]) => ({
  by: 'rows',
  rows: rows.map(({ id, version }) => ({ id, version })),
})
const allOf = (filter: object, seenAt = '2025-10-01T04:30:00.123Z') => ({
  by: 'filter',
  filter,
  seenAt,
})
const reasonsOf = (skipped: BulkDecided['skipped']) => skipped.map(({ why }) => why)

test('verifies in bulk only entries whose picture was opened or shows the amount due (14.13)', async () => {
  const rows = await passes(['Opened', 'Read', 'Read wrong', 'Unseen'], { tier: 'novus' })
  await openPictures(rows.filter(({ name }) => name === 'Opened'))
  const { proofs }: ProofsToRead = await (await ravi.get('/api/desk/ocr-results/unread')).json()
  const proofOf = (name: string) =>
    proofs.find(({ entryId }) => entryId === rows.find((row) => row.name === name)?.id)?.proof
  // OCR often reads a rupee sign as a digit.
  const items = [
    { proof: proofOf('Read'), amount: 3_500 },
    { proof: proofOf('Read wrong'), amount: 50 },
  ]
  await ravi.send('POST', '/api/desk/ocr-results', { items })
  await readQueue(ravi)
  const filter = { state: 'submitted' }
  const { seenAt, skipped, names, ...counts } = await preview({
    selection: allOf(filter),
    decision: 'verify',
  })
  expect(names.split(', ')).toHaveLength(2)
  expect(counts).toEqual({
    willDecide: 2,
    sum: 1_000,
    unopened: 1,
    unreached: 0,
    waiting: 0,
    isFree: false,
    moreSkipped: 0,
  })
  expect(skipped.map(({ name, why }) => [name, why]).toSorted()).toEqual([
    ['Read wrong', 'unseen'],
    ['Unseen', 'unseen'],
  ])
  const done = await sendBatch({
    id: randomUUID(),
    selection: allOf(filter, seenAt),
    decision: 'verify',
  })
  expect([done.decided.length, done.skipped.map(({ name }) => name).toSorted()]).toEqual([
    2,
    ['Read wrong', 'Unseen'],
  ])
  expect(await preview({ selection: allOf({}), decision: 'verify' })).toMatchObject({
    willDecide: 0,
    sum: 0,
  })
  const left = await preview({ selection: picked(rows), decision: 'verify' })
  expect([left.willDecide, reasonsOf(left.skipped).toSorted()]).toEqual([
    0,
    ['stale', 'stale', 'unseen', 'unseen'],
  ])
})

test('does not count views of a replaced picture as views of the new one (14.13)', async () => {
  const [row] = await passes(['Asha Rao'])
  const { label = '', id = '' } = row ?? {}
  await openPictures([{ id }])
  festival.passSeconds(1)
  await askForCorrection(festival, [{ key: 'proof-unreadable' }], '', id)
  const secret = await askForSecret(festival, label, 'p0@college.test')
  const proofs = { payment_screenshot_url: await festival.upload('payment') }
  expect(
    (await festival.post('/api/my-submission/correct', { secret, version: 2, proofs })).status,
  ).toBe(200)
  const unseen = await preview({ selection: allOf({}), decision: 'verify' })
  expect([unseen.willDecide, reasonsOf(unseen.skipped)]).toEqual([0, ['unseen']])
  festival.passSeconds(1)
  await openPictures([{ id }])
  expect(await preview({ selection: allOf({}), decision: 'verify' })).toMatchObject({
    willDecide: 1,
    unopened: 0,
  })
})

test('previews skipped entries with reasons, and decides the remaining ones once (14.13)', async () => {
  const rows = await passes(['Asha Rao', 'Bela Rao', 'Chitra Rao', 'Dev Rao'])
  const [first, second] = rows
  if (!first || !second) {
    throw new Error('There are not four entries')
  }
  await openPictures(rows)
  await decideOn(ravi, first, { decision: 'reject' })
  await festival.db
    .insertInto('flag')
    .values({
      id: 'f',
      entry_id: second.id,
      kind: 'same-utr',
      group_id: '',
      other_id: '',
      detail: '',
      created_at: '',
    })
    .execute()
  const command = { selection: picked(rows), decision: 'verify' }
  const { willDecide, skipped } = await preview(command)
  expect([willDecide, reasonsOf(skipped)]).toEqual([2, ['stale', 'flagged']])
  const id = randomUUID()
  const one = await sendBatch({ id, ...command })
  const two = await sendBatch({ id, ...command })
  expect([one.next, reasonsOf(one.skipped)]).toEqual([null, ['stale', 'flagged']])
  expect(new Set(two.decided.map(({ entryId }) => entryId))).toEqual(
    new Set(one.decided.map(({ entryId }) => entryId)),
  )
  // The page repeats a slow request. Both requests succeed.
  const answers = await Promise.all(
    (await Promise.all([undo(id), undo(id)])).map((answer) => answer.json()),
  )
  expect(answers.map(({ code }) => code)).not.toContain('too-late')
  const undone = answers.find(({ entries }) => entries)
  expect(undone.entries.map(({ state }: { state: string }) => state)).toEqual([
    'submitted',
    'submitted',
  ])
  const again = await undo(id)
  expect([again.status, (await again.json()).code]).toEqual([409, 'undone'])
  expect((await undo(randomUUID())).status).toBe(404)
  festival.passSeconds(60)
  expect(await readEmails(festival, verified)).toEqual([])
})

test('decides only entries matching a filter that are unchanged since the preview (14.13)', async () => {
  await passes(['Person a', 'Person b', 'Person c'])
  await submit(festival, 'accommodation', { email: 'room@college.test', phone: '9820000000' })
  await openPictures(await readQueue(ravi))
  const filter = { kind: 'delegate-pass' }
  const { willDecide, seenAt } = await preview({ selection: allOf(filter), decision: 'verify' })
  expect(willDecide).toBe(3)
  festival.passSeconds(5)
  const [row] = await readQueue(ravi, '?kind=delegate-pass')
  if (row) {
    await decideOn(ravi, row, { decision: 'reject' })
  }
  const done = await sendBatch({
    id: randomUUID(),
    selection: allOf(filter, seenAt),
    decision: 'verify',
  })
  expect([done.decided.length, done.next]).toEqual([2, null])
})

test('decides all entries matching a filter except the deselected ones (19.41)', async () => {
  const rows = await passes(['Person a', 'Person b', 'Person c'])
  await openPictures(rows)
  const except = rows.flatMap(({ id, name }) => (name === 'Person b' ? [id] : []))
  const filter = { kind: 'delegate-pass' }
  const { willDecide, seenAt } = await preview({
    selection: { ...allOf(filter), except },
    decision: 'verify',
  })
  expect(willDecide).toBe(2)
  await sendBatch({
    id: randomUUID(),
    selection: { ...allOf(filter, seenAt), except },
    decision: 'verify',
  })
  const [left, ...others] = await readQueue(ravi, '?state=submitted')
  expect([left?.name, others]).toEqual(['Person b', []])
})

const addPasses = async (count: number) => {
  const pass = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const review = await festival.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()
  for (let start = 0; start < count; start += 500) {
    const ids = Array.from({ length: Math.min(500, count - start) }, (_, n) => String(start + n))
    const passes = ids.map((n) => ({
      ...pass,
      id: `pass-${n}`,
      delegate_id: n,
      registration_id: `DP-${n}`,
      email: `${n}@college.test`,
    }))
    await festival.db.insertInto('DelegatePass').values(passes).execute()
    const reviews = ids.map((n) => ({ ...review, entry_id: `pass-${n}` }))
    await festival.db.insertInto('review').values(reviews).execute()
  }
}

const everyState = async () => {
  const rows = await festival.db.selectFrom('review').select('state').distinct().execute()
  return rows.map(({ state }) => state)
}

test('undoes hundreds of rejections before any of their e-mails is sent (14.12, 14.13)', async () => {
  await submit(festival, 'delegate-pass')
  await readOnly(ravi)
  await addPasses(619)
  const id = randomUUID()
  let undoUntil = ''
  let decided = 0
  for (let after: string | undefined, more = true; more; ) {
    const answer = await sendBatch({ id, selection: allOf({}), after, decision: 'reject' })
    undoUntil = answer.undoUntil
    decided += answer.decided.length
    after = answer.next ?? undefined
    more = answer.next !== null
    festival.passSeconds(14)
    while (await festival.outbox.deliverDue()) {}
  }
  expect(decided).toBe(620)
  const moments = await festival.db.selectFrom('decision').select('decided_at').distinct().execute()
  expect(moments).toHaveLength(1)
  festival.now = new Date(undoUntil)
  const undoing = undo(id)
  // The minute ends during the undo.
  await expect
    .poll(async () => (await everyState()).includes('submitted'), { timeout: 20_000 })
    .toBe(true)
  festival.passSeconds(20)
  while (await festival.outbox.deliverDue()) {}
  const undone: Undone = await (await undoing).json()
  expect([undone.entries.length, undone.tooLate]).toEqual([620, []])
  festival.passSeconds(3_600)
  expect(await readEmails(festival, /not accepted/)).toEqual([])
  expect(await everyState()).toEqual(['submitted'])
  const again = await undo(id)
  expect([again.status, (await again.json()).code]).toEqual([409, 'undone'])
})

test('undoes a batch except for decisions whose e-mail was already sent (14.12)', async () => {
  const rows = await passes(['Asha', 'Bela', 'Chitra', 'Dev'])
  const id = randomUUID()
  await sendBatch({ id, selection: picked(rows), decision: 'reject' })
  const gone = rows[2]?.id ?? ''
  await festival.db
    .updateTable('message')
    .set({ state: 'sent', attempts: 1 })
    .where('entry_id', '=', gone)
    .where('kind', '=', 'decision')
    .execute()
  festival.passSeconds(55)
  const undone: Undone = await (await undo(id)).json()
  expect([undone.entries.length, undone.tooLate]).toEqual([3, [gone]])
  // The desk repeats the request after a lost response.
  expect(await (await undo(id)).json()).toEqual({ id, entries: [], tooLate: [gone] })
  expect((await readQueue(ravi, `?command=${id}`)).map((row) => [row.id, row.state])).toEqual([
    [gone, 'rejected'],
  ])
})

test('each call of a long bulk decision returns only the results of that call (14.13)', async () => {
  await submit(festival, 'delegate-pass')
  await readOnly(ravi)
  await addPasses(204)
  const selection = allOf({})
  const unsuitable = { decision: 'ask-correction', reasons: [{ key: 'identity-unclear' }] }
  const none = await sendBatch({ id: randomUUID(), selection, ...unsuitable })
  expect([none.decided.length, none.skipped.length]).toEqual([0, 100])
  expect(
    (await sendBatch({ id: randomUUID(), selection, ...unsuitable, after: none.next })).next,
  ).toBeNull()

  const command = { id: randomUUID(), selection, decision: 'reject' }
  const one = await sendBatch(command)
  const two = await sendBatch({ ...command, after: one.next })
  expect([one.decided.length, two.decided.length, two.next]).toEqual([200, 5, null])
  // After lost responses, the device starts the batch again.
  expect((await sendBatch(command)).decided).toHaveLength(205)
})

test('rejects a bulk decision that lists 501 entries', async () => {
  const rows = Array.from({ length: 501 }, () => ({ id: randomUUID(), version: 1 }))
  const command = { id: randomUUID(), selection: { by: 'rows', rows }, decision: 'verify' }
  expect((await ravi.send('POST', '/api/desk/decisions/many', command)).status).toBe(422)
})

test('rejects the id of another organiser’s batch or of an existing decision (14.11, 14.13)', async () => {
  await passes(['Asha Rao', 'Bela Rao'])
  const one = await readOnly(ravi, '?q=Asha')
  const other = await readOnly(ravi, '?q=Bela')
  const id = randomUUID()
  const command = { id, selection: picked([one]), decision: 'reject' }
  await sendBatch(command)
  festival.passSeconds(30)
  const asha = await signIn(festival, 'admin')
  const tries: [Desk, string, object][] = [
    [asha, 'decisions/many', command],
    [asha, 'decisions/many', { ...command, selection: picked([other]), decision: 'withdraw' }],
    [ravi, 'decisions/many', { ...command, selection: picked([other]), decision: 'withdraw' }],
    [
      asha,
      'bank/settlements',
      { id, items: [{ expected: [{ id: other.id, version: 1 }], rows: ['none'] }] },
    ],
  ]
  for (const [desk, path, body] of tries) {
    const answer = await desk.send('POST', `/api/desk/${path}`, body)
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'illegal'])
  }
  const single = randomUUID()
  await decideOn(ravi, other, { decision: 'withdraw' }, single)
  expect(
    (await ravi.send('POST', '/api/desk/decisions/many', { ...command, id: single })).status,
  ).toBe(409)
})

test('accepts only one of two concurrent decisions with the same id (14.11)', async () => {
  await passes(['Asha', 'Bela'])
  for (let round = 0; round < 10; round += 1) {
    const id = randomUUID()
    const rows = await readQueue(ravi)
    const answers = await Promise.all(
      rows.map((row) => decideOn(ravi, row, { decision: 'verify' }, id)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    await undo(id)
  }
})
