import { join } from 'node:path'
import { openDiskStore } from './disk-store'
import type { FileStore } from './file-store'
import { openS3Store, type S3Config } from './s3-store'

/** Where uploaded files are kept: in the data folder, or in a bucket. */
export type FilesConfig = { engine: 'disk' } | ({ engine: 's3' } & S3Config)

/**
 * The file store that the configuration asks for: a bucket where one is named, else `files/` in the data folder.
 * @throws Error when that folder can't be made.
 */
export const createFileStore = ({ dataDir, files }: { dataDir: string; files: FilesConfig }): FileStore =>
  files.engine === 's3' ? openS3Store(files) : openDiskStore(join(dataDir, 'files'))
