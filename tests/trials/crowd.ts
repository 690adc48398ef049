import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../server/db/open-database'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Audit, auditFestival, type Left, leftIn, waitForMail } from './audit'
import { createTally, inFolder, makeClock, type StoreMaker, type TrialClock, withStores, withTables } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { attempt, makeRegistrant, type Registrant, UnexpectedAnswer } from './registrant'

/** Everybody who came, and what they heard on the way. */
export interface Crowd {
  readonly registrants: Registrant[]
  /** How often each answer was heard: 201, 502, 503, `cut`. */
  readonly answers: ReturnType<typeof createTally>
  /** Answers that nobody should get, and people whom nobody ever confirmed. */
  readonly complaints: string[]
}

/** How people come. */
export interface Coming {
  everyMs: number
  /** How many come at most. */
  most?: number
  /** Of each screenshot, at least. */
  bytes?: number
  /** Every so many-th registrant never comes back after hearing that the e-mail failed; nobody if undefined. */
  leavesEvery?: number
}

const retryMs = 700
/** More than so many don't stand in line: the others come when it is shorter. */
const longestLine = 120
/** How long the last ones go on trying after nobody else comes. */
const timeoutMs = 120_000

/** One more attempt: what was heard. */
const tryOnce = async (crowd: Crowd, address: string, registrant: Registrant): Promise<number | 'cut'> => {
  try {
    const became = await attempt(address, registrant)
    return became === 'confirmed' ? 201 : became === 'unconfirmed' ? 502 : 'cut'
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error
    if (error.status !== 503) crowd.complaints.push(error.message)
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
  { everyMs, most = Number.POSITIVE_INFINITY, bytes, leavesEvery }: Coming,
  act: (crowd: Crowd) => Promise<void>,
): Promise<Crowd> => {
  const crowd: Crowd = { registrants: [], answers: createTally(), complaints: [] }
  let isOpen = true
  let inLine = 0
  let deadline = Number.POSITIVE_INFINITY

  const register = async (registrant: Registrant) => {
    while (performance.now() < deadline) {
      const heard = await tryOnce(crowd, address(), registrant)
      crowd.answers.add(heard)
      if (heard === 502 && leavesEvery !== undefined && registrant.number % leavesEvery === 0) return
      if (heard !== 'cut' && heard !== 502 && heard !== 503) return
      await pause(retryMs)
    }
    crowd.complaints.push(`registrant ${registrant.number} was never confirmed`)
  }
  const arrive = async () => {
    const coming: Promise<void>[] = []
    for (; isOpen; await pause(everyMs)) {
      if (inLine >= longestLine || crowd.registrants.length >= most) continue
      inLine += 1
      const registrant = makeRegistrant(crowd.registrants.length, bytes)
      crowd.registrants.push(registrant)
      coming.push(
        register(registrant)
          .catch((error: unknown) => void crowd.complaints.push(`registrant ${registrant.number}: ${error}`))
          .finally(() => {
            inLine -= 1
          }),
      )
    }
    await Promise.all(coming)
  }
  const close = () => {
    isOpen = false
    deadline = performance.now() + timeoutMs
  }
  await Promise.all([act(crowd).finally(close), arrive()])
  return crowd
}

/** Waits until so many more have heard it, at most so many seconds. */
export const untilHeard = async ({ answers }: Crowd, heard: string, times: number, seconds: number): Promise<void> => {
  const wanted = answers.of(heard) + times
  const deadline = performance.now() + seconds * 1_000
  while (answers.of(heard) < wanted && performance.now() < deadline) await pause(20)
}

/** What a crowd meets: processes of one festival, the mail server that counts every copy, and a clock that can be set. */
export interface Scene {
  crowd: Crowd
  festival: ServedFestival
  /** Any of the processes. */
  pick: () => ServedFestival
  mailbox: Mailbox
  clock: TrialClock
}

export interface Siege extends Coming {
  /** SQLite in the data folder, unless given. */
  stores?: StoreMaker
  processes?: number
  env?: Record<string, string>
  /** Where the tables are, if not where the stores or the data folder have them. */
  store?: (festival: ServedFestival) => Store
  /** What is outside of the tables; the data folder and the mailbox, unless given. */
  left?: (festival: ServedFestival, mailbox: Mailbox) => Left
}

/** What was found in the end, and what the crowd heard. */
export interface Verdict {
  audit: Audit
  note: string
}

/** Lets a crowd register while something happens to its festival; then waits for the last e-mail and counts. */
export const besiege = (
  { stores, processes = 1, env = {}, left, store, ...coming }: Siege,
  act: (scene: Scene) => Promise<void>,
): Promise<Verdict> =>
  inFolder(async (folder) => {
    const clock = makeClock(folder)
    const mailbox = await openMailbox()
    const own = await stores?.make()
    const festivals: ServedFestival[] = []
    try {
      const settings = { SMTP_URL: mailbox.url, MAIL_WAIT_SECONDS: '3', ...clock.env, ...own?.env, ...env }
      for (let index = 0; index < processes; index += 1) festivals.push(await serveFestival(settings))
      const [festival] = festivals
      if (!festival) throw new Error('No process was started')
      const pick = () => festivals[randomInt(festivals.length)] ?? festival
      const crowd = await startLoad(
        () => pick().address,
        coming,
        (crowd) => act({ crowd, festival, pick, mailbox, clock }),
      )
      const tables = store?.(festival) ?? own?.store ?? { engine: 'sqlite' as const, file: festival.databaseFile }
      return await withTables(tables, async (db) => {
        const late: string[] = []
        await waitForMail(db).catch((error: unknown) => late.push(String(error)))
        const found = left ? left(festival, mailbox) : leftIn(festival.dataDir, mailbox)
        const audit = await auditFestival(db, found, crowd.registrants)
        audit.complaints.push(...crowd.complaints, ...late)
        return { audit, note: crowd.answers.words() }
      })
    } finally {
      for (const festival of festivals) await festival.stop()
      await own?.remove()
      await mailbox.goAway()
    }
  })

/** The same on a store of an engine that flushes as in earnest. */
export const besiegeOn = (engine: string, siege: Siege, act: (scene: Scene) => Promise<void>): Promise<Verdict> =>
  withStores(engine, (stores) => besiege({ ...siege, stores }, act))

/** How much is tried. */
export interface Size {
  kills: number
  /** The table store under the kills: `sqlite` or `postgres`. */
  store: string
}

/** Ways in which something goes wrong, by their names. */
export type Faults = Readonly<Record<string, (size: Size) => Promise<Verdict>>>
