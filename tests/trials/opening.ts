import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/db/open-database'
import { type ServedFestival, serveFestival } from '../support/serve'
import { auditFestival, countWaiting, reportAudit, storedIn, waitForMail } from './audit'
import type { Seen } from './opening/arrivals'
import { makeScreenshots } from './opening/screenshots'
import { type SlowMail, startSlowMail } from './opening/slow-mail'
import { readRss } from './rss'

const root = resolve(import.meta.dirname, '../..')
const mailsPerSecond = 2

interface Arrivals {
  everybodyCame: Promise<void>
  seen: Promise<Seen>
}

/** The crowd in a process of its own. */
const startArrivals = (address: string, count: number, seconds: number): Arrivals => {
  const command = ['scripts/run.mjs', 'tests/trials/opening/arrivals.ts', address, String(count), String(seconds)]
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const seen = new Promise<Seen>((done, fail) => {
    lines.on('line', (line) => line.startsWith('{') && done(JSON.parse(line)))
    child.once('exit', (code) => fail(new Error(`The crowd ended with ${code}`)))
  })
  const everybodyCame = new Promise<void>((done) => lines.on('line', (line) => line === 'everybody came' && done()))
  return { everybodyCame, seen }
}

const atShare = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

const tellTimes = ({ times, answers, atFirstTry, confirmed }: Seen) => {
  for (const [what, unsorted] of Object.entries(times)) {
    const sorted = [...unsorted].sort((one, other) => one - other)
    const [half, most] = [atShare(sorted, 0.5), atShare(sorted, 0.99)].map((ms) => `${ms.toFixed(0)} ms`)
    console.log(`${what.padEnd(8)} ${sorted.length} answers, p50 ${half}, p99 ${most}`)
  }
  const words = Object.entries(answers)
    .sort()
    .map(([name, times]) => `${name} ×${times}`)
  console.log(`answers: ${words.join(', ')}`)
  console.log(`${confirmed.length} confirmed, ${atFirstTry} of them by the first answer to their form`)
}

const audit = async (festival: ServedFestival, mail: SlowMail, seen: Seen) => {
  const db = await openDatabase({ engine: 'sqlite', file: festival.databaseFile })
  try {
    await waitForMail(db, 600 + seen.confirmed.length / mailsPerSecond)
    const screenshots = makeScreenshots()
    const registrants = seen.confirmed.map(({ key, registration_id, screenshot }, number) => ({
      key,
      number,
      screenshot: screenshots[screenshot] ?? Buffer.alloc(0),
      receipt: { registration_id },
    }))
    const left = { readStored: storedIn(festival.dataDir), deliveries: mail.deliveries(), cuts: [] }
    return await auditFestival(db, left, registrants)
  } finally {
    await db.destroy()
  }
}

const readWaiting = async ({ databaseFile }: ServedFestival) => {
  const db = await openDatabase({ engine: 'sqlite', file: databaseFile })
  try {
    return await countWaiting(db)
  } finally {
    await db.destroy()
  }
}

/**
 * `npm run trial:opening -- [--registrants 5000] [--seconds 120] [--whole]`: the day that registration opens, ten
 * minutes' worth of arrivals in two. All come from one address, as a campus does; the provider takes two e-mails a
 * second; the server is restarted in the middle. Once everybody has come the trial lifts the mail limit, at the provider
 * and in the server's settings, so that the rest needs minutes; `--whole` keeps it to the last e-mail, 42 minutes later.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      registrants: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '120' },
      whole: { type: 'boolean', default: false },
    },
  })
  const [count, seconds] = [Number(values.registrants), Number(values.seconds)]
  const mail = await startSlowMail(mailsPerSecond)
  const metricsPort = 20_000 + (process.pid % 20_000)
  const campus = {
    SMTP_URL: mail.url,
    METRICS_PORT: String(metricsPort),
    LIMIT_SUBMISSIONS: '200000',
    LIMIT_SENDER: '40',
  }
  const festival = await serveFestival({ ...campus, MAIL_PER_SECOND: String(mailsPerSecond) })
  const memory: number[] = []
  const watch = setInterval(() => {
    readRss(metricsPort).then(
      (mebibytes) => memory.push(mebibytes),
      () => {},
    )
  }, 2_000)
  try {
    const start = performance.now()
    const since = () => `${((performance.now() - start) / 1_000).toFixed(0)} s`
    const arrivals = startArrivals(festival.address, count, seconds)
    const { seen } = arrivals
    seen.catch(() => {})
    await pause(seconds * 500)
    const restarting = performance.now()
    await festival.restart()
    console.log(`${since()}: restarted, gone for ${((performance.now() - restarting) / 1_000).toFixed(1)} s`)
    await Promise.race([arrivals.everybodyCame, seen])
    console.log(
      `${since()}: everybody came; ${mail.deliveries().length} e-mails went out, ${await readWaiting(festival)} wait`,
    )
    if (!values.whole) {
      mail.lift()
      await festival.restart(campus)
      console.log(`${since()}: the mail limit is lifted`)
    }
    const all = await seen
    console.log(`${since()}: everybody is confirmed`)
    clearInterval(watch)
    const found = await audit(festival, mail, all)
    found.complaints.push(...all.complaints.slice(0, 20))
    if (all.confirmed.length !== count) found.complaints.push(`${all.confirmed.length} of ${count} are confirmed`)
    tellTimes(all)
    console.log(`e-mails: ${mail.turnedAway()} turned away for the pace`)
    console.log(`the server's memory: ${Math.max(...memory).toFixed(0)} MiB at most`)
    reportAudit(`opening day, ${count} registrants in ${seconds} s, ${since()} in all`, found)
  } finally {
    clearInterval(watch)
    await festival.stop()
    await mail.stop()
  }
}
