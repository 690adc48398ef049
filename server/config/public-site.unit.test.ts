import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { findFreePort } from '../../tests/support/free-port'
import { buildTestSite, type TestSite } from '../../tests/support/test-site'
import { startServer } from '../app/start'
import { ConfigError, readConfig } from './config'
import {
  logAvailability,
  requirePublicSettings,
  warnOfNode,
  warnOfPlaceholders,
  warnOfSettings,
} from './public-site'

let site: TestSite
let folder: string
beforeAll(async () => {
  site = await buildTestSite()
  folder = await mkdtemp(join(tmpdir(), 'cerebra-public-'))
})
afterAll(async () => {
  await site.remove()
  await rm(folder, { recursive: true, force: true })
})

/** The required settings of a public site. */
const complete = {
  PUBLIC_URL: 'https://cerebra.test',
  SMTP_URL: 'smtps://user:hush@mail.festival.internal:465',
  MAIL_FROM: 'Cerebra <registrations@festival.internal>',
  // Required because the payee of the test edition is a placeholder.
  ACCEPT_PLACEHOLDER_PAYEE: 'yes',
}

const start = async (env: Record<string, string>) => {
  const port = String(await findFreePort())
  const settings = {
    SITE_DIR: site.folder,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PORT: port,
    ...env,
  }
  const server = await startServer(readConfig(settings))
  await server.stop()
}

test('starts a public site with a mail server, a sender and an address (12.46)', () =>
  start(complete))

test.each([
  [
    'without a mail server',
    { ...complete, SMTP_URL: '' },
    /^ {2}SMTP_URL is missing: .* Set it to the address of your mail server/m,
  ],
  [
    'with a sender at a reserved domain',
    { ...complete, MAIL_FROM: '' },
    /^ {2}MAIL_FROM uses festival\.example, .* Set MAIL_FROM to one of/m,
  ],
  [
    'with a placeholder payee',
    { ...complete, ACCEPT_PLACEHOLDER_PAYEE: '' },
    /^ {2}identity\.payee of the edition is a placeholder, .* Write the festival’s UPI ID there/m,
  ],
  [
    'with a retention period that contradicts the privacy notice',
    { ...complete, PROOFS_KEPT_DAYS: '30' },
    /^ {2}PROOFS_KEPT_DAYS is 30, but the privacy notice says that proofs are kept for 90 days\. Remove PROOFS_KEPT_DAYS, or set privacy\.proofsKeptDays to 30 in festival\/edition\/privacy\.ts and build again/m,
  ],
  [
    'with proofs at an image host, where the server cannot delete them',
    {
      ...complete,
      IMAGE_HOST_URL: 'https://images.test/v1/festival/',
      IMAGE_HOST_PRESET_PAYMENT: 'pay',
      IMAGE_HOST_PRESET_ID_PROOF: 'id',
      IMAGE_HOST_PRESET_PARTICIPATION_PROOF: 'part',
    },
    /^ {2}IMAGE_HOST_URL is set, but the privacy notice says that proofs are kept for 90 days, and the server cannot delete files at an image host\./m,
  ],
  [
    'without a built site',
    { ...complete, SITE_DIR: '/nowhere' },
    /^ {2}SITE_DIR holds no built site \(\/nowhere\)\. Build/m,
  ],
])('refuses to start a public site %s, naming the variable', async (_, env, words) => {
  await expect(start(env)).rejects.toThrow(ConfigError)
  await expect(start(env)).rejects.toThrow(words)
  await expect(start(env)).rejects.not.toThrow(/hush/)
})

test('requires the settings of a public site if NODE_ENV is production', async () => {
  const refused = start({ NODE_ENV: 'production', PUBLIC_URL: 'http://fest.test' })
  await expect(refused).rejects.toThrow('\n  SMTP_URL is ')
})

test('reports only the missing address if PUBLIC_URL is empty in production', async () => {
  const refused = start({ ...complete, NODE_ENV: 'production', PUBLIC_URL: '' })
  await expect(refused).rejects.toThrow(/^ {2}PUBLIC_URL is missing: /m)
  await expect(refused).rejects.not.toThrow('npm run build')
})

test('starts the same build at another public address (20.1)', () =>
  start({ ...complete, PUBLIC_URL: 'https://fest.test' }))

test('starts on a private address without the settings of a public site', () =>
  start({ PUBLIC_URL: 'http://127.0.0.1:3999' }))

const config = readConfig(complete)

test.each([
  'a@b.example',
  'A <a@B.TEST>',
  'a@b.invalid',
  'a@localhost',
  'a@mail.localhost',
  'a@example.com',
])('rejects the sender %s', (from) => {
  const check = () => requirePublicSettings({ ...config, mail: { ...config.mail, from } }, true)
  expect(check).toThrow('MAIL_FROM uses ')
})

test.each(['a@example.internal', 'a@contest.internal', 'Cerebra <a@test.college.internal>'])(
  'accepts the sender %s',
  (from) => requirePublicSettings({ ...config, mail: { ...config.mail, from } }, true),
)

test('requires neither SMTP_URL nor MAIL_FROM for EmailJS', () => {
  const names = ['REGISTRATION', 'DELEGATE_PASS', 'ACCOMMODATION'].map(
    (name) => `EMAILJS_TEMPLATE_${name}`,
  )
  const ids = ['EMAILJS_SERVICE_ID', 'EMAILJS_USER_ID', ...names].map((name) => [name, 'x'])
  const env = {
    ...complete,
    SMTP_URL: '',
    MAIL_FROM: '',
    EMAILJS_URL: 'https://emailjs.test',
    ...Object.fromEntries(ids),
  }
  requirePublicSettings(readConfig(env), true)
})

test('warns about a missing ORGANISERS_EMAIL and a loopback PUBLIC_URL', () => {
  const warnings: string[] = []
  const log = { warn: (words: string) => warnings.push(words) }
  warnOfSettings(readConfig({ ...complete, ORGANISERS_EMAIL: 'office@cerebra.test' }), log)
  expect(warnings).toEqual([])
  warnOfSettings(readConfig({ ...complete, PUBLIC_URL: 'http://127.0.0.1:3000' }), log)
  expect(warnings).toEqual([
    expect.stringMatching(/^ORGANISERS_EMAIL is not set/),
    expect.stringMatching(/^PUBLIC_URL is an address of this machine/),
  ])
})

test.each([
  ['20.20.2', ['Node 20 no longer gets security fixes: install Node 24']],
  ['22.12.0', []],
  ['24.15.0', []],
])('warns at startup if Node %s is not supported (20.22)', (version, expected) => {
  const warnings: string[] = []
  warnOfNode(version, { warn: (words) => warnings.push(words) })
  expect(warnings).toEqual(expected)
})

const listPlaceholderWarnings = (edition: typeof wholeEdition) => {
  const logged: unknown[][] = []
  warnOfPlaceholders(edition, { warn: (...words: unknown[]) => logged.push(words) })
  return logged
}

test('warns once about all placeholders', () => {
  expect(listPlaceholderWarnings(wholeEdition)).toEqual([
    [
      {
        placeholders: expect.any(Number),
        first: expect.arrayContaining(['identity.college', 'identity.city']),
      },
      expect.stringContaining('edition:check'),
    ],
  ])
})

const listAvailabilityLogs = (now: string, isPublic: boolean) => {
  const logged: string[] = []
  const write = (level: string) => (first: unknown, second?: unknown) =>
    logged.push(`${level}: ${second ?? first}`)
  logAvailability(wholeEdition, new Date(now), isPublic, {
    info: write('info'),
    warn: write('warn'),
  })
  return logged
}

test('warns at startup that the festival is over if the site is public', () => {
  expect(listAvailabilityLogs('2025-10-12T23:59:59+05:30', true)).toEqual([])
  expect(listAvailabilityLogs('2025-10-13T00:00:00+05:30', true)).toEqual([
    expect.stringMatching(/^warn: the edition is over/),
  ])
})

test('on a private address, logs that events do not close automatically', () => {
  expect(listAvailabilityLogs('2031-01-01T00:00:00Z', false)).toEqual([
    expect.stringMatching(/^info: this address is private: events stay open after they end$/),
  ])
})
