import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManyDecided } from '../../../festival/desk/decision'
import { createDeskApp, type Desk, organisers, signIn } from '../../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../../tests/support/submissions'
import { createTestApp, type TestApp } from '../../../tests/support/test-app'

let festival: TestApp
let ravi: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

const letters = async (subject: RegExp) => {
  while (await festival.outbox.deliverDue());
  return festival.mailer.sent.filter((mail) => subject.test(mail.subject))
}
const wait = (seconds: number) => {
  festival.now = new Date(festival.now.getTime() + seconds * 1_000)
}
const verified = /^Your payment is verified/

test('a verified payment is seen by its picture, counted, told after a minute, and in the audit log (14.11)', async () => {
  const { registration_id } = await submit(festival)
  const row = await readOnly(ravi)
  const answer = await decideOn(ravi, row, { decision: 'verify' })
  expect(await answer.json()).toMatchObject({
    submission: row.id,
    state: 'verified',
    ground: 'picture',
    version: 2,
    undoUntil: '2025-10-01T04:31:00.123Z',
  })
  wait(59)
  expect(await letters(verified)).toEqual([])
  wait(1)
  const [mail] = await letters(verified)
  expect(mail).toMatchObject({ to: 'asha@college.test', subject: `Your payment is verified (${registration_id})` })
  const { entries } = await (await ravi.get(`/api/desk/audit?submission=${row.id}`)).json()
  expect(entries).toMatchObject([{ action: 'decided', actor: organisers.verifier, detail: { decision: 'verify' } }])
})

test('undo within the minute leaves no trace but the audit log, and the mail never goes (14.12)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const { id } = await (await decideOn(ravi, row, { decision: 'reject' })).json()
  wait(59)
  const undone = await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const submissions = [{ id: row.id, state: 'submitted', ground: null, version: 3 }]
  expect(await undone.json()).toEqual({ id, submissions, tooLate: [] })
  wait(3_600)
  const again = await createTestApp({ beside: festival, env: {} })
  while (await again.outbox.deliverDue());
  await again.close()
  expect(await letters(/not accepted/)).toEqual([])
  expect(await festival.db.selectFrom('decision').selectAll().execute()).toEqual([])
  const { entries } = await (await ravi.get(`/api/desk/audit?submission=${row.id}`)).json()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['undone', 'decided'])
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
})

test('once the minute is over nothing is taken back (14.12)', async () => {
  await submit(festival)
  const { id } = await (await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })).json()
  wait(60)
  const late = await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  expect([late.status, (await late.json()).code]).toEqual([409, 'too-late'])
  expect(await letters(verified)).toHaveLength(1)
  expect((await readOnly(ravi)).state).toBe('verified')
})

test('a press that is sent again is never taken twice, also after its undo (14.11)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const id = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => decideOn(ravi, row, { decision: 'verify' }, id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const late = await decideOn(ravi, row, { decision: 'verify' }, id)
  expect([late.status, (await late.json()).code]).toEqual([409, 'undone'])
  expect((await readOnly(ravi)).state).toBe('submitted')
})

test('of two verifiers at once one decides, and the other hears who and what; one mail goes (14.11)', async () => {
  const asha = await signIn(festival, 'admin')
  await submit(festival)
  for (let round = 0; round < 25; round += 1) {
    const row = await readOnly(ravi)
    const decision = row.state === 'verified' ? 'reopen' : 'verify'
    const answers = await Promise.all([decideOn(ravi, row, { decision }), decideOn(asha, row, { decision })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await answers.find(({ status }) => status === 409)?.json()
    expect(refused).toMatchObject({ code: 'stale', current: { version: row.version + 1 } })
    expect([organisers.verifier, organisers.admin]).toContain(refused.current.by)
  }
  wait(60)
  expect(await letters(verified)).toHaveLength(13)
})

test('only legal steps are taken, and only what can be said of a kind (14.10)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const refuse = async (decision: Record<string, unknown>, seen = row) => {
    const answer = await decideOn(ravi, seen, decision)
    const { code, errors } = await answer.json()
    return [answer.status, code, ...(errors ?? []).map(({ path }: { path: string }) => path)]
  }
  expect(await refuse({ decision: 'reopen' })).toEqual([409, 'illegal'])
  expect(await refuse({ decision: 'verify', ground: 'bank' })).toEqual([422, 'invalid', 'ground'])
  expect(await refuse({ decision: 'ask-correction' })).toEqual([422, 'invalid', 'reasons'])
  const [short, room] = [{ key: 'amount-short' }, { key: 'identity-unclear' }]
  expect(await refuse({ decision: 'ask-correction', reasons: [short] })).toEqual([
    422,
    'invalid',
    'reasons.0.difference',
  ])
  expect(await refuse({ decision: 'ask-correction', reasons: [room] })).toEqual([422, 'invalid', 'reasons'])
  expect(await refuse({ decision: 'verify' }, { ...row, id: randomUUID() })).toEqual([404, 'not-found'])
  expect(await refuse({ decision: 'verify' }, { ...row, version: 7 })).toEqual([409, 'stale'])
})

test('a viewer decides nothing (14.2)', async () => {
  await submit(festival)
  const vani = await signIn(festival, 'viewer')
  expect((await decideOn(vani, await readOnly(vani), { decision: 'verify' })).status).toBe(403)
})

test('a request for a correction says the reasons in words, with a private link that goes to nobody else (14.20)', async () => {
  await festival.close()
  festival = await createDeskApp({ ORGANISERS_EMAIL: 'all@organisers.test' })
  ravi = await signIn(festival)
  await submit(festival)
  const reasons = [{ key: 'proof-unreadable' }, { key: 'amount-short', difference: 150 }]
  await decideOn(ravi, await readOnly(ravi), {
    decision: 'ask-correction',
    reasons,
    note: 'Thank you, see evil.example',
  })
  wait(60)
  const [mail] = await letters(/^Please correct/)
  expect(mail?.cc).toBeUndefined()
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  expect(text).toContain('We cannot read the screenshot of your payment.')
  expect(text).toContain('The difference is ₹150.')
  expect(text).toContain('see evil. example')
  expect(text).toMatch(/https:\/\/cerebra\.test\/my-submission#[\w-]{43}/)
})

test('many at once: the preview says who is skipped and why, and one press decides the rest once (14.13)', async () => {
  for (const name of ['Asha Rao', 'Bela Rao', 'Chitra Rao', 'Dev Rao'])
    await submit(festival, 'delegate-pass', {
      name,
      email: `${name.slice(0, 3)}@college.test`,
      phone: `98000000${name.charCodeAt(0)}`,
    })
  const rows = await readQueue(ravi)
  const [first, second] = rows
  if (!first || !second) throw new Error('There are four')
  await decideOn(ravi, first, { decision: 'reject' })
  await festival.db
    .insertInto('flag')
    .values({ id: 'f', record_id: second.id, kind: 'same-utr', group_id: '', other_id: '', detail: '', created_at: '' })
    .execute()
  const selection = { by: 'rows', rows: rows.map(({ id, version }) => ({ id, version })) }
  const preview = await (
    await ravi.send('POST', '/api/desk/decisions/preview', { selection, decision: 'verify' })
  ).json()
  const why = ['stale', 'flagged']
  expect([preview.willDecide, preview.skipped.map((one: { why: string }) => one.why)]).toEqual([2, why])
  const id = randomUUID()
  const press = () => ravi.send('POST', '/api/desk/decisions/many', { id, selection, decision: 'verify' })
  const [one, two] = [await (await press()).json(), await (await press()).json()]
  expect(one).toMatchObject({ next: null, skipped: [{ why: 'stale' }, { why: 'flagged' }] })
  expect(one.decided.map(({ submission }: { submission: string }) => submission).sort()).toEqual(
    two.decided.map(({ submission }: { submission: string }) => submission).sort(),
  )
  // The page asks again where the first answer takes long: neither hears that it came too late.
  const undo = () => ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const answers = await Promise.all((await Promise.all([undo(), undo()])).map((answer) => answer.json()))
  expect(answers.map(({ code }) => code)).not.toContain('too-late')
  const undone = answers.find(({ submissions }) => submissions)
  expect(undone.submissions.map(({ state }: { state: string }) => state)).toEqual(['submitted', 'submitted'])
  const again = await undo()
  expect([again.status, (await again.json()).code]).toEqual([409, 'undone'])
  expect((await ravi.send('POST', `/api/desk/decisions/${randomUUID()}/undo`)).status).toBe(404)
  wait(60)
  expect(await letters(verified)).toEqual([])
})

test('all of a filter: only what has not changed since the preview (14.13)', async () => {
  for (let n = 0; n < 3; n += 1)
    await submit(festival, 'delegate-pass', {
      email: `p${n}@college.test`,
      phone: `981000000${n}`,
      name: `Person ${'abc'[n]}`,
    })
  await submit(festival, 'accommodation', { email: 'room@college.test', phone: '9820000000' })
  const filter = { kind: 'delegate-pass' }
  const ask = async (seenAt: string) => {
    const selection = { by: 'filter', filter, seenAt }
    return (await ravi.send('POST', '/api/desk/decisions/preview', { selection, decision: 'verify' })).json()
  }
  const { willDecide, seenAt } = await ask('2025-10-01T04:30:00.123Z')
  expect(willDecide).toBe(3)
  wait(5)
  const [row] = await readQueue(ravi, '?kind=delegate-pass')
  if (row) await decideOn(ravi, row, { decision: 'reject' })
  const selection = { by: 'filter', filter, seenAt }
  const done = await (
    await ravi.send('POST', '/api/desk/decisions/many', { id: randomUUID(), selection, decision: 'verify' })
  ).json()
  expect([done.decided.length, done.next]).toEqual([2, null])
})

test('a long list is decided in calls that each tell only what is new, and passes what a reason does not fit (14.13)', async () => {
  await submit(festival, 'delegate-pass')
  await readOnly(ravi)
  const pass = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const review = await festival.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 204 }, (_, n) => ({
    pass: { ...pass, id: `pass-${n}`, delegate_id: String(n), registration_id: `DP-${n}` },
    review: { ...review, record_id: `pass-${n}` },
  }))
  await festival.db
    .insertInto('DelegatePass')
    .values(more.map(({ pass }) => pass))
    .execute()
  await festival.db
    .insertInto('review')
    .values(more.map(({ review }) => review))
    .execute()
  const selection = { by: 'filter', filter: {}, seenAt: '2025-10-01T04:30:00.123Z' }
  const press = async (id: string, verdict: object, after?: string): Promise<ManyDecided> =>
    (await ravi.send('POST', '/api/desk/decisions/many', { id, selection, after, ...verdict })).json()
  const unfit = { decision: 'ask-correction', reasons: [{ key: 'identity-unclear' }] }
  const none = await press(randomUUID(), unfit)
  expect([none.decided.length, none.skipped.length]).toEqual([0, 100])
  expect((await press(randomUUID(), unfit, none.next ?? '')).next).toBeNull()

  const id = randomUUID()
  const one = await press(id, { decision: 'reject' })
  const two = await press(id, { decision: 'reject' }, one.next ?? '')
  expect([one.decided.length, two.decided.length, two.next]).toEqual([200, 5, null])
  // A press whose answers were lost begins once more, and hears all of it.
  expect((await press(id, { decision: 'reject' })).decided).toHaveLength(205)
})

test('ten thousand rows picked one by one are too many for one call', async () => {
  const rows = Array.from({ length: 501 }, () => ({ id: randomUUID(), version: 1 }))
  const answer = await ravi.send('POST', '/api/desk/decisions/many', {
    id: randomUUID(),
    selection: { by: 'rows', rows },
    decision: 'verify',
  })
  expect(answer.status).toBe(422)
})
