import MailComposer from 'nodemailer/lib/mail-composer'
import { PNG } from 'pngjs'
import PostalMime from 'postal-mime'
import readPixels from 'qr/decode.js'
import { expect, test } from 'vitest'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { Ticket } from '../../festival/contract/ticket'
import { delegatePassBody } from '../../tests/support/bodies'
import { decideOn, readEntry, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, replaceSignedDesk, startSignedDesk } from '../../tests/support/festival'
import { type Desk, organisers, readEmails, signIn } from '../../tests/support/organisers'
import { findTicket } from '../db/tickets'
import { composeMail } from '../mail/mailer'

startSignedDesk()

/** Also finds replaced tickets. */
const findTicketByCode = (code: string) =>
  festival.db.selectFrom('ticket').selectAll().where('code', '=', code).executeTakeFirst()

const openTicket = (path: string) =>
  festival.post('/api/ticket/open', { secret: path.split('#')[1] ?? '' })
const readTicket = async (path: string): Promise<Ticket> => (await openTicket(path)).json()

const verify = async (query = '') => {
  await decideOn(ravi, await readOnly(ravi, query), { decision: 'verify', source: 'picture' })
  festival.passSeconds(61)
}

const readTicketEmail = async (subject = /verified/) => {
  const [mail] = (await readEmails(festival, subject)).slice(-1)
  if (!mail) {
    throw new Error('There is no such e-mail')
  }
  const bytes = await new MailComposer(await composeMail(mail)).compile().build()
  return { mail, parsed: await PostalMime.parse(bytes) }
}

const readQr = (png: Uint8Array): string => {
  const { data, width, height } = PNG.sync.read(Buffer.from(png))
  return readPixels({ data: new Uint8ClampedArray(data), width, height })
}

test('issues one random code of 16 characters without look-alikes for each entry, except rooms (21.1)', async () => {
  await submit(festival)
  await submit(festival, 'delegate-pass')
  const room = await submit(festival, 'accommodation')
  const tickets = await festival.db.selectFrom('ticket').selectAll().execute()
  expect(tickets).toHaveLength(2)
  for (const { code, entry_id } of tickets) {
    expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{16}$/)
    expect(await findTicketByCode(code)).toMatchObject({ entry_id, replaced_at: null })
  }
  expect(new Set(tickets.map(({ code }) => code)).size).toBe(2)
  expect(room).not.toHaveProperty('ticket')
})

test('the form’s response contains the path of the ticket, also if it is sent again (21.4)', async () => {
  const { ticket = '' } = await submit(festival)
  expect(ticket).toMatch(/^\/ticket#[\w-]{43}$/)
  expect(await readTicket(ticket)).toEqual({
    kind: 'registration',
    event: 'SeniorQuiz',
    eventName: 'Senior Quiz ‘Peristalympics’',
    label: 'EVT-000123',
    names: ['Asha Test', 'Bala Test'],
    when: expect.arrayContaining([expect.stringContaining('October 2025')]),
    place: expect.any(String),
    status: { is: 'unchecked', words: 'Payment not checked yet' },
    code: expect.stringMatching(/^\w{16}$/),
    qr: expect.stringMatching(/^M/),
  })
})

test('the ticket of a pass shows the days of the festival (21.5)', async () => {
  const { ticket = '' } = await submit(festival, 'delegate-pass')
  expect(await readTicket(ticket)).toMatchObject({
    kind: 'delegate-pass',
    names: ['Asha Test'],
    when: ['8 to 12 October 2025'],
  })
})

test('the e-mail about the verification contains the code as text and as a QR picture (21.2)', async () => {
  await submit(festival)
  await verify()
  const { code, secret } = await festival.db
    .selectFrom('ticket')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { parsed } = await readTicketEmail()
  const picture = parsed.attachments.find(({ mimeType }) => mimeType === 'image/png')
  expect(picture).toMatchObject({ disposition: 'inline', contentId: '<qr@ticket>' })
  expect(parsed.html).toContain('src="cid:qr@ticket"')
  expect(readQr(picture?.content as Uint8Array)).toBe(code)
  expect(parsed.text).toContain(`Ticket code: ${code.match(/.{4}/g)?.join(' ')}`)
  expect(parsed.text).toContain(`https://cerebra.test/ticket#${secret}`)
  expect(parsed.text).toContain('Asha Test')
  expect(parsed.text).toContain('Bala Test')
  expect(parsed.attachments.map(({ filename }) => filename)).toContain('senior-quiz.ics')
  expect(parsed.text).toContain('Next: come on time.\n\nShow the code below at the door')
})

test('templates of EmailJS get the code and the link as text (21.2)', async () => {
  await submit(festival, 'delegate-pass')
  await verify()
  const { mail } = await readTicketEmail()
  expect(mail.templateParams().text).toMatch(/Ticket code: (\w{4} ){3}\w{4}\n/)
  expect(mail.templateParams().text).toContain('https://cerebra.test/ticket#')
})

test('no copy of an e-mail with a ticket goes to the organisers, and no queued e-mail contains it (21.3)', async () => {
  await replaceSignedDesk({ ORGANISERS_EMAIL: 'copies@college.test' })
  await submit(festival)
  await verify()
  const queued = JSON.stringify(await festival.db.selectFrom('message').selectAll().execute())
  const { mail } = await readTicketEmail()
  expect(mail.cc).toBeUndefined()
  const { code = '', secret = '' } =
    (await festival.db.selectFrom('ticket').selectAll().execute())[0] ?? {}
  expect(queued).not.toContain(code)
  expect(queued).not.toContain(secret)
})

test.each([
  ['verify', { is: 'valid', words: 'Verified' }],
  ['ask-correction', { is: 'unchecked', words: 'Payment not checked yet' }],
  ['reject', { is: 'refused', words: `Not accepted. Call ${helpDeskContact}.` }],
  ['withdraw', { is: 'refused', words: `Not accepted. Call ${helpDeskContact}.` }],
])('after the decision %s, the ticket says so (21.6)', async (decision, status) => {
  const { ticket = '' } = await submit(festival)
  const reasons =
    decision === 'reject' || decision === 'ask-correction' ? [{ key: 'proof-unreadable' }] : []
  const answer = await decideOn(ravi, await readOnly(ravi), {
    decision,
    reasons,
    writeToAll: true,
    source: decision === 'verify' ? 'picture' : undefined,
    money: decision === 'reject' ? 'keep' : undefined,
  })
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.anything()])
  const shown = await readTicket(ticket)
  expect(shown.status).toEqual(status)
  expect(shown.code === '').toBe(status.is === 'refused')
})

test('a ticket’s link works until the end of the day after the event (21.7)', async () => {
  await replaceSignedDesk({ NODE_ENV: 'production' })
  const { ticket = '' } = await submit(festival)
  const at = async (time: string) => {
    festival.now = new Date(time)
    return (await openTicket(ticket)).status
  }
  expect(await at('2025-10-13T23:59:00+05:30')).toBe(200)
  expect(await at('2025-10-14T00:00:00+05:30')).toBe(401)
})

test('a ticket’s link opens nothing else, and other links open no ticket (21.7)', async () => {
  const { ticket = '' } = await submit(festival)
  const secret = ticket.split('#')[1] ?? ''
  expect((await festival.post('/api/my-submission/open', { secret })).status).toBe(401)
  expect((await openTicket(`/ticket#${'A'.repeat(43)}`)).status).toBe(401)
  expect((await festival.post('/api/ticket/open', { secret: 'A'.repeat(101) })).status).toBe(422)
  expect((await festival.request('/api/ticket/open')).status).toBe(405)
})

test('refuses a ticket’s link for a moment after 30 calls in a minute (21.7)', async () => {
  const { ticket = '' } = await submit(festival)
  const statuses = []
  for (let call = 0; call < 33; call += 1) {
    statuses.push((await openTicket(ticket)).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

const pressNewTicket = async (desk: Desk, id: string, code: string) =>
  desk.send('POST', `/api/desk/entries/${id}/ticket`, { code })

test('“New ticket” issues a new code and link, once for each press, and e-mails them (21.8)', async () => {
  const { ticket = '' } = await submit(festival)
  await verify()
  const { id } = await readOnly(ravi)
  const before = (await readEntry(ravi, id)).ticket
  expect(before?.path).toBe(ticket)
  const code = before?.code ?? ''
  const first = await (await pressNewTicket(ravi, id, code)).json()
  const again = await (await pressNewTicket(ravi, id, code)).json()
  expect(again).toEqual(first)
  expect(first.code).not.toBe(code)
  expect((await openTicket(ticket)).status).toBe(401)
  expect((await openTicket(first.path)).status).toBe(200)
  expect(await findTicketByCode(code)).toMatchObject({
    entry_id: id,
    replaced_at: expect.any(String),
  })
  const { parsed } = await readTicketEmail(/^Your ticket/)
  expect(parsed.text).toContain(first.path)
  expect(await readEmails(festival, /^Your ticket/)).toHaveLength(1)
  const { lines } = await (await ravi.get('/api/desk/audit?action=ticket-replaced')).json()
  expect(lines).toMatchObject([{ actor: organisers.verifier, entryId: id }])
  const viewer = await signIn(festival, 'viewer')
  expect((await pressNewTicket(viewer, id, first.code)).status).toBe(403)
})

test('a new ticket of an entry that is not verified is not e-mailed (21.8)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const { ticket } = await readEntry(ravi, id)
  expect((await pressNewTicket(ravi, id, ticket?.code ?? '')).status).toBe(200)
  expect(await readEmails(festival, /^Your ticket/)).toEqual([])
})

test('limits how often an organiser can replace the tickets of one address (21.8)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const statuses = []
  for (let press = 0; press < 8; press += 1) {
    const { ticket } = await readEntry(ravi, id)
    statuses.push((await pressNewTicket(ravi, id, ticket?.code ?? '')).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('a corrected e-mail address gets a new ticket, and the old one stops working (21.9)', async () => {
  const { ticket = '' } = await submit(festival, 'delegate-pass')
  await verify()
  const row = await readOnly(ravi)
  const entry = await readEntry(ravi, row.id)
  const details = {
    name: 'Asha Test',
    phone: entry.phone,
    ...entry.answers,
    email: 'right@college.test',
  }
  const body = { id: crypto.randomUUID(), version: row.version, details }
  const answer = await ravi.send('POST', `/api/desk/entries/${row.id}/details`, body)
  expect([answer.status, await answer.json()]).toMatchObject([200, {}])
  festival.passSeconds(61)
  const current = await findTicket(festival.db, row.id)
  expect(current?.code).not.toBe(entry.ticket?.code)
  expect((await openTicket(ticket)).status).toBe(401)
  const mails = await readEmails(festival, /corrected/)
  const texts = await Promise.all(
    mails.map(async ({ renderBodies }) => (await renderBodies()).text),
  )
  expect(mails.map(({ to }) => to)).toEqual(['right@college.test'])
  expect(texts[0]).toContain(`/ticket#${current?.secret}`)
})

test('“Send tickets” e-mails entries that were verified before tickets existed, once (21.10)', async () => {
  await submit(festival, 'delegate-pass', { email: 'asha@college.test' })
  await submit(festival, 'delegate-pass', { email: 'bela@college.test', name: 'Bela Rao' })
  await verify('?q=bela')
  await readEmails(festival, /verified/)
  await festival.db.updateTable('ticket').set({ needs_email: 1 }).execute()
  const admin = await signIn(festival, 'admin')
  const send = async () => (await admin.send('POST', '/api/desk/tickets/unsent')).json()
  expect(await (await admin.get('/api/desk/tickets/unsent')).json()).toEqual({ tickets: 1 })
  const [first, second] = await Promise.all([send(), send()])
  expect(first.tickets + second.tickets).toBe(1)
  expect((await readEmails(festival, /^Your ticket/)).map(({ to }) => to)).toEqual([
    'bela@college.test',
  ])
  expect(await (await admin.get('/api/desk/tickets/unsent')).json()).toEqual({ tickets: 0 })
  expect((await ravi.send('POST', '/api/desk/tickets/unsent')).status).toBe(403)
})

test('a walk-in’s response contains the ticket (21.11)', async () => {
  const form = { ...delegatePassBody, utr: '412345678901' }
  const key = { 'Idempotency-Key': '9b1c6f0e-2f57-4d0c-8f0a-6d2a4b8e1c77' }
  const body = { kind: 'delegate-pass', paid: 'cash', form }
  const entered = await (await ravi.send('POST', '/api/desk/walk-ins', body, key)).json()
  expect(entered).toMatchObject({ phone: '+910123456789', ticket: { qr: expect.any(String) } })
  expect((await readTicket(entered.ticket.path)).code).toBe(entered.ticket.code)
})

test('the ticket of an event shows a place that was set at the desk (21.5)', async () => {
  const { ticket = '' } = await submit(festival)
  const admin = await signIn(festival, 'admin')
  const changed = await admin.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: crypto.randomUUID(),
    changes: [{ field: 'place', seen: null, value: 'Main hall' }],
  })
  expect(changed.status).toBe(200)
  expect((await readTicket(ticket)).place).toContain('Main hall')
})
