import { setTimeout as pause } from 'node:timers/promises'
import { attempt, makeRegistrant, type Registrant, UnexpectedAnswer } from '../registrant'

/** Everybody who came, and what they heard on the way. */
export interface Crowd {
  readonly registrants: Registrant[]
  /** How often each answer was heard: 201, 502, 503, `cut`. */
  readonly answers: Map<string, number>
  /** Answers that nobody should get, and people whom nobody ever confirmed. */
  readonly complaints: string[]
}

interface Coming {
  /** Where the next attempt goes. */
  address: () => string
  everyMs: number
  /** Of each screenshot, at least. */
  bytes?: number
  /** Every so many-th registrant never comes back after hearing that the e-mail failed; nobody if undefined. */
  leavesEvery?: number
  /** How long the last ones go on trying after nobody else comes. */
  timeoutSeconds?: number
}

const retryMs = 700
/** More than so many don't stand in line: the others come when it is shorter. */
const longestLine = 120

const count = ({ answers }: Crowd, heard: string | number) =>
  answers.set(String(heard), (answers.get(String(heard)) ?? 0) + 1)

export const hasHeard = ({ answers }: Crowd, heard: string): number => answers.get(heard) ?? 0

/** One more attempt; whether it has to be the last. */
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
 * key, as the form does.
 */
export const startLoad = async (coming: Coming, act: (crowd: Crowd) => Promise<void>): Promise<Crowd> => {
  const { address, everyMs, bytes, leavesEvery, timeoutSeconds = 120 } = coming
  const crowd: Crowd = { registrants: [], answers: new Map(), complaints: [] }
  let isOpen = true
  let inLine = 0
  let deadline = Number.POSITIVE_INFINITY

  const register = async (registrant: Registrant) => {
    while (performance.now() < deadline) {
      const heard = await tryOnce(crowd, address(), registrant)
      count(crowd, heard)
      if (heard === 201) return
      if (heard === 502 && leavesEvery !== undefined && registrant.number % leavesEvery === 0) return
      if (heard !== 'cut' && heard !== 502 && heard !== 503) return
      await pause(retryMs)
    }
    crowd.complaints.push(`registrant ${registrant.number} was never confirmed`)
  }
  const arrive = async () => {
    const coming: Promise<void>[] = []
    for (; isOpen; await pause(everyMs)) {
      if (inLine >= longestLine) continue
      inLine += 1
      const registrant = makeRegistrant(crowd.registrants.length, bytes)
      crowd.registrants.push(registrant)
      coming.push(
        register(registrant)
          .catch((error: unknown) => {
            crowd.complaints.push(`registrant ${registrant.number}: ${error}`)
          })
          .finally(() => {
            inLine -= 1
          }),
      )
    }
    await Promise.all(coming)
  }
  const close = () => {
    isOpen = false
    deadline = performance.now() + timeoutSeconds * 1_000
  }
  await Promise.all([act(crowd).finally(close), arrive()])
  return crowd
}
