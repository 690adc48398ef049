import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../tests/support/mail-server'
import { readConfig } from '../config/config'
import type { Mail, MailError, Mailer } from './mailer'
import { defaultTimeouts, isLoopback, openSmtpMailer } from './smtp-mailer'

const quick = { connect: 300, silence: 300, whole: 2_000 }

const mail: Mail = {
  messageId: '6f1c3d0e-8f7a-4d0f-9a55-0a1b2c3d4e5f',
  from: 'Cerebra <registrations@cerebra.test>',
  to: 'asha@students.test',
  cc: 'organisers@cerebra.test',
  replyTo: 'festival@cerebra.test',
  subject: 'We have received your registration: Senior Quiz ‘Peristalympics’ (EVT-000123)',
  renderBodies: async () => ({ text: 'Amount: ₹600\n', html: '<p>Amount: ₹600</p>' }),
  kind: 'registration',
  templateParams: () => ({}),
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) {
    await close()
  }
})

const startServer = async (
  options?: Parameters<typeof startMailServer>[0],
): Promise<MailServer> => {
  const server = await startMailServer(options)
  open.push(server.stop)
  return server
}

const mailerFor = (url: string, timeouts = defaultTimeouts): Mailer => {
  const mailer = openSmtpMailer(url, timeouts)
  open.unshift(mailer.close)
  return mailer
}

const failureOf = (sending: Promise<void>): Promise<MailError> =>
  sending.then(
    () => expect.fail('the e-mail went out'),
    (error) => error,
  )

test('delivers an e-mail to the participant and the organisers', async () => {
  const server = await startServer()
  await mailerFor(server.url).send(mail)
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]?.recipients).toEqual(['asha@students.test', 'organisers@cerebra.test'])
  const received = await PostalMime.parse(server.taken[0]?.content ?? '')
  expect(received).toMatchObject({
    messageId: '<6f1c3d0e-8f7a-4d0f-9a55-0a1b2c3d4e5f@cerebra.test>',
    from: { name: 'Cerebra', address: 'registrations@cerebra.test' },
    to: [{ address: 'asha@students.test' }],
    cc: [{ address: 'organisers@cerebra.test' }],
    replyTo: [{ address: 'festival@cerebra.test' }],
    subject: 'We have received your registration: Senior Quiz ‘Peristalympics’ (EVT-000123)',
  })
  expect(received.text?.trim()).toBe('Amount: ₹600')
  expect(received.html?.trim()).toBe('<p>Amount: ₹600</p>')
})

test('a line break in a name or subject adds no header or recipient', async () => {
  const server = await startServer()
  await mailerFor(server.url).send({
    ...mail,
    subject: 'Hello\r\nBcc: everyone@students.test\r\n\r\nBuy this',
  })
  expect(server.taken[0]?.recipients).toEqual(['asha@students.test', 'organisers@cerebra.test'])
  expect(server.taken[0]?.content).not.toMatch(/^Bcc:/m)
})

test('does not split an address field into several recipients', async () => {
  const server = await startServer()
  const sending = mailerFor(server.url).send({
    ...mail,
    to: 'asha@students.test, bilal@students.test',
  })
  await sending.catch(() => {})
  for (const { recipients } of server.taken) {
    expect(recipients).not.toContain('bilal@students.test')
  }
})

test.each<[string, Parameters<typeof startMailServer>[0]]>([
  ['goes silent', { behaviour: 'hang' }],
  ['never greets', { options: { onConnect: () => {} } }],
])('gives up in time on a server that %s, and reports a temporary failure', async (_, options) => {
  const server = await startServer(options)
  const began = Date.now()
  const error = await failureOf(mailerFor(server.url, quick).send(mail))
  expect(error).toMatchObject({ name: 'MailError', permanent: false })
  expect(Date.now() - began).toBeLessThan(10_000)
})

test('waits longer for a slow server than a participant waits for the e-mail (7.2)', () => {
  const longestWait = 1_000 * readConfig({ MAIL_WAIT_SECONDS: '20' }).mail.waitSeconds
  expect(defaultTimeouts.silence).toBeGreaterThan(longestWait)
  expect(defaultTimeouts.whole).toBeGreaterThan(longestWait)
})

test('closing the mailer aborts deliveries with a temporary failure (7.27)', async () => {
  const server = await startServer({ behaviour: 'hang' })
  const mailer = openSmtpMailer(server.url)
  const failure = failureOf(mailer.send(mail))
  await expect.poll(() => server.begun.length).toBe(1)
  await mailer.close()
  expect(await failure).toMatchObject({ name: 'MailError', permanent: false })
})

test.each([
  ['o\u0027hara@c.example', 'o\u0027hara@c.example'],
  ['first.last+tag&more=1~@c.example', 'first.last+tag&more=1~@c.example'],
  ['Asha@Gmail.Example', 'Asha@gmail.example'],
  ['a@xn--mnchen-3ya.example', 'a@münchen.example'],
])('delivers to %s', async (to, shown) => {
  const server = await startServer()
  await mailerFor(server.url).send({ ...mail, to })
  expect(server.taken[0]?.recipients[0]).toBe(shown)
})

test.each([
  [
    { 'asha@students.test': 550 },
    'asha@students.test',
    { permanent: true, message: 'SMTP EENVELOPE 550 at RCPT TO' },
  ],
  [
    { 'asha@students.test': 450 },
    'asha@students.test',
    { permanent: false, message: 'SMTP EENVELOPE 450 at RCPT TO' },
  ],
  [
    { 'gone@gmail.example': 550 },
    'gone@Gmail.example',
    { permanent: true, message: 'SMTP EENVELOPE 550 at RCPT TO' },
  ],
])(
  'reports the refusal %o of %s even though the organisers’ copy was accepted',
  async (refused, to, known) => {
    const server = await startServer({ refused })
    expect(await failureOf(mailerFor(server.url).send({ ...mail, to }))).toMatchObject({
      ...known,
      isCopySent: true,
    })
    expect(server.taken).toHaveLength(1)
  },
)

test('reports the participant’s refusal if both addresses are refused', async () => {
  const server = await startServer({
    refused: { 'asha@students.test': 550, 'organisers@cerebra.test': 450 },
  })
  expect(await failureOf(mailerFor(server.url).send(mail))).toMatchObject({ permanent: true })
})

test('delivers to the participant if the organisers’ address is refused', async () => {
  const server = await startServer({ refused: { 'organisers@cerebra.test': 550 } })
  await mailerFor(server.url).send(mail)
  expect(server.taken[0]?.recipients).toEqual(['asha@students.test'])
})

test.each(['refuse-sender', 'refuse-content'] as const)(
  'reports %s, a fault of our configuration, as a temporary failure',
  async (behaviour) => {
    const server = await startServer({ behaviour })
    expect(await failureOf(mailerFor(server.url).send(mail))).toMatchObject({ permanent: false })
  },
)

test('reports a single failure if the connection drops after the content is sent', async () => {
  const server = await startServer({ behaviour: 'drop-after-data' })
  const error = await failureOf(mailerFor(server.url).send(mail))
  expect(error.permanent).toBe(false)
  expect(server.taken).toHaveLength(1)
})

test('supports TLS from the start, and rejects untrusted certificates', async () => {
  const server = await startServer({ options: { secure: true, disabledCommands: ['AUTH'] } })
  expect(await failureOf(mailerFor(server.url).send(mail))).toMatchObject({ permanent: false })
  await mailerFor(`${server.url}?tls.rejectUnauthorized=false`).send(mail)
  expect(server.taken).toHaveLength(1)
})

test('reports a wrong password without showing it', async () => {
  const server = await startServer({
    options: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, answer) => answer(new Error('Wrong')),
    },
  })
  const error = await failureOf(mailerFor(server.url.replace('//', '//user:secret@')).send(mail))
  expect(error.permanent).toBe(false)
  expect(error.message).toBe('SMTP EAUTH 535 at AUTH PLAIN')
})

test('uses TLS if a server offers STARTTLS', async () => {
  let wasSecure: boolean | undefined
  const server = await startServer({
    options: {
      disabledCommands: ['AUTH'],
      onMailFrom: (_address, session, answer) => {
        wasSecure = session.secure
        answer()
      },
    },
  })
  await mailerFor(`${server.url}?requireTLS=true&tls.rejectUnauthorized=false`).send(mail)
  expect([server.taken.length, wasSecure]).toEqual([1, true])
})

test('sends no password and no e-mail to a server that hides STARTTLS', async () => {
  let logins = 0
  const server = await startServer({
    options: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, answer) => {
        logins += 1
        answer(null, { user: 'user' })
      },
    },
  })
  const url = `${server.url.replace('//', '//user:secret@')}?requireTLS=true`
  expect(await failureOf(mailerFor(url).send(mail))).toMatchObject({ permanent: false })
  expect([server.taken.length, logins]).toEqual([0, 0])
})

test('requires TLS for every server except this machine', () => {
  for (const url of [
    'smtp://mail.test:587',
    'smtp://user:secret@10.0.0.7',
    'smtp://localhost.mail.test',
  ]) {
    expect(isLoopback(url)).toBe(false)
  }
  for (const url of ['smtp://localhost:1025', 'smtp://127.0.0.1', 'smtp://[::1]:25']) {
    expect(isLoopback(url)).toBe(true)
  }
})

const tryLater = (code: number) =>
  Object.assign(new Error('4.7.0 Try later'), { responseCode: code })

test.each([421, 450])('treats a %i response to the sender as throttling', async (code) => {
  const server = await startServer({
    options: {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_address, _session, answer) => answer(tryLater(code)),
    },
  })
  const error = await failureOf(mailerFor(server.url).send(mail))
  expect([error.permanent, error.throttled]).toEqual([false, { seconds: 0 }])
})

test('treats a 450 response to the recipient as throttling only if the text says so', async () => {
  const full = await startServer({ refused: { 'asha@students.test': 450 } })
  expect((await failureOf(mailerFor(full.url).send(mail))).throttled).toBeUndefined()
  const busy = await startServer({
    options: {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, answer) =>
        answer(Object.assign(new Error('4.7.1 Rate limit exceeded'), { responseCode: 450 })),
    },
  })
  expect((await failureOf(mailerFor(busy.url).send(mail))).throttled).toEqual({ seconds: 0 })
})
