import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCaddy } from '../../support/caddy'
import { findFreePort } from '../../support/free-port'
import { type ServedFestival, serveFestival } from '../../support/serve'
import type { Mailbox } from '../mailbox'
import type { Attack } from './attack'
import type { Attacked } from './attacker'
import { unclaimedMiB } from './attacks/disk-filling'
import { strangersDomain } from './attacks/mail-floods'
import { type AbuseRow, checkAbuse } from './check-abuse'
import { startChild } from './child'
import type { MemoryBound } from './memory-bound'
import { aimAt } from './target'
import type { Report } from './visitors'

/** What all attacks share. */
export interface Grounds {
  dist: string
  bound: MemoryBound
  mailbox: Mailbox
  /** Variables of an empty table store. */
  makeStore: () => Promise<Record<string, string>>
  isBehindCaddy: boolean
  /** The server that nobody attacks. */
  twin: ServedFestival
}

const attackerFrom = '127.0.0.66'
const othersFrom = '127.0.0.7'
const secondsBefore = 4
const mebibyte = 1024 * 1024

/** A server with the settings of an ordinary installation. */
export const abusedSettings = (mailbox: Mailbox): Record<string, string> => ({
  SMTP_URL: mailbox.url,
  TRUST_PROXY: '1',
  COUPON_CODE: 'NEURON55!',
  LOG_LEVEL: 'info',
  // With the desk on, what it lists is made from every form.
  ORGANISERS: 'asha@organisers.test=admin',
  LIMIT_SENDER: '40',
  LIMIT_NEW_ADDRESSES: '300',
  LIMIT_NEW_ADDRESSES_TOTAL: '6000',
  UNCLAIMED_MB: String(unclaimedMiB),
})

const readSize = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum
    return sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0) / mebibyte

const doesLive = async (festival: ServedFestival): Promise<boolean> => {
  try {
    process.kill(festival.pid(), 0)
    const answer = await fetch(`${festival.address}/healthz`, { signal: AbortSignal.timeout(5_000) })
    return answer.ok
  } catch {
    return false
  }
}

const countMails = (mailbox: Mailbox, since: number) => {
  const isOfTwin = (to: string) => to.startsWith('twin-')
  const deliveries = mailbox
    .deliveries()
    .slice(since)
    .filter(({ recipients }) => !recipients.some(isOfTwin))
  const strangers = deliveries.filter(({ recipients }) => recipients.some((to) => to.endsWith(`@${strangersDomain}`)))
  return { strangersMails: strangers.length, honestMails: deliveries.length - strangers.length }
}

/** One attack on a fresh server, while honest people visit it and its twin. */
export const tryAttack = async (attack: Attack, grounds: Grounds): Promise<AbuseRow> => {
  const { bound, mailbox, isBehindCaddy, twin, dist } = grounds
  const settings = { ...abusedSettings(mailbox), ...(await grounds.makeStore()) }
  const frontAddress = `http://127.0.0.1:${await findFreePort()}`
  const publicUrl = isBehindCaddy ? { PUBLIC_URL: frontAddress } : {}
  const festival = await serveFestival({ ...settings, ...publicUrl }, dist, bound.under)
  const caddy = isBehindCaddy ? await startCaddy(frontAddress, new URL(festival.address).port) : undefined
  const address = caddy ? frontAddress : festival.address
  const memory = bound.watch(festival.pid())
  const visitors = startChild<Report>('visitors', [address, twin.address, attackerFrom, othersFrom])
  const attacker = startChild<Attacked>('attacker', [attack.name, address, attackerFrom], ['nice', '-n', '19'])
  try {
    await Promise.all([visitors.ready, attacker.ready])
    await pause(2_000)
    const mailsBefore = mailbox.deliveries().length
    const sizeBefore = readSize(festival.dataDir)
    visitors.say('before')
    await pause(secondsBefore * 1_000)
    const logBefore = festival.output().length
    visitors.say('during')
    attacker.say('go')
    const attacked = await Promise.race([
      attacker.result.catch(() => undefined),
      pause((attack.seconds + 40) * 1_000, undefined, { ref: false }),
    ])
    visitors.say('end')
    const logMiB = (festival.output().length - logBefore) / mebibyte
    const diskMiB = readSize(festival.dataDir) - sizeBefore
    const report = await visitors.result
    const late = await attack.after?.(aimAt(address, othersFrom)).catch((error: unknown) => String(error))
    const row = {
      name: attack.name,
      attacked,
      report,
      diskMiB,
      logMiB,
      peakMiB: memory.peakMiB(),
      lives: await doesLive(festival),
      ...countMails(mailbox, mailsBefore),
    }
    return { ...row, complaints: [...checkAbuse(row, attack), ...(late ? [late] : [])] }
  } finally {
    attacker.kill()
    visitors.kill()
    memory.stop()
    caddy?.stop()
    // What it would still do at a stop is another trial's.
    await festival.kill9()
    await festival.stop()
  }
}
