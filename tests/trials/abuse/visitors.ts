import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../support/files'
import { fillForm, readUpload, registering, uploading } from './forms'
import { type Answer, type Sent, send } from './send'
import { aimAt, type Target } from './target'

/** What the honest visitors of one kind saw while something went on. */
export interface Seen {
  /** Milliseconds until each had the page, refusals and waits for another try included. */
  pages: number[]
  /** The same for an upload together with its form. */
  forms: number[]
  /** Of these, how many were refused or cut at first, and how many never got in. */
  refusedFirst: number
  refused: number
  /** Why. */
  reasons: Record<string, number>
}

/** `elsewhere` has an address of its own, `campus` that of the attacker; `twin` visits a server that nobody attacks. */
export const groups = ['elsewhere', 'campus', 'twin'] as const
export type Group = (typeof groups)[number]
export type Phase = 'before' | 'during'
export type Report = Record<Phase, Record<Group, Seen>>

const paths = ['/', '/events', '/events/senior-quiz', '/register?event=SeniorQuiz']
const msBetweenPages = 50
const msBetweenForms = 200
/** As long as the form goes on by itself. */
const mostTries = 4
const longestRetrySeconds = 15
/** Whoever has no answer after so long goes away, in milliseconds. */
const timeoutMs = 25_000

const createSeen = (): Record<Group, Seen> => {
  const seen = (): Seen => ({ pages: [], forms: [], refusedFirst: 0, refused: 0, reasons: {} })
  return { elsewhere: seen(), campus: seen(), twin: seen() }
}

/** Somebody who was refused, and could not hope to get in soon. */
class Refused extends Error {
  override readonly name = 'Refused'
}

interface Visitor {
  group: Group
  target: Target
  agent: Agent
  seen: Seen
}

/** Tries again as the site's form does: after a cut line, and after a 429 or 503 that says how soon. */
const getIn = async ({ target, agent, seen }: Visitor, sent: Sent, good: readonly number[]): Promise<Answer> => {
  const deadline = performance.now() + timeoutMs
  for (let tries = 1; ; tries += 1) {
    const patience = deadline - performance.now()
    const answer = await send(target, { ...sent, agent, patience }).catch(() => undefined)
    if (answer && good.includes(answer.status)) return answer
    const what = `${sent.path.split('?')[0]} ${answer ? answer.status : 'cut'}`
    seen.reasons[what] = (seen.reasons[what] ?? 0) + 1
    if (tries === 1) seen.refusedFirst += 1
    const seconds = answer ? (answer.retryAfter ?? Number.POSITIVE_INFINITY) : 1
    const isWorthAnother = answer === undefined || answer.status === 429 || answer.status === 503
    const isTooLate = tries === mostTries || performance.now() + seconds * 1_000 > deadline
    if (isTooLate || !isWorthAnother || seconds > longestRetrySeconds) throw new Refused(what)
    await pause(seconds * 1_000)
  }
}

const readPage = async (visitor: Visitor, turn: number): Promise<void> => {
  const start = performance.now()
  // Half of them come for the first time.
  const agent = turn % 2 === 0 ? new Agent() : visitor.agent
  await getIn({ ...visitor, agent }, { path: paths[turn % paths.length] ?? '/' }, [200])
  visitor.seen.pages.push(performance.now() - start)
}

/** Uploads and sends the form; where the file has made room meanwhile the form uploads it again (behaviour 5.12). */
const register = async (visitor: Visitor, turn: number): Promise<void> => {
  const start = performance.now()
  const upload = uploading(makePng({ bytes: 20_000 + (turn % 1_000) }))
  for (let tries = 1; ; tries += 1) {
    const key = randomUUID()
    const url = readUpload((await getIn(visitor, upload, [200])).text)
    const form = fillForm(`${visitor.group}-${key}@students.test`, url)
    const answer = await getIn(visitor, registering(key, form), [201, 422])
    if (answer.status === 201) break
    visitor.seen.reasons.again = (visitor.seen.reasons.again ?? 0) + 1
    if (tries === mostTries) throw new Refused('a file that went again and again')
  }
  visitor.seen.forms.push(performance.now() - start)
}

/**
 * `visitors.ts ADDRESS TWIN CAMPUS ELSEWHERE`: honest people in a process of their own, who come at their own pace
 * whether they are answered or not. A line `before` or `during` begins that phase, `end` ends it all; then one line of
 * JSON tells what they saw.
 */
export const main = async ([address = '', twin = '', campus = '', elsewhere = '']: readonly string[]) => {
  const targets: Record<Group, Target> = {
    elsewhere: aimAt(address, elsewhere),
    campus: aimAt(address, campus),
    twin: aimAt(twin, elsewhere),
  }
  const report: Report = { before: createSeen(), during: createSeen() }
  const warmUp = createSeen()
  let current = warmUp
  let isOpen = true
  const underWay = new Set<Promise<void>>()

  const visit = (group: Group, agent: Agent, turn: number, work: typeof readPage) => {
    const seen = current[group]
    const visiting = work({ group, target: targets[group], agent, seen }, turn)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        seen.refused += 1
      })
      .finally(() => underWay.delete(visiting))
    underWay.add(visiting)
  }
  const startLoad = async (group: Group, offset: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    await pause(offset)
    for (let turn = 0; isOpen; turn += 1) {
      visit(group, agent, turn, readPage)
      if (turn % (msBetweenForms / msBetweenPages) === 0) visit(group, agent, turn, register)
      await pause(msBetweenPages)
    }
  }

  const lines = createInterface({ input: process.stdin })
  const ended = new Promise<void>((end) => {
    lines.on('line', (line) => {
      if (line === 'before' || line === 'during') current = report[line]
      if (line === 'end') end()
    })
  })
  const coming = groups.map((group, index) => startLoad(group, index * 17))
  console.log('ready')
  await ended
  isOpen = false
  await Promise.all(coming)
  await Promise.all(underWay)
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))
}
