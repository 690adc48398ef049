import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCaddy, startCaddy } from '../support/caddy'
import { findFreePort } from '../support/free-port'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Attack, type Attacked, type Attacking, attacks } from './abuse/attacks'
import { type AbuseRow, checkAbuse, formatAbuse, memoryMiB } from './abuse/judge'
import type { Report, Visiting } from './abuse/visitors'
import { readOptions, report, withStores } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { startTasks } from './tasks'

/** What all attacks share. */
interface Grounds {
  dist: string
  mailbox: Mailbox
  /** Variables of an empty table store. */
  makeStore: () => Promise<Record<string, string>>
  isBehindCaddy: boolean
  /** The server that nobody attacks. */
  twin: ServedFestival
}

const [attackerFrom, othersFrom] = ['127.0.0.66', '127.0.0.7']
const secondsBefore = 4

/**
 * `npm run trial:abuse -- [--store postgres] [--proxy caddy] [--only WORDS] [--dist FOLDER]`: one telephone against
 * everybody. Each attack meets a fresh server while honest people read pages and
 * register, some from another address and some from the attacker's own, as on a campus. Others may wait 100 ms longer at
 * the 99th percentile, none may be refused for good, and the server lives, in the memory of production. Everything stays on the loopback. With
 * Caddy between, as deploy/Caddyfile has it, the crowd goes through it (behaviours 12.60 and 13.13).
 */
export const main = async (args: string[]): Promise<void> => {
  const { store, proxy, only, dist } = readOptions(args, { store: 'sqlite', proxy: 'none', only: '', dist: 'dist' })
  const isBehindCaddy = proxy === 'caddy'
  if (isBehindCaddy && !hasCaddy()) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tried.')
    return
  }
  const chosen = attacks.filter(({ name }) => name.includes(only))
  const mailbox = await openMailbox()
  const hurting: string[] = chosen.length === 0 ? ['nothing was tried'] : []
  try {
    await withStores(store, async ({ make }) => {
      // Each server gets an empty database, which goes with its engine.
      const makeStore = async () => (store === 'postgres' ? (await make()).env : {})
      const settings = { ...abusedSettings(mailbox), LIMIT_SUBMISSIONS: '1000000' }
      const twin = await serveFestival({ ...settings, ...(await makeStore()) }, dist)
      try {
        const grounds: Grounds = { dist, mailbox, makeStore, isBehindCaddy, twin }
        const place = isBehindCaddy ? 'behind Caddy' : 'without a proxy'
        console.log(`On ${store} ${place}, at most ${memoryMiB} MiB; the attacker runs at nice 19.`)
        console.log('Waits are p50/p99, before > while it goes on; a form is its upload and the form together.\n')
        for (const attack of chosen) {
          const complaints = await tryAttack(attack, grounds).catch((error: unknown) => [`BROKE: ${error}`])
          hurting.push(...complaints.map((complaint) => `${attack.name}: ${complaint}`))
        }
      } finally {
        await twin.stop()
      }
    })
  } finally {
    await mailbox.goAway()
  }
  report(`abuse, ${chosen.length} attacks`, hurting)
}

/** A server with the settings of an ordinary installation. */
const abusedSettings = (mailbox: Mailbox): Record<string, string> => ({
  SMTP_URL: mailbox.url,
  TRUST_PROXY: '1',
  COUPON_CODE: 'NEURON55!',
  LOG_LEVEL: 'info',
  // With the desk on, what it lists is made from every form.
  ORGANISERS: 'asha@organisers.test=admin',
  LIMIT_SENDER: '40',
  LIMIT_NEW_ADDRESSES: '300',
  LIMIT_NEW_ADDRESSES_TOTAL: '6000',
  UNCLAIMED_MB: '256',
})

/** One attack on a fresh server, while honest people visit it and its twin. @returns the complaints */
const tryAttack = async (attack: Attack, grounds: Grounds): Promise<string[]> => {
  const { mailbox, isBehindCaddy, twin, dist } = grounds
  const settings = { ...abusedSettings(mailbox), ...(await grounds.makeStore()) }
  const frontAddress = `http://127.0.0.1:${await findFreePort()}`
  const publicUrl = isBehindCaddy ? { PUBLIC_URL: frontAddress } : {}
  const festival = await serveFestival({ ...settings, ...publicUrl }, dist)
  const caddy = isBehindCaddy ? await startCaddy(frontAddress, new URL(festival.address).port) : undefined
  const address = caddy ? frontAddress : festival.address
  const visitors = startTasks<Visiting, Report>('tests/trials/abuse/visitors.ts')
  const attacker = startTasks<Attacking, Attacked>('tests/trials/abuse/attacks.ts', ['nice', '-n', '19'])
  try {
    await visitors.run({ address, twin: twin.address, campus: attackerFrom, elsewhere: othersFrom })
    await attacker.greeting
    await pause(2_000)
    await visitors.run('before')
    await pause(secondsBefore * 1_000)
    await visitors.run('during')
    const attacked = await Promise.race([
      attacker.run({ name: attack.name, address, from: attackerFrom }).catch(() => undefined),
      pause((attack.seconds + 40) * 1_000, undefined, { ref: false }),
    ])
    const seen = await visitors.run('end')
    const peakMiB = readPeakMiB(festival.pid())
    const row: AbuseRow = { name: attack.name, attacked, report: seen, peakMiB, lives: await doesLive(festival) }
    const complaints = checkAbuse(row)
    console.log(formatAbuse(row, complaints))
    return complaints
  } finally {
    attacker.kill()
    visitors.kill()
    caddy?.stop()
    // What it would still do at a stop is another trial's.
    await festival.kill9()
    await festival.stop()
  }
}

/** The most that a process ever held; 0 once it is gone. */
const readPeakMiB = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const doesLive = async (festival: ServedFestival): Promise<boolean> => {
  try {
    process.kill(festival.pid(), 0)
    const answer = await fetch(`${festival.address}/healthz`, { signal: AbortSignal.timeout(5_000) })
    return answer.ok
  } catch {
    return false
  }
}
