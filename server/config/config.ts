import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { privacy } from '#edition/privacy'
import { isRealDay } from '../../festival/content/slot'
import { isPublicInstallation } from '../../festival/schedule/availability'
import type { Store } from '../db/open-database'
import type { MailConfig } from '../mail/create-mailer'
import type { Limit } from '../system/clock'
import { OperatorError } from '../system/operator-error'
import {
  findUnknownSettings,
  hasProtocol,
  integer,
  organisersList,
  readRenamedSettings,
  singleLine,
  siteAddress,
  yesOrNo,
} from './config-fields'
import {
  fileEntries,
  findEngineProblems,
  mailEntries,
  readFilesConfig,
  readImageHost,
  readMailEngine,
} from './engine-config'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const environmentSchema = v.object({
  HOST: v.optional(singleLine, '127.0.0.1'),
  PORT: v.optional(integer(1, 65_535), '3000'),
  PUBLIC_URL: v.optional(siteAddress),
  HSTS_SUBDOMAINS: v.optional(yesOrNo, 'no'),
  DATA_DIR: v.optional(v.string(), './data'),
  SITE_DIR: v.optional(v.string(), './dist/site'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => !text.includes('://') || hasProtocol(text, ['postgres:', 'postgresql:']),
        'must be a file name or an address such as postgres://user:password@127.0.0.1/cerebra',
      ),
    ),
    'cerebra.sqlite',
  ),
  ...fileEntries,
  ...mailEntries,
  MAIL_FROM: v.optional(
    v.pipe(
      singleLine,
      v.regex(
        /^(?:[^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an e-mail address',
      ),
    ),
    `${identity.shortTitle} <registrations@festival.example>`,
  ),
  ORGANISERS_EMAIL: v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  MAIL_WAIT_SECONDS: v.optional(integer(1, 20), '10'),
  MAIL_PER_SECOND: v.optional(integer(1, 1_000)),
  COUPON_CODE: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (code) => code.replace(/[^a-z0-9]/gi, '').length >= 8,
        'must have at least eight letters and digits',
      ),
      v.maxLength(40, 'may have at most 40 characters'),
    ),
  ),
  ORGANISERS: v.optional(organisersList),
  TRUST_PROXY: v.optional(integer(0, 10), '0'),
  LIMIT_ENTRIES: v.optional(integer(1, 1_000_000_000), '30000'),
  LIMIT_MAILBOX: v.optional(integer(1, 1_000_000_000), '40'),
  LIMIT_NEW_ADDRESSES: v.optional(integer(1, 1_000_000_000), '600'),
  LIMIT_NEW_ADDRESSES_TOTAL: v.optional(integer(1, 1_000_000_000)),
  UNATTACHED_MB: v.optional(integer(16, 1_000_000), '4096'),
  DISK_RESERVE_MB: v.optional(integer(0, 1_000_000), '1024'),
  PROOFS_KEPT_DAYS: v.optional(integer(0, 3_650)),
  ACCEPT_EMPTY_STORE: v.optional(yesOrNo, 'no'),
  ACCEPT_PLACEHOLDER_PAYEE: v.optional(yesOrNo, 'no'),
  ACCEPT_CLOCK: v.optional(
    v.pipe(v.string(), v.check(isRealDay, 'must be a day such as 2025-10-08')),
  ),
  METRICS_PORT: v.optional(integer(1, 65_535)),
  METRICS_HOST: v.optional(singleLine, '127.0.0.1'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
})

/** A test compares these names with `.env.example`. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.entries)

export type Config = ReturnType<typeof readConfig>

/**
 * Treats empty variables as not set.
 * @throws ConfigError naming every invalid variable, but no values
 */
export const readConfig = (environment: Environment) => {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  )
  const settings = readRenamedSettings(nonEmpty)
  const result = v.safeParse(environmentSchema, settings, { abortPipeEarly: true })
  const issues = result.issues ?? []
  const problems = [
    ...issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
    ...findEngineProblems(settings),
  ]
  if (settings.METRICS_PORT !== undefined && settings.METRICS_PORT === (settings.PORT ?? '3000')) {
    problems.push('METRICS_PORT must differ from PORT')
  }
  if (!result.success || problems.length > 0) {
    throw new ConfigError(
      `Some settings are missing or wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  const variables = result.output
  const dataDir = resolve(variables.DATA_DIR)
  const mebibyte = 1024 * 1024
  const perHour = (points: number): Limit => ({ points, seconds: 3_600 })
  const store: Store = variables.DATABASE_URL.includes('://')
    ? { engine: 'postgres', url: variables.DATABASE_URL }
    : { engine: 'sqlite', file: resolve(dataDir, variables.DATABASE_URL) }
  const mail: MailConfig = {
    engine: readMailEngine(variables),
    from: variables.MAIL_FROM,
    organisers: variables.ORGANISERS_EMAIL,
    waitSeconds: variables.MAIL_WAIT_SECONDS,
    perSecond: variables.MAIL_PER_SECOND,
  }
  return {
    host: variables.HOST,
    port: variables.PORT,
    /** The site's address without a trailing slash. */
    publicUrl: variables.PUBLIC_URL ?? defaultAddress(variables.HOST, variables.PORT),
    isPublicUrlSet: variables.PUBLIC_URL !== undefined,
    hstsSubdomains: variables.HSTS_SUBDOMAINS,
    dataDir,
    siteDir: resolve(variables.SITE_DIR),
    store,
    files: readFilesConfig(variables),
    imageHost: readImageHost(variables),
    mail,
    couponCode: variables.COUPON_CODE,
    /** Keyed by address in lower case. If undefined, there is no desk. */
    organisers: variables.ORGANISERS,
    trustedProxies: variables.TRUST_PROXY,
    limits: {
      entries: { points: variables.LIMIT_ENTRIES, seconds: 600 },
      sender: perHour(variables.LIMIT_MAILBOX),
      newAddresses: perHour(variables.LIMIT_NEW_ADDRESSES),
      newAddressesTotal: perHour(
        variables.LIMIT_NEW_ADDRESSES_TOTAL ?? 20 * variables.LIMIT_NEW_ADDRESSES,
      ),
    },
    uploads: {
      unattachedBytes: variables.UNATTACHED_MB * mebibyte,
      reserveBytes: variables.DISK_RESERVE_MB * mebibyte,
    },
    /**
     * When a public site starts, the number must equal the one in the privacy notice
     * (`public-site.ts`).
     */
    proofsKeptDays: variables.PROOFS_KEPT_DAYS ?? privacy.proofsKeptDays,
    acceptEmptyStore: variables.ACCEPT_EMPTY_STORE,
    acceptPlaceholderPayee: variables.ACCEPT_PLACEHOLDER_PAYEE,
    acceptClock: variables.ACCEPT_CLOCK,
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    isPublic: isPublicInstallation(variables.PUBLIC_URL, environment.NODE_ENV),
    logLevel: variables.LOG_LEVEL,
    unknownSettings: findUnknownSettings(Object.keys(nonEmpty), variableNames),
  }
}

/** In production, log collectors read the output, so every line is JSON. */
export const isProduction = (): boolean => process.env.NODE_ENV === 'production'

export const readJournalStream = (): string | undefined => process.env.JOURNAL_STREAM

/**
 * The command `cerebra` passes the names in its settings file as SETTINGS_NAMES. Other variables
 * count only if they look like settings.
 */
export const findUnknownNames = (): string[] => {
  readSettingsFile()
  const written = (process.env.SETTINGS_NAMES ?? '')
    .split(' ')
    .filter((name) => name !== '' && name !== 'NODE_ENV')
  const unknown = written.filter((name) => !variableNames.includes(name))
  return [...new Set([...findUnknownSettings(Object.keys(process.env), variableNames), ...unknown])]
}

const defaultAddress = (host: string, port: number) => {
  if (host === '0.0.0.0' || host === '::') {
    return `http://127.0.0.1:${port}`
  }
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Variables that are already set take precedence over `.env` in the working folder.
 * @throws ConfigError
 */
export const loadConfig = (): Config => {
  readSettingsFile()
  return readConfig(process.env)
}

const readSettingsFile = () => {
  const file = join(process.cwd(), '.env')
  if (existsSync(file)) {
    process.loadEnvFile(file)
  }
}
