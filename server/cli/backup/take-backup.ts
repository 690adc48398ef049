import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Db } from '../../db/schema'
import { countRows, listMigrations, readRows, readSnapshot, type StoredRow, tableNames } from '../../db/table-rows'
import type { Clock } from '../../system/clock'
import { OperatorError } from '../../system/operator-error'
import { writeDurably } from '../../system/owner-only'
import type { FileStore } from '../../uploads/file-store'
import { holdsUploads, storedName } from '../../uploads/upload-rows'
import { measureRoom, requireRoom } from './backup-room'
import { type EarlierBackup, findEarlierBackup, shareFile } from './earlier-backup'
import { inParallel } from './in-parallel'
import { removeHalves } from './kept-backups'
import { filePath, type Manifest, manifestFile, tablePath } from './manifest'
import { measureBytes, readRowLines, writeRowLines } from './measured-file'
import { verifyBackup } from './verify-backup'

export interface BackupDependencies {
  db: Db
  files: Pick<FileStore, 'read' | 'list'>
  clock: Clock
  /** Where the backup goes: a folder that is empty or not there yet. */
  folder: string
  /** The bytes that are free where a folder is. */
  roomIn?: (folder: string) => Promise<number>
}

/**
 * Copies tables and files while the server goes on, and reads the copy back. The tables come first, all from one moment;
 * a file's row is younger than the file, so every file that they name is there to be copied after them. Files that came
 * later are not in the copy and nothing in it misses them (behaviour 12.10). Files that the newest backup beside it has are
 * shared with that one (12.39).
 * @throws OperatorError when the folder holds something, the tables are empty beside stored files (12.44), there is no room, or the copy does not hold every proof
 */
export const takeBackup = async (parts: BackupDependencies): Promise<Manifest> => {
  const { db, files, clock, folder, roomIn = measureRoom } = parts
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new OperatorError(`${folder} is not empty. Choose a folder that is not there yet.`)
  await requireRowsOfFiles(db, files)
  const partial = join(dirname(folder), `.${basename(folder)}.partial`)
  await rm(partial, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await removeHalves(dirname(folder))
  const earlier = await findEarlierBackup(folder)
  await requireRoom(db, earlier, dirname(folder), await roomIn(dirname(folder)))
  for (const part of ['tables', 'files']) await mkdir(join(partial, part), { recursive: true, mode: 0o700 })
  try {
    const takenAt = clock().toISOString()
    const copied = await copyTables(db, partial)
    const manifest: Manifest = { format: 1, takenAt, ...copied, ...(await copyFiles(db, files, partial, earlier)) }
    for (const part of ['tables', 'files']) await flushFolder(join(partial, part))
    await writeDurably(partial, manifestFile, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`))
    await verifyBackup(partial)
    await rename(partial, folder)
    await flushFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new OperatorError(
        `The disk of ${dirname(folder)} became full. Nothing of this backup was kept; remove old ones, and take it again.`,
      )
    throw error
  }
}

const requireRowsOfFiles = async (db: Db, files: Pick<FileStore, 'list'>): Promise<void> => {
  for (const table of tableNames) if ((await countRows(db, table)) > 0) return
  if (!(await holdsUploads(files.list()))) return
  throw new OperatorError(
    'The tables are empty, but there are uploaded files: these are not the tables of those files. Put the right database back (DATA_DIR and DATABASE_URL), or restore a backup. No backup was taken, and none was removed.',
  )
}

const linkLetters: readonly unknown[] = ['desk-link', 'private-link', 'decision']

/**
 * Without e-mails that have not gone yet and hold a link that lets its reader in: that holds on the running server, and not only
 * its reader may come by a backup (behaviour 12.10).
 */
async function* withoutLinks(batches: AsyncIterable<StoredRow[]>): AsyncIterable<StoredRow[]> {
  for await (const batch of batches)
    yield batch.filter(({ kind, payload }) => !(linkLetters.includes(kind) && /#[\w-]{43}/.test(String(payload))))
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
        message: await writeRowLines(tablePath(folder, 'message'), withoutLinks(readRows(snapshot, 'message'))),
        upload: await copy('upload'),
        review: await copy('review'),
        decision: await copy('decision'),
        audit_entry: await copy('audit_entry'),
        proof: await copy('proof'),
        flag: await copy('flag'),
        group_member: await copy('group_member'),
        evidence: await copy('evidence'),
        private_link: await copy('private_link'),
        bank_import: await copy('bank_import'),
        bank_row: await copy('bank_row'),
        bank_spending: await copy('bank_spending'),
        bank_match: await copy('bank_match'),
        bank_layout: await copy('bank_layout'),
        bank_refund: await copy('bank_refund'),
      },
    }
  })

const copyFiles = async (
  db: Db,
  files: Pick<FileStore, 'read' | 'list'>,
  folder: string,
  earlier: EarlierBackup | undefined,
): Promise<Pick<Manifest, 'files' | 'gone'>> => {
  const copied: Manifest['files'] = []
  const gone: string[] = []
  // What is lost here must be noticed, although the earlier backup has it.
  const present = new Set<string>()
  for await (const { name } of files.list()) present.add(name)
  await inParallel(readRowLines(tablePath(folder, 'upload')), async (row) => {
    if (row.location !== 'file-store') return
    const publicId = String(row.public_id)
    const name = storedName(row)
    const shared = present.has(name) ? await shareFile(earlier, name, filePath(folder, name)) : undefined
    if (shared) {
      copied.push({ name, bytes: shared.bytes, sha256: shared.sha256 })
      return
    }
    const bytes = await files.read(name)
    if (bytes) {
      await writeDurably(join(folder, 'files'), name, bytes)
      copied.push({ name, ...measureBytes(bytes) })
    } else if (await hasUpload(db, publicId)) {
      throw new OperatorError(`A stored file is missing: the upload ${publicId} has a row and no file.`)
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
