import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { MailConfig } from '../config'
import type { Db, MessageRow } from '../db/schema'
import { giveUpAfterMs, retryDelayMs, throttledDelayMs } from './backoff'
import { MailError, type Mailer, mailsAtOnce } from './mailer'
import { Pace } from './pace'
import { claimDueMessages, claimMessage, endAttempt, readMessageState, releaseClaim } from './queries'
import { renderMail } from './render-mail'
import { createSentMarks } from './sent-marks'
import { Slots } from './slots'

export interface CourierParts {
  db: Db
  mailer: Mailer
  clock: Clock
  config: { mail: Pick<MailConfig, 'from' | 'organisers' | 'waitSeconds' | 'perSecond'> }
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** From 0 to 1; spreads the retries. */
  random?: () => number
}

/** `failed`: given up. `pending`: not gone out yet; it will be tried again. */
export type Outcome = 'sent' | 'failed' | 'pending'

/** The state that a new message begins in. */
export type Claim = Pick<MessageRow, 'state' | 'attempts' | 'lease_until'>

export interface Courier {
  /**
   * Tries this message now, whatever its turn; callers at the same time share the one attempt. A place in line and
   * another process's attempt are waited for as long as a registrant waits.
   * @throws Error when there is no such message, or the table store doesn't answer.
   */
  deliver(messageId: string): Promise<Outcome>
  /**
   * How a message that is about to be saved is put down: claimed for this process where it can go out soon, which saves
   * a commit, else queued. Whoever saved a claimed one calls `deliverClaimed`; if the process dies before that,
   * the claim runs out.
   */
  prepareClaim(now: Date): Claim
  /** Sends a message that this process has claimed; it is given back when its turn doesn't come in time. */
  deliverClaimed(message: MessageRow): Promise<Outcome>
  /** Tries what is due; true when there may be more. */
  deliverDue(): Promise<boolean>
  /** Begins nothing more, lets go of what only waits for its turn, and resolves when nothing is on its way. */
  settle(): Promise<void>
}

/** Longer than an engine may take over one e-mail, so that two processes never send the same one side by side. */
const leaseMs = 30_000
const pollMs = 250
/**
 * With more in line than this, a new message is queued: its turn may come too late for a claim. Below that the claim is
 * worth its risk, for a queued message costs a commit more just when everybody comes at once.
 */
const longestLine = 1_000

/**
 * Sends the messages that commit together with their records (behaviour 7.12). A message is sent once, except when the
 * process or the connection dies between the other side's taking it and our recording that: then it goes again under
 * the same Message-ID, for losing it would be worse.
 */
export const createCourier = ({ db, mailer, clock, config, log, random = Math.random }: CourierParts): Courier => {
  const { from, organisers } = config.mail
  const slots = new Slots(mailer.atOnce ?? mailsAtOnce)
  const pace = new Pace(config.mail.perSecond)
  const waitMs = config.mail.waitSeconds * 1_000
  const noteSent = createSentMarks(db, clock)
  const attempts = new Map<string, Promise<Outcome | undefined>>()

  /** A claim covers the wait for a turn and the attempt itself. */
  const leaseFrom = (now: Date) => new Date(now.getTime() + waitMs + leaseMs)

  /** Undefined when there was nothing to claim: sent already, or in another process's hands. */
  const shareAttempt = (id: string): Promise<Outcome | undefined> => attempts.get(id) ?? share(id, attemptQueued(id))

  const share = <Result extends Outcome | undefined>(id: string, attempt: Promise<Result>): Promise<Result> => {
    const shared = attempt.finally(() => {
      if (attempts.get(id) === shared) attempts.delete(id)
    })
    attempts.set(id, shared)
    return shared
  }

  const takeTurn = async (patienceMs: number): Promise<boolean> => {
    const start = performance.now()
    if (!(await pace.take(patienceMs))) return false
    return slots.take(Math.max(0, patienceMs - (performance.now() - start)))
  }

  const attemptQueued = async (id: string): Promise<Outcome | undefined> => {
    if (!(await takeTurn(waitMs))) return 'pending'
    let claimed: MessageRow | undefined
    try {
      const now = clock()
      claimed = await claimMessage(db, id, now, leaseFrom(now))
    } finally {
      if (!claimed) slots.release()
    }
    return claimed && attemptInTurn(claimed)
  }

  const attemptClaimed = async (message: MessageRow): Promise<Outcome> => {
    // What is left of the claim once an attempt's own time is set aside; a clock that was set back adds nothing.
    const left = Date.parse(message.lease_until ?? message.created_at) - leaseMs - clock().getTime()
    if (left >= 0 && (await takeTurn(Math.min(left, waitMs)))) return attemptInTurn(message)
    await releaseClaim(db, message)
    return 'pending'
  }

  /** The place is free again once the engine is done; recording the outcome needs none. */
  const attemptInTurn = async (message: MessageRow): Promise<Outcome> => {
    const error = await send(message)
      .catch((error: unknown) => error)
      .finally(() => slots.release())
    if (error === undefined) {
      pace.ease()
      await insist(() => noteSent(message))
      log.info({ message: message.id, attempts: message.attempts }, 'a confirmation went out')
      return 'sent'
    }
    return recordFailure(message, error instanceof MailError ? error : new MailError('The mail engine broke', false))
  }

  const send = async (message: MessageRow): Promise<void> => {
    await mailer.send({
      ...render(message),
      messageId: message.id,
      from,
      to: message.recipient,
      ...(organisers === undefined ? {} : { cc: organisers }),
    })
  }

  const render = (message: MessageRow) => {
    try {
      return renderMail(message.kind, message.payload)
    } catch {
      throw new MailError('The e-mail could not be written from its record', true)
    }
  }

  const recordFailure = async (message: MessageRow, error: MailError): Promise<Outcome> => {
    const { throttled } = error
    if (throttled) pace.rest(throttled.seconds)
    const now = clock().getTime()
    const isOver = error.permanent || now - Date.parse(message.created_at) >= giveUpAfterMs
    const delay = throttled
      ? throttledDelayMs(Math.max(throttled.seconds * 1_000, pace.restLeftMs), random())
      : retryDelayMs(message.attempts, random())
    const next = now + delay
    const next_attempt_at = new Date(next).toISOString()
    const state = isOver ? 'failed' : 'queued'
    const ending = { state, next_attempt_at, last_error: error.message, sent_at: null } as const
    await insist(() => endAttempt(db, message, ending))
    const facts = { message: message.id, kind: message.kind, attempts: message.attempts, reason: error.message }
    if (isOver) log.error(facts, 'a confirmation was given up; its registrant has not been told')
    else log.warn({ ...facts, next_attempt_at }, 'a confirmation did not go out; it will be tried again')
    return isOver ? 'failed' : 'pending'
  }

  /** An outcome that is not recorded is an e-mail that goes out twice, so a short outage of the tables is waited out. */
  const insist = async (record: () => Promise<void>): Promise<void> => {
    for (const pauseMs of [200, 1_000, 3_000]) {
      try {
        return await record()
      } catch {
        await pause(pauseMs)
      }
    }
    await record()
  }

  /** Another process has the message: its outcome is ours, if it comes in time. */
  const awaitOther = async (id: string): Promise<Outcome> => {
    for (let waited = 0; ; waited += pollMs) {
      const state = await readMessageState(db, id)
      if (state === 'sent' || state === 'failed') return state
      if (state === 'queued' || waited >= waitMs) return 'pending'
      await pause(pollMs)
    }
  }

  return {
    async deliver(id) {
      if ((await readMessageState(db, id)) === 'sent') return 'sent'
      return (await shareAttempt(id)) ?? awaitOther(id)
    },

    prepareClaim: (now) =>
      pace.restLeftMs === 0 && slots.waiting < longestLine
        ? { state: 'sending', attempts: 1, lease_until: leaseFrom(now).toISOString() }
        : { state: 'queued', attempts: 0, lease_until: null },

    deliverClaimed: (message) => share(message.id, attemptClaimed(message)),

    async deliverDue() {
      const limit = pace.restLeftMs > 0 ? 0 : slots.free
      if (limit === 0) return false
      const now = clock()
      const due = await claimDueMessages(db, now, limit, leaseFrom(now))
      const outcomes = await Promise.all(due.map((message) => share(message.id, attemptClaimed(message))))
      // Where none went out, the next look takes its time.
      return due.length >= limit && outcomes.includes('sent')
    },

    async settle() {
      pace.end()
      await Promise.allSettled(attempts.values())
    },
  }
}
