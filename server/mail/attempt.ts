import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db, MessageKind } from '../db/schema'
import type { Clock } from '../system/clock'
import type { Confirmation, ReadConfirmation } from './confirmation'
import type { DeliveryQueue } from './delivery-queue'
import { MailError, type Mailer } from './mailer'
import { type ClaimedMessage, endAttempt, markSent, type Outcome } from './queries'

export interface AttemptDeps {
  db: Db
  mailer: Mailer
  clock: Clock
  queue: DeliveryQueue
  /** How the e-mail of each kind is made. */
  confirmations: Readonly<Record<MessageKind, ReadConfirmation>>
  /** The sender, and who gets a copy. */
  config: { from: string; organisers: string | undefined }
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** From 0 to 1; spreads the retries. */
  random: () => number
}

/** Milliseconds between the tries at recording an outcome; together shorter than what is left of a process's grace. */
const recordPausesMs = [200, 1_000, 3_000]

/**
 * Makes what sends a claimed message that has its turn, and records how that ended. The turn is given back once the engine
 * is done; recording needs none.
 */
export const createAttempt = (deps: AttemptDeps) => {
  const { db, mailer, clock, queue, confirmations, config, log, random } = deps
  const send = async (message: ClaimedMessage): Promise<void> => {
    await mailer.send({
      ...render(message),
      kind: message.kind,
      messageId: message.id,
      from: config.from,
      to: message.recipient,
      ...(config.organisers === undefined || message.is_copied ? {} : { cc: config.organisers }),
    })
  }

  const render = (message: ClaimedMessage): Confirmation => {
    try {
      return confirmations[message.kind](message.payload)
    } catch {
      // Another version wrote it, and one that reads it may come: nothing is given up for that (behaviour 7.22).
      log.error({ message: message.id, kind: message.kind }, 'a stored confirmation is not readable by this version')
      throw new MailError('The e-mail could not be written from its record', false)
    }
  }

  /** Milliseconds until the next attempt, or undefined when the message is given up. */
  const delayAfter = (
    message: ClaimedMessage,
    { permanent, throttled }: MailError,
    now: number,
  ): number | undefined => {
    if (permanent) return refusedDelayMs(message.refused_at ? now - Date.parse(message.refused_at) : 0, random())
    if (now - Date.parse(message.created_at) >= giveUpAfterMs) return undefined
    return throttled
      ? throttledDelayMs(Math.max(throttled.seconds * 1_000, queue.pausedMs), random())
      : retryDelayMs(message.attempts, random())
  }

  const recordFailure = async (message: ClaimedMessage, error: MailError): Promise<void> => {
    if (error.throttled) queue.backOff(error.throttled.seconds)
    const now = clock()
    const refused_at = message.refused_at ?? (error.permanent ? now.toISOString() : null)
    const delay = delayAfter(message, error, now.getTime())
    const isOver = delay === undefined
    const next_attempt_at = new Date(now.getTime() + (delay ?? 0)).toISOString()
    await retry(() =>
      endAttempt(db, message, {
        state: isOver ? 'failed' : 'queued',
        next_attempt_at,
        scheduled_at: now.toISOString(),
        last_error: error.message,
        refused_at,
        is_copied: error.isCopied ? 1 : message.is_copied,
      }),
    )
    const facts = { message: message.id, kind: message.kind, attempts: message.attempts, reason: error.message }
    if (isOver) log.error(facts, 'a confirmation was given up; its registrant has not been told')
    else log.warn({ ...facts, next_attempt_at }, 'a confirmation did not go out; it will be tried again')
  }

  return async (message: ClaimedMessage): Promise<Outcome> => {
    const error = await send(message)
      .catch((error: unknown) => error)
      .finally(() => queue.release())
    if (error === undefined) {
      queue.recover()
      await retry(() => markSent(db, message, clock().toISOString()))
      log.info({ message: message.id, attempts: message.attempts }, 'a confirmation went out')
      return 'sent'
    }
    const failure = error instanceof MailError ? error : new MailError('The mail engine broke', false)
    await recordFailure(message, failure)
    return failure.permanent ? 'refused' : 'failed'
  }
}

/** An outcome that is not recorded is an e-mail that goes out twice, so a short outage of the tables is waited out. */
const retry = async (record: () => Promise<unknown>): Promise<void> => {
  for (const pauseMs of recordPausesMs) {
    try {
      await record()
      return
    } catch {
      await pause(pauseMs)
    }
  }
  await record()
}

/** Seconds until the next attempt, by how many there have been; the last one repeats (behaviour 7.12). */
const delays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const
const longest = 14_400

/**
 * How long after the first refusal of its address a message is tried again, in milliseconds: a provider that refuses by
 * policy says the same to every address for an hour (behaviour 7.34).
 */
const refusedDelaysMs = [3_600_000, 6 * 3_600_000]

/**
 * Milliseconds until a refused message's next attempt, or undefined when it is given up. Counted from the first refusal, so
 * that a form that is sent again uses none of them up. `random` is from 0 to 1.
 */
const refusedDelayMs = (sinceFirstMs: number, random: number): number | undefined => {
  const next = refusedDelaysMs.find((delay) => delay > sinceFirstMs)
  return next === undefined ? undefined : Math.round(next * (1 + 0.1 * random)) - sinceFirstMs
}

/** How old a message may get before we stop trying. */
const giveUpAfterMs = 3 * 24 * 3_600_000

/**
 * Milliseconds until the next attempt. The spread of a fifth keeps messages that failed together from coming back
 * together; `random` is from 0 to 1.
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.round((delays[attempts - 1] ?? longest) * (0.8 + 0.4 * random) * 1_000)

/**
 * Milliseconds until the next attempt of a message that came too fast. Its own number of attempts doesn't count: a
 * message that was turned away in a rush must not wait for hours after it.
 */
const throttledDelayMs = (restMs: number, random: number): number =>
  Math.round(Math.max(restMs, delays[0] * 1_000) * (1 + 0.4 * random))
