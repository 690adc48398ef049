import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../clock'
import type { Db } from '../db/schema'
import { writeDurably } from '../durable-file'
import type { FileStore } from '../uploads/file-store'
import { inParallel } from './in-parallel'
import { type Manifest, manifestFile, tablePath } from './manifest'
import { measureBytes, readRowLines, writeRowLines } from './measured-file'
import { OperationError } from './operation-error'
import { isStoredHere, storedName } from './stored-upload'
import { listMigrations, readRows, readSnapshot, type tableNames } from './table-rows'
import { verifyBackup } from './verify-backup'

export interface BackupParts {
  db: Db
  files: Pick<FileStore, 'read'>
  clock: Clock
  /** Where the backup goes: a folder that is empty or not there yet. */
  folder: string
}

/**
 * Copies tables and files while the server goes on, and reads the copy back. The tables come first, all from one moment;
 * a file's row is younger than the file, so every file that they name is there to be copied after them. Files that came
 * later are not in the copy and nothing in it misses them (behaviour 12.10).
 * @throws OperationError when the folder holds something, or the copy does not hold every proof
 */
export const takeBackup = async ({ db, files, clock, folder }: BackupParts): Promise<Manifest> => {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new OperationError(`${folder} is not empty. Choose a folder that is not there yet.`)
  const partial = join(dirname(folder), `.${basename(folder)}.partial`)
  await rm(partial, { recursive: true, force: true })
  for (const part of ['tables', 'files']) await mkdir(join(partial, part), { recursive: true, mode: 0o700 })
  try {
    const takenAt = clock().toISOString()
    const copied = await copyTables(db, partial)
    const manifest: Manifest = { format: 1, takenAt, ...copied, ...(await copyFiles(db, files, partial)) }
    await flushFolder(join(partial, 'tables'))
    await writeDurably(partial, manifestFile, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`))
    await verifyBackup(partial)
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
    await flushFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

const copyTables = (db: Db, folder: string): Promise<Pick<Manifest, 'migrations' | 'tables'>> =>
  readSnapshot(db, async (snapshot) => {
    const copy = (table: (typeof tableNames)[number]) =>
      writeRowLines(tablePath(folder, table), readRows(snapshot, table))
    return {
      migrations: await listMigrations(snapshot),
      tables: {
        EventRegistration: await copy('EventRegistration'),
        DelegatePass: await copy('DelegatePass'),
        Accommodation: await copy('Accommodation'),
        submission: await copy('submission'),
        message: await copy('message'),
        upload: await copy('upload'),
      },
    }
  })

const copyFiles = async (
  db: Db,
  files: Pick<FileStore, 'read'>,
  folder: string,
): Promise<Pick<Manifest, 'files' | 'gone'>> => {
  const copied: Manifest['files'] = []
  const gone: string[] = []
  await inParallel(readRowLines(tablePath(folder, 'upload')), async (row) => {
    if (!isStoredHere(row)) return
    const publicId = String(row.public_id)
    const name = storedName(row)
    const bytes = await files.read(name)
    if (bytes) {
      await writeDurably(join(folder, 'files'), name, bytes)
      copied.push({ name, ...measureBytes(bytes) })
    } else if (await hasUpload(db, publicId)) {
      throw new OperationError(`A stored file is missing: the upload ${publicId} has a row and no file.`)
    } else gone.push(name)
  })
  return { files: copied.sort((one, other) => (one.name < other.name ? -1 : 1)), gone: gone.sort() }
}

/** A row goes before its file, so a file that is missing while its row is there was lost. */
const hasUpload = async (db: Db, publicId: string): Promise<boolean> =>
  (await db.selectFrom('upload').select('public_id').where('public_id', '=', publicId).executeTakeFirst()) !== undefined

const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
