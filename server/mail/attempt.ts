import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dayMs, hourMs } from '../../festival/content/slot'
import type { Db, MessageKind } from '../db/schema'
import { type Clock, later } from '../system/clock'
import type { Confirmation, ReadConfirmation } from './confirmation'
import type { DeliveryQueue } from './delivery-queue'
import { type Mail, MailError, type Mailer } from './mailer'
import { type DeliverableMessage, endLease, type Outcome } from './queries'

export interface AttemptDeps {
  db: Db
  mailer: Mailer
  clock: Clock
  queue: DeliveryQueue
  confirmations: Readonly<Record<MessageKind, ReadConfirmation>>
  config: { from: string; organisers: string | undefined }
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** From 0 to 1. Spreads the retries. */
  random: () => number
}

/** In the log after the last attempt. */
export const undeliveredMessage =
  'an e-mail could not be delivered; its recipient has not been notified'

/**
 * Milliseconds between attempts to record an outcome. The sum must be shorter than the shutdown
 * grace period.
 */
const recordRetryDelaysMs = [200, 1_000, 3_000]
/**
 * Milliseconds until the next attempt, by the number of previous attempts. The last delay repeats.
 */
const retryDelaysMs = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400].map(
  (seconds) => seconds * 1_000,
)
/**
 * Milliseconds from the first refusal of an address. Greylisting and similar policies last about an
 * hour.
 */
const refusalRetryDelaysMs = [hourMs, 6 * hourMs]
const giveUpAfterMs = 3 * dayMs

/**
 * Returns a function that sends a leased message which already has its turn. The turn is released
 * before the result is recorded.
 */
export const createAttempt = (deps: AttemptDeps) => {
  const { db, mailer, clock, queue, confirmations, config, log, random } = deps
  const send = async (message: DeliverableMessage, payload: string) => {
    const mail: Mail = {
      ...render(message, payload),
      kind: message.kind,
      messageId: message.id,
      from: config.from,
      to: message.recipient,
    }
    if (config.organisers !== undefined && !message.needs_no_copy) {
      mail.cc = config.organisers
    }
    await mailer.send(mail)
  }

  const render = (message: DeliverableMessage, payload: string): Confirmation => {
    try {
      return confirmations[message.kind](payload)
    } catch {
      // A different version wrote this payload, so a later version may be able to read it.
      log.error(
        { message: message.id, kind: message.kind },
        'a stored e-mail cannot be read by this version',
      )
      throw new MailError('The e-mail could not be generated from its stored data', false)
    }
  }

  const recordFailure = async (message: DeliverableMessage, error: MailError) => {
    if (error.throttled) {
      queue.backOff(error.throttled.seconds)
    }
    const now = clock()
    const delay = delayAfter(message, error, {
      now: now.getTime(),
      pausedMs: queue.pausedMs,
      random: random(),
    })
    const isFinal = delay === undefined
    const next_attempt_at = later(now, delay ?? 0)
    const refusedNow = error.permanent ? now.toISOString() : null
    await retry(() =>
      endLease(db, message, {
        state: isFinal ? 'failed' : 'queued',
        next_attempt_at,
        scheduled_at: now.toISOString(),
        last_error: error.message,
        refused_at: message.refused_at ?? refusedNow,
        needs_no_copy: error.isCopySent ? 1 : message.needs_no_copy,
        network: null,
      }),
    )
    const facts = {
      message: message.id,
      kind: message.kind,
      attempts: message.attempts,
      reason: error.message,
    }
    if (isFinal) {
      log.error(facts, undeliveredMessage)
    } else {
      log.warn({ ...facts, next_attempt_at }, 'an e-mail was not sent; it will be tried again')
    }
  }

  return async (message: DeliverableMessage, payload: string): Promise<Outcome> => {
    const error = await send(message, payload)
      .catch((error: unknown) => error)
      .finally(() => queue.release())
    if (error === undefined) {
      queue.recover()
      const sent_at = clock().toISOString()
      const sent = { state: 'sent', sent_at, payload: '', last_error: null, network: null } as const
      await retry(() => endLease(db, message, sent))
      log.info({ message: message.id, attempts: message.attempts }, 'an e-mail was sent')
      return 'sent'
    }
    const failure =
      error instanceof MailError
        ? error
        : new MailError('The mail engine failed unexpectedly', false)
    await recordFailure(message, failure)
    return failure.permanent ? 'refused' : 'failed'
  }
}

/** If the result is not recorded, the e-mail is sent twice, so retry through short outages. */
const retry = async (work: () => Promise<unknown>) => {
  for (const pauseMs of recordRetryDelaysMs) {
    try {
      await work()
      return
    } catch {
      await pause(pauseMs)
    }
  }
  await work()
}

/**
 * Returns milliseconds, or undefined to give up. `random` (0 to 1) spreads the retries of messages
 * that failed together.
 */
const delayAfter = (
  { created_at, refused_at, attempts }: DeliverableMessage,
  { permanent, throttled }: MailError,
  { now, pausedMs, random }: { now: number; pausedMs: number; random: number },
): number | undefined => {
  if (permanent) {
    // Delays count from the first refusal, so that sending the form again uses up no retries.
    const since = refused_at ? now - Date.parse(refused_at) : 0
    const next = refusalRetryDelaysMs.find((delay) => delay > since)
    return next === undefined ? undefined : Math.round(next * (1 + 0.1 * random)) - since
  }
  if (now - Date.parse(created_at) >= giveUpAfterMs) {
    return undefined
  }
  // Throttling has nothing to do with the message, so this delay does not depend on the number of
  // attempts.
  if (throttled) {
    return Math.round(Math.max(throttled.seconds * 1_000, pausedMs, 5_000) * (1 + 0.4 * random))
  }
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0
  return Math.round(delay * (0.8 + 0.4 * random))
}
