import { existsSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { serveFestival } from '../support/serve'
import { type OwnStore, readOptions, type StoreMaker, withStores, withTables } from '../trials/harness'
import { onCore, startTasks, type Tasks } from '../trials/tasks'
import { type Copying, fillUploads } from './bare-database'
import { measureDesk } from './desk'
import type { Asking, Load, Tally } from './load'

/** How much is measured. */
interface Scope {
  /** How often each comparison is made; the median counts. */
  rounds: number
  /** How long a new server is under load before it is measured: its code is made faster while it runs. */
  warmSeconds: number
  /** Of one measured load. */
  seconds: number
  /** Of one load at half or nine tenths of capacity. */
  steadySeconds: number
}

/** For the figures in the documents: some four minutes. */
const whole: Scope = { rounds: 3, warmSeconds: 10, seconds: 3, steadySeconds: 6 }
/** To try something, under a minute. */
const quick: Scope = { rounds: 1, warmSeconds: 4, seconds: 2, steadySeconds: 3 }

/**
 * `npm run bench -- [--quick] [--only registrations,pages,desk] [--stores sqlite,postgres] [--records 50000]`: what the built
 * server carries, beside what the bare database carries on the same machine; and how long the desk's list, searches and
 * counts take inside the server with so many records. It judges by targets, but fails on none: the figures are the
 * machine's as well.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = { quick: false, only: 'registrations,pages,desk', stores: 'sqlite,postgres', records: 50_000 }
  const options = readOptions(args, defaults)
  const scope = options.quick ? quick : whole
  const [chosen, stores] = [options.only.split(','), options.stores.split(',')]
  const start = performance.now()
  try {
    // So that what else goes on takes little from the measured; only root may, and all that it starts comes along.
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log('Without the right to step forward, whatever else goes on here takes its part.')
  }
  console.log(
    onCore(0).length > 0
      ? `${availableParallelism()} cores: the server (or the bare database's client) alone has one, load and mail engine another; PostgreSQL runs where it likes`
      : `${availableParallelism()} cores, shared by all: processes can't be held to a core here`,
  )
  console.log(
    'Mail goes to a service in the shape of EmailJS that answers at once; uploads are in the tables beforehand.',
  )
  const outside = startTasks<Load, Tally>('tests/bench/load.ts', onCore(cores.outside))
  try {
    if (chosen.includes('pages')) await withStores('sqlite', (maker) => measurePages(maker, outside, scope))
    for (const name of stores) {
      if (chosen.includes('registrations'))
        await withStores(name, (maker) => measureRegistrations(maker, outside, scope))
      if (chosen.includes('desk')) await withStores(name, (maker) => measureDesk(maker, options.records))
    }
  } finally {
    await outside.end()
  }
  console.log(`\n${((performance.now() - start) / 60_000).toFixed(1)} minutes`)
}

type Outside = Tasks<Load, Tally>

/** Who has which core, so that neither takes time from the other: what is measured, and the world outside of it. */
const cores = { measured: 0, outside: 1 } as const

/** The processor time of a process so far, in seconds, which Linux counts in hundredths; not a number where the machine doesn't tell. */
const readCpuSeconds = (pid: number): number => {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [user, system] = afterName.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) / 100
  } catch {
    return Number.NaN
  }
}

/** What a load saw, and what it took of the measured process: milliseconds of processor time for one answer. */
type Measured = Tally & { cpuMs: number }

/** The built server on a table store, alone on its core, with a mail engine that takes everything at once. */
const startMeasured = async ({ env }: OwnStore, outside: Outside) => {
  const mail = {
    EMAILJS_URL: await outside.greeting,
    EMAILJS_SERVICE_ID: 'service_bench',
    EMAILJS_USER_ID: 'user_bench',
    EMAILJS_TEMPLATE_REGISTRATION: 'registration',
    EMAILJS_TEMPLATE_DELEGATE_PASS: 'delegate',
    EMAILJS_TEMPLATE_ACCOMMODATION: 'accommodation',
  }
  const festival = await serveFestival({ ...env, ...mail }, 'dist', onCore(cores.measured))
  const port = Number(new URL(festival.address).port)
  return {
    port,
    stop: festival.stop,
    /** So many connections ask without a pause. */
    rush: async (asking: Asking, connections: number, seconds: number): Promise<Measured> => {
      const before = readCpuSeconds(festival.pid())
      const tally = await outside.run({ port, seconds, asking, pace: { connections } })
      const spent = readCpuSeconds(festival.pid()) - before
      return { ...tally, cpuMs: (spent / tally.finished) * 1_000 }
    },
  }
}

const site = resolve(import.meta.dirname, '../../dist/site')

/** What a visitor opens on the way to the form, and its file. */
const pages = {
  '/': 'index.html.br',
  '/events': 'events.html.br',
  '/events/senior-quiz': 'events/senior-quiz.html.br',
  '/register?event=SeniorQuiz': 'register/SeniorQuiz.html.br',
}
const readers = 32
/** Ten times the busiest hour that `docs/scaling.md` reckons with. */
const wantedPages = 2_800

/** Prerendered pages a second, and how long they take. */
const measurePages = async (maker: StoreMaker, outside: Outside, scope: Scope): Promise<void> => {
  const files = Object.values(pages).map((file) => join(site, file))
  if (!files.every((file) => existsSync(file))) throw new Error('The site has no pages yet: npm run build')
  const store = await maker.make()
  const { port, rush, stop } = await startMeasured(store, outside)
  const asking: Asking = { what: 'pages', paths: Object.keys(pages) }
  await rush(asking, readers, 2)
  const seen: Measured[] = []
  for (let index = 0; index < scope.rounds; index += 1) seen.push(await rush(asking, readers, scope.seconds))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / files.length
  const capacity = median(seen.map(({ perSecond }) => perSecond))
  const ofCpu = median(seen.map(({ cpuMs }) => 1_000 / cpuMs))
  const words = [judge(capacity >= wantedPages, String(wantedPages)), ...seen.map(tellOthers)]
  printTable(`Pages, ${readers} connections, ${round(bytes / 1_000, 1)} KB each, median of ${scope.rounds}`, [
    ['', 'a second', 'a second of its CPU', ''],
    ['the server', round(capacity), round(ofCpu), words.filter(Boolean).join('; ')],
  ])
  await measureWaiting({ outside, port, scope, capacity, asking: () => asking, heading: 'How long a page takes' })
  await stop()
  await store.remove()
}

/** Who registers without a pause: enough to fill the server, as a hall of students is. */
const registrants = 64
/** More registrations than a measured server sees in one life, and more than are copied to the bare database. */
const [uploadsAtHand, uploadsOfCopies] = [120_000, 20_000]
/** Of the bare database; the server opens ten to PostgreSQL. */
const connectionsOf = ({ name }: StoreMaker) => (name === 'SQLite' ? [1] : [1, 10])

/** Durable registrations a second beside the bare database, and how long they take. */
const measureRegistrations = async (maker: StoreMaker, outside: Outside, scope: Scope): Promise<void> => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 0, uploadsAtHand))
  const festival = await startMeasured(store, outside)
  const copier = startTasks<Copying, number>('tests/bench/bare-database.ts', onCore(cores.measured))
  let next = 0
  const rush = async (seconds: number) => {
    const seen = await festival.rush({ what: 'registrations', first: next }, registrants, seconds)
    next += seen.finished + Object.values(seen.others).reduce((sum, times) => sum + times, 0)
    return seen
  }
  /** The same rows into a bare store, right after the rush: registrations a second. */
  const copy = async (connections: number) => {
    const other = await maker.make()
    await withTables(other.store, (db) => fillUploads(db, 0, uploadsOfCopies))
    const perSecond = await copier.run({ from: store.store, to: other.store, connections, seconds: scope.seconds })
    await other.remove()
    return perSecond
  }
  await rush(scope.warmSeconds)
  const rounds: { server: Measured; bare: number[] }[] = []
  for (let index = 0; index < scope.rounds; index += 1) {
    const server = await rush(scope.seconds)
    const bare: number[] = []
    for (const connections of connectionsOf(maker)) bare.push(await copy(connections))
    rounds.push({ server, bare })
  }
  await copier.end()

  const capacity = median(rounds.map(({ server }) => server.perSecond))
  const cpuMs = median(rounds.map(({ server }) => server.cpuMs))
  const others = rounds.map(({ server }) => tellOthers(server)).join('')
  printTable(`Durable registrations on ${maker.name}, median of ${rounds.length}`, [
    ['', 'a second', 'CPU ms each', ''],
    ['the server', round(capacity), round(cpuMs, 2), others],
    ...connectionsOf(maker).map((connections, index) => {
      const bare = rounds.map((one) => one.bare[index] ?? Number.NaN)
      const ratio = median(rounds.map((one, turn) => one.server.perSecond / (bare[turn] ?? Number.NaN)))
      const share = `the server does ${round(ratio, 2)} of it`
      // The target speaks of a bare database that commits one after the other.
      const words = connections === 1 ? `${share}: ${judge(ratio >= 0.5, '0.5')}` : share
      return [
        `the bare database, ${connections} connection${connections > 1 ? 's' : ''}`,
        round(median(bare)),
        '',
        words,
      ]
    }),
  ])
  await measureWaiting({
    outside,
    port: festival.port,
    scope,
    capacity,
    asking: () => {
      const first = next
      next += Math.ceil(capacity * (scope.steadySeconds + 2))
      return { what: 'registrations', first }
    },
    heading: `How long a registration takes on ${maker.name}`,
  })
  await festival.stop()
  await store.remove()
}

interface Waiting {
  outside: Outside
  port: number
  scope: Scope
  /** Answers a second that the server gives at most. */
  capacity: number
  /** What the next load asks for. */
  asking: () => Asking
  heading: string
}

/**
 * How long visitors wait while half and nine tenths of the capacity are asked for: the middle one of several loads by its p99,
 * and every p99, for one pause of the machine may make one of them.
 */
const measureWaiting = async ({ outside, port, scope, capacity, asking, heading }: Waiting): Promise<void> => {
  const rows = [['', 'a second', 'p50 ms', 'p99 ms', 'p99.9 ms', 'most ms', 'load busy', '']]
  for (const share of [0.5, 0.9]) {
    const [start, before] = [performance.now(), readCpuSeconds(outside.pid)]
    const loads: Tally[] = []
    for (let turn = 0; turn < scope.rounds; turn += 1)
      loads.push(
        await outside.run({
          port,
          seconds: scope.steadySeconds,
          asking: asking(),
          pace: { perSecond: capacity * share },
        }),
      )
    const spent = readCpuSeconds(outside.pid) - before
    const busy = (spent / (performance.now() - start)) * 100_000
    const sorted = loads.toSorted((one, other) => one.times.p99 - other.times.p99)
    const seen = sorted[Math.floor(sorted.length / 2)]
    if (!seen) throw new Error('At least one round is measured')
    const { p50, p99, p999, most } = seen.times
    const each = sorted.length > 1 ? `p99 of each: ${sorted.map(({ times }) => round(times.p99, 1)).join(', ')}` : ''
    const verdict = share === 0.5 ? judge(p99 <= 50, 'p99 of 50 ms') : ''
    rows.push([
      `at ${share * 100} % of capacity`,
      round(seen.perSecond),
      ...[p50, p99, p999, most].map((ms) => round(ms, 1)),
      `${round(busy)} %`,
      [verdict, each, tellOthers(seen)].filter(Boolean).join('; '),
    ])
  }
  printTable(`${heading}, from when the visitor came, the middle one of ${scope.rounds}`, rows)
}

/** Prints a heading, then rows under their names, the first column to the left and the others to the right. */
const printTable = (heading: string, rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${heading}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(`  ${cells.join('  ')}`.trimEnd())
  }
}

const round = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '-'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A target and whether it was met. */
const judge = (isMet: boolean, target: string): string => `${isMet ? 'ok' : 'MISSES'} (target ${target})`

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** What was answered otherwise than wished, in words; empty when nothing was. */
const tellOthers = ({ others }: Tally): string => {
  const words = Object.entries(others).map(([status, times]) => `${status === '0' ? 'cut' : status} ×${times}`)
  return words.length > 0 ? `also: ${words.join(', ')}` : ''
}
