import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { identity } from '#edition/identity'
import { ConfigError, loadConfig, readConfig, variableNames } from './config'
import { describeUnknownSetting } from './config-fields'

test('has a default for every setting', () => {
  const config = readConfig({})
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    isPublicUrlSet: false,
    hstsSubdomains: false,
    dataDir: resolve('data'),
    siteDir: resolve('dist/site'),
    store: { engine: 'sqlite', file: resolve('data/cerebra.sqlite') },
    files: { engine: 'disk' },
    imageHost: undefined,
    mail: {
      engine: { engine: 'folder' },
      from: 'Lumbar Days <registrations@festival.example>',
      organisers: undefined,
      waitSeconds: 10,
      perSecond: undefined,
    },
    couponCode: undefined,
    trustedProxies: 0,
    uploads: { unattachedBytes: 4_294_967_296, reserveBytes: 1_073_741_824 },
    limits: {
      entries: { points: 30_000, seconds: 600 },
      sender: { points: 40, seconds: 3600 },
      newAddresses: { points: 600, seconds: 3600 },
      newAddressesTotal: { points: 12_000, seconds: 3600 },
    },
    // The period in the edition's privacy notice.
    proofsKeptDays: 90,
    acceptEmptyStore: false,
    acceptPlaceholderPayee: false,
    unknownSettings: [],
    acceptClock: undefined,
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    isPublic: false,
    logLevel: 'info',
  })
})

test('reads settings from the environment', () => {
  const config = readConfig({
    PORT: '8080',
    PUBLIC_URL: 'https://cerebra.test/',
    DATABASE_URL: 'postgres://user:secret@127.0.0.1/cerebra',
    SMTP_URL: 'smtps://user:secret@mail.test:465',
    ORGANISERS_EMAIL: 'office@cerebra.test',
    MAIL_PER_SECOND: '2',
    COUPON_CODE: 'ATLAS555',
    TRUST_PROXY: '1',
    PROOFS_KEPT_DAYS: '30',
    METRICS_PORT: '9100',
    METRICS_HOST: '0.0.0.0',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://cerebra.test',
    store: { engine: 'postgres', url: 'postgres://user:secret@127.0.0.1/cerebra' },
    mail: {
      engine: { engine: 'smtp', url: 'smtps://user:secret@mail.test:465' },
      organisers: 'office@cerebra.test',
      perSecond: 2,
    },
    couponCode: 'ATLAS555',
    trustedProxies: 1,
    proofsKeptDays: 30,
    metricsPort: 9100,
    metricsHost: '0.0.0.0',
    isPublic: true,
  })
})

test('names every invalid variable without showing its value', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_URL: 'cerebra.example',
    DATABASE_URL: 'mysql://user:hush@127.0.0.1/x',
    SMTP_URL: 'https://user:hush@mail.example',
    MAIL_FROM: 'nobody',
    ORGANISERS_EMAIL: 'office',
    MAIL_WAIT_SECONDS: 'ten',
    MAIL_PER_SECOND: '0',
    S3_ENDPOINT: 'ftp://s3.example',
    S3_BUCKET: 'Bucket!',
    S3_FORCE_PATH_STYLE: 'perhaps',
    IMAGE_HOST_URL: 'http://images.example',
    EMAILJS_URL: 'http://emailjs.example',
    COUPON_CODE: '---',
    TRUST_PROXY: '-1',
    LIMIT_MAILBOX: '0',
    PROOFS_KEPT_DAYS: 'some',
    METRICS_PORT: '0',
    ACCEPT_CLOCK: '2025-02-31',
    LOG_LEVEL: 'loud',
  }
  const read = () => readConfig(wrong)
  expect(read).toThrow(ConfigError)
  for (const name of Object.keys(wrong)) {
    expect(read).toThrow(`  ${name} `)
  }
  expect(read).not.toThrow(/hush|70000|ten\b/)
})

const s3 = { S3_BUCKET: 'proofs', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush' }
const imageHost = {
  IMAGE_HOST_URL: 'https://images.test/v1/festival/',
  IMAGE_HOST_PRESET_PAYMENT: 'pay',
  IMAGE_HOST_PRESET_ID_PROOF: 'id',
  IMAGE_HOST_PRESET_PARTICIPATION_PROOF: 'part',
}
const emailJs = {
  EMAILJS_URL: 'https://emailjs.test',
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_USER_ID: 'user',
  EMAILJS_TEMPLATE_REGISTRATION: 'one',
  EMAILJS_TEMPLATE_DELEGATE_PASS: 'two',
  EMAILJS_TEMPLATE_ACCOMMODATION: 'three',
}

test('sends e-mails through an API if its variables are set (20.28)', () => {
  const engine = { MAIL_API: 'brevo', MAIL_API_KEY: 'hush' }
  expect(readConfig(engine).mail.engine).toEqual({
    engine: 'api',
    service: 'brevo',
    key: 'hush',
    url: undefined,
  })
  expect(() => readConfig({ MAIL_API: 'resend' })).toThrow('MAIL_API_KEY is missing')
  expect(() => readConfig({ ...engine, MAIL_API: 'pigeon' })).toThrow(
    'MAIL_API must be one of resend, brevo',
  )
  expect(() => readConfig({ ...engine, SMTP_URL: 'smtp://mail.test' })).toThrow(
    'SMTP_URL and MAIL_API are set; only one of them can send the e-mails',
  )
})

test('chooses engines by the variables that are set', () => {
  expect(
    readConfig({ ...s3, S3_FORCE_PATH_STYLE: 'yes', S3_ENDPOINT: 'http://store:9000' }).files,
  ).toEqual({
    engine: 's3',
    endpoint: 'http://store:9000',
    region: 'us-east-1',
    bucket: 'proofs',
    prefix: 'files/',
    accessKeyId: 'key',
    secretAccessKey: 'hush',
    forcePathStyle: true,
  })
  expect(readConfig(imageHost).imageHost).toEqual({
    url: 'https://images.test/v1/festival',
    presets: { payment: 'pay', 'id-proof': 'id', 'participation-proof': 'part' },
  })
  expect(readConfig(emailJs).mail.engine).toEqual({
    engine: 'emailjs',
    url: 'https://emailjs.test',
    serviceId: 'service',
    userId: 'user',
    templates: { registration: 'one', 'delegate-pass': 'two', accommodation: 'three' },
  })
})

test.each([
  ['a bucket', s3],
  ['an image host', imageHost],
  ['EmailJS', emailJs],
])('requires all variables of %s, and names each missing one', (_, whole) => {
  for (const name of Object.keys(whole)) {
    const half = { ...whole, [name]: '' }
    expect(() => readConfig(half)).toThrow(`  ${name} is missing`)
    expect(() => readConfig(half)).not.toThrow(/hush/)
  }
  const first = Object.fromEntries(Object.entries(whole).slice(0, 1))
  for (const name of Object.keys(whole).slice(1)) {
    expect(() => readConfig(first)).toThrow(`  ${name} is missing`)
  }
})

test('reports contradictions together with all other problems', () => {
  const clash = {
    ...emailJs,
    SMTP_URL: 'smtp://mail.test',
    ORGANISERS_EMAIL: 'office@cerebra.test',
    PORT: 'x',
  }
  for (const name of ['SMTP_URL', 'ORGANISERS_EMAIL', 'PORT']) {
    expect(() => readConfig(clash)).toThrow(`  ${name} `)
  }
})

test('rejects METRICS_PORT if it equals PORT', () => {
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('  METRICS_PORT must differ from PORT')
  expect(() => readConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow('  METRICS_PORT ')
})

test.each([
  ['asha@college.test=admin, ravi', 'entry 2 does not begin with an e-mail address'],
  ['asha@college.test=admin, ravi@college.test=verifer', 'entry 2 needs one of the roles'],
  ['asha.college.test=admin', 'entry 1 does not begin with an e-mail address'],
  [
    'asha@college.test=admin, ravi@college.test=viewer, ASHA@college.test=viewer',
    'entry 3 is listed twice',
  ],
  [
    'ravi@college.test=head',
    'entry 1 is a head without events: write head:KEY or head:KEY+KEY, with the edition’s keys (SeniorQuiz, ',
  ],
  ['ravi@college.test=head:SeniorQuiz+Nothing', 'entry 1 is a head without events'],
  ['ravi@college.test=viewer:SeniorQuiz', 'entry 1 has events, which only heads have'],
])('identifies an invalid organiser by position, not by address: %s', (ORGANISERS, words) => {
  expect(() => readConfig({ ORGANISERS })).toThrow(words)
  expect(() => readConfig({ ORGANISERS })).not.toThrow(/college.test=veri|=admin, ravi$/)
})

test('reports unknown variables that look like settings (12.64)', () => {
  const names = [
    'ORGANIZERS',
    'PUBLIC_URI',
    'S3_ACCESS_KEY',
    'SMTP_PASSWORD',
    'LIMIT_MAILBOXES',
    'mail_from',
  ]
  const others = [
    'PATH',
    'HOME',
    'USER',
    'NODE_ENV',
    'JOURNAL_STREAM',
    'INVOCATION_ID',
    'MAIL',
    'HOSTNAME',
    'EDITOR',
  ]
  const environment = Object.fromEntries([...names, ...others].map((name) => [name, 'x']))
  expect(readConfig(environment).unknownSettings.map(describeUnknownSetting)).toEqual(
    names.map((name) => `${name} is not a setting of this server; .env.example lists them all`),
  )
})

test('reads settings by their former names, and reports the new names (12.64)', () => {
  const old = readConfig({ UNCLAIMED_MB: '32', LIMIT_SENDER: '7', LIMIT_SUBMISSIONS: '8' })
  expect(old.uploads.unattachedBytes).toBe(32 * 1024 * 1024)
  expect([old.limits.sender.points, old.limits.entries.points]).toEqual([7, 8])
  expect(old.unknownSettings.map(describeUnknownSetting)).toContain(
    'UNCLAIMED_MB is now called UNATTACHED_MB. Rename it in your settings: the next version will not read the old name.',
  )
  expect(readConfig({ LIMIT_SENDER: '7', LIMIT_MAILBOX: '9' }).limits.sender.points).toBe(9)
})

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', COUPON_CODE: '' })).toEqual(readConfig({}))
})

test('reads .env in the working folder, but prefers environment variables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-env-'))
  writeFileSync(join(folder, '.env'), 'PUBLIC_URL=https://fest.test/\nPORT=8080\n')
  vi.stubEnv('PUBLIC_URL', undefined)
  vi.stubEnv('PORT', '9090')
  const before = process.cwd()
  try {
    process.chdir(folder)
    expect(loadConfig()).toMatchObject({
      publicUrl: 'https://fest.test',
      port: 9090,
      isPublic: true,
    })
  } finally {
    process.chdir(before)
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  }
})

/** The build reads EDITION, and `compose.yaml` the others. */
const notOfServer = ['EDITION', 'TRUSTED_PROXIES', 'COMPOSE_PROFILES', 'POSTGRES_PASSWORD']

test('.env.example contains every variable with its default', () => {
  const lines = readFileSync('.env.example', 'utf8')
    .replace('Cerebra <', `${identity.shortTitle} <`)
    .split('\n')
  const settings = lines.flatMap((line) => {
    const [, name, value] = /^#?([A-Z\d_]+)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined || notOfServer.includes(name)
      ? []
      : [[name, value.replace(/^"|"$/g, '')] as const]
  })
  expect(settings.map(([name]) => name)).toEqual(variableNames)
  expect(readConfig(Object.fromEntries(settings))).toEqual(readConfig({}))
})

test.each([
  'https://cerebra.test/?from=poster',
  'https://cerebra.test/#events',
  'https://cerebra.test/?',
  'https://cerebra.test/"><script>',
  'https://cerebra.test/a&b',
  'https://cerebra.test/a b',
  'https://cerebra.test\\a',
  'https://cerebra.test/fest',
  'https://office:hush@cerebra.test',
  'https://a%26b.test',
  'https:///cerebra.test',
])('rejects a PUBLIC_URL that is more than the site’s address: %s (12.55)', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(
    'PUBLIC_URL must be only https:// and your domain, such as https://cerebra.example',
  )
})

test.each([
  ['HTTPS://Cerebra.TEST', 'https://cerebra.test'],
  ['https://cerebra.test/', 'https://cerebra.test'],
  ['https://cerebra.test:443', 'https://cerebra.test'],
  ['https://bücher.test', 'https://xn--bcher-kva.test'],
])('reads the PUBLIC_URL %s as %s, like a browser (12.55)', (PUBLIC_URL, publicUrl) => {
  expect(readConfig({ PUBLIC_URL })).toMatchObject({ publicUrl, isPublic: true })
})
