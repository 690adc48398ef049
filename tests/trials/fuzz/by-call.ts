import fc from 'fast-check'
import { makePng } from '../../support/files'
import type { OwnStore } from '../harness'
import { badCalls } from './bad-calls'
import { badForms } from './bad-forms'
import { type Call, toRequest } from './call'
import { checkAnswer } from './check-answer'
import { type FuzzedApp, openFuzzedApp } from './fuzzed-app'
import { measureMemory } from './memory'

const rounds = 10
/** Beyond this the memory is not flat, in MiB. */
const mostGrowth = { heap: 8, rss: 64 }

const uploadOne = async ({ fetch }: FuzzedApp): Promise<string> => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(makePng())]), 'paid.png')
  const answer = await fetch(new Request('http://cerebra.test/image/upload', { method: 'POST', body: form }))
  const receipt: { secure_url: string } = await answer.json()
  return receipt.secure_url
}

/** What a kind of bad request was answered with so far. */
class Tally {
  readonly statuses = new Map<number, number>()
  /** Pictures that were still pictures after all. */
  kept = 0
  sent = 0

  add({ path }: Call, status: number): void {
    this.sent += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (path === '/image/upload' && status === 200) this.kept += 1
  }

  tell(): string {
    const words = [...this.statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, times]) => `${status} ×${times}`)
    return words.join(', ')
  }
}

/** Tries so many of a kind; the smallest that does harm is in the words of the complaint. */
const tryKind = async (
  { fetch }: FuzzedApp,
  calls: fc.Arbitrary<Call>,
  times: number,
  seed: number,
  tally: Tally,
): Promise<string | undefined> => {
  const property = fc.asyncProperty(calls, async (call) => {
    const request = toRequest(call)
    if (!request) return
    const answer = await fetch(request)
    tally.add(call, answer.status)
    const fault = await checkAnswer(call, answer)
    if (fault !== undefined) throw new Error(fault)
  })
  const result = await fc.check(property, { numRuns: times, seed, endOnFailure: false, maxSkipsPerRun: 0 })
  if (!result.failed) return undefined
  const [call] = result.counterexample ?? []
  return `${String(result.errorInstance)} (seed ${seed}): ${fc.stringify(call).slice(0, 1_000)}`
}

/** So many bad requests, by ten rounds of every kind, without a socket. @returns what went wrong */
export const fuzzByCall = async (requests: number, seed: number, store: OwnStore): Promise<string[]> => {
  const app = await openFuzzedApp(store)
  const complaints: string[] = []
  try {
    const kinds = { ...badForms(await uploadOne(app)), ...badCalls }
    const whole = Object.values(kinds).reduce((sum, { share }) => sum + share, 0)
    const tallies = new Map(Object.keys(kinds).map((name) => [name, new Tally()]))
    const sum = (field: 'kept' | 'sent') => [...tallies.values()].reduce((total, tally) => total + tally[field], 0)
    const memories: ReturnType<typeof measureMemory>[] = []

    for (let round = 0; round < rounds || sum('sent') < requests; round += 1) {
      for (const [name, { share, calls }] of Object.entries(kinds)) {
        const tally = tallies.get(name)
        if (!tally) continue
        const times = Math.ceil((requests * share) / whole / rounds)
        const fault = await tryKind(app, calls, times, seed + round, tally)
        if (fault !== undefined) complaints.push(`${name} ${fault}`)
      }
      const { upload, files, ...others } = await app.count()
      const kept = sum('kept') + 1
      if (upload !== kept || files !== kept)
        complaints.push(`${kept} uploads were kept, but ${upload} rows, ${files} files`)
      for (const [table, rows] of Object.entries(others))
        if (rows > 0) complaints.push(`${rows} rows are left in ${table}`)
      const memory = measureMemory()
      memories.push(memory)
      console.log(
        `round ${round + 1}: ${sum('sent')} requests, heap ${memory.heap.toFixed(1)} MiB, resident ${memory.rss.toFixed(0)} MiB`,
      )
      if (complaints.length > 0) break
    }
    for (const [name, tally] of tallies)
      console.log(`${name.padEnd(32)} ${String(tally.sent).padStart(7)}  ${tally.tell()}`)
    const half = Math.ceil(memories.length / 2)
    const least = (part: typeof memories, kind: 'heap' | 'rss') => Math.min(...part.map((memory) => memory[kind]))
    for (const kind of ['heap', 'rss'] as const) {
      // What is resident swings with the buffers under way, so the least of each half counts; the first round warms up.
      const growth = least(memories.slice(half), kind) - least(memories.slice(1, half), kind)
      console.log(`least memory from the earlier to the later rounds: ${kind} ${growth.toFixed(1)} MiB more`)
      if (growth > mostGrowth[kind]) complaints.push(`the memory grew: ${kind}`)
    }
    if (app.errors.length > 0) complaints.push(`${app.errors.length} errors were logged, such as ${app.errors[0]}`)
    console.log(
      `${sum('sent')} bad requests by call; ${sum('kept')} were pictures still and were kept; no other left a row or file`,
    )
  } finally {
    await app.close()
  }
  return complaints
}
