import { setTimeout as pause } from 'node:timers/promises'
import { type ServedFestival, serveFestival } from '../support/serve'
import { auditFestival, countWaiting, createFileReader, reportAudit, waitForMail } from './audit'
import { percentile, readOptions, readRss, withTables } from './harness'
import { openMailbox } from './mailbox'
import { type CrowdStats, makeScreenshots } from './opening-crowd'
import { startTasks } from './tasks'

const mailsPerSecond = 2

const printTimes = ({ times, answers, onFirstTry, confirmed }: CrowdStats) => {
  for (const [what, all] of Object.entries(times)) {
    const p50 = percentile(all, 0.5).toFixed(0)
    const p99 = percentile(all, 0.99).toFixed(0)
    console.log(`${what.padEnd(8)} ${all.length} responses, p50 ${p50} ms, p99 ${p99} ms`)
  }
  console.log(`responses: ${answers}`)
  console.log(`${confirmed.length} confirmed, ${onFirstTry} of them by the first response`)
}

const inTables = <T>({ databaseFile }: ServedFestival, work: Parameters<typeof withTables<T>>[1]) =>
  withTables({ engine: 'sqlite', file: databaseFile }, work)

/**
 * `npm run trial:opening -- [--participants 5000] [--seconds 120] [--whole]`: registration opens,
 * and ten minutes of arrivals come within two, all from one campus address. The provider accepts
 * two e-mails a second, and the server restarts halfway. The trial lifts the limits after the last
 * arrival to finish sooner. `--whole` keeps the limits, which takes 42 minutes.
 */
export const main = async (args: string[]): Promise<void> => {
  const { participants, seconds, whole } = readOptions(args, {
    participants: 5_000,
    seconds: 120,
    whole: false,
  })
  const mailbox = await openMailbox(mailsPerSecond)
  const metricsPort = 20_000 + (process.pid % 20_000)
  const campus = {
    SMTP_URL: mailbox.url,
    METRICS_PORT: String(metricsPort),
    LIMIT_ENTRIES: '200000',
    LIMIT_MAILBOX: '40',
  }
  const festival = await serveFestival({ ...campus, MAIL_PER_SECOND: String(mailsPerSecond) })
  const memory: number[] = []
  const readMemory = () =>
    void readRss(metricsPort)
      .then((mebibytes) => memory.push(mebibytes))
      .catch(() => {})
  const watch = setInterval(readMemory, 2_000)
  const crowd = startTasks<unknown, CrowdStats>('tests/trials/opening-crowd.ts')
  try {
    const start = performance.now()
    const since = () => `${((performance.now() - start) / 1_000).toFixed(0)} s`
    const arrivalRate = crowd.run({ address: festival.address, count: participants, seconds })
    await pause(seconds * 500)
    const restarting = performance.now()
    await festival.restart()
    console.log(
      `${since()}: restarted, unavailable for ${((performance.now() - restarting) / 1_000).toFixed(1)} s`,
    )
    await arrivalRate
    const waiting = await inTables(festival, countWaiting)
    console.log(
      `${since()}: all participants have arrived; ${mailbox.deliveries().length} e-mails are sent, ${waiting} are waiting`,
    )
    if (!whole) {
      mailbox.removePace()
      await festival.restart(campus)
      console.log(`${since()}: the mail limit is lifted`)
    }
    const stats = await crowd.run({})
    console.log(`${since()}: all participants are confirmed`)
    clearInterval(watch)
    const screenshots = makeScreenshots()
    const audit = await inTables(festival, async (db) => {
      await waitForMail(db, 600 + participants / mailsPerSecond)
      const finalState = {
        readStored: createFileReader(festival.dataDir),
        deliveries: mailbox.deliveries(),
        cuts: [],
      }
      const confirmed = stats.confirmed.map(({ key, registration_id, screenshot }, number) => ({
        key,
        number,
        receipt: { registration_id },
        screenshot: screenshots[screenshot] ?? Buffer.alloc(0),
      }))
      return auditFestival(db, finalState, confirmed)
    })
    audit.complaints.push(...stats.complaints.slice(0, 20))
    if (stats.confirmed.length !== participants) {
      audit.complaints.push(`${stats.confirmed.length} of ${participants} are confirmed`)
    }
    printTimes(stats)
    console.log(`e-mails: ${mailbox.rejectedCount()} rejected by the rate limit`)
    console.log(`peak memory of the server: ${Math.max(...memory).toFixed(0)} MiB`)
    reportAudit(`opening, ${participants} participants in ${seconds} s, ${since()} in total`, audit)
  } finally {
    clearInterval(watch)
    await crowd.end()
    await festival.stop()
    await mailbox.stopServer()
  }
}
