import {
  type Door,
  type DoorScan,
  doorBounds,
  type SendScansBody,
  type UnlistedScan,
} from '../festival/contract/door'

/** Kept until the server's receipt names the scan. */
export interface StoredScan {
  door: Door
  scan: DoorScan | UnlistedScan
}

export const listScans = (stored: readonly StoredScan[]): DoorScan[] =>
  stored.map(({ scan }) => scan).filter((scan) => 'member' in scan)

/**
 * Returns a later time if the clock was set back since the person's arrival, because the mark with
 * the latest time counts.
 */
export const makeMarkTime = (at: string, arrivedAt: string | null): string =>
  arrivedAt === null || at > arrivedAt ? at : new Date(Date.parse(arrivedAt) + 1).toISOString()

/** The first scans that were made, because marks of one person must arrive in order. */
export const makeBatch = (stored: readonly StoredScan[], volunteer: string): SendScansBody => {
  const batch = stored.slice(0, doorBounds.scansPerRequest)
  return {
    scans: listScans(batch),
    unlisted: batch.map(({ scan }) => scan).filter((scan) => 'name' in scan),
    unsent: stored.length - batch.length,
    volunteer,
  }
}
