import type { Logger } from 'pino'
import { identity } from '#edition/identity'
import { privacy } from '#edition/privacy'
import type { Edition } from '../../festival/content/content'
import { isPlaceholder } from '../../festival/content/placeholder'
import { findPlaceholders } from '../../festival/live/check-edition'
import { findEndOfFestival } from '../../festival/schedule/availability'
import { readDomain } from '../mail/mailer'
import { isLoopback } from '../mail/smtp-mailer'
import { type Config, ConfigError } from './config'

type PublicConfig = Pick<
  Config,
  | 'publicUrl'
  | 'isPublicUrlSet'
  | 'siteDir'
  | 'dataDir'
  | 'mail'
  | 'acceptPlaceholderPayee'
  | 'proofsKeptDays'
  | 'imageHost'
>

/** Mail servers refuse senders at these domains. */
const reservedDomain =
  /(?:^|\.)(?:example|test|invalid|localhost|localdomain|example\.(?:com|net|org))$/i

const describeKeptDays = (days: number | undefined): string =>
  days === undefined ? 'until someone deletes them' : `for ${days} days`

const findRetentionProblems = ({ proofsKeptDays, imageHost }: PublicConfig): string[] => {
  const stated = `the privacy notice says that proofs are kept ${describeKeptDays(privacy.proofsKeptDays)}`
  const file = 'festival/edition/privacy.ts'
  const problems: string[] = []
  if (proofsKeptDays !== privacy.proofsKeptDays) {
    problems.push(
      `PROOFS_KEPT_DAYS is ${proofsKeptDays}, but ${stated}. Remove PROOFS_KEPT_DAYS, or set privacy.proofsKeptDays to ${proofsKeptDays} in ${file} and build again.`,
    )
  }
  if (imageHost && privacy.proofsKeptDays !== undefined) {
    problems.push(
      `IMAGE_HOST_URL is set, but ${stated}, and the server cannot delete files at an image host. Keep files in DATA_DIR or in a bucket, or set privacy.proofsKeptDays to undefined in ${file} and build again.`,
    )
  }
  return problems
}

/** With EmailJS, the templates set the sender and the copies. */
const hasOwnSender = ({ engine }: PublicConfig['mail']): boolean =>
  engine.engine === 'smtp' || engine.engine === 'api'

/** Returns lines that begin with the variable or the place in the edition. */
export const findPublicProblems = (config: PublicConfig, isSiteBuilt: boolean): string[] => {
  const { isPublicUrlSet, siteDir, dataDir, mail, acceptPlaceholderPayee } = config
  const problems = findRetentionProblems(config)
  if (mail.engine.engine === 'folder') {
    problems.push(
      `SMTP_URL is missing: confirmations would stay in ${dataDir}/mail and never reach participants. Set it to the address of your mail server, or, if your host blocks SMTP, set MAIL_API and MAIL_API_KEY.`,
    )
  }
  if (hasOwnSender(mail) && reservedDomain.test(readDomain(mail.from))) {
    problems.push(
      `MAIL_FROM uses ${readDomain(mail.from)}, a domain that has no e-mail addresses, so mail servers refuse the sender. Set MAIL_FROM to one of your own addresses.`,
    )
  }
  if (isPlaceholder(identity.payee.id) && !acceptPlaceholderPayee) {
    problems.push(
      'identity.payee of the edition is a placeholder, so no QR code would pay the festival. Write the festival’s UPI ID there (festival/edition/identity.ts) and build again; or, if no one should pay, set ACCEPT_PLACEHOLDER_PAYEE=yes.',
    )
  }
  if (!isPublicUrlSet) {
    problems.push(
      'PUBLIC_URL is missing: NODE_ENV is production, and links in pages and e-mails would lead nowhere. Set it to the address that visitors use, such as https://cerebra.example.',
    )
  }
  if (!isSiteBuilt) {
    problems.push(`SITE_DIR holds no built site (${siteDir}). Build it: npm run build`)
  }
  return problems
}

const exampleHost = /(?:^|\.)example(?:\.(?:com|net|org))?$/i

/** Settings with which the server starts, but which cannot be meant for real visitors. */
export const findExampleSettings = ({
  publicUrl,
  isPublicUrlSet,
  mail,
  organisers,
}: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'mail' | 'organisers'>): string[] => {
  const used = [{ name: 'PUBLIC_URL', host: new URL(publicUrl).hostname }]
  if (mail.engine.engine === 'smtp') {
    used.push({ name: 'SMTP_URL', host: new URL(mail.engine.url).hostname })
  }
  if (mail.organisers !== undefined) {
    used.push({ name: 'ORGANISERS_EMAIL', host: readDomain(mail.organisers) })
  }
  for (const address of organisers?.keys() ?? []) {
    used.push({ name: 'ORGANISERS', host: readDomain(address) })
  }
  const problems = used
    .filter(({ host }) => exampleHost.test(host))
    .map(({ name, host }) => `${name} uses ${host}, which is only an example. Set your own.`)
  if (isPublicUrlSet && publicUrl.startsWith('http:')) {
    problems.push('PUBLIC_URL begins with http:, so nothing is encrypted. Use https:.')
  }
  return [...new Set(problems)]
}

/** @throws ConfigError with a line for each problem */
export const requirePublicSettings = (config: PublicConfig, isSiteBuilt: boolean): void => {
  const problems = findPublicProblems(config, isSiteBuilt)
  if (problems.length > 0) {
    throw new ConfigError(
      `This is not ready for real visitors (PUBLIC_URL is https, or NODE_ENV is production):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  }
}

/** Warns about settings that may be intended. */
export const warnOfSettings = (
  { publicUrl, mail }: Pick<PublicConfig, 'publicUrl' | 'mail'>,
  log: { warn: (words: string) => void },
): void => {
  if (hasOwnSender(mail) && mail.organisers === undefined) {
    log.warn('ORGANISERS_EMAIL is not set: no organiser gets a copy of the confirmations')
  }
  if (isLoopback(publicUrl)) {
    log.warn(
      'PUBLIC_URL is an address of this machine: links in pages and e-mails lead nowhere for visitors',
    )
  }
}

/** Node 20 reached its end of life in April 2026. */
export const warnOfNode = (version: string, log: { warn: (words: string) => void }): void => {
  const major = Number(version.split('.')[0])
  if (major < 22) {
    log.warn(`Node ${major} no longer gets security fixes: install Node 24`)
  }
}

export const logAvailability = (
  { identity }: Pick<Edition, 'identity'>,
  now: Date,
  isPublic: boolean,
  log: Pick<Logger, 'info' | 'warn'>,
): void => {
  if (!isPublic) {
    log.info('this address is private: events stay open after they end')
    return
  }
  if (now.getTime() >= findEndOfFestival(identity)) {
    log.warn(
      { lastDay: identity.lastDay },
      'the edition is over: every registration, pass and room is refused; its pages say thank you',
    )
  }
}

const maxShown = 5

export const warnOfPlaceholders = (edition: Edition, log: Pick<Logger, 'warn'>): void => {
  const paths = findPlaceholders(edition).map(({ path }) => path)
  if (paths.length === 0) {
    return
  }
  log.warn(
    { placeholders: paths.length, first: paths.slice(0, maxShown) },
    'the edition still has placeholders; where you edit it, `npm run edition:check` lists them all',
  )
}
