import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { sumBy } from '../../festival/sum-by'
import { listProofUrls, type StoredRow, storedRowSchema } from '../db/table-rows'
import { OperatorError } from '../system/operator-error'
import { storedName } from '../uploads/upload-rows'
import { formatBytes, formatCount } from './format-units'

export interface Measure {
  bytes: number
  sha256: string
}

const measureFields = { bytes: v.number(), sha256: v.string() }

/** The manifest is written last, so an incomplete backup has no manifest. */
const manifestSchema = v.object({
  format: v.literal(1),
  takenAt: v.string(),
  migrations: v.array(v.string()),
  /** Not limited to today's tables, because other versions have different ones. */
  tables: v.record(
    v.pipe(v.string(), v.regex(/^\w+$/)),
    v.object({ rows: v.number(), ...measureFields }),
  ),
  files: v.array(
    v.object({ name: v.pipe(v.string(), v.regex(/^[\w-]+\.\w+$/)), ...measureFields }),
  ),
  /** Names of files that were deleted during the backup. */
  gone: v.array(v.string()),
})

export type Manifest = v.InferOutput<typeof manifestSchema>

export const manifestFile = 'manifest.json'
export const tablePath = (folder: string, table: string): string =>
  join(folder, 'tables', `${table}.jsonl`)
export const filePath = (folder: string, name: string): string => join(folder, 'files', name)

/** @throws OperatorError when the folder is not a complete backup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return v.parse(manifestSchema, JSON.parse(await readFile(join(folder, manifestFile), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw error
    }
    throw new OperatorError(
      `${folder} is not a complete backup: its ${manifestFile} is missing or damaged.`,
    )
  }
}

export const sumManifest = ({
  tables,
  files,
}: Manifest): { rows: number; files: number; bytes: number } => ({
  rows: sumBy(Object.values(tables), ({ rows }) => rows),
  files: files.length,
  bytes: sumBy([...Object.values(tables), ...files], ({ bytes }) => bytes),
})

export const describeBackup = (manifest: Manifest): string => {
  const { rows, files, bytes } = sumManifest(manifest)
  return `${formatCount(rows, 'row')}, ${formatCount(files, 'file')}, ${formatBytes(bytes)}`
}

export const measure = async (
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Measure> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns undefined if the file cannot be read. */
const matchesMeasure = async (path: string, expected: Measure): Promise<boolean | undefined> => {
  const actual = await measure(createReadStream(path)).catch(() => undefined)
  return actual && actual.bytes === expected.bytes && actual.sha256 === expected.sha256
}

/** Escapes the two line separators that JSON allows, because some readers split lines there. */
const toLine = (row: StoredRow): string =>
  `${JSON.stringify(row).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`

export const writeRows = async (
  path: string,
  batches: AsyncIterable<StoredRow[]>,
): Promise<Measure & { rows: number }> => {
  const hash = createHash('sha256')
  const sum = { rows: 0, bytes: 0 }
  const lines = async function* () {
    for await (const batch of batches) {
      const bytes = Buffer.from(batch.map(toLine).join(''))
      hash.update(bytes)
      sum.rows += batch.length
      sum.bytes += bytes.length
      yield bytes
    }
  }
  await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return { ...sum, sha256: hash.digest('hex') }
}

const batchSize = 1_000

/** @throws Error if a line is not a row */
export async function* readRowLines(path: string): AsyncIterable<StoredRow[]> {
  let batch: StoredRow[] = []
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (batch.push(v.parse(storedRowSchema, JSON.parse(line))) < batchSize) {
      continue
    }
    yield batch
    batch = []
  }
  yield batch
}

const concurrency = 8

/** After a failure, waits for the rest of the batch before it throws. */
export const inParallel = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < items.length; start += concurrency) {
    const outcomes = await Promise.allSettled(items.slice(start, start + concurrency).map(work))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        throw outcome.reason
      }
    }
  }
}

const maxShownFaults = 5

/**
 * Checks sizes, hashes and row counts, and that the proofs of every entry exist.
 * @param written the manifest, if the folder does not contain it yet
 * @throws OperatorError listing the faults
 */
export const verifyBackup = async (folder: string, written?: Manifest): Promise<Manifest> => {
  const manifest = written ?? (await readManifest(folder))
  const faults: string[] = []
  const parts = [
    ...Object.entries(manifest.tables).map(([table, expected]) => ({
      path: tablePath(folder, table),
      expected,
    })),
    ...manifest.files.map((expected) => ({ path: filePath(folder, expected.name), expected })),
  ]
  await inParallel(parts, async ({ path, expected }) => {
    const isWhole = await matchesMeasure(path, expected)
    if (!isWhole) {
      const fault =
        isWhole === undefined ? 'is missing or cannot be read' : 'has changed since the backup'
      faults.push(`${path} ${fault}`)
    }
  })
  if (faults.length === 0) {
    faults.push(...(await findMissingParts(folder, manifest)))
  }
  if (faults.length === 0) {
    return manifest
  }
  const more =
    faults.length > maxShownFaults ? `\n  and ${faults.length - maxShownFaults} more` : ''
  throw new OperatorError(
    `The backup in ${folder} is damaged:\n  ${faults.slice(0, maxShownFaults).join('\n  ')}${more}`,
  )
}

const findMissingParts = async (
  folder: string,
  { tables, files, gone }: Manifest,
): Promise<string[]> => {
  const expectedFiles = new Set([...files.map(({ name }) => name), ...gone])
  const proofUrls = new Set<string>()
  for await (const uploads of readRowLines(tablePath(folder, 'upload'))) {
    for (const upload of uploads) {
      if (upload.location !== 'file-store' || expectedFiles.has(storedName(upload))) {
        proofUrls.add(String(upload.secure_url))
      }
    }
  }
  const faults: string[] = []
  for (const [table, expected] of Object.entries(tables)) {
    let rows = 0
    for await (const batch of readRowLines(tablePath(folder, table))) {
      rows += batch.length
      for (const row of batch) {
        const missing = listProofUrls(table, row).filter((url) => !proofUrls.has(url))
        if (missing.length > 0) {
          faults.push(`${table} ${row.id} is missing ${missing.length} of its proofs`)
        }
      }
    }
    if (rows !== expected.rows) {
      faults.push(`${table}: ${rows} of ${expected.rows} rows`)
    }
  }
  return faults
}
