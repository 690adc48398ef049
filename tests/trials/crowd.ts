import { setTimeout as pause } from 'node:timers/promises'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Audit, auditFestival, readFinalState, waitForMail } from './audit'
import { createTally, type StoreMaker, withTables } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { attempt, makeParticipant, type Participant, UnexpectedResponse } from './participant'

export interface Crowd {
  readonly participants: Participant[]
  /** Counts each kind of response: 201, 502, 503 or `cut`. */
  readonly responses: ReturnType<typeof createTally>
  readonly complaints: string[]
}

export interface ArrivalRate {
  everyMs: number
  bytes?: number
}

const retryMs = 700
/** No participant arrives while this many are waiting. */
const maxInFlight = 120
/** How long the last participants keep retrying, in milliseconds. */
const timeoutMs = 120_000

const attemptResults = { confirmed: 201, unconfirmed: 502, cut: 'cut' } as const

const tryOnce = async (
  crowd: Crowd,
  address: string,
  participant: Participant,
): Promise<number | 'cut'> => {
  try {
    return attemptResults[await attempt(address, participant)]
  } catch (error) {
    if (!(error instanceof UnexpectedResponse)) {
      throw error
    }
    if (error.status !== 503) {
      crowd.complaints.push(error.message)
    }
    return error.status
  }
}

/**
 * Participants arrive at a fixed rate during `act`. Like the form, they retry with the same key
 * after a refusal or a cut. Resolves after the last confirmation. `address` returns the address of
 * the current server.
 */
export const startLoad = async (
  address: () => string,
  { everyMs, bytes }: ArrivalRate,
  act: (crowd: Crowd) => Promise<void>,
): Promise<Crowd> => {
  const crowd: Crowd = { participants: [], responses: createTally(), complaints: [] }
  let isOpen = true
  let inFlight = 0
  let deadline = Number.POSITIVE_INFINITY

  const register = async (participant: Participant) => {
    while (performance.now() < deadline) {
      const result = await tryOnce(crowd, address(), participant)
      crowd.responses.add(result)
      if (result !== 'cut' && result !== 502 && result !== 503) {
        return
      }
      await pause(retryMs)
    }
    crowd.complaints.push(`participant ${participant.number} was never confirmed`)
  }
  const arrive = async () => {
    const arrivals: Promise<void>[] = []
    for (; isOpen; await pause(everyMs)) {
      if (inFlight >= maxInFlight) {
        continue
      }
      inFlight += 1
      const participant = makeParticipant(crowd.participants.length, bytes)
      crowd.participants.push(participant)
      arrivals.push(
        register(participant)
          .catch(
            (error: unknown) =>
              void crowd.complaints.push(`participant ${participant.number}: ${error}`),
          )
          .finally(() => {
            inFlight -= 1
          }),
      )
    }
    await Promise.all(arrivals)
  }
  const close = () => {
    isOpen = false
    deadline = performance.now() + timeoutMs
  }
  await Promise.all([act(crowd).finally(close), arrive()])
  return crowd
}

interface Scene {
  crowd: Crowd
  festival: ServedFestival
  mailbox: Mailbox
}

interface CrowdRun extends ArrivalRate {
  /** If undefined, the server uses SQLite in the data folder. */
  stores?: StoreMaker
}

interface Verdict {
  audit: Audit
  note: string
}

/** Runs `act` during registrations, and audits the result after the last e-mail. */
export const runWithCrowd = async (
  { stores, ...arrivals }: CrowdRun,
  act: (scene: Scene) => Promise<void>,
): Promise<Verdict> => {
  const mailbox = await openMailbox()
  const own = await stores?.make()
  const festival = await serveFestival({
    SMTP_URL: mailbox.url,
    MAIL_WAIT_SECONDS: '3',
    ...own?.env,
  })
  try {
    const crowd = await startLoad(
      () => festival.address,
      arrivals,
      (crowd) => act({ crowd, festival, mailbox }),
    )
    return await withTables(
      own?.store ?? { engine: 'sqlite', file: festival.databaseFile },
      async (db) => {
        const late: string[] = []
        await waitForMail(db).catch((error: unknown) => late.push(String(error)))
        const audit = await auditFestival(
          db,
          readFinalState(festival.dataDir, mailbox),
          crowd.participants,
        )
        audit.complaints.push(...crowd.complaints, ...late)
        return { audit, note: crowd.responses.format() }
      },
    )
  } finally {
    await festival.stop()
    await own?.remove()
    await mailbox.stopServer()
  }
}
