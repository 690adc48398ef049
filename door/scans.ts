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

/** The oldest scans first, because marks of one person must arrive in order. */
export const makeBatch = (stored: readonly StoredScan[], volunteer: string): SendScansBody => {
  const oldestFirst = [...stored].sort((left, right) => left.scan.at.localeCompare(right.scan.at))
  const batch = oldestFirst.slice(0, doorBounds.scansPerRequest)
  return {
    scans: listScans(batch),
    unlisted: batch.flatMap((item) => (item.kind === 'unlisted' ? [item.scan] : [])),
    unsent: stored.length - batch.length,
    volunteer,
  }
}
