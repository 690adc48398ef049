import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/schema'
import { type Clock, later } from '../system/clock'
import { type AttemptDeps, createAttempt } from './attempt'
import type { MailConfig } from './create-mailer'
import { DeliveryQueue } from './delivery-queue'
import { type Mailer, maxConcurrentMails } from './mailer'
import {
  type DeliverableMessage,
  type DeliveryRequester,
  endLease,
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
   * Receives the hash of a network and counts an e-mail. Above the limit, returns the seconds until
   * the network may send again.
   */
  limits: Record<
    'newAddresses' | 'links',
    { count: (network: string) => Promise<number | undefined> }
  >
  /** Whether the recipient still matches the filter of the announcement. */
  isWanted?: (announcementId: string, recipient: string) => Promise<boolean>
  /** Returns the payload to send, or undefined if the e-mail has become wrong. */
  complete?: (message: DeliverableMessage) => Promise<string | undefined>
  log: AttemptDeps['log']
  random?: () => number
}

const pollMs = 250
/** How often messages that are scheduled too far in the future are made due. */
const clockCheckMs = 60_000
/** Longer than an engine may take to send one e-mail and record the outcome. */
const attemptSeconds = 35
/** How many saved messages each round leases at least, even while new messages use every place. */
const minDue = 2

/**
 * Sends the messages that were committed with their entries. Each is sent once, unless the process
 * or the connection dies after the server has accepted the e-mail and before that is recorded. Then
 * the message is sent again under the same Message-ID, because losing it would be worse.
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
    complete = async ({ payload }) => payload,
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
  const deliveries = new Map<string, Promise<Outcome>>()
  const stopping = new AbortController()
  // Any number of participants may be waiting for another process.
  setMaxListeners(0, stopping.signal)
  let nextClockCheckAt = 0

  const track = (id: string, work: Promise<Outcome>): Promise<Outcome> => {
    const delivery = work.finally(() => {
      if (deliveries.get(id) === delivery) {
        deliveries.delete(id)
      }
    })
    deliveries.set(id, delivery)
    return delivery
  }

  /** Does not count the attempt, because it has not begun. */
  const requeue = (message: DeliverableMessage, changes: Partial<Parameters<typeof endLease>[2]>) =>
    endLease(db, message, { state: 'queued', attempts: message.attempts - 1, ...changes })

  /** @returns the seconds to wait if a limit is reached */
  const countForNetwork = async ({
    kind,
    recipient,
    network,
  }: DeliverableMessage): Promise<number | undefined> => {
    if (network === null) {
      return undefined
    }
    const isKnownAddress =
      kind === 'private-link' && (await findDeliveredMailboxes(db, [recipient])).size > 0
    return (isKnownAddress ? limits.links : limits.newAddresses).count(network)
  }

  /** Postponed messages get random delays and are counted when they are due. */
  const postpone = async (message: DeliverableMessage, seconds: number) => {
    const now = clock()
    const next_attempt_at = later(now, seconds * 1_000 * (1 + random()))
    await requeue(message, { next_attempt_at, scheduled_at: now.toISOString() })
    log.info(
      { message: message.id, next_attempt_at },
      'an e-mail is delayed: many were requested by its network or in total',
    )
  }

  /** @returns undefined if the e-mail is no longer wanted */
  const findPayload = async (message: DeliverableMessage): Promise<string | undefined> => {
    const { announcement_id: announcementId, recipient } = message
    const isUnwanted =
      announcementId !== null && isWanted && !(await isWanted(announcementId, recipient))
    return isUnwanted ? undefined : complete(message)
  }

  const deliverLeased = async (
    message: DeliverableMessage,
    found = findPayload(message),
  ): Promise<Outcome> => {
    const payload = await found
    if (payload === undefined) {
      await endLease(db, message, { state: 'cancelled' })
      // No outcome says that an e-mail is no longer wanted, and this one reports no error.
      return 'queued'
    }
    const seconds = await countForNetwork(message)
    if (seconds !== undefined) {
      await postpone(message, seconds)
      return 'queued'
    }
    if (await queue.acquire(message.priority, waitMs)) {
      return attempt(message, payload)
    }
    // Its turn would come too late for its lease.
    await requeue(message, { network: null })
    return readOutcome({ ...message, state: 'queued' })
  }

  const deliverNew = async (message: DeliverableMessage): Promise<Outcome> => {
    if (message.state === 'sending') {
      return deliverLeased(message)
    }
    // A cancelled confirmation is not delayed: a decision's e-mail replaces it.
    if (message.state === 'queued') {
      log.info({ message: message.id }, 'an e-mail is delayed: there are many to its mailbox')
    }
    return 'queued'
  }

  /** If another process is sending the message, waits for its outcome. */
  const deliverSaved = async (id: string, requestedBy: DeliveryRequester): Promise<Outcome> => {
    const leased = stopping.signal.aborted
      ? undefined
      : await leaseMessage(db, id, clock(), leaseSeconds, requestedBy)
    if (leased) {
      return deliverLeased(leased)
    }
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const message = await readMessageState(db, id)
      if (message.state !== 'sending' || waitedMs >= waitMs || stopping.signal.aborted) {
        return readOutcome(message)
      }
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** When the participant stops waiting, delivery continues in the background. */
  const withTimeout = (
    outcome: Promise<Outcome>,
    fallback: () => Outcome | Promise<Outcome>,
  ): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => Promise.resolve(fallback()).then(resolve, reject), waitMs)
      outcome.then(resolve, reject).finally(() => clearTimeout(timer))
    })

  /** Returns true if more messages may be due. */
  const deliverDue = async (): Promise<boolean> => {
    if (performance.now() >= nextClockCheckAt) {
      await rescheduleAfterSetBack(db, clock())
      nextClockCheckAt = performance.now() + clockCheckMs
    }
    const limit = queue.pausedMs > 0 ? 0 : Math.max(queue.free, minDue)
    if (limit === 0 || stopping.signal.aborted) {
      return false
    }
    const due = await leaseDueMessages(db, clock(), limit, leaseSeconds)
    // Reads all payloads first, so that the e-mails are sent in order of priority.
    const payloads = due.map(findPayload)
    const allFound = Promise.allSettled(payloads)
    const outcomes = await Promise.all(
      due.map((message, index) =>
        track(
          message.id,
          deliverLeased(
            message,
            allFound.then(() => payloads[index]),
          ),
        ),
      ),
    )
    return due.length >= limit && outcomes.includes('sent')
  }

  /** Call this only at startup, when no other process uses these tables. */
  const releaseDeadLeases = async () => {
    const released = await releaseAllLeases(db).catch((err: unknown) => {
      log.error(
        { err },
        'the leases of an earlier process could not be released; they expire by themselves',
      )
      return 0
    })
    if (released > 0) {
      log.warn(
        { released },
        'an earlier process stopped while sending these confirmations; they are tried again',
      )
    }
  }

  return {
    leaseSeconds,
    /**
     * Sends a confirmation that this process has just saved. Waits no longer than a participant
     * does.
     * @throws Error when the table store does not answer
     */
    deliverNew: (message: DeliverableMessage) =>
      withTimeout(track(message.id, deliverNew(message)), () => 'queued'),
    /**
     * Attempts to send a saved message if that is allowed. Simultaneous callers share one attempt.
     * Also waits for an attempt by another process, but no longer than a participant does.
     * @throws Error when there is no such message, or the table store does not answer
     */
    deliver: (id: string, requestedBy: DeliveryRequester = 'form') =>
      withTimeout(deliveries.get(id) ?? track(id, deliverSaved(id, requestedBy)), async () =>
        readOutcome(await readMessageState(db, id)),
      ),
    deliverDue,
    releaseDeadLeases,
    /** Starts no further attempts, and resolves when the running ones have ended. */
    stop: async () => {
      stopping.abort()
      queue.close()
      await Promise.allSettled(deliveries.values())
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
