import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Store } from '../../../server/db/open-database'
import { countRows } from '../../../server/db/table-rows'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { type OwnStore, withTables } from '../harness'
import { readRss } from '../rss'
import { type BadBytes, badBytes } from './bad-bytes'
import { oddReads } from './odd-reads'
import { type Heard, sendBytes } from './send-bytes'

const atOnce = 100
const mostGrowth = 64

const isRefused = ({ heads }: Heard) => heads.some((head) => /^(?:400|429|431)$/.test(statusOf(head)))

const statusOf = (head: string) => head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)

/** What is wrong with what was heard; what Node itself refuses has no request id and needs no headers of ours. */
const findFault = (bytes: BadBytes, heard: Heard): string | undefined => {
  const { heads, isSilent } = heard
  for (const head of heads) {
    if (statusOf(head).startsWith('5')) return statusOf(head)
    if (!/^x-request-id:/im.test(head)) continue
    if (!/^x-content-type-options: nosniff\r$/im.test(head)) return `${statusOf(head)} without nosniff`
    // Of what is there, only documents need one.
    const needsPolicy = statusOf(head) >= '400' || /^content-type: text\/html/im.test(head)
    if (needsPolicy && !/^content-security-policy: \S/im.test(head)) return `${statusOf(head)} without a policy`
  }
  if (bytes.requests === undefined || bytes.cuts) return undefined
  if (isSilent) return 'silence'
  if (heads.length !== bytes.requests && !isRefused(heard))
    return `${heads.length} answers for ${bytes.requests} requests`
  return undefined
}

const tell = ({ pieces }: BadBytes): string =>
  JSON.stringify(Buffer.concat(pieces).toString('latin1'))
    .replaceAll(/(.{3,20}?)\1{5,}/g, '$1…')
    .slice(0, 1_500)

const findRemains = async ({ address, dataDir, output }: ServedFestival, store: Store): Promise<string[]> => {
  const complaints: string[] = []
  const alive = await fetch(`${address}/readyz`)
  if (alive.status !== 200) complaints.push(`the server is not alive: ${alive.status}`)
  // What is set aside for a week lies in a folder of its own.
  const files = readdirSync(join(dataDir, 'files'), { withFileTypes: true }).filter((entry) => entry.isFile())
  if (files.length > 0) complaints.push(`${files.length} files are left`)
  await withTables(store, async (db) => {
    for (const table of ['EventRegistration', 'submission', 'message', 'upload'] as const) {
      const rows = await countRows(db, table)
      if (rows > 0) complaints.push(`${rows} rows are left in ${table}`)
    }
  })
  // It may warn of a flood, and of a header that only a proxy sends.
  const errors = output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  if (errors.length > 0) complaints.push(`it logged errors: ${errors.join('\n').slice(0, 1_000)}`)
  return complaints
}

/**
 * So many bad connections to the built server in a process of its own: half of them malformed, half odd reads of the
 * site. @returns what went wrong
 */
export const fuzzBySocket = async (connections: number, seed: number, { store, env }: OwnStore): Promise<string[]> => {
  const metricsPort = 20_000 + (process.pid % 20_000)
  const festival = await serveFestival({ METRICS_PORT: String(metricsPort), ...env })
  const complaints: string[] = []
  const statuses = new Map<string, number>()
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  try {
    const port = Number(new URL(festival.address).port)
    const kinds = fc.oneof(badBytes, oddReads)
    const send = async (waiting: BadBytes[]) => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
        const heard = await sendBytes(port, bytes)
        if (heard.heads.length === 0) count('no answer')
        for (const head of heard.heads) count(statusOf(head))
        const fault = findFault(bytes, heard)
        if (fault !== undefined) complaints.push(`${fault} to ${tell(bytes)}`)
      }
    }
    const sendAll = (numRuns: number, seed: number) => {
      const waiting = fc.sample(kinds, { numRuns, seed })
      return Promise.all(Array.from({ length: atOnce }, () => send(waiting)))
    }
    await sendAll(Math.ceil(connections / 4), seed)
    const before = await readRss(metricsPort)
    await sendAll(Math.ceil((connections * 3) / 4), seed + 1)
    const after = await readRss(metricsPort)
    const words = [...statuses].sort().map(([status, times]) => `${status} ×${times}`)
    const answers = [...statuses.values()].reduce((sum, times) => sum + times, 0) - (statuses.get('no answer') ?? 0)
    console.log(`${connections} bad connections, ${answers} answers: ${words.join(', ')}`)
    console.log(`the server's memory: ${before.toFixed(0)} → ${after.toFixed(0)} MiB`)
    if (after - before > mostGrowth) complaints.push('the memory of the server grew')
    complaints.push(...(await findRemains(festival, store)))
  } finally {
    await festival.stop()
  }
  return complaints
}
