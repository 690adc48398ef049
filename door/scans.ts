import {
  type DoorScan,
  doorBounds,
  type ScansReceived,
  type SendScansBody,
  type UnlistedScan,
} from '../festival/contract/door'

interface Stored {
  doorId: string
  /** When the server stops accepting the scan, in milliseconds since 1970. */
  expiresMs: number
}

/** Kept until the server's receipt names the scan. */
export type StoredScan = Stored &
  ({ kind: 'listed'; scan: DoorScan } | { kind: 'unlisted'; scan: UnlistedScan })

export const isListed = (stored: StoredScan): stored is StoredScan & { kind: 'listed' } =>
  stored.kind === 'listed'

export const listScans = (stored: readonly StoredScan[]): DoorScan[] =>
  stored.filter(isListed).map(({ scan }) => scan)

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

/** Everything else stays, also if the server did not mention it. */
export const listReceived = ({ stored, refused }: ScansReceived): Set<string> =>
  new Set([...stored, ...refused.map(({ id }) => id)])
