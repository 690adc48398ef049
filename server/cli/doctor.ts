import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { dayMs, hourMs, instantAt } from '../../festival/content/slot'
import { checkEdition, findPlaceholders } from '../../festival/live/check-edition'
import { wholeEdition } from '../../festival/live/whole-edition'
import { formatRupees } from '../../festival/payment/fee'
import { type Rupees, toRupees } from '../../festival/payment/money'
import type { Payee } from '../../festival/payment/upi'
import { findEndOfFestival } from '../../festival/schedule/availability'
import { type Config, findUnknownNames, loadConfig } from '../config/config'
import { describeUnknownSetting, isRenamed } from '../config/config-fields'
import { findExampleSettings, findPublicProblems, warnOfSettings } from '../config/public-site'
import { findNewestBackup } from '../db/audit'
import { findOrigin, nameStore, requireUsable } from '../db/inspect-tables'
import { openDatabaseAsItIs } from '../db/open-database'
import type { Db } from '../db/schema'
import { assessClock } from '../jobs/clock-guard'
import { createEmailReader } from '../mail/confirmation'
import { createMailer, nameMailEngine } from '../mail/create-mailer'
import { MailError, readDomain } from '../mail/mailer'
import { loadDesk } from '../pages/serve-desk'
import { loadSite, type Site } from '../pages/site'
import type { Clock } from '../system/clock'
import { explainFault, OperatorError } from '../system/operator-error'
import { findFreeSpaceReader } from '../uploads/disk-reserve'
import { explainEmptyTables } from '../uploads/empty-tables'
import type { FileStore } from '../uploads/file-store'
import { createFileStore } from '../uploads/open-file-store'
import { explainBucketFault } from '../uploads/s3-store'
import { checkNewestProof, findOrphans } from '../uploads/upload-rows'
import { formatBytes, formatCount } from './format-units'
import { formatUsage, runCommand } from './installation'

const usage = formatUsage('doctor', '[--mail ADDRESS] [--remove-orphans]')

/** `fix`: must be resolved before real visitors come. `look`: may be intended. */
type State = 'good' | 'look' | 'fix'
type Report = (state: State, subject: string, text: string) => void

const adviseOnMail = ({ engine, from }: Config['mail']): string => {
  if (engine.engine === 'api') {
    return `check MAIL_API_KEY, that ${nameMailEngine(engine)} has verified the domain of MAIL_FROM (${readDomain(from)}), and MAIL_API_URL if it is set`
  }
  return 'check the server, port, user name and password, and that MAIL_FROM is an address of this mail server'
}

const explain = (error: unknown, { files, mail }: Config): string => {
  if (error instanceof MailError) {
    return `the test e-mail was not sent (${error.message}): ${adviseOnMail(mail)}`
  }
  const explanation =
    explainFault(error) ?? (files.engine === 's3' ? explainBucketFault(error, files) : undefined)
  if (explanation !== undefined) {
    return explanation
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error)
}

const checkPublicSite = (config: Config, site: Site | undefined, now: Date, report: Report) => {
  const problems = [
    ...findPublicProblems(config, site !== undefined),
    ...findExampleSettings(config),
  ]
  if (now.getTime() >= findEndOfFestival(identity)) {
    problems.push(
      `the festival of this edition ended on ${identity.lastDay}: every registration, pass and room request is refused`,
    )
  }
  for (const problem of problems) {
    report('fix', 'public', problem)
  }
  if (problems.length === 0) {
    report('good', 'public', `${config.publicUrl} is ready for real visitors`)
  }
  warnOfSettings(config, { warn: (text) => report('look', 'public', text) })
  if (config.trustedProxies === 0) {
    report(
      'look',
      'public',
      'TRUST_PROXY is 0: if the server is behind Caddy, set it to 1; otherwise all visitors share one limit',
    )
  }
}

const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/

const checkMetrics = ({ metricsPort, metricsHost }: Config, report: Report) => {
  if (metricsPort !== undefined && !loopbackHost.test(metricsHost)) {
    report(
      'look',
      'metrics',
      `METRICS_HOST is ${metricsHost}: anyone who can reach it can read the metrics`,
    )
  }
}

const checkSite = async (config: Config, now: Date, report: Report) => {
  const site = await loadSite(config.siteDir, config)
  if (config.isPublic) {
    checkPublicSite(config, site, now, report)
  } else {
    report(
      'look',
      'public',
      `${config.publicUrl} is a private address: events stay open after they end`,
    )
  }
  if (!site) {
    report(
      'look',
      'site',
      `there is no built site in ${config.siteDir}; the server answers only API requests`,
    )
  }
  if (!config.organisers) {
    return report('look', 'desk', 'ORGANISERS is not set: there is no desk')
  }
  const isBuilt = await loadDesk(resolve(config.siteDir, '../desk'))
  report(
    isBuilt ? 'good' : 'fix',
    'desk',
    `${formatCount(config.organisers.size, 'organiser')}${isBuilt ? '' : '; the desk is not built'}`,
  )
}

const maxShownPlaceholders = 3

const checkPlaceholders = (report: Report) => {
  const paths = findPlaceholders(wholeEdition).map(({ path }) => path)
  if (paths.length === 0) {
    return report('good', 'edition', `${identity.title}: no placeholders`)
  }
  const first = paths.slice(0, maxShownPlaceholders).join(', ')
  report(
    'look',
    'edition',
    `${formatCount(paths.length, 'placeholder')} (${first} …); npm run edition:check lists them all, where you edit the edition`,
  )
}

/** A crash can leave up to this number of files without rows. */
const maxExpectedOrphans = 10
const maxShownOrphans = 5

interface OpenInstallation {
  db: Db
  files: FileStore
  now: Date
}

const checkOrphans = async (
  { db, files, now }: OpenInstallation,
  shouldRemove: boolean,
  report: Report,
) => {
  const { orphans, all } = await findOrphans(db, files, now)
  if (orphans.length === 0) {
    return report('good', 'orphans', 'every stored file belongs to an entry')
  }
  const summary = `without an entry: ${orphans.length} of ${formatCount(all, 'stored file')}`
  if (orphans.length > maxExpectedOrphans && orphans.length > all / 2) {
    return report(
      'fix',
      'orphans',
      `${summary}: check that this is the right database; --remove-orphans removes nothing while so many files are affected`,
    )
  }
  if (!shouldRemove) {
    const names = orphans.slice(0, maxShownOrphans).join(', ')
    return report(
      'look',
      'orphans',
      `${summary} (${names} …): check them, then remove them with --remove-orphans`,
    )
  }
  for (const name of orphans) {
    await files.remove(name)
  }
  report('good', 'orphans', `${summary}: removed`)
}

const payeeDays = 30
/** In rupees per month. Above this sum, banks may limit or query a personal account. */
const personalLimit: Rupees = 100_000

export const checkPayee = async (
  db: Db,
  now: Date,
  { kind }: Payee,
  report: Report,
): Promise<void> => {
  if (kind === 'merchant') {
    return
  }
  const since = new Date(now.getTime() - payeeDays * dayMs).toISOString()
  const { sum } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.sum<number | string | null>('due').as('sum'))
    .where('created_at', '>=', since)
    .where('cash_amount', 'is', null)
    .where('state', 'not in', ['rejected', 'withdrawn'])
    .executeTakeFirstOrThrow()
  const fees = toRupees(Number(sum ?? 0))
  if (fees <= personalLimit) {
    return
  }
  report(
    'look',
    'payee',
    `the payee is a person, and the fees of the last ${payeeDays} days are ${formatRupees(fees)}: ask the college for its merchant account (docs/edition.md, “The payee”)`,
  )
}

const isDataFolderMissing = ({ dataDir, files }: Config) =>
  files.engine === 'disk' && !existsSync(dataDir)

const checkMissingTables = async (config: Config, report: Report) => {
  if (!isDataFolderMissing(config)) {
    const openFiles = () => createFileStore(config)
    // `checkFiles` reports files that cannot be listed.
    const problem = await explainEmptyTables(config, openFiles).catch(() => undefined)
    if (problem !== undefined) {
      return report('fix', 'tables', problem)
    }
  }
  report(
    'look',
    'tables',
    `there are none yet in ${nameStore(config.store)}; the first start creates them`,
  )
}

/** Creates nothing, and removes only files without rows. */
const checkTables = async (config: Config, now: Date, shouldRemove: boolean, report: Report) => {
  const { store } = config
  const origin = findOrigin(await requireUsable(store, 'Start the server'))
  if (origin === 'none') {
    return checkMissingTables(config, report)
  }
  if (origin === 'older') {
    return report(
      'look',
      'tables',
      `${nameStore(store)}: from an older version; the next start updates them`,
    )
  }
  const db = await openDatabaseAsItIs(store)
  const files = createFileStore(config)
  try {
    report('good', 'tables', `${nameStore(store)}: up to date`)
    const verdict = await assessClock(db, now, config.acceptClock)
    const time = instantAt(now.getTime()).replace('T', ' ').slice(0, 16)
    if (verdict.isPlausible) {
      report('good', 'clock', `it is ${time} in India`)
    } else {
      report(
        'fix',
        'clock',
        `it is ${time} in India, far from ${verdict.newest}, the newest time in the database: correct the clock, or set ACCEPT_CLOCK if the clock is right`,
      )
    }
    await checkNewestProof(db, files, {
      error: (...parts: unknown[]) => report('fix', 'proofs', String(parts.at(-1))),
    })
      .then(() => report('good', 'proofs', 'the newest proof can be read, or there is none'))
      .catch(() => {})
    const newest = await findNewestBackup(db)
    if (newest === undefined) {
      report(
        'look',
        'backup',
        'no backup has been taken since these tables were created or restored',
      )
    } else {
      const hours = Math.floor((now.getTime() - Date.parse(newest)) / hourMs)
      const age = hours < 1 ? 'less than an hour' : formatCount(hours, 'hour')
      report(hours < 48 ? 'good' : 'look', 'backup', `the newest is ${age} old`)
    }
    await checkPayee(db, now, identity.payee, report)
    await checkOrphans({ db, files, now }, shouldRemove && verdict.isPlausible, report)
  } finally {
    files.close()
    await db.destroy()
  }
}

const checkFiles = async (config: Config, report: Report) => {
  if (isDataFolderMissing(config)) {
    return report(
      'look',
      'files',
      `${config.dataDir} does not exist yet; the first start creates it`,
    )
  }
  const files = createFileStore(config)
  const name = `.doctor-${randomUUID()}.tmp`
  try {
    await files.write(name, new TextEncoder().encode(name))
    const bytes = await files.read(name)
    if (new TextDecoder().decode(bytes) !== name) {
      throw new OperatorError('the file that was read differs from the one that was written')
    }
    await files.remove(name)
    report(
      'good',
      'files',
      `${config.files.engine === 's3' ? `the bucket ${config.files.bucket}` : config.dataDir}: written, read, removed`,
    )
  } finally {
    files.close()
  }
}

/** Reports full copies of the data, which neither `forget` nor retention clears. */
const checkLeftovers = ({ dataDir, store, files }: Config, report: Report) => {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  const leftoverNames =
    store.engine === 'postgres'
      ? /^(?:moved|newer|before(?:-new)?|cerebra\.sqlite.*)$/
      : /^(?:moved|newer|before(?:-new)?)$/
  const leftovers = names.filter((name) => leftoverNames.test(name))
  const folder = join(dataDir, 'files')
  const containsFiles = (path: string) =>
    existsSync(path) &&
    readdirSync(path, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
  if (files.engine === 's3' && containsFiles(folder)) {
    leftovers.push('files')
  }
  // 0.1.0 moved files without rows to this folder.
  else if (containsFiles(join(folder, 'trash'))) {
    leftovers.push('files/trash')
  }
  if (leftovers.length === 0) {
    return
  }
  const summary = `${leftovers.join(', ')} in ${dataDir}: a copy of all data, which forget and retention do not clear`
  report(
    'look',
    'left',
    `${summary}. Check that the current data is complete, then remove the copy`,
  )
}

const checkExports = ({ dataDir }: Config, report: Report) => {
  const folder = join(dataDir, 'exports')
  const count = existsSync(folder) ? readdirSync(folder).length : 0
  if (count === 0) {
    return
  }
  const summary = `${formatCount(count, 'file')} in ${folder}: forget does not delete exports`
  report('look', 'exports', `${summary}. Delete those that are no longer needed`)
}

const checkDisk = async (config: Config, report: Report) => {
  const free = existsSync(config.dataDir) ? await findFreeSpaceReader(config)?.() : undefined
  if (free === undefined) {
    return
  }
  const reserve = config.uploads.reserveBytes
  const summary = `${formatBytes(free)} free; uploads stop at ${formatBytes(reserve)} (DISK_RESERVE_MB)`
  report(rateFreeSpace(free, reserve), 'disk', summary)
}

const rateFreeSpace = (free: number, reserve: number): State => {
  if (free < reserve) {
    return 'fix'
  }
  return free < 3 * reserve ? 'look' : 'good'
}

const testEmail = createEmailReader({
  schema: v.object({ email: v.string(), address: v.string() }),
  write: ({ address }) => ({
    subject: `${identity.shortTitle}: a test of the mail server`,
    colour: 'nerve',
    kicker: 'The operator',
    title: 'It works',
    paragraphs: [
      'The person who runs the festival’s site sent this to check that its e-mails arrive. You do not need to do anything.',
    ],
    stamp: { label: 'From', lines: [address] },
    groups: [],
    footerReason:
      'You are receiving this e-mail because someone entered your address in a command on the server.',
  }),
})

const checkMail = async (config: Config, to: string | undefined, report: Report) => {
  const { engine, from } = config.mail
  const isFolder = engine.engine === 'folder'
  const folder = join(config.dataDir, 'mail')
  if (to === undefined) {
    const route = isFolder
      ? `e-mails are written to ${folder}`
      : `e-mails are sent by ${nameMailEngine(engine)}`
    return report('look', 'mail', `${route}; add --mail ADDRESS to send a test e-mail`)
  }
  const mailer = createMailer(config.dataDir, engine)
  try {
    const mail = testEmail(JSON.stringify({ email: to, address: config.publicUrl }))
    await mailer.send({ ...mail, kind: 'desk-link', messageId: randomUUID(), from, to })
    const result = isFolder
      ? `a test e-mail is in ${folder}`
      : 'a test e-mail was sent; check that it arrives and is not marked as spam'
    report('good', 'mail', result)
  } finally {
    await mailer.close()
  }
}

const titles: Readonly<Record<State, string>> = { good: 'good', look: 'look', fix: 'FIX ' }

/** Changes nothing, except with `--remove-orphans`. */
export const doctorCommand = (args: string[], clock: Clock = () => new Date()): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { mail: { type: 'string' }, 'remove-orphans': { type: 'boolean' } },
    })
    let faults = 0
    const report: Report = (state, subject, text) => {
      if (state === 'fix') {
        faults += 1
      }
      console.log(`${titles[state]}  ${subject.padEnd(8)} ${text}`)
    }
    for (const name of findUnknownNames()) {
      report(isRenamed(name) ? 'look' : 'fix', 'settings', describeUnknownSetting(name))
    }
    const config = loadConfig()
    if (faults === 0) {
      report('good', 'settings', 'all settings are valid')
    }
    const checks: [string, () => Promise<void>][] = [
      ['site', () => checkSite(config, clock(), report)],
      ['metrics', async () => checkMetrics(config, report)],
      ['tables', () => checkTables(config, clock(), values['remove-orphans'] ?? false, report)],
      ['files', () => checkFiles(config, report)],
      ['left', async () => checkLeftovers(config, report)],
      ['exports', async () => checkExports(config, report)],
      ['disk', () => checkDisk(config, report)],
      ['mail', () => checkMail(config, values.mail, report)],
    ]
    for (const { words } of checkEdition(wholeEdition)) {
      report('fix', 'edition', words)
    }
    for (const [subject, check] of checks) {
      await check().catch((error: unknown) => report('fix', subject, explain(error, config)))
    }
    checkPlaceholders(report)
    console.log(faults === 0 ? 'Nothing to fix.' : `${formatCount(faults, 'problem')} to fix.`)
    if (faults > 0) {
      process.exitCode = 1
    }
  })
