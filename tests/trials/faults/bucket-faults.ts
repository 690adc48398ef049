import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openS3Store, type S3Config } from '../../../server/uploads/s3-store'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy'
import { makeBucket, startS3 } from '../../support/s3'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { inFolder, makeClock, startOwnPostgres } from '../harness'
import { openMailbox } from '../mailbox'
import { type Crowd, startLoad } from './crowd'
import { type Fault, judge, type Size, untilHeard, type Verdict } from './scene'

const variablesOf = ({ bucket, prefix, accessKeyId, secretAccessKey }: S3Config, endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_PREFIX: prefix,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_FORCE_PATH_STYLE: 'yes',
})

const inBucket = async (work: (config: S3Config) => Promise<Verdict>): Promise<Verdict> => {
  const s3 = await startS3()
  try {
    return await work((await makeBucket(s3)).config)
  } finally {
    await s3.stop()
  }
}

const badWeather =
  (weathers: readonly FaultProxy['weather'][], until: (crowd: Crowd) => Promise<void>) =>
  ({ isShort }: Size): Promise<Verdict> =>
    inBucket(async (config) => {
      const mailbox = await openMailbox()
      const proxy = await startFaultProxy(config.endpoint ?? '')
      const files = openS3Store(config)
      const festival = await serveFestival({
        SMTP_URL: mailbox.url,
        MAIL_WAIT_SECONDS: '3',
        ...variablesOf(config, proxy.url),
      })
      try {
        const crowd = await startLoad({ address: () => festival.address, everyMs: 60 }, async (crowd) => {
          for (let round = 0; round < (isShort ? 1 : 3); round += 1)
            for (const weather of weathers) {
              proxy.weather = 'fair'
              await pause(700)
              proxy.weather = weather
              await until(crowd)
            }
          proxy.weather = 'fair'
        })
        const readStored = (name: string) => files.read(name)
        const left = () => ({ readStored, deliveries: mailbox.deliveries(), cuts: mailbox.cuts })
        return await judge({ store: { engine: 'sqlite', file: festival.databaseFile }, crowd, left })
      } finally {
        await festival.stop()
        await mailbox.goAway()
        await proxy.stop()
        files.close()
      }
    })

const processes = 3

/** Whoever is cut off tries the next time at another process, as behind a proxy that shares out the load. */
const killAmongThree = ({ kills, isShort }: Size): Promise<Verdict> =>
  inBucket((config) =>
    inFolder(async (folder) => {
      const clock = makeClock(folder)
      const files = openS3Store(config)
      const mailbox = await openMailbox()
      const postgres = await startOwnPostgres()
      const festivals: ServedFestival[] = []
      try {
        const env = {
          DATABASE_URL: postgres.url,
          SMTP_URL: mailbox.url,
          MAIL_WAIT_SECONDS: '3',
          ...variablesOf(config, config.endpoint ?? ''),
          ...clock.env,
        }
        for (let index = 0; index < processes; index += 1) festivals.push(await serveFestival(env))
        const pick = () => {
          const festival = festivals[randomInt(festivals.length)]
          if (!festival) throw new Error('No process is there')
          return festival
        }
        const times = Math.ceil(kills / 4)
        const crowd = await startLoad({ address: () => pick().address, everyMs: 50, leavesEvery: 3 }, async () => {
          for (let kill = 0; kill < times; kill += 1) {
            await pause(randomInt(100, 600))
            const unlucky = pick()
            await mailbox.cutDuring(unlucky.kill9)
            await unlucky.restart()
          }
          await pause(500)
          if (isShort) clock.setOff(120)
        })
        const readStored = (name: string) => files.read(name)
        const left = () => ({ readStored, deliveries: mailbox.deliveries(), cuts: mailbox.cuts })
        const store = { engine: 'postgres' as const, url: postgres.url }
        return await judge({ store, crowd, left, note: `${times} kills` })
      } finally {
        for (const festival of festivals) await festival.stop()
        await postgres.remove()
        await mailbox.goAway()
        files.close()
      }
    }),
  )

/** What can go wrong between the server and a bucket, and among servers that share one. */
export const bucketFaults: readonly Fault[] = [
  {
    name: 'S3 answers 500',
    isQuick: false,
    run: badWeather(['answers-500'], (crowd) => untilHeard(crowd, '503', 20, 10)),
  },
  { name: 'S3 slow, then hanging', isQuick: false, run: badWeather(['slow', 'hangs'], () => pause(5_000)) },
  {
    name: 'S3 cuts requests, cuts and loses answers',
    isQuick: false,
    run: badWeather(['cuts-request', 'cuts-answer', 'loses-answer'], () => pause(2_500)),
  },
  { name: 'three processes, one killed at random, repeatedly', isQuick: false, run: killAmongThree },
]
