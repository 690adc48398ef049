import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { type StoredRow, storedRowSchema } from '../../db/table-rows'

/** How large a file is, and what it holds. */
export interface Measure {
  bytes: number
  sha256: string
}

export const measureBytes = (bytes: Uint8Array): Measure => ({
  bytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Reads a file of any size. @throws Error when it can't be read */
export const measureFile = async (path: string): Promise<Measure> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** One row a line. Two line ends that JSON leaves as they are would break a line for some readers. */
const toLine = (row: StoredRow): string =>
  `${JSON.stringify(row).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`

/** Writes rows as JSON, a line each, flushed to the disk. */
export const writeRowLines = async (
  path: string,
  batches: AsyncIterable<StoredRow[]>,
): Promise<Measure & { rows: number }> => {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let [rows, size] = [0, 0]
  try {
    for await (const batch of batches) {
      const bytes = Buffer.from(batch.map(toLine).join(''))
      await file.writeFile(bytes)
      hash.update(bytes)
      rows += batch.length
      size += bytes.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { rows, bytes: size, sha256: hash.digest('hex') }
}

/** @throws Error for a line that is not a row */
export async function* readRowLines(path: string): AsyncIterable<StoredRow> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield v.parse(storedRowSchema, JSON.parse(line))
}
