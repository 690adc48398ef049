import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Payee } from '../../festival/payment/upi'
import { findFreePort } from '../../tests/support/free-port'
import { startMailApiService } from '../../tests/support/mail-api-service'
import { type MailServer, startMailServer } from '../../tests/support/mail-server'
import { makeFolder } from '../../tests/support/make-folder'
import { buildTestSite, type TestSite } from '../../tests/support/test-site'
import { openDatabase } from '../db/open-database'
import { checkPayee, doctorCommand } from './doctor'

let folder: string
let site: TestSite
let mailServer: MailServer
let printed: string[]
beforeEach(async () => {
  folder = await makeFolder()
  site = await buildTestSite()
  mailServer = await startMailServer()
  printed = []
  now = new Date('2025-10-08T04:30:00.000Z')
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => printed.push(line))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  await mailServer.stop()
  await site.remove()
})

/** A time during the festival of the test edition. */
let now: Date
const examine = async (env: Record<string, string>, ...args: string[]) => {
  const settings = {
    DATA_DIR: folder,
    SITE_DIR: site.folder,
    DISK_RESERVE_MB: '1',
    PUBLIC_URL: 'https://cerebra.test',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Cerebra <registrations@festival.internal>',
    ACCEPT_PLACEHOLDER_PAYEE: 'yes',
    ORGANISERS_EMAIL: 'office@festival.internal',
    TRUST_PROXY: '1',
    ...env,
  }
  for (const [name, value] of Object.entries(settings)) {
    vi.stubEnv(name, value)
  }
  await doctorCommand(args, () => now)
  const problems = printed.filter((line) => line.startsWith('FIX'))
  return { problems, code: process.exitCode, all: printed.join('\n') }
}

test('finds no problem in a healthy installation (12.66)', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  await db.destroy()
  const { problems, code, all } = await examine({}, '--mail', 'asha@college.test')
  expect(problems).toEqual([])
  expect(code).toBeUndefined()
  for (const about of [
    'settings',
    'tables',
    'clock',
    'proofs',
    'orphans',
    'files',
    'disk',
    'mail',
    'public',
  ]) {
    expect(all).toMatch(new RegExp(`^good {2}${about} `, 'm'))
  }
  expect(all).toContain('it is 2025-10-08 10:00 in India')
  expect(all).not.toMatch(/ended on|^look {2}left/m)
  expect(all).not.toContain('asha@')
  expect(mailServer.taken.map(({ recipients }) => recipients)).toEqual([['asha@college.test']])
  const email = mailServer.taken[0]?.content.replace(/=\r?\n/g, '')
  expect(email).toContain('because someone entered your address in a command on the server')
  expect(await readdir(join(folder, 'files'))).toEqual([])
})

test('demands new dates at a public address once the festival is over (20.34)', async () => {
  now = new Date('2026-01-01T00:00:00.000Z')
  const { problems, code, all } = await examine({})
  expect(problems).toEqual([
    'FIX   public   the festival of this edition ended on 2025-10-12: every registration, pass and room request is refused',
  ])
  expect(code).toBe(1)
  expect(all).not.toContain('ready for real visitors')
})

test('accepts an edition in the past at a private address (20.34)', async () => {
  now = new Date('2026-01-01T00:00:00.000Z')
  const { problems } = await examine({ PUBLIC_URL: 'http://127.0.0.1:3000' })
  expect(problems).toEqual([])
})

test('reports data that was left behind when the data folder moved (12.66, 12.67)', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  await db.destroy()
  await mkdir(join(folder, 'files', 'trash'), { recursive: true })
  await mkdir(join(folder, 'newer'))
  expect((await examine({})).all).toMatch(/^look {2}left {5}newer in /m)
  await writeFile(join(folder, 'files', 'trash', 'proof.png'), 'Asha')
  expect((await examine({})).all).toMatch(/^look {2}left {5}newer, files\/trash in /m)
  const port = await findFreePort()
  const moved = {
    DATABASE_URL: `postgres://cerebra:hush@127.0.0.1:${port}/cerebra`,
    S3_BUCKET: 'proofs',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hush',
  }
  expect((await examine(moved)).all).toMatch(
    /^look {2}left {5}cerebra\.sqlite.*, newer, files in .*\. Check that the current/m,
  )
})

test('warns if the payee is a person and fees of the last 30 days exceed ₹1,00,000 (12.127)', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  const person: Payee = { id: 'festival@bank', name: 'Asha Rao' }
  const findWarnings = async (payee: Payee) => {
    const warnings: string[] = []
    await checkPayee(db, now, payee, (state, about, words) =>
      warnings.push(`${state} ${about} ${words}`),
    )
    return warnings
  }
  const enter = (
    id: string,
    rupees: number,
    more: { cash_amount?: number; state?: 'rejected'; day?: string } = {},
  ) => {
    const { day = '2025-10-01', ...columns } = more
    const times = { day, created_at: `${day}T10:00:00.000Z`, changed_at: `${day}T10:00:00.000Z` }
    const entry = {
      entry_id: id,
      kind: 'registration' as const,
      event: 'SeniorQuiz',
      state: 'submitted' as const,
    }
    return db
      .insertInto('review')
      .values({ ...entry, ...times, due: rupees * 100, ...columns })
      .execute()
  }
  expect(await findWarnings(person)).toEqual([])
  await enter('a', 60_000)
  await enter('b', 40_000)
  await enter('cash', 50_000, { cash_amount: 5_000_000 })
  await enter('rejected', 50_000, { state: 'rejected' })
  await enter('earlier', 50_000, { day: '2025-09-01' })
  expect(await findWarnings(person)).toEqual([])
  await enter('c', 1)
  expect(await findWarnings(person)).toEqual([
    'look payee the payee is a person, and the fees of the last 30 days are ₹1,00,001: ask the college for its merchant account (docs/edition.md, “The payee”)',
  ])
  expect(await findWarnings({ ...person, kind: 'merchant', merchantCode: '8220' })).toEqual([])
  await db.destroy()
})

test('reports exports and upgrade backups that are still in the data folder (12.128)', async () => {
  await mkdir(join(folder, 'exports'))
  expect((await examine({})).all).not.toMatch(/^look {2}(?:exports|left)/m)
  await writeFile(join(folder, 'exports', 'review-20251001T043000Z.csv'), 'asha@college.test')
  await mkdir(join(folder, 'before'))
  await mkdir(join(folder, 'before-new'))
  const { all } = await examine({})
  expect(all).toContain(
    `look  exports  1 file in ${join(folder, 'exports')}: forget does not delete exports. Delete those that are no longer needed`,
  )
  expect(all).toMatch(/^look {2}left {5}before, before-new in /m)
})

test('reports missing tables if there are uploaded files, as the server does at startup (12.42)', async () => {
  expect((await examine({})).all).toMatch(/^look {2}tables {3}there are none yet in /m)
  await writeFile(join(folder, 'files', `${'a'.repeat(32)}.png`), 'Asha')
  const { problems } = await examine({})
  expect(problems).toEqual([
    expect.stringMatching(
      /^FIX {3}tables .* is empty or missing, but .*: uploaded files in .*ACCEPT/,
    ),
  ])
})

test('summarises placeholders in the last line before the result (12.66)', async () => {
  await examine({})
  expect(printed.filter((line) => line.includes('placeholder'))).toEqual([printed.at(-2)])
  expect(printed.at(-2)).toMatch(
    /^look {2}edition {2}\d+ placeholders \(identity\.college, .* …\); npm run edition:check lists them all, where you edit the edition$/,
  )
})

test('says which settings to check if the mail API fails (20.29)', async () => {
  const api = await startMailApiService()
  api.answer = { status: 401, body: { message: 'API key hush-key is invalid' } }
  const env = { SMTP_URL: '', MAIL_API: 'resend', MAIL_API_KEY: 'hush-key', MAIL_API_URL: api.url }
  const { problems, all } = await examine(env, '--mail', 'asha@college.test')
  await api.stop()
  expect(problems).toContainEqual(
    expect.stringMatching(
      /Resend returned 401.*: check MAIL_API_KEY, .*MAIL_FROM \(festival\.internal\), and MAIL_API_URL/,
    ),
  )
  expect(all).not.toMatch(/hush-key|user name/)
})

test.each(['0.0.0.0', '::', '10.0.0.4'])('warns about metrics at %s (20.8)', async (host) => {
  const { all } = await examine({ METRICS_PORT: '9464', METRICS_HOST: host })
  const warning = `METRICS_HOST is ${host}: anyone who can reach it can read the metrics`
  expect(all).toContain(`look  metrics  ${warning}`)
})

test.each(['', '127.0.0.1', '::1'])('does not warn about metrics at “%s” (20.8)', async (host) => {
  const { all } = await examine({ METRICS_PORT: '9464', METRICS_HOST: host })
  expect(all).not.toContain('METRICS_HOST')
})

test('reports every setting that is still an example, and an address without TLS (20.31)', async () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://cerebra.example',
    SMTP_URL: 'smtps://user:hush@mail.example:465',
    MAIL_FROM: 'Cerebra <registrations@cerebra.example>',
    ORGANISERS_EMAIL: 'office@example.org',
    ORGANISERS: 'asha@College.Example=admin, ravi@college.example=viewer, mira@college.test=viewer',
  }
  const { problems, all } = await examine(env)
  expect(problems.filter((line) => line.includes('public'))).toEqual([
    expect.stringMatching(/MAIL_FROM uses cerebra\.example, a domain that has no e-mail/),
    'FIX   public   PUBLIC_URL uses cerebra.example, which is only an example. Set your own.',
    'FIX   public   SMTP_URL uses mail.example, which is only an example. Set your own.',
    'FIX   public   ORGANISERS_EMAIL uses example.org, which is only an example. Set your own.',
    'FIX   public   ORGANISERS uses college.example, which is only an example. Set your own.',
    'FIX   public   PUBLIC_URL begins with http:, so nothing is encrypted. Use https:.',
  ])
  expect(all).not.toMatch(/ready for real visitors|hush/)
})

test('accepts .example at a private address (20.31)', async () => {
  const env = { PUBLIC_URL: 'http://127.0.0.1:3000', ORGANISERS_EMAIL: 'office@college.example' }
  expect((await examine(env)).all).not.toContain('only an example')
})

test('says where e-mails go if there is no mail server', async () => {
  const local = { PUBLIC_URL: 'http://127.0.0.1:3000', SMTP_URL: '' }
  const mailFolder = join(folder, 'mail')
  expect((await examine(local)).all).toContain(`mail     e-mails are written to ${mailFolder};`)
  const { all } = await examine(local, '--mail', 'asha@college.test')
  expect(all).toContain(`good  mail     a test e-mail is in ${mailFolder}\n`)
  expect(await readdir(mailFolder)).toHaveLength(1)
})

test('counts files without rows, but removes them only with --remove-orphans (6.31)', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  const files = join(folder, 'files')
  await mkdir(files)
  const old = new Date(now.getTime() - 25 * 3_600_000)
  const leave = async (name: string, time = old) => {
    await writeFile(join(files, name), 'Asha')
    await utimes(join(files, name), time, time)
  }
  const upload = {
    secure_url: 'https://cerebra.test/files/named.png',
    preset: 'payment' as const,
    format: 'png',
  }
  await db
    .insertInto('upload')
    .values({
      ...upload,
      public_id: 'named',
      bytes: 4,
      created_at: old.toISOString(),
      referenced_at: old.toISOString(),
    })
    .execute()
  await db.destroy()
  await leave('named.png')
  await leave('stray.png')
  await leave('young.png', now)
  const left = async () => (await readdir(files)).sort()
  expect((await examine({})).all).toMatch(
    /^look {2}orphans {2}without an entry: 1 of 3 stored files \(stray\.png …\)/m,
  )
  expect(await left()).toEqual(['named.png', 'stray.png', 'young.png'])
  now = new Date(now.getTime() + 100 * 86_400_000)
  await examine({}, '--remove-orphans')
  expect(await left(), 'by a clock that is not believed').toHaveLength(3)
  now = new Date(now.getTime() - 100 * 86_400_000)
  await examine({}, '--remove-orphans')
  expect(await left()).toEqual(['named.png', 'young.png'])
  for (let count = 0; count < 11; count += 1) {
    await leave(`stray-${count}.png`)
  }
  const { problems } = await examine({}, '--remove-orphans')
  expect(problems.at(-1)).toMatch(
    /^FIX {3}orphans {2}without an entry: 11 of 13 .*check that this is the right database/,
  )
  expect(await left()).toHaveLength(13)
})

test('lists every blocking problem and exits with code 1', async () => {
  const port = await findFreePort()
  const { problems, code } = await examine(
    {
      SETTINGS_NAMES: 'PUBLIC_URL ORGANIZERS FAVOURITE NODE_ENV ',
      MAIL_FROM: '',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      DATABASE_URL: '.',
      DISK_RESERVE_MB: '1000000',
      S3_BUCKET: '',
    },
    '--mail',
    'asha@college.test',
  )
  expect(problems).toEqual([
    'FIX   settings ORGANIZERS is not a setting of this server; .env.example lists them all',
    'FIX   settings FAVOURITE is not a setting of this server; .env.example lists them all',
    expect.stringMatching(/^FIX {3}public {3}MAIL_FROM uses festival\.example/),
    expect.stringMatching(/^FIX {3}tables {3}.* is a folder\. DATABASE_URL must name a file/),
    expect.stringMatching(/^FIX {3}disk {5}.* free; uploads stop at 1\.0 TB/),
    expect.stringMatching(/^FIX {3}mail {5}.*ECONNECTION|ESOCKET|ECONNREFUSED/),
  ])
  expect(code).toBe(1)
})

test('reports unknown settings in .env', async () => {
  await writeFile(join(folder, '.env'), 'LIMIT_UPLOADS=3000\n')
  vi.stubEnv('LIMIT_UPLOADS', undefined)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const { problems } = await examine({})
  expect(problems).toEqual([
    'FIX   settings LIMIT_UPLOADS is not a setting of this server; .env.example lists them all',
  ])
})

test('reports invalid settings and a bucket that does not respond', async () => {
  expect((await examine({ PORT: 'x', ORGANISERS: 'nobody' })).all).toMatch(
    / {2}PORT must .*\n {2}ORGANISERS must .*entry 1/s,
  )
  const port = await findFreePort()
  const bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'proofs',
    S3_FORCE_PATH_STYLE: 'yes',
  }
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush' }
  const { problems, all } = await examine({ PORT: '3000', ORGANISERS: '', ...bucket, ...keys })
  expect(problems).toEqual([
    expect.stringMatching(/^FIX {3}files .*bucket proofs, does not respond \(ECONNREFUSED\)/),
  ])
  expect(all).not.toContain('hush')
})
