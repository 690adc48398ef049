import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import type { Clock } from '../system/clock'
import { createAllowances } from './allowances'
import { type AttemptDeps, createAttempt } from './attempt'
import { DeliveryQueue, type Lane } from './delivery-queue'
import type { MailConfig, MailLimits } from './mail-config'
import { type Mailer, mailsAtOnce } from './mailer'
import {
  bringForward,
  type ClaimedMessage,
  claimDueMessages,
  claimMessage,
  readMessageState,
  releaseAllClaims,
  releaseClaim,
  rescheduleAfterSetBack,
  takeUnplaced,
} from './queries'
import { type SavedMessage, saveMessage } from './save-message'
import { countedAs, goesFirst } from './sign-in-letters'

export interface OutboxDeps {
  db: Db
  mailer: Mailer
  confirmations: AttemptDeps['confirmations']
  clock: Clock
  config: {
    mail: Pick<MailConfig, 'from' | 'organisers' | 'waitSeconds' | 'perSecond'>
    limits: MailLimits
  }
  log: AttemptDeps['log']
  /** From 0 to 1; spreads the retries. */
  random?: () => number
}

/** `queued`: it only waits for its turn. `failed`: an attempt failed; it is tried again unless it was given up. */
export type Outcome = 'sent' | 'queued' | 'failed'

/** The messages that wait to go out (behaviour 7.12). */
export interface Outbox {
  /** For how many seconds a message that is saved now is claimed by this process. */
  readonly claimSeconds: number
  /**
   * Sends a message that this process has just saved; past the bounds on e-mails to new addresses it is put off, and past
   * its mailbox's a network's first in an hour goes all the same. Waits as long as a registrant does. `network` is the network
   * address that it came from.
   * @throws Error when the table store doesn't answer
   */
  deliverNew(message: SavedMessage, network: string): Promise<Outcome>
  /**
   * Tries a saved message if it may be tried now (behaviour 7.23), and tells how it stands. Callers at the same time share
   * one attempt, and another process's attempt is waited for, as long as a registrant waits. One that found no place within
   * the bounds is saved anew, at most once a minute (behaviour 7.37).
   * @throws Error when there is no such message, or the table store doesn't answer
   */
  deliver(messageId: string, network?: string): Promise<Outcome>
  /**
   * Lets a message that was put off for its mailbox's turn go with the next that are due, where it is its network's first in an
   * hour (behaviour 7.36).
   */
  bringAhead(message: SavedMessage, network: string): Promise<void>
  /** Tries what is due; true when there may be more. */
  deliverDue(): Promise<boolean>
  /** Gives back every claim, for a start at which no other process has these tables (behaviour 7.13). */
  releaseDeadClaims(): Promise<void>
  /** Begins nothing more, tells whatever waits so, and resolves when nothing is on its way any more. */
  stop(): Promise<void>
}

/** How often another process's attempt is asked about, in milliseconds. */
const pollMs = 250
/** How often times that a clock which was set back made wrong, and counts that weigh on nothing, are cleared, in milliseconds. */
const clearingIntervalMs = 60_000
/** Longer than an engine may take over one e-mail, and its recording. */
const attemptSeconds = 20
/** So many of the backlog get into line even while new ones keep every place busy. */
const leastBacklog = 2

/** What a message is until it has gone out: one that never failed only waits. */
const waitingOutcome = ({ last_error }: Pick<ClaimedMessage, 'last_error'>): Outcome =>
  last_error === null ? 'queued' : 'failed'

/**
 * Sends the messages that commit together with their records. A message is sent once, except when the process or the
 * connection dies between the other side's taking it and our recording that: then it goes again under the same
 * Message-ID, for losing it would be worse.
 */
export const createOutbox = (deps: OutboxDeps): Outbox => {
  const { db, mailer, confirmations, clock, config, log, random = Math.random } = deps
  const { mail, limits } = config
  const waitMs = mail.waitSeconds * 1_000
  const claimSeconds = mail.waitSeconds + attemptSeconds
  const queue = new DeliveryQueue({ concurrency: mailer.atOnce ?? mailsAtOnce, perSecond: mail.perSecond })
  const attempt = createAttempt({ db, mailer, clock, queue, confirmations, config: mail, log, random })
  const allowances = createAllowances(db, clock, limits)
  const attempts = new Map<string, Promise<Outcome>>()
  const stopping = new AbortController()
  // Any number of registrants may wait for another process.
  setMaxListeners(0, stopping.signal)
  let nextClearing = 0

  const share = (id: string, work: Promise<Outcome>): Promise<Outcome> => {
    const shared = work.finally(() => {
      if (attempts.get(id) === shared) attempts.delete(id)
    })
    attempts.set(id, shared)
    return shared
  }

  /** The message is given back when its turn doesn't come while the claim leaves time for an attempt. */
  const attemptClaimed = async (message: ClaimedMessage, lane: Lane): Promise<Outcome> => {
    if (await queue.acquire(lane, waitMs)) return attempt(message)
    await releaseClaim(db, message)
    return waitingOutcome(message)
  }

  const warnOfNoPlace = (message: string, reason: string | null) =>
    log.warn({ message, reason }, 'a confirmation found no place in the next 24 hours; its registrant was told so')

  const deliverWithinBounds = async (message: SavedMessage, network: string): Promise<Outcome> => {
    const now = clock()
    const turn = message.isFirstToMailbox ? await allowances.take(network) : now
    if (turn === 'never') {
      const last_error = 'Too many e-mails to new addresses are waiting'
      const scheduled_at = now.toISOString()
      await releaseClaim(db, message, { state: 'failed', scheduled_at, last_error, ordinal: null, due_at: null })
      warnOfNoPlace(message.id, last_error)
      return 'failed'
    }
    if (turn <= now) return attemptClaimed(message, 'new')
    const at = turn.toISOString()
    await releaseClaim(db, message, { next_attempt_at: at, scheduled_at: now.toISOString(), due_at: at })
    log.info({ message: message.id, next_attempt_at: at }, 'a confirmation waits: there are many to new addresses')
    return 'queued'
  }

  const bringAhead = async ({ id, kind, recipient }: SavedMessage, network: string): Promise<boolean> => {
    if (!(await allowances.takeAhead(countedAs(kind, recipient), network))) return false
    await bringForward(db, id, goesFirst(kind) ? new Date(0) : clock())
    return true
  }

  const deliverFresh = async (message: SavedMessage, network: string): Promise<Outcome> => {
    if (message.state === 'sending') return deliverWithinBounds(message, network)
    if (await bringAhead(message, network)) return deliverSaved(message.id)
    if (message.state === 'failed') warnOfNoPlace(message.id, message.last_error)
    return message.state
  }

  /** One that found no place is saved as if it had just come; undefined when it is not such a one, or was so a minute ago. */
  const saveAnew = (id: string): Promise<SavedMessage | undefined> =>
    transact(db, async (transaction) => {
      const now = clock()
      const taken = await takeUnplaced(transaction, id, now)
      if (!taken) return undefined
      return saveMessage(transaction, { ...taken, recordId: taken.record_id, now }, limits.sender, claimSeconds)
    })

  const deliverAgain = async (id: string, network: string): Promise<Outcome> => {
    const outcome = await deliverSaved(id)
    const saved = outcome === 'failed' && !stopping.signal.aborted ? await saveAnew(id) : undefined
    return saved ? deliverFresh(saved, network) : outcome
  }

  /** Whatever may be tried is tried; else the message's own state tells. */
  const deliverSaved = async (id: string): Promise<Outcome> => {
    const claimed = stopping.signal.aborted ? undefined : await claimMessage(db, id, clock(), claimSeconds)
    if (claimed) return attemptClaimed(claimed, 'new')
    for (let waited = 0; ; waited += pollMs) {
      const message = await readMessageState(db, id)
      if (message.state === 'sent' || message.state === 'failed') return message.state
      // In another process's hands its outcome is ours, if it comes in time.
      if (message.state === 'queued' || waited >= waitMs || stopping.signal.aborted) return waitingOutcome(message)
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Past a registrant's wait, a message that nothing is wrong with waits on its own. */
  const inTime = async (outcome: Promise<Outcome>, meanwhile: () => Outcome | Promise<Outcome>): Promise<Outcome> => {
    const over = new AbortController()
    const late = pause(waitMs, undefined, { signal: over.signal }).then(meanwhile, () => 'queued' as const)
    try {
      return await Promise.race([outcome, late])
    } finally {
      over.abort()
    }
  }

  const deliverDue = async (): Promise<boolean> => {
    if (performance.now() >= nextClearing) {
      await rescheduleAfterSetBack(db, clock())
      await allowances.eraseOld()
      nextClearing = performance.now() + clearingIntervalMs
    }
    const limit = queue.pausedMs > 0 ? 0 : Math.max(queue.free, leastBacklog)
    if (limit === 0 || stopping.signal.aborted) return false
    const due = await claimDueMessages(db, clock(), limit, claimSeconds)
    const laneOf = ({ kind }: ClaimedMessage): Lane => (goesFirst(kind) ? 'new' : 'backlog')
    const outcomes = await Promise.all(
      due.map((message) => share(message.id, attemptClaimed(message, laneOf(message)))),
    )
    // Where none went out, the next look takes its time.
    return due.length >= limit && outcomes.includes('sent')
  }

  const releaseDeadClaims = async () => {
    const released = await releaseAllClaims(db).catch((err: unknown) => {
      log.error({ err }, 'the claims of an earlier process could not be released; they run out by themselves')
      return 0
    })
    if (released > 0) log.warn({ released }, 'an earlier process died over these confirmations; they are tried again')
  }

  return {
    claimSeconds,
    deliverNew: (message, network) => inTime(share(message.id, deliverFresh(message, network)), () => 'queued'),
    deliver: (id, network = '') =>
      inTime(attempts.get(id) ?? share(id, deliverAgain(id, network)), async () => {
        const message = await readMessageState(db, id)
        return message.state === 'sent' ? 'sent' : waitingOutcome(message)
      }),
    bringAhead: async (message, network) => {
      if (message.isPutOff) await bringAhead(message, network)
    },
    deliverDue,
    releaseDeadClaims,
    stop: async () => {
      stopping.abort()
      queue.close()
      await Promise.allSettled(attempts.values())
    },
  }
}
