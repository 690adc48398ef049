import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { FileStore } from '../../server/uploads/file-store'
import { createFileStore, type FilesConfig } from '../../server/uploads/open-file-store'
import { makeBucket } from './s3'

/** The run's file store, with access to the stored files. */
export interface TestFiles {
  config: FilesConfig
  store: FileStore
  names: () => Promise<string[]>
  setTime: (name: string, time: Date) => Promise<void>
  drop: () => Promise<void>
}

/**
 * Creates an empty file store of the run's engine: a folder in the data folder, or a bucket.
 * @throws Error in a test that runs once (`.unit.test.ts`)
 */
export const createTestFiles = async (dataDir: string): Promise<TestFiles> => {
  const { TEST_FILES: engine } = process.env
  if (engine === undefined) {
    throw new Error(
      'Tests that open a file store run on every engine, so name the file *.test.ts, without .unit',
    )
  }
  if (engine === 's3') {
    const bucket = await makeBucket(inject('s3'))
    const config: FilesConfig = { engine: 's3', ...bucket.config }
    const store = createFileStore({ dataDir, files: config })
    const drop = async () => {
      store.close()
      await bucket.drop()
    }
    return { config, store, names: bucket.names, setTime: bucket.setTime, drop }
  }
  const config: FilesConfig = { engine: 'disk' }
  const folder = join(dataDir, 'files')
  return {
    config,
    store: createFileStore({ dataDir, files: config }),
    names: () => readdir(folder),
    setTime: (name, time) => utimes(join(folder, name), time, time),
    drop: async () => {},
  }
}
