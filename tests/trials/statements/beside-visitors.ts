import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settled } from '../../../festival/desk/bank'
import { fingerprint } from '../../../server/bank/rows'
import type { Scene } from '../desk/scene'
import { surely } from '../desk/verifier'
import { makeRegistrant, submit, uploadScreenshot } from '../registrant'
import { fillClaims, paymentsOf } from './fill-claims'

const days = { first: '2025-09-01', last: '2025-09-30' } as const
/** Forms a second, one after the other's start, whether the server answers or not. */
const perSecond = 10

const quantile = (times: readonly number[], part: number) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * part)]?.toFixed(0) ?? '-'

/** Sends forms while somebody else works, and tells how long their senders waited, in milliseconds. */
const registerBeside = async <Result>(address: string, from: number, work: () => Promise<Result>) => {
  const registrants = Array.from({ length: 300 }, (_none, index) => makeRegistrant(from + index))
  await Promise.all(registrants.map((one) => uploadScreenshot(address, one)))
  let isOver = false
  const started = performance.now()
  const working = work().finally(() => {
    isOver = true
  })
  const times: Promise<number>[] = []
  for (const one of registrants) {
    if (isOver) break
    const since = performance.now()
    times.push(
      submit(address, one).then(async (answer) => {
        await answer.text()
        return performance.now() - since
      }),
    )
    await pause(1_000 / perSecond)
  }
  await working
  const took = performance.now() - started
  const waited = await Promise.all(times)
  return `${(took / 1_000).toFixed(1)} s, ${waited.length} forms meanwhile: p50 ${quantile(waited, 0.5)}, p99 ${quantile(waited, 0.99)} ms`
}

/**
 * An import of 50,000 rows in three calls, a look at them and a yes to 1,124, each while visitors register; the server is ended as by a
 * power cut while it says yes, and each payment is used once all the same (behaviours 15.22, 15.50).
 */
export const tryBesideVisitors = async (scene: Scene): Promise<boolean> => {
  const { servers, db, verifiers, engine } = scene
  const [server] = servers
  const [admin] = verifiers
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
  const told = async (what: string, from: number, work: () => Promise<unknown>) =>
    console.log(`${engine}, ${what}: ${await registerBeside(server.address, from, work)}`)
  const bring = async (some: typeof rows) => {
    for (let start = 0; start < some.length; start += 17_000) {
      const payments = some.slice(start, start + 17_000)
      const { status, body } = await admin.post('/bank/imports', { id: randomUUID(), days, payments, reversals: [] })
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
  const [early, late] = [rows.slice(0, 1_800), rows.slice(1_800)]
  await told('nothing', 0, () => pause(10_000))
  await told('import of 1,800 rows', 1_000, () => bring(early))
  await told('a yes to 800', 2_000, () => settleAll(items.slice(0, 800)))
  await told('import of 48,200 more', 3_000, () => bring(late))
  await told('preview of 50,000', 4_000, () => admin.post('/bank/preview', { days, payments: own, reversals: [] }))
  const cutting = settleAll(items.slice(600))
  for (let kill = 0; kill < 5; kill += 1) {
    await pause(400)
    await server.kill9()
    await server.restart()
  }
  await cutting
  const used = await db.selectFrom('bank_match').select('row_id').execute()
  const verified = await db.selectFrom('decision').select('record_id').where('decision', '=', 'verify').execute()
  const count = (values: readonly unknown[]) => `${values.length} (${new Set(values).size} different)`
  console.log(
    `${engine}, 5 kills while settling: ${settled} answered, ${count(used.map(({ row_id }) => row_id))} payments used, ${count(verified.map(({ record_id }) => record_id))} verified`,
  )
  return used.length === expected.length && verified.length === expected.length
}
