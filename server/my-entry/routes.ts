import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { identity } from '#edition/identity'
import { helpDeskContact } from '../../festival/content/help-desk'
import {
  askForStatusSchema,
  correctMyEntrySchema,
  giveUpiIdSchema,
  type MyEntry,
  myEntryPaths,
  openMyEntrySchema,
  readMyFileSchema,
} from '../../festival/contract/my-entry'
import {
  makeTicketPath,
  openTicketPath,
  openTicketSchema,
  type Ticket,
} from '../../festival/contract/ticket'
import type { FormKind } from '../../festival/forms/api'
import type { Festival } from '../../festival/live/state'
import type { PrivateLinkRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, UploadRow } from '../db/schema'
import { findTicket, findTicketBySecret } from '../db/tickets'
import { transact } from '../db/transact'
import { readErasure, requestErasure } from '../decisions/erasure'
import { findEntryWithReview, readEntries } from '../entries/entry'
import { findPrivateLink } from '../entries/private-link'
import { readTicket } from '../entries/ticket'
import type { Availability } from '../forms/availability'
import { ApiError, refuseMethod, tooManyRequests } from '../http/api-error'
import { readBody } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import { canSendDeskEmails, type MailEngine } from '../mail/create-mailer'
import type { Outbox } from '../mail/outbox'
import { saveRequestAgain } from '../messages/decision-email'
import { countStatusMail, saveStatusEmail } from '../messages/private-links'
import type { Clock } from '../system/clock'
import { hashSecret, inConstantTime } from '../system/secret'
import { confirmEntry } from './confirm'
import { saveCorrection } from './correct'
import { listOwnFiles, readMyEntry } from './my-entry'
import { type RefundFinder, readOwnRefund, saveUpiId } from './refund'

type EntryContext = Context<HttpEnvironment>

const linkSent = {
  message: 'If the ID and the address match, an e-mail with a link to your status is on its way.',
}
const linkRenewed = {
  message: 'If this link was one of ours, a new one is on its way to your e-mail address.',
}

const spentTicketMessage = `This ticket no longer works: it has expired or was replaced. Look for a newer e-mail, or call ${helpDeskContact}.`

const linkLimitMessage = 'This link has been used too often. Please try again in a moment.'

/** A search finds at most one entry of each kind. */
const maxMatches = 3

export const myEntryRoutes = (deps: {
  db: Db
  availability: Pick<Availability, 'lateness'>
  /** @returns undefined if the file no longer exists */
  sendFile: (context: EntryContext, upload: UploadRow) => Promise<Response | undefined>
  clock: Clock
  festival: () => Festival
  matcher: RefundFinder
  config: {
    publicUrl: string
    isPublic: boolean
    mail: { engine: MailEngine }
    organisers: object | undefined
  }
  limits: Pick<RateLimits, 'linkMails' | 'statusMails' | 'secrets' | 'linkCalls'>
  outbox: Pick<Outbox, 'deliver'>
  log: Pick<Logger, 'error'>
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}): Hono<HttpEnvironment> => {
  const {
    db,
    availability,
    sendFile,
    clock,
    festival,
    matcher,
    config,
    limits,
    outbox,
    log,
    requireWrites,
  } = deps
  const { publicUrl, isPublic, mail } = config

  const mayGetLink = async (email: string): Promise<boolean> =>
    (await countStatusMail(limits, email)) === undefined

  /** Sends one e-mail with the links of all matching entries. */
  const sendStatus = async (id: string, email: string, network: string) => {
    const rows = (await findByIdAndEmail(db, id, email)).slice(0, maxMatches)
    if (
      rows.length === 0 ||
      (await hasDelayedEmail(db, rows, clock())) ||
      !(await mayGetLink(email))
    ) {
      return
    }
    const messageId = await transact(db, async (transaction) => {
      const entries = await readEntries(transaction, rows)
      const [first, ...others] = rows.flatMap(({ entry_id }) => entries.get(entry_id) ?? [])
      return (
        first && saveStatusEmail(transaction, first, others, { publicUrl, network, now: clock() })
      )
    })
    if (messageId) {
      await outbox.deliver(messageId)
    }
  }

  const sendNewLink = async (secret: string, network: string) => {
    const link = await findPrivateLink(db, secret)
    const current = link && (await findEntryWithReview(db, link.entry_id))
    if (!current || !(await mayGetLink(current.entry.email))) {
      return
    }
    const messageId = await transact(db, async (transaction) => {
      const reviewed = await findEntryWithReview(transaction, link.entry_id)
      if (!reviewed) {
        return undefined
      }
      const settings = { publicUrl, now: clock() }
      const request = await saveRequestAgain(transaction, reviewed, settings)
      return request ?? saveStatusEmail(transaction, reviewed.entry, [], { ...settings, network })
    })
    if (messageId) {
      await outbox.deliver(messageId)
    }
  }

  /**
   * Neither the response nor its time depends on `send`.
   * @throws ApiError if the server cannot e-mail links
   */
  const respondToLinkRequest = async (
    context: EntryContext,
    response: object,
    send: () => Promise<void>,
  ) => {
    if (!canSendDeskEmails(mail.engine)) {
      throw new ApiError(
        'illegal',
        `We cannot e-mail links. To ask for your status, call ${helpDeskContact}.`,
      )
    }
    await inConstantTime(requireWrites, send, (err) =>
      log.error({ err }, 'a status link could not be sent'),
    )
    return context.json(response, 202)
  }

  /** Counts wrong secrets per network. */
  const refuseLink = async (context: EntryContext, message: string): Promise<ApiError> => {
    const seconds = await limits.secrets.count(context.get('network').wide)
    return seconds === undefined ? new ApiError('link-spent', message) : tooManyRequests(seconds)
  }

  /** @throws ApiError `link-spent` or `too-many-requests` */
  const openTicket = async (context: EntryContext, secret: string): Promise<Ticket> => {
    const seconds = await limits.linkCalls.findWait(`ticket ${hashSecret(secret)}`)
    if (seconds !== undefined) {
      throw tooManyRequests(seconds, linkLimitMessage)
    }
    const row = await findTicketBySecret(db, secret)
    const settings = { now: clock(), isPublic }
    const ticket = row && (await readTicket(db, row, festival().subjects, settings))
    if (!ticket) {
      throw await refuseLink(context, spentTicketMessage)
    }
    await limits.linkCalls.count(`ticket ${hashSecret(secret)}`)
    return ticket
  }

  /**
   * Checks the limit of the link before reading any table.
   * @throws ApiError `link-spent` or `too-many-requests`
   */
  const requireLink = async (
    context: EntryContext,
    call: keyof typeof myEntryPaths,
    secret: string,
  ): Promise<PrivateLinkRow> => {
    const { linkCalls } = limits
    const seconds = await linkCalls.findWait(`${call} ${hashSecret(secret)}`)
    if (seconds !== undefined) {
      throw tooManyRequests(seconds, linkLimitMessage)
    }
    const link = await findPrivateLink(db, secret)
    if (!link || link.expires_at <= clock().toISOString()) {
      throw await refuseLink(context, 'This link no longer works. Please ask for a new one.')
    }
    for (const id of [link.hash, link.entry_id]) {
      const seconds = await linkCalls.count(`${call} ${id}`)
      if (seconds !== undefined) {
        throw tooManyRequests(seconds, linkLimitMessage)
      }
    }
    return link
  }

  const readOwnEntry = async (link: PrivateLinkRow): Promise<MyEntry> => {
    const entry = await readMyEntry(db, link, availability, festival().subjects, clock())
    if (config.organisers) {
      entry.erasure = await readErasure(db, link.entry_id)
    }
    entry.refund = await readOwnRefund(db, matcher, link.entry_id)
    const ticket = await findTicket(db, link.entry_id)
    if (ticket) {
      entry.ticket = makeTicketPath(ticket.secret)
    }
    return entry
  }

  const routes = new Hono<HttpEnvironment>()
  routes.post(myEntryPaths.askForStatus, async (context) => {
    const { id, email } = await readBody(context, askForStatusSchema)
    return respondToLinkRequest(context, linkSent, () =>
      sendStatus(id, email, context.get('network').wide),
    )
  })
  routes.post(myEntryPaths.renew, async (context) => {
    const { secret } = await readBody(context, openMyEntrySchema)
    return respondToLinkRequest(context, linkRenewed, () =>
      sendNewLink(secret, context.get('network').wide),
    )
  })
  routes.post(myEntryPaths.open, async (context) => {
    const { secret } = await readBody(context, openMyEntrySchema)
    return context.json(await readOwnEntry(await requireLink(context, 'open', secret)))
  })
  routes.post(myEntryPaths.confirm, async (context) => {
    const { secret } = await readBody(context, openMyEntrySchema)
    const link = await requireLink(context, 'confirm', secret)
    const { subjects } = festival()
    await transact(db, (transaction) =>
      confirmEntry(transaction, link.entry_id, { subjects, publicUrl, now: clock() }),
    )
    return context.json(await readOwnEntry(link))
  })
  routes.post(myEntryPaths.askErasure, async (context) => {
    const { secret } = await readBody(context, openMyEntrySchema)
    const link = await requireLink(context, 'askErasure', secret)
    if (!config.organisers) {
      throw new ApiError('illegal', `Write to ${identity.email} to have your details erased.`)
    }
    await transact(db, (transaction) => requestErasure(transaction, link.entry_id, clock()))
    return context.json(await readOwnEntry(link))
  })
  routes.post(myEntryPaths.giveUpiId, async (context) => {
    const { secret, upiId } = await readBody(context, giveUpiIdSchema)
    const link = await requireLink(context, 'giveUpiId', secret)
    const row = { entry_id: link.entry_id, upi_id: upiId, at: clock().toISOString() }
    await saveUpiId(db, matcher, row)
    return context.json(await readOwnEntry(link))
  })
  routes.post(myEntryPaths.file, async (context) => {
    const { secret, field } = await readBody(context, readMyFileSchema)
    const link = await requireLink(context, 'file', secret)
    const reviewed = await findEntryWithReview(db, link.entry_id)
    const files = reviewed ? await listOwnFiles(db, reviewed.entry) : []
    const file = files.find((file) => file.field === field)
    const response = file && (await sendFile(context, file.upload))
    if (!response) {
      throw new ApiError('not-found', 'There is no such file.')
    }
    return response
  })
  routes.post(myEntryPaths.correct, async (context) => {
    const { secret, ...correction } = await readBody(context, correctMyEntrySchema)
    const link = await requireLink(context, 'correct', secret)
    await transact(db, (transaction) =>
      saveCorrection(transaction, link, correction, { now: clock(), availability, publicUrl }),
    )
    return context.json(await readOwnEntry(link))
  })
  routes.post(openTicketPath, async (context) => {
    const { secret } = await readBody(context, openTicketSchema)
    return context.json(await openTicket(context, secret))
  })
  for (const path of [...Object.values(myEntryPaths), openTicketPath]) {
    routes.all(path, refuseMethod('POST'))
  }
  return routes
}

/** Whether a rate limit delays an earlier e-mail. A second one would not arrive sooner. */
const hasDelayedEmail = async (
  db: Db,
  rows: readonly { entry_id: string }[],
  now: Date,
): Promise<boolean> => {
  const ids = rows.map(({ entry_id }) => entry_id)
  const delayed = await db
    .selectFrom('message')
    .select('id')
    .where('entry_id', 'in', ids)
    .where('kind', '=', 'private-link')
    .where('state', '<>', 'sent')
    .where('network', 'is not', null)
    .where('next_attempt_at', '>', now.toISOString())
    .executeTakeFirst()
  return delayed !== undefined
}

/**
 * Accepts ids such as "evt 258818", "EVT258818", "DP – 902364" and "1234 5678 9012". Six digits
 * alone match any kind. Lists the newest entry first.
 */
const findByIdAndEmail = async (db: DbOrTransaction, text: string, email: string) => {
  const id = text.replace(/\s/g, '').toUpperCase()
  const [, kind, digits] = /^(EVT|DP|ACC)?(\d{6})$/.exec(id.replace(/[^A-Z\d]/g, '')) ?? []
  const prefixes = kind ? [kind] : ['EVT', 'DP', 'ACC']
  const ids = sql.join(digits ? prefixes.map((prefix) => `${prefix}-${digits}`) : [id])
  const isTheirs = sql`lower(email) = ${email.toLowerCase()}`
  const { rows } = await sql<{ entry_id: string; kind: FormKind; sent: string }>`
    select id as entry_id, 'registration' as kind, registration_time as sent from ${sql.table('EventRegistration')}
    where registration_id in (${ids}) and ${isTheirs}
    union all select id, 'delegate-pass', purchase_time from ${sql.table('DelegatePass')}
    where (registration_id in (${ids}) or delegate_id = ${id.replace(/\D/g, '')}) and ${isTheirs}
    union all select id, 'accommodation', booking_time from ${sql.table('Accommodation')}
    where (request_id in (${ids}) or upper(replace(transaction_id, ' ', '')) = ${id}) and ${isTheirs}
    order by sent desc
  `.execute(db)
  return rows
}
