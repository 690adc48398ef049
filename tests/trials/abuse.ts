import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../server/db/open-database'
import { hasCaddy, startCaddy } from '../support/caddy'
import { findFreePort } from '../support/free-port'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Attack, type AttackOutcome, type AttackTask, attacks } from './abuse/attacks'
import { type AbuseRow, checkAbuse, formatAbuse, memoryMiB } from './abuse/check-abuse'
import { makeEntry, measureEntry, rejectAfter } from './abuse/entry'
import type { Report, VisitorTask } from './abuse/visitors'
import { type OwnStore, readOptions, report, withStores } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { startTasks } from './tasks'

interface Sources {
  dist: string
  mailbox: Mailbox
  /** Returns undefined for SQLite, whose file is in the server's folder. */
  makeStore: () => Promise<OwnStore | undefined>
  /** Overrides the duration of every attack, unless it is 0. */
  seconds: number
  isBehindCaddy: boolean
  twin: ServedFestival
}

const attackerFrom = '127.0.0.66'
const othersFrom = '127.0.0.7'
/** How long visitors are observed before and after an attack. */
const secondsAround = 4
const maxSecondsAround = 30

/**
 * `npm run trial:abuse -- [--store postgres] [--proxy caddy] [--only WORDS] [--seconds N] [--dist
 * FOLDER]`: one phone attacks a new server with production's memory limit. Honest visitors, some of
 * them behind the phone's address, read pages and register. Their 99th percentile may grow by
 * 100 ms, and every visitor must succeed in the end. Traffic stays on the loopback (behaviours
 * 12.60 and 13.13).
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = { store: 'sqlite', proxy: 'none', only: '', seconds: 0, dist: 'dist' }
  const { store, proxy, only, seconds, dist } = readOptions(args, defaults)
  const isBehindCaddy = proxy === 'caddy'
  if (isBehindCaddy && !hasCaddy()) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tested.')
    return
  }
  const chosen = attacks.filter(({ name }) => name.includes(only))
  const mailbox = await openMailbox()
  const failures: string[] = chosen.length === 0 ? ['no attack was run'] : []
  try {
    await withStores(store, async ({ make }) => {
      // Each server gets an empty database, which is removed with the engine.
      const makeStore = async () => (store === 'postgres' ? make() : undefined)
      const settings = { ...abusedSettings(mailbox), LIMIT_ENTRIES: '1000000' }
      const twin = await serveFestival({ ...settings, ...(await makeStore())?.env }, dist)
      try {
        const sources: Sources = { dist, mailbox, makeStore, seconds, isBehindCaddy, twin }
        const place = isBehindCaddy ? 'behind Caddy' : 'without a proxy'
        console.log(
          `On ${store} ${place}, with at most ${memoryMiB} MiB. The attacker runs at nice 19.`,
        )
        console.log(
          'Waits are p50/p95/p99 before > during > after the attack. A form includes its upload.\n',
        )
        for (const attack of chosen) {
          const complaints = await runAttack(attack, sources).catch((error: unknown) => [
            `FAILED: ${error}`,
          ])
          failures.push(...complaints.map((complaint) => `${attack.name}: ${complaint}`))
        }
      } finally {
        await twin.stop()
      }
    })
  } finally {
    await mailbox.stopServer()
  }
  report(`abuse, ${chosen.length} attacks`, failures)
}

const abusedSettings = (mailbox: Mailbox): Record<string, string> => ({
  SMTP_URL: mailbox.url,
  TRUST_PROXY: '1',
  COUPON_CODE: 'NEURON55!',
  LOG_LEVEL: 'info',
  // With a desk, the server also fills the desk's lists from every form.
  ORGANISERS: 'asha@organisers.test=admin',
  LIMIT_MAILBOX: '40',
  LIMIT_NEW_ADDRESSES: '300',
  LIMIT_NEW_ADDRESSES_TOTAL: '6000',
  UNATTACHED_MB: '256',
})

const runAttack = async (attack: Attack, sources: Sources): Promise<string[]> => {
  const { mailbox, isBehindCaddy, twin, dist } = sources
  const seconds = sources.seconds > 0 ? sources.seconds : attack.seconds
  const secondsObserved = Math.min(maxSecondsAround, Math.max(secondsAround, seconds / 20))
  const ownStore = await sources.makeStore()
  const settings = { ...abusedSettings(mailbox), ...ownStore?.env }
  const frontAddress = `http://127.0.0.1:${await findFreePort()}`
  const publicUrl = isBehindCaddy ? { PUBLIC_URL: frontAddress } : {}
  const festival = await serveFestival({ ...settings, ...publicUrl }, dist)
  const caddy = isBehindCaddy
    ? await startCaddy(frontAddress, new URL(festival.address).port)
    : undefined
  const address = caddy ? frontAddress : festival.address
  const visitors = startTasks<VisitorTask, Report>('tests/trials/abuse/visitors.ts')
  const store: Store = ownStore?.store ?? { engine: 'sqlite', file: festival.databaseFile }
  const entry = attack.isParticipant ? await makeEntry(festival, store) : undefined
  const attacker = startTasks<AttackTask, AttackOutcome>('tests/trials/abuse/attacks.ts', [
    'nice',
    '-n',
    '19',
  ])
  try {
    const { msBetweenPages } = attack
    await visitors.run({
      address,
      twin: twin.address,
      campus: attackerFrom,
      elsewhere: othersFrom,
      msBetweenPages,
    })
    await attacker.greeting
    await pause(2_000)
    await visitors.run('before')
    await pause(secondsObserved * 1_000)
    await visitors.run('during')
    const rejecting =
      entry && rejectAfter(seconds / 2, festival, entry).catch(() => ({ rejected: 0, waits: [] }))
    const attacked = await Promise.race([
      attacker
        .run({ name: attack.name, seconds, address, from: attackerFrom, entry })
        .catch(() => undefined),
      pause((seconds + 40) * 1_000, undefined, { ref: false }),
    ])
    await visitors.run('after')
    await pause(secondsObserved * 1_000)
    const seen = await visitors.run('end')
    const abused =
      entry && rejecting
        ? { ...(await rejecting), ...(await measureEntry(store, entry)) }
        : undefined
    const row: AbuseRow = {
      name: attack.name,
      attacked,
      report: seen,
      peakMiB: readPeakMiB(festival.pid()),
      isAlive: await isAlive(festival),
      entry: abused,
    }
    const complaints = checkAbuse(row)
    console.log(formatAbuse(row, complaints))
    return complaints
  } finally {
    attacker.kill()
    visitors.kill()
    caddy?.stop()
    // Another trial tests stopping under load.
    await festival.kill9()
    await festival.stop()
  }
}

/** Returns the peak memory of a process, or 0 if the process has ended. */
const readPeakMiB = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kibibytes = 0] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
    return Number(kibibytes) / 1024
  } catch {
    return 0
  }
}

const isAlive = async (festival: ServedFestival): Promise<boolean> => {
  try {
    process.kill(festival.pid(), 0)
    const response = await fetch(`${festival.address}/healthz`, {
      signal: AbortSignal.timeout(5_000),
    })
    return response.ok
  } catch {
    return false
  }
}
