import { setTimeout as pause } from 'node:timers/promises'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Audit, auditFestival, readFinalState, waitForMail } from './audit'
import { createTally, type StoreMaker, withTables } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { attempt, makeParticipant, type Participant, UnexpectedAnswer } from './participant'

/** Everybody who came, and what they heard on the way. */
export interface Crowd {
  readonly participants: Participant[]
  /** How often each answer was heard: 201, 502, 503, `cut`. */
  readonly answers: ReturnType<typeof createTally>
  /** Answers that nobody should get, and people whom nobody ever confirmed. */
  readonly complaints: string[]
}

/** How people come. */
export interface ArrivalRate {
  everyMs: number
  /** Of each screenshot, at least. */
  bytes?: number
}

const retryMs = 700
/** More than so many don't stand in line: the others come when it is shorter. */
const maxInFlight = 120
/** How long the last ones go on trying after nobody else comes. */
const timeoutMs = 120_000

/** One more attempt: what was heard. */
const tryOnce = async (
  crowd: Crowd,
  address: string,
  participant: Participant,
): Promise<number | 'cut'> => {
  try {
    const outcome = await attempt(address, participant)
    return outcome === 'confirmed' ? 201 : outcome === 'unconfirmed' ? 502 : 'cut'
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) {
      throw error
    }
    if (error.status !== 503) {
      crowd.complaints.push(error.message)
    }
    return error.status
  }
}

/**
 * Lets people register, one every so many milliseconds whether the server answers or not, while `act` goes on; then
 * waits until the last of them is confirmed. Whoever is refused for the moment or cut off comes again with the same
 * key, as the form does. `address` says where the next attempt goes.
 */
export const startLoad = async (
  address: () => string,
  { everyMs, bytes }: ArrivalRate,
  act: (crowd: Crowd) => Promise<void>,
): Promise<Crowd> => {
  const crowd: Crowd = { participants: [], answers: createTally(), complaints: [] }
  let isOpen = true
  let inFlight = 0
  let deadline = Number.POSITIVE_INFINITY

  const register = async (participant: Participant) => {
    while (performance.now() < deadline) {
      const answer = await tryOnce(crowd, address(), participant)
      crowd.answers.add(answer)
      if (answer !== 'cut' && answer !== 502 && answer !== 503) {
        return
      }
      await pause(retryMs)
    }
    crowd.complaints.push(`registrant ${participant.number} was never confirmed`)
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
              void crowd.complaints.push(`registrant ${participant.number}: ${error}`),
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

/** What a crowd meets: a process of the festival, and the mail server that counts every copy. */
interface Scene {
  crowd: Crowd
  festival: ServedFestival
  mailbox: Mailbox
}

interface CrowdRun extends ArrivalRate {
  /** SQLite in the data folder, unless given. */
  stores?: StoreMaker
}

/** What was found in the end, and what the crowd heard. */
interface Verdict {
  audit: Audit
  note: string
}

/** Lets a crowd register while something happens to its festival; then waits for the last e-mail and counts. */
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
        return { audit, note: crowd.answers.words() }
      },
    )
  } finally {
    await festival.stop()
    await own?.remove()
    await mailbox.stopServer()
  }
}
