import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/schema'
import { type Clock, later } from '../system/clock'
import { type AttemptDeps, createAttempt } from './attempt'
import type { MailConfig } from './create-mailer'
import { DeliveryQueue } from './delivery-queue'
import { type Mailer, maxConcurrentMails } from './mailer'
import {
  type DeliveryRequester,
  endLease,
  type LeasedMessage,
  leaseDueMessages,
  leaseMessage,
  type Outcome,
  readMessageState,
  readOutcome,
  releaseAllLeases,
  rescheduleAfterSetBack,
} from './queries'
import { findDeliveredMailboxes } from './save-message'

export interface OutboxDeps {
  db: Db
  mailer: Mailer
  confirmations: AttemptDeps['confirmations']
  clock: Clock
  config: { mail: Pick<MailConfig, 'from' | 'organisers' | 'waitSeconds' | 'perSecond'> }
  /**
   * Count e-mails to addresses that never got one, and links to others, by the hash of the network that asked; past the bound, in how
   * many seconds there is room again (behaviours 7.25 and 14.46).
   */
  limits: Record<
    'newAddresses' | 'links',
    { count: (network: string) => Promise<number | undefined> }
  >
  /** Whether an announcement is still for whoever would get it. */
  isWanted?: (announcementId: string, recipient: string) => Promise<boolean>
  log: AttemptDeps['log']
  /** From 0 to 1; spreads the retries. */
  random?: () => number
}

/** How often another process's attempt is asked about, in milliseconds. */
const pollMs = 250
/** How often times that a clock which was set back made wrong are cleared, in milliseconds. */
const clearingIntervalMs = 60_000
/** Longer than an engine may take over one e-mail, and its recording. */
const attemptSeconds = 35
/** So many of those that wait in the tables get into line even while new ones keep every place busy. */
const minDue = 2

/**
 * Sends the messages that commit together with their records. A message is sent once, except when the process or the
 * connection dies between the other side's taking it and our recording that: then it goes again under the same
 * Message-ID, for losing it would be worse.
 */
export const createOutbox = (deps: OutboxDeps) => {
  const {
    db,
    mailer,
    confirmations,
    clock,
    config,
    limits,
    isWanted,
    log,
    random = Math.random,
  } = deps
  const { mail } = config
  const waitMs = mail.waitSeconds * 1_000
  const leaseSeconds = mail.waitSeconds + attemptSeconds
  const queue = new DeliveryQueue({
    concurrency: mailer.concurrency ?? maxConcurrentMails,
    perSecond: mail.perSecond,
  })
  const attempt = createAttempt({
    db,
    mailer,
    clock,
    queue,
    confirmations,
    config: mail,
    log,
    random,
  })
  const attempts = new Map<string, Promise<Outcome>>()
  const stopping = new AbortController()
  // Any number of registrants may wait for another process.
  setMaxListeners(0, stopping.signal)
  let nextClearing = 0

  const track = (id: string, work: Promise<Outcome>): Promise<Outcome> => {
    const shared = work.finally(() => {
      if (attempts.get(id) === shared) {
        attempts.delete(id)
      }
    })
    attempts.set(id, shared)
    return shared
  }

  const requeue = (message: LeasedMessage, turn: Partial<Parameters<typeof endLease>[2]>) =>
    endLease(db, message, { state: 'queued', attempts: message.attempts - 1, ...turn })

  const count = async ({
    kind,
    recipient,
    network,
  }: LeasedMessage): Promise<number | undefined> => {
    if (network === null) {
      return undefined
    }
    const isKnown =
      kind === 'private-link' && (await findDeliveredMailboxes(db, [recipient])).size > 0
    return (isKnown ? limits.links : limits.newAddresses).count(network)
  }

  /** Whether a bound puts the message off. Those that wait together come back apart, and are counted then. */
  const postpone = async (message: LeasedMessage): Promise<boolean> => {
    const seconds = await count(message)
    if (seconds === undefined) {
      return false
    }
    const now = clock()
    const next_attempt_at = later(now, seconds * 1_000 * (1 + random()))
    await requeue(message, { next_attempt_at, scheduled_at: now.toISOString() })
    log.info(
      { message: message.id, next_attempt_at },
      'an e-mail waits: its network, or all together, asked for many',
    )
    return true
  }

  /** The message is given back when its turn doesn't come while the lease leaves time for an attempt. */
  const attemptLeased = async (message: LeasedMessage): Promise<Outcome> => {
    const { announcement_id: announcementId, recipient } = message
    if (announcementId !== null && isWanted && !(await isWanted(announcementId, recipient))) {
      await endLease(db, message, { state: 'cancelled' })
      return 'queued'
    }
    if (await postpone(message)) {
      return 'queued'
    }
    if (await queue.acquire(message.priority, waitMs)) {
      return attempt(message)
    }
    await requeue(message, { network: null })
    return readOutcome({ ...message, state: 'queued' })
  }

  const deliverFresh = async (message: LeasedMessage): Promise<Outcome> => {
    if (message.state === 'sending') {
      return attemptLeased(message)
    }
    log.info({ message: message.id }, 'an e-mail waits: there are many to its mailbox')
    return 'queued'
  }

  /** Whatever may be tried is tried; else the message's own state tells. */
  const deliverSaved = async (id: string, requestedBy: DeliveryRequester): Promise<Outcome> => {
    const leased = stopping.signal.aborted
      ? undefined
      : await leaseMessage(db, id, clock(), leaseSeconds, requestedBy)
    if (leased) {
      return attemptLeased(leased)
    }
    for (let waited = 0; ; waited += pollMs) {
      const message = await readMessageState(db, id)
      // In another process's hands its outcome is ours, if it comes in time.
      if (message.state !== 'sending' || waited >= waitMs || stopping.signal.aborted) {
        return readOutcome(message)
      }
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Past a registrant's wait, a message waits on its own. */
  const withTimeout = (
    outcome: Promise<Outcome>,
    fallback: () => Outcome | Promise<Outcome>,
  ): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => Promise.resolve(fallback()).then(resolve, reject), waitMs)
      outcome.then(resolve, reject).finally(() => clearTimeout(timer))
    })

  /** Tries what is due; true when there may be more (behaviour 7.12). */
  const deliverDue = async (): Promise<boolean> => {
    if (performance.now() >= nextClearing) {
      await rescheduleAfterSetBack(db, clock())
      nextClearing = performance.now() + clearingIntervalMs
    }
    const limit = queue.pausedMs > 0 ? 0 : Math.max(queue.free, minDue)
    if (limit === 0 || stopping.signal.aborted) {
      return false
    }
    const due = await leaseDueMessages(db, clock(), limit, leaseSeconds)
    const outcomes = await Promise.all(
      due.map((message) => track(message.id, attemptLeased(message))),
    )
    // Where none went out, the next look takes its time.
    return due.length >= limit && outcomes.includes('sent')
  }

  /** Gives back every lease, for a start at which no other process has these tables (behaviour 7.13). */
  const releaseDeadLeases = async () => {
    const released = await releaseAllLeases(db).catch((err: unknown) => {
      log.error(
        { err },
        'the leases of an earlier process could not be released; they run out by themselves',
      )
      return 0
    })
    if (released > 0) {
      log.warn(
        { released },
        'an earlier process died over these confirmations; they are tried again',
      )
    }
  }

  return {
    /** For how many seconds a message that is saved now is leased by this process. */
    leaseSeconds,
    /**
     * Sends a confirmation that this process has just saved, or tells that a bound puts it off. Waits as long as a registrant does.
     * @throws Error when the table store doesn't answer
     */
    deliverNew: (message: LeasedMessage) =>
      withTimeout(track(message.id, deliverFresh(message)), () => 'queued'),
    /**
     * Tries a saved message if it may be tried now (behaviour 7.23), and tells how it stands. Callers at the same time share
     * one attempt, and another process's attempt is waited for, as long as a registrant waits.
     * @throws Error when there is no such message, or the table store doesn't answer
     */
    deliver: (id: string, requestedBy: DeliveryRequester = 'form') =>
      withTimeout(attempts.get(id) ?? track(id, deliverSaved(id, requestedBy)), async () =>
        readOutcome(await readMessageState(db, id)),
      ),
    deliverDue,
    releaseDeadLeases,
    /** Begins nothing more, tells whatever waits so, and resolves when nothing is on its way any more. */
    stop: async () => {
      stopping.abort()
      queue.close()
      await Promise.allSettled(attempts.values())
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
