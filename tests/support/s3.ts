import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import type { TestProject } from 'vitest/node'
import type { S3Config } from '../../server/uploads/s3-store'

declare module 'vitest' {
  interface ProvidedContext {
    s3: S3Place
  }
}

export interface S3Place {
  endpoint: string
  folder: string
}

export interface TestS3 extends S3Place {
  stop: () => Promise<void>
}

export const startS3 = async (): Promise<TestS3> => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    folder,
    stop: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface TestBucket {
  config: S3Config
  names: () => Promise<string[]>
  setTime: (name: string, time: Date) => Promise<void>
  drop: () => Promise<void>
}

const objectMark = '._S3rver_object'

export const makeBucket = async ({ endpoint, folder }: S3Place): Promise<TestBucket> => {
  const bucket = `test-${randomUUID()}`
  const path = join(folder, bucket)
  await mkdir(path)
  const prefix = 'files/'
  return {
    config: {
      endpoint,
      region: 'us-east-1',
      bucket,
      prefix,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    names: async () => {
      const entries = await readdir(join(path, prefix)).catch(() => [])
      return entries
        .filter((entry) => entry.endsWith(objectMark))
        .map((entry) => entry.slice(0, -objectMark.length))
    },
    setTime: (name, time) => setTimeOnceThere(join(path, prefix, `${name}${objectMark}`), time),
    drop: () => rm(path, { recursive: true, force: true }),
  }
}

/** On a busy machine, the server may respond before the object's file exists. */
const setTimeOnceThere = async (file: string, time: Date): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (existsSync(file)) {
      break
    }
    await pause(20)
  }
  await utimes(file, time, time)
}

/** Vitest's global setup for S3. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { endpoint, folder, stop } = await startS3()
  project.provide('s3', { endpoint, folder })
  return stop
}
