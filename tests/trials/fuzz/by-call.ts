import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { problemStatus } from '../../../festival/problem'
import { readConfig } from '../../../server/config'
import { openDatabase } from '../../../server/db/open-database'
import { countRows, tableNames } from '../../../server/db/table-rows'
import { createLog } from '../../../server/log'
import { loadSite } from '../../../server/pages/site'
import { openDiskStore } from '../../../server/uploads/open-file-store'
import { makePng } from '../../support/files'
import { createTestMailer } from '../../support/test-mailer'
import { buildTestSite } from '../../support/test-site'
import { wireApp } from '../../support/wired-app'
import { createTally, type OwnStore } from '../harness'
import { badCalls, type Call, toRequest } from './calls'

const rounds = 10
const mebibyte = 1024 * 1024
/** Beyond this the memory is not flat, in MiB. */
const mostGrowth = { heap: 8, rss: 64 }

/** A whole server without a socket, with the limits out of the way. */
const openFuzzedApp = async ({ store }: OwnStore) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cerebra-fuzz-'))
  const built = await buildTestSite()
  const unlimited = '1000000000'
  const read = readConfig({
    ...{ DATA_DIR: dataDir, TRUST_PROXY: '1', PUBLIC_URL: 'https://cerebra.test', COUPON_CODE: 'NEURON55!' },
    ...{ LIMIT_SUBMISSIONS: unlimited, LIMIT_SENDER: unlimited },
    ...{ LIMIT_NEW_ADDRESSES: unlimited, LIMIT_NEW_ADDRESSES_TOTAL: unlimited },
  })
  // The clock is this machine's, so what has ended must stay open to be fuzzed.
  const config = { ...read, store, isPublic: false }
  const errors: string[] = []
  const log = createLog('error', { write: (line) => errors.push(line) })
  const db = await openDatabase(config.store)
  const mailer = createTestMailer()
  const filesDir = join(dataDir, 'files')
  const files = openDiskStore(filesDir)
  const site = await loadSite(built.folder)
  const { app, outbox, rateLimits } = wireApp({ db, config, files, mailer, site, clock: () => new Date(), log })
  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    errors,
    /** How many rows each table holds, the file store, and the outside. */
    count: async () => {
      const counts: Record<string, number> = {
        files: (await readdir(filesDir, { withFileTypes: true })).filter((entry) => entry.isFile()).length,
        letters: mailer.sent.length,
      }
      for (const table of tableNames) counts[table] = await countRows(db, table)
      return counts
    },
    close: async () => {
      await outbox.stop()
      await rateLimits.close()
      await db.destroy()
      await built.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type FuzzedApp = Awaited<ReturnType<typeof openFuzzedApp>>

const uploadOne = async ({ fetch }: FuzzedApp): Promise<string> => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(makePng())]), 'paid.png')
  const answer = await fetch(new Request('http://cerebra.test/image/upload', { method: 'POST', body: form }))
  const receipt: { secure_url: string } = await answer.json()
  return receipt.secure_url
}

const leak = /\bat .+[.:]\d+:\d+|node_modules|SQLITE|sqlite|\/tmp\/|\/server\/|\.ts\b/
const isReading = (method: string) => /^(?:get|head)$/i.test(method)

/** What a bad request may succeed in: reading, learning that a coupon is none, and a picture that was still one. */
const maySucceed = ({ method, path }: Call, status: number): boolean =>
  isReading(method) || (status === 200 && (path === '/image/upload' || path.startsWith('/api/coupons/check')))

const findProblemFault = (status: number, text: string): string | undefined => {
  const problem: unknown = JSON.parse(text)
  if (typeof problem !== 'object' || !problem || !('code' in problem) || !('status' in problem)) return 'is no problem'
  const known = Object.entries(problemStatus).find(([code]) => code === problem.code)
  if (!known) return 'has a code that the table does not know'
  return known[1] === status && problem.status === status ? undefined : 'has another status than its code'
}

/** What is wrong with the answer to a bad request; undefined if nothing is. */
const findFault = async (call: Call, answer: Response): Promise<string | undefined> => {
  const { status, headers } = answer
  const text = await answer.text()
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (status < 400 && !maySucceed(call, status)) return `succeeds with ${status}: ${text.slice(0, 200)}`
  if (headers.get('X-Content-Type-Options') !== 'nosniff') return 'lacks nosniff'
  if (!headers.get('Content-Security-Policy')) return 'lacks a policy'
  if (status < 400) return undefined
  if (leak.test(text)) return `tells of its inside: ${text.slice(0, 200)}`
  if (!headers.get('Content-Type')?.startsWith('application/problem+json'))
    return isReading(call.method) ? undefined : `refuses with ${headers.get('Content-Type')}`
  return text === '' ? undefined : findProblemFault(status, text)
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** What this process holds after its rubbish has been collected, in MiB. */
const measureMemory = (): { heap: number; rss: number } => {
  if (typeof collect === 'function') collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / mebibyte, rss: rss / mebibyte }
}

/** So many bad requests, by ten rounds of every kind, without a socket. @returns what went wrong */
export const fuzzByCall = async (requests: number, seed: number, store: OwnStore): Promise<string[]> => {
  const app = await openFuzzedApp(store)
  const complaints: string[] = []
  try {
    const kinds = Object.entries(badCalls(await uploadOne(app)))
    const whole = kinds.reduce((sum, [, { share }]) => sum + share, 0)
    const tallies = new Map(kinds.map(([name]) => [name, createTally()]))
    const memories: ReturnType<typeof measureMemory>[] = []
    let sent = 0
    // The one that is in every address, and pictures that were still pictures after all.
    let kept = 1

    for (let round = 0; round < rounds && complaints.length === 0; round += 1) {
      for (const [name, { share, calls }] of kinds) {
        const property = fc.asyncProperty(calls, async (call) => {
          const request = toRequest(call)
          if (!request) return
          // Each comes from elsewhere, as far as it does not say so itself: one address may be refused so often only.
          sent += 1
          if (!request.headers.has('X-Forwarded-For'))
            request.headers.set('X-Forwarded-For', `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`)
          const answer = await app.fetch(request)
          tallies.get(name)?.add(answer.status)
          if (call.path === '/image/upload' && answer.status === 200) kept += 1
          const fault = await findFault(call, answer)
          if (fault !== undefined) throw new Error(fault)
        })
        const numRuns = Math.ceil((requests * share) / whole / rounds)
        const result = await fc.check(property, { numRuns, seed: seed + round, endOnFailure: false })
        const smallest = fc.stringify(result.counterexample?.[0]).slice(0, 1_000)
        if (result.failed) complaints.push(`${name} ${result.errorInstance} (seed ${seed + round}): ${smallest}`)
      }
      const { upload, files, ...others } = await app.count()
      if (upload !== kept || files !== kept)
        complaints.push(`${kept} uploads were kept, but ${upload} rows, ${files} files`)
      for (const [table, rows] of Object.entries(others))
        if (rows > 0) complaints.push(`${rows} rows are left in ${table}`)
      const memory = measureMemory()
      memories.push(memory)
      console.log(
        `round ${round + 1}: ${sent} requests, heap ${memory.heap.toFixed(1)} MiB, resident ${memory.rss.toFixed(0)} MiB`,
      )
    }
    for (const [name, tally] of tallies) console.log(`${name.padEnd(32)} ${tally.words()}`)
    const half = Math.ceil(memories.length / 2)
    const least = (part: typeof memories, kind: 'heap' | 'rss') => Math.min(...part.map((memory) => memory[kind]))
    for (const kind of ['heap', 'rss'] as const) {
      // What is resident swings with the buffers under way, so the least of each half counts; the first round warms up.
      const growth = least(memories.slice(half), kind) - least(memories.slice(1, half), kind)
      if (growth > mostGrowth[kind]) complaints.push(`the memory grew: ${kind} by ${growth.toFixed(1)} MiB`)
    }
    if (app.errors.length > 0) complaints.push(`${app.errors.length} errors were logged, such as ${app.errors[0]}`)
    console.log(
      `${sent} bad requests by call; ${kept - 1} were pictures still and were kept; no other left a row or file`,
    )
  } finally {
    await app.close()
  }
  return complaints
}
