import {
  type DoorScan,
  doorBounds,
  type SendScansBody,
  type UnlistedScan,
} from '../festival/contract/door'

/** Kept until the server's receipt names the scan. */
export type StoredScan = { doorId: string; doorEndsAt: string } & (
  | { kind: 'listed'; scan: DoorScan }
  | { kind: 'unlisted'; scan: UnlistedScan }
)

export const listScans = (stored: readonly StoredScan[]): DoorScan[] =>
  stored.flatMap((item) => (item.kind === 'listed' ? [item.scan] : []))

/** The oldest first. The browser's storage returns scans by id, which is random. */
export const sortScans = (stored: readonly StoredScan[]): StoredScan[] =>
  [...stored].sort((left, right) => left.scan.at.localeCompare(right.scan.at))

/**
 * Returns a later time if the clock was set back since the person's latest mark, because the mark
 * with the latest time counts.
 */
export const makeMarkTime = (
  stored: readonly StoredScan[],
  { entryId, member, at }: Pick<DoorScan, 'entryId' | 'member' | 'at'>,
  arrivedAt: string | null,
): string => {
  const earlier = listScans(stored)
    .filter((scan) => scan.entryId === entryId && scan.member === member)
    .map((scan) => Date.parse(scan.at) + 1)
  const afterArrivalMs = arrivedAt === null ? 0 : Date.parse(arrivedAt) + 1
  return new Date(Math.max(Date.parse(at), afterArrivalMs, ...earlier)).toISOString()
}

/** The oldest scans first, because marks of one person must arrive in order. */
export const makeBatch = (stored: readonly StoredScan[], volunteer: string): SendScansBody => {
  const batch = sortScans(stored).slice(0, doorBounds.scansPerRequest)
  return {
    scans: listScans(batch),
    unlisted: batch.flatMap((item) => (item.kind === 'unlisted' ? [item.scan] : [])),
    unsent: stored.length - batch.length,
    volunteer,
  }
}
