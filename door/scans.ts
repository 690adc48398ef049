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
 * Returns a time after the person's arrival even if the clock has been set back since then, because
 * a person's latest mark counts.
 */
export const makeMarkTime = (at: string, arrivedAt: string | null): string =>
  arrivedAt === null || at > arrivedAt ? at : new Date(Date.parse(arrivedAt) + 1).toISOString()

/** Takes the oldest scans, because one person's marks must reach the server in order. */
export const makeBatch = (stored: readonly StoredScan[], volunteer: string): SendScansBody => {
  const batch = stored.slice(0, doorBounds.scansPerRequest)
  return {
    scans: listScans(batch),
    unlisted: batch.map(({ scan }) => scan).filter((scan) => 'name' in scan),
    unsent: stored.length - batch.length,
    volunteer,
  }
}
