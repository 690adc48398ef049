import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../support/files'
import {
  fillForm,
  makeRegistrationRequest,
  makeTarget,
  makeUploadRequest,
  type RequestOptions,
  readUpload,
  send,
  type Target,
  type TrialResponse,
} from '../http'
import { takeTasks } from '../tasks'

export interface VisitorStats {
  /** How many milliseconds each page took, including refusals and retries. */
  pages: number[]
  /** How many milliseconds each upload with a form took, including refusals and retries. */
  forms: number[]
  /** `refusedFirst` counts requests that were retried, `refused` requests that finally failed. */
  refusedFirst: number
  refused: number
  /** Counts refusals by path and status. */
  reasons: Record<string, number>
}

/**
 * `campus` shares the attacker's address, and `elsewhere` does not. `twin` visits another server,
 * which is not attacked.
 */
export const groups = ['elsewhere', 'campus', 'twin'] as const
export type Group = (typeof groups)[number]
export type Phase = 'before' | 'during' | 'after'
export type Report = Record<Phase, Record<Group, VisitorStats>>

const paths = ['/', '/events', '/events/senior-quiz', '/register?event=SeniorQuiz']
const usualMsBetweenPages = 50
const pagesForForm = 4
/** The site's form makes as many attempts. */
const maxTries = 4
const longestRetrySeconds = 15
/** Visitors give up after this time, in milliseconds. */
const timeoutMs = 25_000

const createStats = (): Record<Group, VisitorStats> => {
  const stats = (): VisitorStats => ({
    pages: [],
    forms: [],
    refusedFirst: 0,
    refused: 0,
    reasons: {},
  })
  return { elsewhere: stats(), campus: stats(), twin: stats() }
}

/** The server refused a request and did not ask for a retry soon. */
class Refused extends Error {
  override readonly name = 'Refused'
}

interface Visitor {
  group: Group
  target: Target
  agent: Agent
  stats: VisitorStats
}

/**
 * Retries like the site's form: after a broken connection, and after a 429 or 503 with a short
 * Retry-After.
 */
const sendWithRetry = async (
  { target, agent, stats }: Visitor,
  sent: RequestOptions,
  good: readonly number[],
): Promise<TrialResponse> => {
  const deadline = performance.now() + timeoutMs
  for (let tries = 1; ; tries += 1) {
    const timeout = deadline - performance.now()
    const response = await send(target, { ...sent, agent, timeout }).catch(() => undefined)
    if (response && good.includes(response.status)) {
      return response
    }
    const what = `${sent.path.split('?')[0]} ${response ? response.status : 'cut'}`
    stats.reasons[what] = (stats.reasons[what] ?? 0) + 1
    if (tries === 1) {
      stats.refusedFirst += 1
    }
    const seconds = response ? (response.retryAfter ?? Number.POSITIVE_INFINITY) : 1
    const isRetryable = response === undefined || response.status === 429 || response.status === 503
    const isTooLate = tries === maxTries || performance.now() + seconds * 1_000 > deadline
    if (isTooLate || !isRetryable || seconds > longestRetrySeconds) {
      throw new Refused(what)
    }
    await pause(seconds * 1_000)
  }
}

const readPage = async (visitor: Visitor, turn: number): Promise<void> => {
  const start = performance.now()
  // Every second visit is a first visit, on a new connection.
  const agent = turn % 2 === 0 ? new Agent() : visitor.agent
  await sendWithRetry({ ...visitor, agent }, { path: paths[turn % paths.length] ?? '/' }, [200])
  visitor.stats.pages.push(performance.now() - start)
}

/** Uploads and sends the form. Repeats the upload if the server has evicted it (behaviour 5.12). */
const register = async (visitor: Visitor, turn: number): Promise<void> => {
  const start = performance.now()
  const upload = makeUploadRequest(makePng({ bytes: 20_000 + (turn % 1_000) }))
  for (let tries = 1; ; tries += 1) {
    const key = randomUUID()
    const url = readUpload((await sendWithRetry(visitor, upload, [200])).text)
    const form = fillForm(`${visitor.group}-${key}@students.test`, url)
    const response = await sendWithRetry(visitor, makeRegistrationRequest(form, key), [201, 422])
    if (response.status === 201) {
      break
    }
    visitor.stats.reasons.again = (visitor.stats.reasons.again ?? 0) + 1
    if (tries === maxTries) {
      throw new Refused('the upload was evicted repeatedly')
    }
  }
  visitor.stats.forms.push(performance.now() - start)
}

/** The parent sends the plan, then each phase. `end` ends the visits and returns the report. */
export type VisitorTask = VisitPlan | Phase | 'end'

interface VisitPlan {
  address: string
  twin: string
  campus: string
  elsewhere: string
  msBetweenPages?: number | undefined
}

/** Visitors arrive at a fixed rate, even if the server does not respond. */
export const main = (): Promise<void> => {
  const report: Report = { before: createStats(), during: createStats(), after: createStats() }
  let current = createStats()
  let isOpen = true
  const pending = new Set<Promise<void>>()
  const visits: Promise<void>[] = []

  const visit = (visitor: Omit<Visitor, 'stats'>, turn: number, work: typeof readPage) => {
    const stats = current[visitor.group]
    const visiting = work({ ...visitor, stats }, turn)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) {
          throw error
        }
        stats.refused += 1
      })
      .finally(() => pending.delete(visiting))
    pending.add(visiting)
  }
  const visitRegularly = async (
    group: Group,
    target: Target,
    offset: number,
    msBetweenPages: number,
  ) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    await pause(offset)
    for (let turn = 0; isOpen; turn += 1) {
      visit({ group, target, agent }, turn, readPage)
      if (turn % pagesForForm === 0) {
        visit({ group, target, agent }, turn, register)
      }
      await pause(msBetweenPages)
    }
  }
  return takeTasks(async (work: VisitorTask): Promise<Report> => {
    if (work === 'before' || work === 'during' || work === 'after') {
      current = report[work]
    } else if (work === 'end') {
      isOpen = false
      await Promise.all(visits)
      await Promise.all(pending)
    } else {
      const { address, twin, campus, elsewhere, msBetweenPages = usualMsBetweenPages } = work
      const targets = [
        makeTarget(address, elsewhere),
        makeTarget(address, campus),
        makeTarget(twin, elsewhere),
      ]
      visits.push(
        ...targets.map((target, index) =>
          visitRegularly(groups[index] ?? 'twin', target, index * 17, msBetweenPages),
        ),
      )
    }
    return report
  })
}
