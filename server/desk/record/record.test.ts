import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { makePng } from '../../../tests/support/files'
import { fillRegistration } from '../../../tests/support/filled-forms'
import { createDeskApp, type Desk, organisers, signIn } from '../../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../../tests/support/submissions'
import type { TestApp } from '../../../tests/support/test-app'

let festival: TestApp
let ravi: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

const read = async (id: string, desk = ravi): Promise<SubmissionRecord> =>
  (await desk.get(`/api/desk/submissions/${id}`)).json()
const wait = (seconds: number) => {
  festival.now = new Date(festival.now.getTime() + seconds * 1_000)
}
/** The kinds of flags of the newest submission, and how many of the others have the same. */
const flagsOfNewest = async () => (await readQueue(ravi, '?order=newest')).map(({ flags }) => flags)

test('a record shows its facts, its files, what is due and who did what (14.18)', async () => {
  await submit(festival, 'registration', { utr: '412345678901', payment_reference: 'K7Q4M2' })
  const row = await readOnly(ravi)
  wait(5)
  await decideOn(ravi, row, { decision: 'verify' })
  const record = await read(row.id)
  expect(record).toMatchObject({
    due: 600,
    utr: '412345678901',
    paymentReference: 'K7Q4M2',
    members: [{ name: 'Asha Test' }, { name: 'Bala Test' }],
    confirmation: 'sent',
    canSendAgain: false,
    state: 'verified',
    samePerson: [],
    others: [],
  })
  expect(record.timeline.map(({ what, by }) => [what, by])).toEqual([
    ['sent', null],
    ['confirmed', null],
    ['decided', organisers.verifier],
  ])
  expect(record.timeline[2]?.undoUntil).toBe('2025-10-01T04:31:05.123Z')
  expect(record.facts).toContainEqual({ label: 'Institution', value: 'Test Medical College' })
  expect((await ravi.get('/api/desk/submissions/none')).status).toBe(404)
})

test('a proof opens with a session only, byte for byte, and who saw it, or whose browser read it, is noted (14.18, 14.52)', async () => {
  const picture = makePng({ height: 500 })
  await submit(festival, 'registration', { payment_screenshot_url: await festival.upload('payment', picture) })
  const row = await readOnly(ravi)
  const [proof] = (await read(row.id)).proofs
  const address = proof?.address ?? ''
  expect(Buffer.from(await (await ravi.get(address)).arrayBuffer())).toEqual(picture)
  expect((await festival.request(address)).status).toBe(401)
  const { entries } = await (await ravi.get('/api/desk/audit?action=proof-viewed')).json()
  expect(entries).toMatchObject([{ actor: organisers.verifier, submission: row.id, detail: { proof: proof?.id } }])
  await ravi.get(`${address}?for=reading`)
  const readings = await (await ravi.get('/api/desk/audit?action=proof-read')).json()
  expect(readings.entries).toMatchObject([
    { actor: organisers.verifier, submission: row.id, detail: { proof: proof?.id } },
  ])
  await festival.files.store.remove(`${proof?.id}.png`)
  expect((await ravi.get(address)).status).toBe(410)
  await submit(festival, 'delegate-pass', { email: 'b@college.test' })
  const pass = await readOnly(ravi, '?kind=delegate-pass')
  expect((await ravi.get(address.replace(row.id, pass.id))).status).toBe(404)
})

test('who looks at a record is shown to others, until half a minute after the last word (14.19)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const asha = await signIn(festival, 'admin')
  const path = `/api/desk/submissions/${id}/presence`
  await asha.send('PUT', path)
  wait(29)
  const others = [{ email: organisers.admin, since: '2025-10-01T04:30:00.123Z' }]
  expect(await (await ravi.send('PUT', path)).json()).toEqual({ others })
  expect((await read(id)).others).toEqual(others)
  wait(1)
  expect((await read(id)).others).toEqual([])
  expect((await ravi.send('DELETE', path)).status).toBe(204)
  expect((await read(id, asha)).others).toEqual([])
})

test('the same file, UTR and reference flag both records, each with the other (14.17)', async () => {
  const same = {
    payment_screenshot_url: await festival.upload('payment', makePng({ height: 300 })),
    utr: '412345678901',
    payment_reference: 'K7Q4M2',
  }
  const again = { ...same, payment_screenshot_url: await festival.upload('payment', makePng({ height: 300 })) }
  await submit(festival, 'delegate-pass', same)
  wait(1)
  await submit(festival, 'delegate-pass', { ...again, email: 'b@college.test', phone: '9800000001', name: 'Bela' })
  const kinds = ['same-file', 'same-reference', 'same-utr']
  expect(await flagsOfNewest()).toEqual([kinds, kinds])
  const [newest, oldest] = await readQueue(ravi, '?order=newest&flag=same-utr')
  const flag = (await read(newest?.id ?? '')).flagList.find(({ kind }) => kind === 'same-utr')
  expect(flag).toMatchObject({
    detail: 'Both have the UTR 412345678901.',
    others: [{ id: oldest?.id, label: oldest?.label }],
    othersMore: 0,
    confirmed: { times: 0, of: 0 },
  })
  if (oldest) await decideOn(ravi, oldest, { decision: 'reject' })
  expect((await read(newest?.id ?? '')).flagList[0]?.confirmed).toEqual({ times: 1, of: 1 })
})

test('one line names the others with the same file, five of them at most, and counts the rest (14.17)', async () => {
  for (let n = 0; n < 8; n += 1) {
    const payment_screenshot_url = await festival.upload('payment', makePng({ height: 300 }))
    const who = { email: `p${n}@college.test`, phone: `980000000${n}`, name: `Person ${'abcdefgh'[n]}` }
    await submit(festival, 'delegate-pass', { ...who, payment_screenshot_url })
    wait(1)
  }
  const rows = await readQueue(ravi)
  const { flagList } = await read(rows[0]?.id ?? '')
  expect(flagList).toHaveLength(1)
  expect(flagList[0]).toMatchObject({ kind: 'same-file', othersMore: 2 })
  const labels = rows.map(({ label }) => label)
  expect(flagList[0]?.others.every(({ label }) => labels.slice(1).includes(label))).toBe(true)
  expect(new Set(flagList[0]?.others.map(({ id }) => id)).size).toBe(5)
})

test('a room’s transaction is a UTR like any other (14.17)', async () => {
  await submit(festival, 'delegate-pass', { utr: '412345678901' })
  wait(1)
  await submit(festival, 'accommodation', { email: 'b@college.test', phone: '9800000001', name: 'Bela' })
  expect(await flagsOfNewest()).toEqual([['same-utr'], ['same-utr']])
})

test('a Delegate Pass ID that nobody holds, or somebody else, is flagged; one’s own is not (14.17)', async () => {
  const { delegate_id } = await submit(festival, 'delegate-pass')
  const register = async (changes: Record<string, unknown>) => {
    wait(1)
    await submit(festival, 'registration', { event: 'SeniorQuiz', ...changes })
    return (await flagsOfNewest())[0]
  }
  const stranger = { email: 'x@college.test', members: [{ name: 'Xavi', phone: '9800000009', year: '1st year' }] }
  expect(await register({ delegate_id })).toEqual([])
  expect(await register({ delegate_id, ...stranger })).toEqual(['borrowed-pass'])
  expect(
    await register({
      delegate_id: '000000000001',
      ...stranger,
      email: 'y@college.test',
      members: [{ name: 'Yara', phone: '9800000008', year: '1st year' }],
    }),
  ).toEqual(['unknown-pass'])
})

test('one person in two sessions at a time, and a team that breaks a rule, are flagged (14.17)', async () => {
  await submit(festival)
  wait(1)
  const members = [
    { name: 'Someone Else', phone: '0123456789', year: '3rd year' },
    { name: 'Third', phone: '', year: '3rd year' },
  ]
  await submit(festival, 'registration', { event: 'JuniorQuiz', email: 'other@college.test', members })
  expect(await flagsOfNewest()).toEqual([['overlap', 'team-rule'], ['overlap']])
})

test('from the sixth submission of one e-mail address on, all of them are flagged (14.17)', async () => {
  for (let n = 0; n < 6; n += 1) {
    wait(1)
    await submit(festival, 'delegate-pass')
    if (n === 4) expect((await flagsOfNewest())[0]).toEqual([])
  }
  expect(await flagsOfNewest()).toEqual(Array(6).fill(['many-from-one']))
})

test('what one browser read of a picture is stored once for all, found by, and flags what it shows (14.22)', async () => {
  await submit(festival, 'delegate-pass', { utr: '412345678901' })
  wait(1)
  await submit(festival, 'delegate-pass', { email: 'b@college.test', phone: '9800000001', name: 'Bela' })
  await readQueue(ravi)
  const { proofs, pictures, read: done } = await (await ravi.get('/api/desk/evidence/unread?kind=ocr')).json()
  expect([proofs.length, pictures, done]).toEqual([2, 2, 0])
  const post = async (items: unknown[]) => (await ravi.send('POST', '/api/desk/evidence', { items })).json()
  const [first, second] = proofs.map(({ proof }: { proof: string }) => proof)
  const items = [
    { kind: 'ocr', proof: first, unreadable: 'broken' },
    { kind: 'ocr', proof: second, utr: '412345678901', amount: 3_600, date: '2024-10-01' },
    { kind: 'likeness', proof: second, other: first, method: 'm1', score: 0.97 },
    { kind: 'fingerprint', proof: first, method: 'm1', data: 'abc' },
    { kind: 'ocr', proof: 'A'.repeat(32), utr: '412345678901' },
  ]
  const bad = [{ kind: 'ocr', proof: first, date: '2025-02-30' }]
  expect((await ravi.send('POST', '/api/desk/evidence', { items: bad })).status).toBe(422)
  const prints = Array.from({ length: 50 }, (_, n) => ({
    kind: 'fingerprint',
    proof: `${n}`.padStart(32, 'A'),
    method: 'm1',
    data: 'x'.repeat(12_000),
  }))
  expect(await post(prints)).toEqual({ kept: 0 })
  expect(await post(items)).toEqual({ kept: 4 })
  expect(await post(items)).toEqual({ kept: 0 })
  expect(await flagsOfNewest()).toEqual([
    ['near-identical', 'odd-date', 'same-utr'],
    ['near-identical', 'same-utr'],
  ])
  expect((await readQueue(ravi, '?q=412345678901')).map(({ name }) => name)).toEqual(['Asha Test', 'Bela'])
  expect((await (await ravi.get('/api/desk/evidence/unread?kind=ocr')).json()).read).toBe(2)
  const { fingerprints } = await (await ravi.get('/api/desk/evidence/fingerprints')).json()
  expect(fingerprints).toMatchObject([{ proof: first, method: 'm1', data: 'abc' }])
  const bela = await readOnly(ravi, '?q=bela')
  expect((await read(bela.id)).evidence.map(({ kind }) => kind).sort()).toEqual(['likeness', 'ocr'])
})

test('a picture that says another UTR is flagged; its amount alone never is (14.17, 14.51)', async () => {
  const flagsOf = async (number: number, reading: object) => {
    wait(1)
    await submit(festival, 'delegate-pass', {
      utr: '412345678901',
      email: `x${number}@college.test`,
      name: `X${number}`,
    })
    const row = (await readQueue(ravi, '?order=newest'))[0]
    const record = await read(row?.id ?? '')
    const items = [{ kind: 'ocr', proof: record.proofs[0]?.id, ...reading }]
    await ravi.send('POST', '/api/desk/evidence', { items })
    const { flagList } = await read(row?.id ?? '')
    return flagList.filter(({ kind }) => ['odd-amount', 'other-utr'].includes(kind)).map(({ detail }) => detail)
  }
  expect(await flagsOf(1, { amount: 700, utr: '412345678901' })).toEqual([])
  expect(await flagsOf(2, { amount: 300 })).toEqual([])
  expect(await flagsOf(3, { utr: '412345678902' })).toEqual([
    'The picture seems to say 412345678902; the form says 412345678901.',
  ])
})

test('the prints of other browsers are asked for since the last time (14.53)', async () => {
  await submit(festival)
  await readQueue(ravi)
  const { proofs } = await (await ravi.get('/api/desk/evidence/unread?kind=ocr')).json()
  const items = [{ kind: 'fingerprint', proof: proofs[0].proof, method: 'm1', data: 'abc' }]
  const list = async (since = '') => (await ravi.get(`/api/desk/evidence/fingerprints?since=${since}`)).json()
  const { asOf } = await list()
  await ravi.send('POST', '/api/desk/evidence', { items })
  expect((await list(asOf)).fingerprints).toHaveLength(1)
  wait(120)
  expect((await list((await list()).asOf)).fingerprints).toEqual([])
})

test('a confirmation that failed is sent again, and noted (14.24)', async () => {
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  const { id } = await readOnly(ravi)
  expect(await read(id)).toMatchObject({ confirmation: 'failed', canSendAgain: true })
  festival.mailer.behaviour = 'send'
  wait(60)
  const answer = await ravi.send('POST', `/api/desk/submissions/${id}/send-again`)
  expect(await answer.json()).toEqual({ confirmation: 'sent' })
  expect(await read(id)).toMatchObject({ confirmation: 'sent', canSendAgain: false })
})

test('a request for a correction goes once more with a new link, while there is one (14.47)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const renew = () => ravi.send('POST', `/api/desk/submissions/${row.id}/correction-link`)
  expect((await renew()).status).toBe(409)
  await decideOn(ravi, row, { decision: 'ask-correction', reasons: [{ key: 'proof-unreadable' }] })
  expect((await renew()).status).toBe(200)
  expect(await festival.db.selectFrom('private_link').selectAll().execute()).toHaveLength(2)
})
