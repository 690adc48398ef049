import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { isPublicInstallation } from '../festival/availability'
import { isRealDay } from '../festival/day'
import type { Role } from '../festival/desk/roles'
import {
  baseUrl,
  findUnknownSettings,
  hasProtocol,
  organisersList,
  singleLine,
  type UnknownSetting,
  whole,
  yesOrNo,
} from './config-fields'
import type { Store } from './db/open-database'
import { fileEntries, filesConfigOf, findEngineProblems, imageHostOf, mailEngineOf, mailEntries } from './engine-config'
import type { RequestLimits } from './http/rate-limits'
import type { MailConfig } from './mail/create-mailer'
import type { Limit } from './system/clock'
import { OperatorError } from './system/operator-error'
import type { ImageHostConfig } from './uploads/image-host'
import type { FilesConfig } from './uploads/open-file-store'
import type { UploadBounds } from './uploads/uploads'

/** What the environment decides, parsed once (behaviour 12.1). */
export interface Config {
  host: string
  port: number
  /** The address under which visitors reach the site, without a slash at the end. */
  publicUrl: string
  /** Whether that address was set, and is not the one that follows from host and port. */
  isPublicUrlSet: boolean
  /** Whether HSTS binds the hosts below the site's name too. */
  hstsSubdomains: boolean
  /** Absolute; holds the database, the files and the mail of the engines that keep theirs on the disk. */
  dataDir: string
  /** Absolute; the built site. */
  siteDir: string
  store: Store
  files: FilesConfig
  /** Where checked files go; undefined: we keep and serve them ourselves. */
  imageHost: ImageHostConfig | undefined
  mail: MailConfig
  /** Undefined where no coupon is on offer: then every code is unknown. */
  couponCode: string | undefined
  /** Who may come to the desk, by their e-mail addresses in lower case; undefined: there is no desk. */
  organisers: ReadonlyMap<string, Role> | undefined
  /** How many proxies stand in front; 0 takes the socket's address. */
  trustedProxies: number
  /** `sender`: forms' e-mails to one mailbox (behaviour 7.24). */
  limits: RequestLimits & { sender: Limit }
  uploads: UploadBounds
  /** For how many days after the festival proofs are kept; undefined: for ever. */
  proofsKeptDays: number | undefined
  /** Whether a start with empty tables beside stored files is meant (behaviour 12.34). */
  acceptEmptyStore: boolean
  /** Whether a payee that nobody can pay is meant, on a public address (behaviour 12.46). */
  acceptPlaceholderPayee: boolean
  /** The operator's word that it is this day, `YYYY-MM-DD`, where the clock is far from the newest record. */
  acceptClock: string | undefined
  /** A port of this machine's own for measurements; undefined: none are taken. */
  metricsPort: number | undefined
  /** Whether real visitors are expected: TLS, or Node's own word for it. */
  isPublic: boolean
  logLevel: LogLevel
  /** Variables that look like settings and are none. */
  unknownSettings: readonly UnknownSetting[]
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** A half-valid environment; the message names every variable that is wrong. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const environmentSchema = v.object({
  HOST: v.optional(singleLine, '127.0.0.1'),
  PORT: v.optional(whole(1, 65_535), '3000'),
  PUBLIC_URL: v.optional(baseUrl(['http:', 'https:'], 'https://cerebra.example')),
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
    v.pipe(singleLine, v.regex(/^(?:[^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an e-mail address')),
    `${identity.shortTitle} <registrations@cerebra.example>`,
  ),
  ORGANISERS_EMAIL: v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  MAIL_WAIT_SECONDS: v.optional(whole(1, 20), '10'),
  MAIL_PER_SECOND: v.optional(whole(1, 1_000)),
  COUPON_CODE: v.optional(
    v.pipe(
      v.string(),
      v.check((code) => code.replace(/[^a-z0-9]/gi, '').length >= 8, 'must have at least eight letters and digits'),
      v.maxLength(40, 'may have at most 40 characters'),
    ),
  ),
  ORGANISERS: v.optional(organisersList),
  TRUST_PROXY: v.optional(whole(0, 10), '0'),
  LIMIT_SUBMISSIONS: v.optional(whole(1, 1_000_000_000), '30000'),
  LIMIT_SENDER: v.optional(whole(1, 1_000_000_000), '40'),
  LIMIT_NEW_ADDRESSES: v.optional(whole(1, 1_000_000_000), '600'),
  LIMIT_NEW_ADDRESSES_TOTAL: v.optional(whole(1, 1_000_000_000)),
  UNCLAIMED_MB: v.optional(whole(16, 1_000_000), '4096'),
  DISK_RESERVE_MB: v.optional(whole(0, 1_000_000), '1024'),
  PROOFS_KEPT_DAYS: v.optional(whole(0, 3_650)),
  ACCEPT_EMPTY_STORE: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  ACCEPT_PLACEHOLDER_PAYEE: v.optional(yesOrNo, 'no'),
  ACCEPT_CLOCK: v.optional(v.pipe(v.string(), v.check(isRealDay, 'must be a day such as 2025-10-08'))),
  METRICS_PORT: v.optional(whole(1, 65_535)),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
})

/** Every variable that the server reads; `.env.example` names them all. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.entries)

/**
 * Reads a configuration from these variables; one that is empty counts as not set.
 * @throws ConfigError naming every variable that is wrong, and never its value.
 */
export const readConfig = (environment: Environment): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const result = v.safeParse(environmentSchema, set, { abortPipeEarly: true })
  const problems = [
    ...(result.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
    ...findEngineProblems(set),
    ...(set.METRICS_PORT !== undefined && set.METRICS_PORT === (set.PORT ?? '3000')
      ? ['METRICS_PORT must be another one than PORT']
      : []),
  ]
  if (!result.success || problems.length > 0)
    throw new ConfigError(`The configuration is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const variables = result.output
  const dataDir = resolve(variables.DATA_DIR)
  const [tenMinutes, hour] = [600, 3_600] as const
  const mebibyte = 1024 * 1024
  return {
    host: variables.HOST,
    port: variables.PORT,
    publicUrl: (variables.PUBLIC_URL ?? defaultAddress(variables.HOST, variables.PORT)).replace(/\/+$/, ''),
    isPublicUrlSet: variables.PUBLIC_URL !== undefined,
    hstsSubdomains: variables.HSTS_SUBDOMAINS,
    dataDir,
    siteDir: resolve(variables.SITE_DIR),
    store: variables.DATABASE_URL.includes('://')
      ? { engine: 'postgres', url: variables.DATABASE_URL }
      : { engine: 'sqlite', file: resolve(dataDir, variables.DATABASE_URL) },
    files: filesConfigOf(variables),
    imageHost: imageHostOf(variables),
    mail: {
      engine: mailEngineOf(variables),
      from: variables.MAIL_FROM,
      organisers: variables.ORGANISERS_EMAIL,
      waitSeconds: variables.MAIL_WAIT_SECONDS,
      perSecond: variables.MAIL_PER_SECOND,
    },
    couponCode: variables.COUPON_CODE,
    organisers: variables.ORGANISERS,
    trustedProxies: variables.TRUST_PROXY,
    limits: {
      submissions: { points: variables.LIMIT_SUBMISSIONS, seconds: tenMinutes },
      sender: { points: variables.LIMIT_SENDER, seconds: hour },
      newAddresses: { points: variables.LIMIT_NEW_ADDRESSES, seconds: hour },
      newAddressesTotal: {
        points: variables.LIMIT_NEW_ADDRESSES_TOTAL ?? 20 * variables.LIMIT_NEW_ADDRESSES,
        seconds: hour,
      },
    },
    uploads: { unclaimedBytes: variables.UNCLAIMED_MB * mebibyte, reserveBytes: variables.DISK_RESERVE_MB * mebibyte },
    proofsKeptDays: variables.PROOFS_KEPT_DAYS,
    acceptEmptyStore: variables.ACCEPT_EMPTY_STORE === 'yes',
    acceptPlaceholderPayee: variables.ACCEPT_PLACEHOLDER_PAYEE,
    acceptClock: variables.ACCEPT_CLOCK,
    metricsPort: variables.METRICS_PORT,
    isPublic: isPublicInstallation(variables.PUBLIC_URL, environment.NODE_ENV),
    logLevel: variables.LOG_LEVEL,
    unknownSettings: findUnknownSettings(Object.keys(set), variableNames),
  }
}

/** What systemd tells a process whose output its journal reads (`system/operator-error.ts`). */
export const readJournalStream = (): string | undefined => process.env.JOURNAL_STREAM

/**
 * The variables that are settings of nobody: where somebody wrote settings down (the service's file, whose names the command
 * `cerebra` hands on in SETTINGS_NAMES), any that is not known; else those that look like ours.
 */
export const findUnknownNames = (): UnknownSetting[] => {
  const written = (process.env.SETTINGS_NAMES ?? '').split(' ').filter((name) => name !== '' && name !== 'NODE_ENV')
  const strange = written.filter((name) => !variableNames.includes(name))
  const alike = findUnknownSettings([...Object.keys(process.env), ...strange], variableNames)
  const names = new Set([...alike.map(({ name }) => name), ...strange])
  return [...names].map((name) => alike.find((one) => one.name === name) ?? { name, meant: undefined })
}

const defaultAddress = (host: string, port: number) => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Reads the process's environment, and first the `.env` file of the working folder if there is one; a variable that is
 * already set wins over the file.
 * @throws ConfigError
 */
export const loadConfig = (): Config => {
  const file = join(process.cwd(), '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(process.env)
}
