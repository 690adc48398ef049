import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../db/schema'
import type { FileStore } from './file-store'

/** What the smallest file counts, in bytes: its row and its blocks on the disk take room too. */
const leastBytes = 16 * 1024
const countedBytes = sql<number>`case when bytes < ${leastBytes} then ${leastBytes} else bytes end`

/** How long sums count while nothing has to make room, and before something has to, in milliseconds. */
const looseMs = 10_000
const strictMs = 1_000
const batchSize = 20

const count = (bytes: number) => Math.max(bytes, leastBytes)

/** The counted bytes of all uploads that no record refers to, by their sender. Its cost grows with those alone. */
export const sumUnclaimed = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('upload')
    .select(({ fn }) => ['sender', fn.sum<number | string>(countedBytes).as('sum')])
    .where('referenced_at', 'is', null)
    .groupBy('sender')
    .execute()
  return new Map(rows.map(({ sender, sum }) => [sender, Number(sum)]))
}

interface UnclaimedDeps {
  db: Db
  files: FileStore
  /** What all such uploads may take together, in bytes; one sender's take a quarter of it. */
  limitBytes: number
  log: Pick<Logger, 'warn' | 'error'>
  /** Milliseconds on any clock that never goes back. */
  now?: () => number
}

export interface UnclaimedUploads {
  /**
   * Makes room for an upload of this sender, before it is written: the oldest unclaimed one of the same sender goes
   * where that one's quarter is full, of the sender who holds most where all together are too many (behaviour 6.17).
   * @returns what to call when the upload is kept or has failed
   */
  makeRoom(sender: string, bytes: number): Promise<(isKept: boolean) => void>
}

/**
 * Bounds what nobody submits. The sums are read from the table now and then and carried on in between; before anything
 * is removed they are a second old at most. Several processes may therefore exceed the bound by what they keep within
 * some seconds, and never for long.
 */
export const boundUnclaimed = ({
  db,
  files,
  limitBytes,
  log,
  now = () => performance.now(),
}: UnclaimedDeps): UnclaimedUploads => {
  const pending = new Map<string, number>()
  let kept = new Map<string, number>()
  let keptSince = 0
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const add = (sums: Map<string, number>, sender: string, bytes: number) => {
    const sum = (sums.get(sender) ?? 0) + bytes
    if (sum > 0) sums.set(sender, sum)
    else sums.delete(sender)
  }
  const sumOf = (sender: string) => (kept.get(sender) ?? 0) + (pending.get(sender) ?? 0)
  const sumAll = () => [...kept.values(), ...pending.values()].reduce((sum, bytes) => sum + bytes, 0)

  const readSums = (oldestMs: number): Promise<void> => {
    if (!reading && now() - readAt < oldestMs) return Promise.resolve()
    reading ??= sumUnclaimed(db)
      .then((sums) => {
        kept = sums
        keptSince = 0
        readAt = now()
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  /** The row first, and only while it is unclaimed, then the file, as the sweep does. @returns the bytes given back */
  const removeOldest = async (sender: string, needed: number): Promise<number> => {
    const oldest = await db
      .selectFrom('upload')
      .select(['public_id', 'format', 'bytes'])
      .where('referenced_at', 'is', null)
      .where('sender', '=', sender)
      .orderBy('created_at')
      .limit(batchSize)
      .execute()
    let freed = 0
    for (const { public_id, format, bytes } of oldest) {
      if (freed >= needed) break
      const { numDeletedRows } = await db
        .deleteFrom('upload')
        .where('public_id', '=', public_id)
        .where('referenced_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) continue
      freed += count(bytes)
      add(kept, sender, -count(bytes))
      await files
        .remove(`${public_id}.${format}`)
        .catch((err: unknown) => log.error({ err }, 'the file of an upload that made room is still there'))
    }
    return freed
  }

  const holdsMost = (): string | undefined => [...kept].sort(([, one], [, other]) => other - one)[0]?.[0]

  const removeWhatIsTooMuch = async (sender: string): Promise<void> => {
    const share = limitBytes / 4
    if (sumOf(sender) <= share && sumAll() <= limitBytes) return
    await readSums(strictMs)
    let freed = 0
    while (sumOf(sender) > share || sumAll() > limitBytes) {
      const isOwnFault = sumOf(sender) > share
      const holder = isOwnFault ? sender : holdsMost()
      const needed = isOwnFault ? sumOf(sender) - share : sumAll() - limitBytes
      const given = holder === undefined ? 0 : await removeOldest(holder, needed)
      freed += given
      // What is left is being written at this moment; it is bounded by what may be on its way.
      if (given === 0) break
    }
    if (freed > 0) log.warn({ freed, limit: limitBytes }, 'unclaimed uploads made room for a new one')
  }

  return {
    async makeRoom(sender, given) {
      const bytes = count(given)
      await readSums(keptSince > limitBytes / 32 ? strictMs : looseMs)
      add(pending, sender, bytes)
      const settle = (isKept: boolean) => {
        add(pending, sender, -bytes)
        if (!isKept) return
        add(kept, sender, bytes)
        keptSince += bytes
      }
      try {
        await removeWhatIsTooMuch(sender)
        return settle
      } catch (error) {
        settle(false)
        throw error
      }
    },
  }
}
