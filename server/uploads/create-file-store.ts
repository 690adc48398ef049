import { join } from 'node:path'
import type { Config } from '../config'
import { openDiskStore } from './disk-store'
import type { FileStore } from './file-store'
import { openS3Store } from './s3-store'

/**
 * The file store that the configuration asks for: a bucket where one is named, else `files/` in the data folder.
 * @throws Error when that folder can't be made.
 */
export const createFileStore = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): FileStore =>
  files.engine === 's3' ? openS3Store(files) : openDiskStore(join(dataDir, 'files'))
