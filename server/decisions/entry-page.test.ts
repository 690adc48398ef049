import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { makePng } from '../../tests/support/files'
import { fillRegistration } from '../../tests/support/filled-forms'
import { findSecret, organisers, readNewestEmail, signIn } from '../../tests/support/organisers'
import { saveAudit } from '../db/audit'

startSignedDesk()

test('shows the facts, files, amount due and timeline of an entry (14.18)', async () => {
  await submit(festival, 'registration', { utr: '412345678901', payment_reference: 'K7Q4M2' })
  const row = await readOnly(ravi)
  festival.passSeconds(5)
  await decideOn(ravi, row, { decision: 'verify' })
  const entry = await readEntry(ravi, row.id)
  expect(entry).toMatchObject({
    amount: 600,
    utr: '412345678901',
    paymentReference: 'K7Q4M2',
    members: [{ name: 'Asha Test' }, { name: 'Bala Test' }],
    confirmation: 'sent',
    state: 'verified',
    samePerson: [],
  })
  expect(entry.timeline.map(({ what, by }) => [what, by])).toEqual([
    ['sent', null],
    ['confirmed', null],
    ['decided', organisers.verifier],
  ])
  expect(entry.timeline[2]?.undoUntil).toBe('2025-10-01T04:31:00.123Z')

  // Payments and refunds are listed in order of time.
  for (const [action, paise] of [
    ['payment-added', 60_000] as const,
    ['payment-reversed', 20_000] as const,
  ]) {
    festival.passSeconds(1)
    const line = {
      at: festival.now,
      actor: organisers.admin,
      action,
      entryId: row.id,
      detail: { paise },
    }
    await saveAudit(festival.db, line)
  }
  expect((await readEntry(ravi, row.id)).timeline.slice(3)).toMatchObject([
    { what: 'payment-added', by: organisers.admin, amount: 60_000 },
    { what: 'payment-reversed', by: organisers.admin, amount: 20_000 },
  ])
  expect(entry.facts).toContainEqual({ label: 'Institution', value: 'Test Medical College' })
  expect((await ravi.get('/api/desk/entries/none')).status).toBe(404)
})

test('shows the days of a room request in a readable format (14.18)', async () => {
  await submit(festival, 'accommodation', {
    arrival: '2025-10-08T16:00',
    departure: '2025-10-10T08:30',
  })
  const { facts } = await readEntry(ravi, (await readOnly(ravi)).id)
  expect(facts).toContainEqual({ label: 'Arrival', value: 'Wed, 8 Oct, 4:00 pm' })
  expect(facts).toContainEqual({ label: 'Departure', value: 'Fri, 10 Oct, 8:30 am' })
})

test('returns proofs only to signed-in organisers, and logs each view (14.18, 14.52)', async () => {
  const picture = makePng({ height: 500 })
  await submit(festival, 'registration', {
    payment_screenshot_url: await festival.upload('payment', picture),
  })
  const row = await readOnly(ravi)
  const [proof] = (await readEntry(ravi, row.id)).proofs
  const address = proof?.address ?? ''
  expect(Buffer.from(await (await ravi.get(address)).arrayBuffer())).toEqual(picture)
  expect((await festival.request(address)).status).toBe(401)
  const { lines } = await (await ravi.get('/api/desk/audit?action=proof-viewed')).json()
  expect(lines).toMatchObject([
    { actor: organisers.verifier, entryId: row.id, detail: { proof: proof?.id } },
  ])
  await ravi.get(`${address}?for=reading`)
  const readings = await (await ravi.get('/api/desk/audit?action=proof-read')).json()
  expect(readings.lines).toMatchObject([
    { actor: organisers.verifier, entryId: row.id, detail: { proof: proof?.id } },
  ])
  // Viewers' browsers never read pictures, so this request counts as a view.
  await (await signIn(festival, 'viewer')).get(`${address}?for=reading`)
  const views = await (await ravi.get('/api/desk/audit?action=proof-viewed')).json()
  expect(new Set(views.lines.map(({ actor }: { actor: string }) => actor))).toContain(
    organisers.viewer,
  )
  for (const name of await festival.files.names()) {
    await festival.files.store.remove(name)
  }
  expect((await ravi.get(address)).status).toBe(410)
  await submit(festival, 'delegate-pass', { email: 'b@college.test' })
  const pass = await readOnly(ravi, '?kind=delegate-pass')
  expect((await ravi.get(address.replace(row.id, pass.id))).status).toBe(404)
})

test('uses the first OCR reading of a picture for search and flags (14.22)', async () => {
  await submit(festival, 'delegate-pass', { utr: '412345678901' })
  festival.passSeconds(1)
  await submit(festival, 'delegate-pass', {
    email: 'b@college.test',
    phone: '9800000001',
    name: 'Bela',
  })
  await readQueue(ravi)
  const {
    proofs,
    pictures,
    read: done,
  } = await (await ravi.get('/api/desk/ocr-results/unread')).json()
  expect([proofs.length, pictures, done]).toEqual([2, 2, 0])
  const post = async (items: unknown[]) =>
    (await ravi.send('POST', '/api/desk/ocr-results', { items })).json()
  const [first, second] = proofs.map(({ proof }: { proof: string }) => proof)
  const items = [
    { proof: first, unreadable: 'broken' },
    { proof: second, utr: '412345678901', amount: 3_600, date: '2024-10-01' },
    { proof: 'A'.repeat(32), utr: '412345678901' },
  ]
  const bad = [{ proof: first, date: '2025-02-30' }]
  expect((await ravi.send('POST', '/api/desk/ocr-results', { items: bad })).status).toBe(422)
  expect(await post(items)).toEqual({ kept: 2 })
  expect(await post(items)).toEqual({ kept: 0 })
  expect((await readQueue(ravi, '?order=newest')).map(({ flags }) => flags)).toEqual([
    ['odd-date', 'same-utr'],
    [],
  ])
  expect((await readQueue(ravi, '?q=412345678901')).map(({ name }) => name)).toEqual([
    'Asha Test',
    'Bela',
  ])
  expect((await (await ravi.get('/api/desk/ocr-results/unread')).json()).read).toBe(2)
  const bela = await readOnly(ravi, '?q=bela')
  expect((await readEntry(ravi, bela.id)).ocrResults).toMatchObject([
    { proof: second, utr: '412345678901', by: organisers.verifier },
  ])
})

test('flags a picture with a different UTR, but not one with a different amount (14.17, 14.51)', async () => {
  const flagsOf = async (number: number, reading: object) => {
    festival.passSeconds(1)
    await submit(festival, 'delegate-pass', {
      utr: '412345678901',
      email: `x${number}@college.test`,
      name: `X${number}`,
    })
    const row = (await readQueue(ravi, '?order=newest'))[0]
    const entry = await readEntry(ravi, row?.id ?? '')
    const items = [{ proof: entry.proofs[0]?.id, ...reading }]
    await ravi.send('POST', '/api/desk/ocr-results', { items })
    const { flagList } = await readEntry(ravi, row?.id ?? '')
    return flagList
      .filter(({ kind }) => ['odd-amount', 'other-utr'].includes(kind))
      .map(({ detail }) => detail)
  }
  expect(await flagsOf(1, { amount: 700, utr: '412345678901' })).toEqual([])
  expect(await flagsOf(2, { amount: 300 })).toEqual([])
  expect(await flagsOf(3, { utr: '412345678902' })).toEqual([
    'The picture seems to show 412345678902; the form says 412345678901.',
  ])
})

test('resends a failed confirmation, but not an e-mail about a decision that can still be undone (14.24)', async () => {
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  const row = await readOnly(ravi)
  const again = () => ravi.send('POST', `/api/desk/entries/${row.id}/send-again`)
  const unsent = async () => (await readEntry(ravi, row.id)).unsent
  expect((await readEntry(ravi, row.id)).confirmation).toBe('failed')
  expect(await unsent()).toMatchObject([{ what: 'confirmation', state: 'failed', canSend: true }])
  festival.mailer.behaviour = 'send'
  expect(await (await again()).json()).toEqual({ confirmation: 'sent' })
  expect(await readEntry(ravi, row.id)).toMatchObject({ confirmation: 'sent', unsent: [] })
  await decideOn(ravi, row, { decision: 'verify' })
  await again()
  expect(await unsent()).toMatchObject([{ what: 'decision', state: 'queued', canSend: false }])
  festival.passSeconds(60)
  festival.mailer.behaviour = 'refuse'
  await festival.outbox.deliverDue()
  expect(await unsent()).toMatchObject([{ what: 'decision', state: 'failed', canSend: true }])
  expect(await (await again()).json()).toEqual({ confirmation: 'failed' })
  festival.mailer.behaviour = 'send'
  expect(await (await again()).json()).toEqual({ confirmation: 'sent' })
  expect(await unsent()).toEqual([])
})

test('sends the ID and a status link if the confirmation was already sent (14.24, 14.46)', async () => {
  const { registration_id } = await submit(festival)
  const row = await readOnly(ravi)
  const again = () => ravi.send('POST', `/api/desk/entries/${row.id}/send-again`)
  expect(await (await again()).json()).toEqual({ confirmation: 'sent' })
  const mail = await readNewestEmail(festival, row.email)
  expect(mail).toContain(registration_id)
  const opened = await festival.post('/api/my-submission/open', { secret: findSecret(mail) })
  expect(await opened.json()).toMatchObject({ label: registration_id, state: 'submitted' })
  for (let n = 0; n < 5; n += 1) {
    expect((await again()).status).toBe(200)
  }
  expect((await again()).status).toBe(429)
  expect(
    await (await ravi.get('/api/desk/audit?action=confirmation-sent-again')).json(),
  ).toMatchObject({
    lines: [{ count: 6 }],
  })
})

test('resends an open correction request with a new link (14.47)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  const renew = () => ravi.send('POST', `/api/desk/entries/${row.id}/correction-link`)
  expect((await renew()).status).toBe(409)
  await decideOn(ravi, row, { decision: 'ask-correction', reasons: [{ key: 'proof-unreadable' }] })
  expect((await renew()).status).toBe(200)
  expect(await festival.db.selectFrom('private_link').selectAll().execute()).toHaveLength(2)
})

test('marks a corrected entry and shows the earlier value in the timeline (14.44)', async () => {
  await submit(festival, 'registration', { email: 'other@college.test' })
  const other = await readOnly(ravi)
  const { registration_id } = await submit(festival, 'registration', { utr: '999999999999' })
  const [row] = (await readQueue(ravi)).filter(({ id }) => id !== other.id)
  if (!row) {
    throw new Error('There is no second entry')
  }
  await decideOn(ravi, row, { decision: 'ask-correction', reasons: [{ key: 'utr-wrong' }] })
  festival.passSeconds(3_600)
  const secret = await askForSecret(festival, registration_id ?? '')
  const correction = { secret, version: 2, fields: { utr: '412345678901' } }
  expect((await festival.post('/api/my-submission/correct', correction)).status).toBe(200)
  const corrected = await readOnly(ravi, '?state=submitted&corrected=yes')
  expect(corrected).toMatchObject({ id: row.id, isCorrected: true })
  expect((await readQueue(ravi)).find(({ id }) => id === other.id)).not.toHaveProperty(
    'isCorrected',
  )
  expect((await (await ravi.get('/api/desk/counts')).json()).corrected).toEqual({ yes: 1 })
  expect((await readEntry(ravi, row.id)).timeline.at(-1)).toMatchObject({
    what: 'corrected',
    fields: ['utr'],
    earlier: [{ field: 'utr', value: '999999999999' }],
  })
})
