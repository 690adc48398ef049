import { readFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { registrationBody } from '../support/bodies'
import { serveFestival } from '../support/serve'
import {
  type OwnStore,
  readOptions,
  type StoreMaker,
  withStores,
  withTables,
} from '../trials/harness'
import { onCore, startTasks, type Tasks } from '../trials/tasks'
import { type CopyTask, fillUploads } from './bare-database'
import { measureDesk } from './desk'
import { measureDoorCamera } from './door-camera'
import type { Load, Tally } from './load'
import { measurePageLoads } from './loading'
import { median } from './median'

/** The median of all rounds counts. A new server warms up for `warmSeconds` first. */
interface Scope {
  rounds: number
  warmSeconds: number
  seconds: number
}
const whole: Scope = { rounds: 3, warmSeconds: 10, seconds: 3 }
const quick: Scope = { rounds: 1, warmSeconds: 4, seconds: 2 }
type LoadProcess = Tasks<Load, Tally>

/** The server has one core, and the load and the mail service share another. */
const cores = { server: 0, load: 1 } as const

/**
 * `npm run bench -- [--quick] [--only registrations,pages,loading,desk,door] [--stores sqlite,postgres]
 * [--entries 50000] [--beside ADDRESS]`: compares the built server with the bare database, loads
 * its pages and those of the server at ADDRESS on a slow phone, times the desk, and reads tickets
 * at a door. Sets no limits, because the figures depend on the machine.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = {
    quick: false,
    only: 'registrations,pages,loading,desk,door',
    stores: 'sqlite,postgres',
    entries: 50_000,
    beside: '',
  }
  const options = readOptions(args, defaults)
  const scope = options.quick ? quick : whole
  try {
    // Only root may raise the priority, which child processes inherit.
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log('The priority cannot be raised, so other processes affect the figures.')
  }
  const sharing =
    onCore(0).length > 0 ? 'one for the server, one for load and mail' : 'shared by all'
  console.log(
    `${availableParallelism()} cores: ${sharing}. Mail goes to a service that responds immediately.`,
  )
  const loadProcess: LoadProcess = startTasks('tests/bench/load.ts', onCore(cores.load))
  try {
    if (options.only.includes('pages')) {
      await withStores('sqlite', (maker) => measurePages(maker, loadProcess, scope))
    }
    if (options.only.includes('loading')) {
      await measurePageLoads(options.quick ? 1 : 5, options.beside)
    }
    if (options.only.includes('door')) {
      await measureDoorCamera(options.quick ? 10 : 50)
    }
    for (const name of options.stores.split(',')) {
      if (options.only.includes('registrations')) {
        await withStores(name, (maker) => measureRegistrations(maker, loadProcess, scope))
      }
      if (options.only.includes('desk')) {
        await withStores(name, (maker) => measureDesk(maker, options.entries))
      }
    }
  } finally {
    await loadProcess.end()
  }
}

/** Linux counts processor time in hundredths of a second. */
const readCpuSeconds = (pid: number): number => {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
  const [user = 0, system = 0] = afterName.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}

/** `cpuMs` is the server's processor time per request, in milliseconds. */
type Measurement = Tally & { cpuMs: number }

const startMeasured = async ({ env }: OwnStore, loadProcess: LoadProcess) => {
  const templates = ['REGISTRATION', 'DELEGATE_PASS', 'ACCOMMODATION'].map((name) => [
    `EMAILJS_TEMPLATE_${name}`,
    name,
  ])
  const mail = {
    EMAILJS_URL: await loadProcess.greeting,
    EMAILJS_SERVICE_ID: 'bench',
    EMAILJS_USER_ID: 'bench',
    ...Object.fromEntries(templates),
  }
  const festival = await serveFestival({ ...env, ...mail }, 'dist', onCore(cores.server))
  const port = Number(new URL(festival.address).port)
  const measureLoad = async (
    requestKind: Load['requestKind'],
    connections: number,
    seconds: number,
  ): Promise<Measurement> => {
    const before = readCpuSeconds(festival.pid())
    const tally = await loadProcess.run({ port, seconds, connections, requestKind })
    return { ...tally, cpuMs: ((readCpuSeconds(festival.pid()) - before) / tally.asked) * 1_000 }
  }
  return { measureLoad, stop: festival.stop }
}

const paths = ['/', '/events', '/events/senior-quiz', '/register?event=SeniorQuiz']

const measurePages = async (
  maker: StoreMaker,
  loadProcess: LoadProcess,
  scope: Scope,
): Promise<void> => {
  const store = await maker.make()
  const { measureLoad, stop } = await startMeasured(store, loadProcess)
  await measureLoad({ paths }, 32, 2)
  const seen: Measurement[] = []
  for (let turn = 0; turn < scope.rounds; turn += 1) {
    seen.push(await measureLoad({ paths }, 32, scope.seconds))
  }
  console.log(`\nPages, 32 connections, median of ${scope.rounds}`)
  printServerResults(seen)
  await stop()
  await store.remove()
}

/** The number of connections, which is enough to saturate the server. */
const participants = 64

/** After each round, inserts the same rows into a bare store for comparison. */
/** The server reads the limit within four seconds. */
const limitPlaces = async (store: OwnStore): Promise<void> => {
  const json = JSON.stringify({ subjects: { [registrationBody.event]: { places: 1_000 } } })
  const save = { version: 1, json, changes: '[]', organiser: 'asha@organisers.test' }
  await withTables(store.store, (db) =>
    db
      .insertInto('festival_state')
      .values({ ...save, at: new Date().toISOString() })
      .execute(),
  )
  await pause(6_000)
}

const measureRegistrations = async (
  maker: StoreMaker,
  loadProcess: LoadProcess,
  scope: Scope,
): Promise<void> => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 120_000))
  const { measureLoad, stop } = await startMeasured(store, loadProcess)
  const copier = startTasks<CopyTask, number>('tests/bench/bare-database.ts', onCore(cores.server))
  let first = 0
  const register = async (seconds: number) => {
    const seen = await measureLoad({ first }, participants, seconds)
    first += seen.asked
    return seen
  }
  const copy = async () => {
    const other = await maker.make()
    await withTables(other.store, (db) => fillUploads(db, 20_000))
    const perSecond = await copier.run({
      from: store.store,
      to: other.store,
      seconds: scope.seconds,
    })
    await other.remove()
    return perSecond
  }
  await register(scope.warmSeconds)
  const seen: Measurement[] = []
  const bare: number[] = []
  for (let turn = 0; turn < scope.rounds; turn += 1) {
    seen.push(await register(scope.seconds))
    bare.push(await copy())
  }
  await copier.end()
  await limitPlaces(store)
  const limited: Measurement[] = []
  for (let turn = 0; turn < scope.rounds; turn += 1) {
    limited.push(await register(scope.seconds))
  }
  const share = median(seen.map(({ perSecond }, turn) => perSecond / (bare[turn] ?? Number.NaN)))
  console.log(
    `\nDurable registrations on ${maker.name}, ${participants} connections, median of ${scope.rounds}`,
  )
  printServerResults(seen)
  console.log(
    `  the bare database, 1 connection: ${median(bare).toFixed(0)} a second; the server reaches ${share.toFixed(2)} of that`,
  )
  console.log('\nThe same for an event with 1,000 places')
  printServerResults(limited)
  await stop()
  await store.remove()
}

const printServerResults = (seen: readonly Measurement[]): void => {
  const middle = (field: 'perSecond' | 'p50' | 'p99' | 'cpuMs') =>
    median(seen.map((measured) => measured[field]))
  const perSecond = middle('perSecond').toFixed(0)
  const cpuMs = middle('cpuMs').toFixed(2)
  const p50 = middle('p50').toFixed(1)
  const p99 = middle('p99').toFixed(1)
  console.log(
    `  the server: ${perSecond} a second, ${cpuMs} ms of CPU each, p50 ${p50} ms, p99 ${p99} ms`,
  )
  for (const { others } of seen) {
    if (Object.keys(others).length > 0) {
      console.log('  other statuses:', others)
    }
  }
}
