import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settled } from '../../../festival/desk/bank'
import { fingerprint } from '../../../server/bank/rows'
import { openDatabase } from '../../../server/db/open-database'
import { inScene, type Scene, surely } from '../desk/scene'
import { atShare, type StoreMaker, withStores, withTables } from '../harness'
import { makeRegistrant, submit, uploadScreenshot } from '../registrant'
import { days, fillClaims, paymentsOf, tryImporters } from './two-importers'

/** Two importers at once, and a treasurer beside visitors, on both table stores. @returns what went wrong */
export const tryBothEngines = async (rounds: number): Promise<string[]> => {
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    await withStores(engine, async (stores) => void complaints.push(...(await tryStore(stores, rounds))))
    await inScene(engine, async (scene) => void complaints.push(...(await tryBesideVisitors(scene))), 'admin')
  }
  return complaints
}

const tryStore = async (stores: StoreMaker, rounds: number): Promise<string[]> => {
  const { store, remove } = await stores.make()
  const verdict = await withTables(store, async (db) => {
    // Two connections to one file of SQLite would wait for each other within this one thread.
    const other = stores.name === 'SQLite' ? db : await openDatabase(store)
    const tried = await tryImporters(db, other, rounds)
    if (other !== db) await other.destroy()
    return tried
  })
  await remove()
  const { verified, spentTwice, verifiedTwice, left } = verdict
  const words = `${stores.name}, ${rounds} times two importers at once: ${verified} verified, rows spent twice ${spentTwice}, claims verified twice ${verifiedTwice}, left ${left}`
  console.log(words)
  return spentTwice + verifiedTwice + left === 0 ? [] : [words]
}

/** As long as the desk waits for what reads or matches a file, in milliseconds. */
const longMs = 120_000

/** Forms a second, one after the other's start, whether the server answers or not. */
const perSecond = 10

/** Sends forms while somebody else works, and tells how long their senders waited, in milliseconds. */
const registerBeside = async (address: string, from: number, work: () => Promise<unknown>): Promise<string> => {
  const registrants = Array.from({ length: 300 }, (_none, index) => makeRegistrant(from + index))
  await Promise.all(registrants.map((one) => uploadScreenshot(address, one)))
  let isOver = false
  const started = performance.now()
  const working = work().finally(() => {
    isOver = true
  })
  const times: Promise<number>[] = []
  const send = async (registrant: (typeof registrants)[number]) => {
    const since = performance.now()
    await (await submit(address, registrant)).text()
    return performance.now() - since
  }
  for (const one of registrants) {
    if (isOver) break
    times.push(send(one))
    await pause(1_000 / perSecond)
  }
  await working
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const waited = await Promise.all(times)
  const [half, most] = [0.5, 0.99].map((share) => atShare(waited, share).toFixed(0))
  return `${seconds} s, ${waited.length} forms meanwhile: p50 ${half}, p99 ${most} ms`
}

/**
 * An import of 50,000 rows in three calls, a look at them and a yes to 1,124, each while visitors register; the server is ended as by a
 * power cut while it says yes, and each payment is used once all the same (behaviours 15.22, 15.50).
 */
const tryBesideVisitors = async ({ servers, db, verifiers: [admin], engine }: Scene): Promise<string[]> => {
  const [server] = servers
  if (!server) throw new Error('No server runs')
  const expected = await fillClaims(db, 0, 1_124)
  const own = paymentsOf(expected)
  const others = Array.from({ length: 50_000 - own.length }, (_none, index) => ({
    line: index + 2_000,
    day: '2025-09-20' as const,
    amount: 10_000 + (index % 500) * 100,
    narration: `UPI/P2A/${627_400_000_000 + index}/STRANGER/rent/HDFC`,
    reference: '',
    balance: index,
  }))
  const rows = [...own, ...others]
  let from = 0
  const told = async (what: string, work: () => Promise<unknown>) => {
    console.log(`${engine}, ${what}: ${await registerBeside(server.address, from, work)}`)
    from += 1_000
  }
  const bring = async (some: typeof rows) => {
    for (let start = 0; start < some.length; start += 17_000) {
      const payments = some.slice(start, start + 17_000)
      const file = { id: randomUUID(), days, payments, reversals: [] }
      const { status, body } = await surely(() => admin.post('/bank/imports', file, longMs))
      if (status !== 201) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`)
    }
  }
  const id = randomUUID()
  const items = expected.map((one, index) => ({
    expected: [{ id: one.id, version: 1 }],
    rows: own.slice(index, index + 1).map(fingerprint),
    hasSeenFlags: true,
  }))
  let settled = 0
  const settleAll = async (some: typeof items) => {
    for (let start = 0; start < some.length; start += 200) {
      const answer = await surely(() => admin.post('/bank/settlements', { id, items: some.slice(start, start + 200) }))
      settled += (answer.body as Settled).settled.length
    }
  }
  await told('nothing', () => pause(10_000))
  await told('import of 1,800 rows', () => bring(rows.slice(0, 1_800)))
  await told('a yes to 800', () => settleAll(items.slice(0, 800)))
  await told('import of 48,200 more', () => bring(rows.slice(1_800)))
  await told('preview of 50,000', () => admin.post('/bank/preview', { days, payments: own, reversals: [] }, longMs))
  const cutting = settleAll(items.slice(600))
  for (let kill = 0; kill < 5; kill += 1) {
    await pause(400)
    await server.kill9()
    await server.restart()
  }
  await cutting
  const used = (await db.selectFrom('bank_match').select('row_id').execute()).map(({ row_id }) => row_id)
  const decisions = await db.selectFrom('decision').select('record_id').where('decision', '=', 'verify').execute()
  const verified = decisions.map(({ record_id }) => record_id)
  const words = `${engine}, 5 kills while settling: ${settled} answered, ${used.length} payments used, ${verified.length} verified`
  console.log(words)
  const isRight = [used, verified].every((all) => all.length === expected.length && new Set(all).size === all.length)
  return isRight ? [] : [words]
}
