import { filePath as addressPath } from '../../../festival/api'
import { listProofs } from '../../db/proof-columns'
import type { StoredRow } from '../../db/table-rows'
import { OperatorError } from '../../system/operator-error'
import { storedName } from '../../uploads/upload-rows'
import { inParallel } from './in-parallel'
import { filePath, heldTables, type Manifest, readManifest, tablePath } from './manifest'
import { type Measure, measureFile, readRowLines } from './measured-file'

/** How many faults are told; the rest is counted. */
const shownFaults = 5

/**
 * Reads a backup from its first byte to its last: every file has the size and the SHA-256 that its manifest says, every
 * table its rows, and every record's proofs are there (behaviour 12.11).
 * @throws OperatorError telling what is wrong
 */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  const faults: string[] = []
  const compare = async (path: string, wanted: Measure): Promise<boolean> => {
    const found = await measureFile(path).catch(() => undefined)
    if (found?.bytes === wanted.bytes && found.sha256 === wanted.sha256) return true
    faults.push(`${path} ${found ? 'is not what was written' : 'is missing'}`)
    return false
  }
  await inParallel(manifest.files, async (file) => {
    await compare(filePath(folder, file.name), file)
  })
  for (const [table, measure] of heldTables(manifest)) await compare(tablePath(folder, table), measure)
  if (faults.length === 0) faults.push(...(await findMissingProofs(folder, manifest)))
  if (faults.length === 0) return manifest
  const more = faults.length > shownFaults ? `\n  and ${faults.length - shownFaults} more` : ''
  throw new OperatorError(`The backup in ${folder} is damaged:\n  ${faults.slice(0, shownFaults).join('\n  ')}${more}`)
}

/** A backup from before migration 0006 tells by the address alone. */
const isInFileStore = (upload: StoredRow): boolean =>
  upload.location === undefined
    ? String(upload.secure_url).endsWith(addressPath(storedName(upload)))
    : upload.location === 'file-store'

const findMissingProofs = async (folder: string, manifest: Manifest): Promise<string[]> => {
  const present = new Set([...manifest.files.map(({ name }) => name), ...manifest.gone])
  const known = new Set<string>()
  for await (const upload of readRowLines(tablePath(folder, 'upload')))
    if (!isInFileStore(upload) || present.has(storedName(upload))) known.add(String(upload.secure_url))
  const faults: string[] = []
  for (const [table, measure] of heldTables(manifest)) {
    let rows = 0
    for await (const row of readRowLines(tablePath(folder, table))) {
      rows += 1
      const missing = listProofs(table, row).filter((url) => !known.has(url))
      if (missing.length > 0) faults.push(`${table} ${row.id} lacks ${missing.length} of its proofs`)
    }
    if (rows !== measure.rows) faults.push(`${table}: ${rows} of ${measure.rows} rows`)
  }
  return faults
}
