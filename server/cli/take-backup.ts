import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '../db/schema'
import {
  countRows,
  listMigrations,
  readSnapshot,
  readTableRows,
  type StoredRow,
  tableNames,
} from '../db/table-rows'
import type { Clock } from '../system/clock'
import { OperatorError } from '../system/operator-error'
import { flushFolder, writeDurably } from '../system/owner-only'
import { createFreeSpaceReader } from '../uploads/disk-reserve'
import type { FileStore } from '../uploads/file-store'
import { containsUploads, storedName } from '../uploads/upload-rows'
import {
  inParallel,
  type Manifest,
  type Measure,
  manifestFile,
  measure,
  readRowLines,
  tablePath,
  verifyBackup,
  writeRows,
} from './backup-format'

export interface BackupDependencies {
  db: Db
  files: Pick<FileStore, 'read' | 'list'>
  clock: Clock
  /** The folder must not exist yet. */
  folder: string
  readFreeBytesIn?: (folder: string) => Promise<number>
}

/**
 * Tables are copied first, in one snapshot, and the server may keep running. A file is always
 * written before its row, so every file in the snapshot can be copied afterwards.
 * @throws OperatorError when the folder exists, the tables are empty although files are stored,
 * there is too little space, or a proof is missing
 */
export const takeBackup = async (deps: BackupDependencies): Promise<Manifest> => {
  const {
    db,
    files,
    clock,
    folder,
    readFreeBytesIn = (path) => createFreeSpaceReader([path])(),
  } = deps
  const home = dirname(folder)
  await mkdir(home, { recursive: true, mode: 0o700 })
  let rows = 0
  for (const table of tableNames) {
    rows += await countRows(db, table)
  }
  if (rows === 0 && (await containsUploads(files.list()))) {
    throw new OperatorError(
      'The database is empty, but there are uploaded files, so this is not the database they belong to. Point DATA_DIR and DATABASE_URL at the correct database, or restore a backup. No backup was taken, and none was removed.',
    )
  }
  await requireFreeSpace(deps, rows, await readFreeBytesIn(home))
  await makeOwnFolder(folder)
  try {
    for (const part of ['tables', 'files']) {
      await mkdir(join(folder, part), { mode: 0o700 })
    }
    const takenAt = clock().toISOString()
    const tables = await copyTables(db, folder)
    const manifest: Manifest = { format: 1, takenAt, ...tables, ...(await copyFiles(deps)) }
    for (const part of ['tables', 'files']) {
      await flushFolder(join(folder, part))
    }
    await verifyBackup(folder, manifest)
    await writeDurably(
      folder,
      manifestFile,
      Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`),
    )
    await flushFolder(home)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      throw new OperatorError(
        `The disk of ${home} is full. This backup was discarded. Remove old backups and try again.`,
      )
    }
    throw error
  }
}

/**
 * @throws OperatorError when the folder exists, for example from a backup started in the same
 * second
 */
const makeOwnFolder = (folder: string): Promise<void> =>
  mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error
    }
    throw new OperatorError(
      `${folder} already exists. Choose another folder or, if another backup started in the same second, run the command again.`,
    )
  })

/** An upper bound for the size of a row as JSON. */
const bytesPerRow = 2_000
/** Space that is left free for the running server. */
const reserveBytes = 256_000_000
const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

const requireFreeSpace = async ({ db, folder }: BackupDependencies, rows: number, free: number) => {
  let needed = rows * bytesPerRow
  for await (const uploads of readTableRows(db, 'upload')) {
    for (const row of uploads) {
      if (row.location === 'file-store') {
        needed += Number(row.bytes)
      }
    }
  }
  if (free >= needed + reserveBytes) {
    return
  }
  throw new OperatorError(
    `There is no room for a backup in ${dirname(folder)}: it needs ${inMegabytes(needed)} and must leave ${inMegabytes(reserveBytes)} for the server, but only ${inMegabytes(free)} is free. Remove old backups or exports, or write the backup to another disk with --in or --to. Nothing was written.`,
  )
}

const linkEmails: readonly unknown[] = ['desk-link', 'private-link', 'decision']

/**
 * Links in unsent e-mails work on the running server, and more people can read a backup than the
 * database.
 */
const containsLink = ({ kind, payload }: StoredRow) =>
  linkEmails.includes(kind) && /#[\w-]{43}/.test(String(payload))

const copyTables = (db: Db, folder: string): Promise<Pick<Manifest, 'migrations' | 'tables'>> =>
  readSnapshot(db, async (snapshot) => {
    const tables: Manifest['tables'] = {}
    for (const table of tableNames) {
      const batches = async function* () {
        for await (const batch of readTableRows(snapshot, table)) {
          yield table === 'message' ? batch.filter((row) => !containsLink(row)) : batch
        }
      }
      tables[table] = await writeRows(tablePath(folder, table), batches())
    }
    return { migrations: await listMigrations(snapshot), tables }
  })

const copyFiles = async ({
  db,
  files,
  folder,
}: BackupDependencies): Promise<Pick<Manifest, 'files' | 'gone'>> => {
  const copied: Manifest['files'] = []
  const gone: string[] = []
  const copy = async (name: string): Promise<Measure | undefined> => {
    const bytes = await files.read(name)
    if (bytes) {
      await writeDurably(join(folder, 'files'), name, bytes)
    }
    return bytes && measure([bytes])
  }
  const uploads: StoredRow[] = []
  for await (const rows of readRowLines(tablePath(folder, 'upload'))) {
    uploads.push(...rows.filter(({ location }) => location === 'file-store'))
  }
  await inParallel(uploads, async (upload) => {
    const name = storedName(upload)
    const measure = await copy(name)
    if (measure) {
      copied.push({ name, ...measure })
    } else if (await hasUpload(db, String(upload.public_id))) {
      throw new OperatorError(
        `A stored file is missing: the upload ${upload.public_id} has a row but no file.`,
      )
    } else {
      gone.push(name)
    }
  })
  return {
    files: copied.sort((left, right) => (left.name < right.name ? -1 : 1)),
    gone: gone.sort(),
  }
}

/** Rows are deleted before their files, so if the row still exists, a missing file was lost. */
const hasUpload = async (db: Db, publicId: string): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('public_id')
    .where('public_id', '=', publicId)
    .executeTakeFirst()) !== undefined
