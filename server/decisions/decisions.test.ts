import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, replaceSignedDesk, startSignedDesk } from '../../tests/support/festival'
import { findSecret, organisers, readEmails, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

startSignedDesk()

const verified = /^Your payment is verified/

test('verifies an entry by picture, e-mails the participant and writes an audit line (14.11)', async () => {
  const { registration_id } = await submit(festival)
  const row = await readOnly(ravi)
  const answer = await decideOn(ravi, row, { decision: 'verify' })
  expect(await answer.json()).toMatchObject({
    entryId: row.id,
    state: 'verified',
    source: 'picture',
    version: 2,
    undoUntil: '2025-10-01T04:30:55.123Z',
  })
  festival.passSeconds(59)
  expect(await readEmails(festival, verified)).toEqual([])
  festival.passSeconds(1)
  const [mail] = await readEmails(festival, verified)
  expect(mail).toMatchObject({
    to: 'asha@college.test',
    subject: `Your payment is verified: Senior Quiz ‘Peristalympics’ (${registration_id})`,
  })
  const { lines } = await (await ravi.get(`/api/desk/audit?entryId=${row.id}`)).json()
  expect(lines).toMatchObject([
    { action: 'decided', actor: organisers.verifier, detail: { decision: 'verify' } },
  ])
})

test('undoing a decision within a minute deletes the e-mail and keeps the audit lines (14.12)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const { id } = await (await decideOn(ravi, row, { decision: 'reject' })).json()
  festival.passSeconds(59)
  const undone = await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const entries = [{ id: row.id, state: 'submitted', source: null, version: 3 }]
  expect(await undone.json()).toEqual({ id, entries, tooLate: [] })
  festival.passSeconds(3_600)
  const again = await createTestApp({ beside: festival, env: {} })
  while (await again.outbox.deliverDue()) {}
  await again.close()
  expect(await readEmails(festival, /not accepted/)).toEqual([])
  expect(await festival.db.selectFrom('decision').selectAll().execute()).toEqual([])
  const { lines } = await (await ravi.get(`/api/desk/audit?entryId=${row.id}`)).json()
  expect(lines.map(({ action }: { action: string }) => action)).toEqual(['undone', 'decided'])
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
})

test('undoing a correction request revokes only the link of that request (14.12)', async () => {
  const { registration_id } = await submit(festival)
  const { id } = await (
    await decideOn(ravi, await readOnly(ravi), {
      decision: 'ask-correction',
      reasons: [{ key: 'proof-unreadable' }],
    })
  ).json()
  await askForSecret(festival, registration_id ?? '')
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const links = await festival.db.selectFrom('private_link').select('purpose').execute()
  expect(links).toEqual([{ purpose: 'status' }])
})

test('rejects an undo once the minute is over (14.12)', async () => {
  await submit(festival)
  const { id } = await (await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })).json()
  festival.passSeconds(60)
  const late = await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  expect([late.status, (await late.json()).code]).toEqual([409, 'too-late'])
  expect(await readEmails(festival, verified)).toHaveLength(1)
  expect((await readOnly(ravi)).state).toBe('verified')
})

test('accepts a repeated decision only once, even after an undo (14.11)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const id = randomUUID()
  const answers = await Promise.all(
    [1, 2, 3].map(() => decideOn(ravi, row, { decision: 'verify' }, id)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  const late = await decideOn(ravi, row, { decision: 'verify' }, id)
  expect([late.status, (await late.json()).code]).toEqual([409, 'undone'])
  expect((await readOnly(ravi)).state).toBe('submitted')
})

test('rejects the id of another organiser’s decision (14.11)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const id = randomUUID()
  expect((await decideOn(ravi, row, { decision: 'verify' }, id)).status).toBe(200)
  const asha = await signIn(festival, 'admin')
  const refused = await decideOn(asha, row, { decision: 'verify' }, id)
  expect([refused.status, (await refused.json()).code]).toEqual([422, 'key-reused'])
})

test('rejects the id of a decision on another entry (14.11)', async () => {
  await submit(festival)
  const first = await readOnly(ravi)
  await submit(festival, 'delegate-pass', { email: 'b@college.test' })
  const other = await readOnly(ravi, '?kind=delegate-pass')
  const id = randomUUID()
  expect((await decideOn(ravi, first, { decision: 'verify' }, id)).status).toBe(200)
  const refuse = async () => {
    const answer = await decideOn(ravi, other, { decision: 'verify' }, id)
    return [answer.status, (await answer.json()).code]
  }
  expect(await refuse()).toEqual([422, 'key-reused'])
  for (const decision of [
    { decision: 'reject', reasons: [{ key: 'name-wrong' }] },
    { decision: 'verify', note: 'Hello' },
  ]) {
    expect((await decideOn(ravi, first, decision, id)).status).toBe(422)
  }
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  expect(await refuse()).toEqual([422, 'key-reused'])
  expect(await readOnly(ravi, '?kind=delegate-pass')).toMatchObject({
    state: 'submitted',
    version: 1,
  })
})

test('sends an e-mail only about the latest decision that was not undone within a minute (14.101)', async () => {
  await submit(festival)
  const take = async (decision: string) =>
    (await decideOn(ravi, await readOnly(ravi), { decision })).json()
  const listDecisionEmails = async () => {
    festival.passSeconds(120)
    return (await readEmails(festival, /verified|not accepted/)).map(
      ({ subject }) => subject.split(':')[0],
    )
  }
  await take('verify')
  await take('reopen')
  expect(await listDecisionEmails()).toEqual([])
  await take('verify')
  const { id } = await take('reject')
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  expect(await listDecisionEmails()).toEqual(['Your payment is verified'])
  // The e-mail was already sent.
  const { id: late } = await take('reject')
  await ravi.send('POST', `/api/desk/decisions/${late}/undo`)
  expect(await listDecisionEmails()).toEqual(['Your payment is verified'])
  await take('reject')
  expect(await listDecisionEmails()).toEqual([
    'Your payment is verified',
    'Your registration was not accepted',
  ])
})

test('does not cancel an e-mail that may already have been delivered (14.101)', async () => {
  await submit(festival)
  const take = async (decision: string) => decideOn(ravi, await readOnly(ravi), { decision })
  await take('verify')
  festival.mailer.behaviour = 'refuse'
  festival.passSeconds(60)
  expect(await readEmails(festival, verified)).toEqual([])
  await take('reject')
  festival.mailer.behaviour = 'send'
  festival.passSeconds(3_600)
  expect(await readEmails(festival, /verified|not accepted/)).toHaveLength(2)
})

test('refuses to undo a decision that is not the latest (14.12)', async () => {
  await submit(festival)
  const take = async (decision: string) =>
    (await decideOn(ravi, await readOnly(ravi), { decision })).json()
  await take('verify')
  const { id } = await take('reopen')
  festival.passSeconds(20)
  await take('verify')
  // The state is the same, but the decision is newer.
  await take('reopen')
  const readMoments = () =>
    festival.db.selectFrom('decision').select('decided_at').orderBy('version').execute()
  const moments = await readMoments()
  festival.passSeconds(10)
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(409)
  expect(await readMoments()).toEqual(moments)
})

test('accepts only decisions and reasons that suit the entry (14.10)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const refuse = async (decision: Record<string, unknown>, seen = row) => {
    const answer = await decideOn(ravi, seen, decision)
    const { code, errors } = await answer.json()
    return [answer.status, code, ...(errors ?? []).map(({ path }: { path: string }) => path)]
  }
  expect(await refuse({ decision: 'reopen' })).toEqual([409, 'illegal'])
  expect(await refuse({ decision: 'verify', source: 'bank' })).toEqual([422, 'invalid', 'source'])
  expect(await refuse({ decision: 'ask-correction' })).toEqual([422, 'invalid', 'reasons'])
  const short = { key: 'amount-short' }
  const room = { key: 'identity-unclear' }
  expect(await refuse({ decision: 'ask-correction', reasons: [short] })).toEqual([
    422,
    'invalid',
    'reasons.0.difference',
  ])
  expect(await refuse({ decision: 'ask-correction', reasons: [room] })).toEqual([
    422,
    'invalid',
    'reasons',
  ])
  expect(await refuse({ decision: 'verify' }, { ...row, id: randomUUID() })).toEqual([
    404,
    'not-found',
  ])
  expect(await refuse({ decision: 'verify' }, { ...row, version: 7 })).toEqual([409, 'stale'])
})

test('e-mails a correction request with a private link to the participant only (14.20)', async () => {
  await replaceSignedDesk({ ORGANISERS_EMAIL: 'all@organisers.test' })
  await submit(festival)
  const reasons = [{ key: 'proof-unreadable' }, { key: 'amount-short', difference: 150 }]
  await decideOn(ravi, await readOnly(ravi), {
    decision: 'ask-correction',
    reasons,
    note: 'Thank you, see evil.example',
  })
  festival.passSeconds(60)
  const [mail] = await readEmails(festival, /^Please correct/)
  expect(mail?.cc).toBeUndefined()
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  expect(text).toContain('We cannot read the screenshot of your payment.')
  expect(text).toContain('The difference is ₹150.')
  expect(text).toContain('see evil. example')
  expect(text).toMatch(
    /\nCorrect my registration:\nhttps:\/\/cerebra\.test\/my-submission#[\w-]{43}\n/,
  )
  const opened = await festival.post('/api/my-submission/open', { secret: findSecret(text) })
  expect(await opened.json()).toMatchObject({
    state: 'needs-correction',
    correction: { difference: { amount: 150 } },
  })
  expect(text).not.toContain('Open this')
  for (const words of ['Senior Quiz ‘Peristalympics’', 'Sunday, 12 October 2025', 'Amount: ₹600']) {
    expect(text).toContain(words)
  }
})

test('names event, day, place, amount and next steps in the e-mail about a verified entry (14.100)', async () => {
  const quiz = 'quiz@college.test'
  const pass = 'pass@college.test'
  const room = 'room@college.test'
  await submit(festival, 'registration', { email: quiz })
  await submit(festival, 'delegate-pass', { email: pass, phone: '9810000001' })
  await submit(festival, 'accommodation', { email: room, phone: '9820000000' })
  for (const row of await readQueue(ravi)) {
    await decideOn(ravi, row, { decision: 'verify' })
  }
  festival.passSeconds(60)
  const mails = await readEmails(festival, verified)
  const expectedWords: Record<string, string[]> = {
    [quiz]: [
      'Senior Quiz ‘Peristalympics’',
      'Sunday, 12 October 2025, 9:00 AM',
      '₹600',
      '/events/senior-quiz',
      'Next: come',
    ],
    [pass]: [
      'GOLDEN SPINE',
      '8 to 12 October 2025',
      '₹700',
      'Delegate Pass ID: ',
      'Next: register for each workshop',
    ],
    [room]: ['Room, Non-AC', 'Arrival: ', '₹50', 'Next: have your request number'],
  }
  expect(mails.map(({ to }) => to).sort()).toEqual(Object.keys(expectedWords).sort())
  for (const mail of mails) {
    const { text, html } = await mail.renderBodies()
    for (const words of expectedWords[mail.to] ?? []) {
      expect([text, mail.to]).toEqual([expect.stringContaining(words), mail.to])
    }
    for (const body of [text, html]) {
      expect(body).toContain('Place')
    }
  }
})

test('e-mails and shows the reasons for a rejection and what happens to the money (14.42, 14.100)', async () => {
  const { registration_id } = await submit(festival)
  const row = await readOnly(ravi)
  await decideOn(ravi, row, {
    decision: 'reject',
    reasons: [{ key: 'proof-used' }],
    note: 'Your team has played before.',
  })
  festival.passSeconds(60)
  const [mail] = await readEmails(festival, /^Your registration was not accepted: Senior Quiz/)
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  expect(text).toContain('The same screenshot was sent with another form.\n')
  expect(text).toContain('Your team has played before.')
  expect(text).not.toMatch(/Please send|money|refund|Place:|9:00 AM/i)
  const secret = await askForSecret(festival, registration_id ?? '')
  const page = await (await festival.post('/api/my-submission/open', { secret })).json()
  expect(page).toMatchObject({
    state: 'rejected',
    more: ['The same screenshot was sent with another form.', 'Your team has played before.'],
  })
})
