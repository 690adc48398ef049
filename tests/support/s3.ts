import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { S3Config } from '../../server/uploads/s3-store'
import { startS3Server } from './s3-server'

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
  const server = await startS3Server(folder)
  return {
    endpoint: server.url,
    folder,
    stop: async () => {
      await server.stop()
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

export const makeBucket = async ({ endpoint, folder }: S3Place): Promise<TestBucket> => {
  const bucket = `test-${randomUUID()}`
  const path = join(folder, 'buckets', bucket)
  await mkdir(path)
  const prefix = 'files/'
  return {
    config: {
      endpoint,
      region: 'us-east-1',
      bucket,
      prefix,
      accessKeyId: 'TESTKEY',
      secretAccessKey: 'TESTSECRET',
      forcePathStyle: true,
    },
    names: () => readdir(join(path, prefix)).catch(() => []),
    setTime: (name, time) => utimes(join(path, prefix, name), time, time),
    drop: () => rm(path, { recursive: true, force: true }),
  }
}

/** Vitest's global setup for S3. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { endpoint, folder, stop } = await startS3()
  project.provide('s3', { endpoint, folder })
  return stop
}
