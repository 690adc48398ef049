import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import {
  type AskedForStatus,
  askForStatusSchema,
  correctMineSchema,
  mySubmissionPaths,
  openMineSchema,
  readMyFileSchema,
} from '../../festival/my-submission'
import type { PrivateLinkRow } from '../db/desk-schema'
import type { Db, UploadRow } from '../db/schema'
import { ApiError, refuseMethod, tooManyRequests } from '../http/api-error'
import { readBody } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import type { Outbox } from '../mail/outbox'
import { findPrivateLink } from '../reviews/private-links'
import { readReview } from '../reviews/review'
import type { Clock } from '../system/clock'
import { listOwnFiles } from './asked-for'
import { createCorrect } from './correct'
import { createLinks } from './links'
import { readRecord, showSubmission } from './show-submission'

export interface MySubmissionParts {
  db: Db
  /** Sends a kept file; undefined where it is not there any more. */
  sendFile: (context: SubmissionContext, upload: UploadRow) => Promise<Response | undefined>
  clock: Clock
  publicUrl: string
  limits: Pick<RateLimits, 'links' | 'linkMails' | 'secrets'>
  outbox: Pick<Outbox, 'deliver'>
  log: Pick<Logger, 'error'>
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}

type SubmissionContext = Context<HttpEnvironment>

const asked: AskedForStatus = {
  message: 'If the ID and the address belong together, an e-mail with a link to your submission is on its way.',
}
const renewed: AskedForStatus = {
  message: 'If this link was one of ours, a new one is on its way to the e-mail address of its submission.',
}

/** What a registrant sees and mends of their own submission, by a private link (behaviours 14.40 to 14.46 and 14.55). */
export const mySubmissionRoutes = (parts: MySubmissionParts): Hono<HttpEnvironment> => {
  const { db, sendFile, clock, limits } = parts
  const links = createLinks(parts)
  const correct = createCorrect(parts)

  /** @throws ApiError `too-many-requests` */
  const countLink = async (context: SubmissionContext) => {
    const seconds = await limits.links.count(context.get('network').wide)
    if (seconds !== undefined) throw tooManyRequests(seconds)
  }

  /** @throws ApiError `link-spent`, and `too-many-requests` for whoever tries many */
  const requireLink = async (context: SubmissionContext, secret: string): Promise<PrivateLinkRow> => {
    const link = await findPrivateLink(db, secret)
    if (link && link.expires_at > clock().toISOString()) return link
    const seconds = await limits.secrets.count(context.get('network').wide)
    if (seconds !== undefined) throw tooManyRequests(seconds)
    throw new ApiError('link-spent', 'This link does not work any more. Please ask for a new one.')
  }

  const routes = new Hono<HttpEnvironment>()
  routes.post(mySubmissionPaths.askForStatus, async (context) => {
    const { id, email } = await readBody(context, askForStatusSchema)
    await countLink(context)
    await links.askForStatus(id, email)
    return context.json(asked, 202)
  })
  routes.post(mySubmissionPaths.renew, async (context) => {
    const { secret } = await readBody(context, openMineSchema)
    await countLink(context)
    await links.renew(secret)
    return context.json(renewed, 202)
  })
  routes.post(mySubmissionPaths.open, async (context) => {
    const { secret } = await readBody(context, openMineSchema)
    const shown = await showSubmission(db, await requireLink(context, secret))
    if (!shown) throw new ApiError('gone', 'This submission is not here any more.')
    return context.json(shown)
  })
  routes.post(mySubmissionPaths.file, async (context) => {
    const { secret, field } = await readBody(context, readMyFileSchema)
    const link = await requireLink(context, secret)
    const review = await readReview(db, link.record_id)
    const record = review && (await readRecord(db, review))
    const own = record && (await listOwnFiles(db, record)).find((file) => file.field === field)
    const answer = own && (await sendFile(context, own.upload))
    if (!answer) throw new ApiError('not-found', 'There is no such file.')
    return answer
  })
  routes.post(mySubmissionPaths.correct, async (context) => {
    const { secret, ...correction } = await readBody(context, correctMineSchema)
    return context.json(await correct(await requireLink(context, secret), correction))
  })
  for (const path of Object.values(mySubmissionPaths)) routes.all(path, refuseMethod('POST'))
  return routes
}
