import { setTimeout as pause } from 'node:timers/promises'
import { openS3Store, type S3Config } from '../../server/uploads/s3-store'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'
import { makeBucket, startS3 } from '../support/s3'
import { besiege, besiegeOn, type Crowd, type Faults, type Siege, untilHeard, type Verdict } from './crowd'

/** Works on an empty bucket, with what a server must be told to keep its files there and how the trial reads them. */
const inBucket = async (
  work: (config: S3Config, siege: (endpoint?: string) => Pick<Siege, 'env' | 'left'>) => Promise<Verdict>,
): Promise<Verdict> => {
  const s3 = await startS3()
  const { config } = await makeBucket(s3)
  const files = openS3Store(config)
  const env = {
    S3_BUCKET: config.bucket,
    S3_PREFIX: config.prefix,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'yes',
  }
  try {
    return await work(config, (endpoint = config.endpoint ?? '') => ({
      env: { ...env, S3_ENDPOINT: endpoint },
      left: (_festival, { deliveries, cuts }) => ({
        readStored: (name) => files.read(name),
        deliveries: deliveries(),
        cuts,
      }),
    }))
  } finally {
    files.close()
    await s3.stop()
  }
}

const badWeather = (weathers: readonly FaultProxy['weather'][], until: (crowd: Crowd) => Promise<void>) => () =>
  inBucket(async (config, siege) => {
    const proxy = await startFaultProxy(config.endpoint ?? '')
    try {
      return await besiege({ everyMs: 60, ...siege(proxy.url) }, async ({ crowd }) => {
        for (let round = 0; round < 3; round += 1)
          for (const weather of weathers) {
            proxy.weather = 'fair'
            await pause(700)
            proxy.weather = weather
            await until(crowd)
          }
        proxy.weather = 'fair'
      })
    } finally {
      await proxy.stop()
    }
  })

/** What can go wrong between the server and a bucket, and among servers that share one. */
export const bucketFaults: Faults = {
  'S3 answers 500': badWeather(['answers-500'], (crowd) => untilHeard(crowd, '503', 20, 10)),
  'S3 slow, then hanging': badWeather(['slow', 'hangs'], () => pause(5_000)),
  'S3 cuts requests, cuts and loses answers': badWeather(['cuts-request', 'cuts-answer', 'loses-answer'], () =>
    pause(2_500),
  ),
  // Whoever is cut off tries the next time at another process, as behind a proxy that shares out the load.
  'three processes, one killed at random, repeatedly': ({ kills }) =>
    inBucket((_config, siege) =>
      besiegeOn('postgres', { everyMs: 50, leavesEvery: 3, processes: 3, ...siege() }, async ({ pick, mailbox }) => {
        for (let kill = 0; kill < Math.ceil(kills / 4); kill += 1) {
          await pause(100 + Math.random() * 500)
          const unlucky = pick()
          await mailbox.cutDuring(unlucky.kill9)
          await unlucky.restart()
        }
        await pause(500)
      }),
    ),
}
