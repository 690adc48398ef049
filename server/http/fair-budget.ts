interface Bounds {
  total: number
  perAddress: number
  /** Milliseconds on a monotonic clock. */
  now?: () => number
}

interface Share {
  address: string
  evict: () => void
  bytes: number
  openedAt: number
  /** The bytes received until `measuredAt`, halved every second. */
  recentBytes: number
  measuredAt: number
  isSettled: boolean
}

/** Holders younger than this are not evicted. In milliseconds. */
const youngMs = 1_000
const halfLifeMs = 1_000

/**
 * A limited resource shared by unknown clients. At the limit of an address, its slowest holder is
 * evicted; at the total, the slowest holder of the address that holds the most. Thus idle clients
 * block no one.
 */
export const createFairBudget = ({ total, perAddress, now = () => performance.now() }: Bounds) => {
  const shares = new Set<Share>()
  const byAddress = new Map<string, number>()
  let bytesHeld = 0

  const heldBy = (address: string) => byAddress.get(address) ?? 0
  const measureSpeed = ({ recentBytes, measuredAt }: Share, time: number) =>
    recentBytes * 0.5 ** ((time - measuredAt) / halfLifeMs)

  const addBytes = (share: Share, bytes: number) => {
    share.bytes += bytes
    bytesHeld += bytes
    const sum = heldBy(share.address) + bytes
    if (sum > 0) {
      byAddress.set(share.address, sum)
    } else {
      byAddress.delete(share.address)
    }
  }
  const releaseShare = (share: Share) => {
    if (shares.delete(share)) {
      addBytes(share, -share.bytes)
    }
  }

  const compareForEviction = (left: Share, right: Share, time: number) =>
    heldBy(right.address) - heldBy(left.address) ||
    measureSpeed(left, time) - measureSpeed(right, time) ||
    right.bytes - left.bytes

  /** @returns whether another holder was evicted */
  const makeRoom = (newcomer: Share, isAddressFull: boolean, time: number): boolean => {
    let slowest: Share | undefined
    for (const share of shares) {
      const { isSettled, bytes, openedAt, address } = share
      if (isSettled || bytes === 0 || time - openedAt < youngMs) {
        continue
      }
      if (isAddressFull && address !== newcomer.address) {
        continue
      }
      if (!slowest || compareForEviction(share, slowest, time) < 0) {
        slowest = share
      }
    }
    if (!slowest || slowest === newcomer) {
      return false
    }
    releaseShare(slowest)
    slowest.evict()
    return true
  }

  return {
    held: () => bytesHeld,
    /** `evict` is called at most once, after the bytes of the holder have been released. */
    open({ address, evict }: { address: string; evict: () => void }) {
      const openedAt = now()
      const share: Share = {
        address,
        evict,
        bytes: 0,
        openedAt,
        recentBytes: 0,
        measuredAt: openedAt,
        isSettled: false,
      }
      shares.add(share)
      return {
        /** @returns false if no slower holder can be evicted, or if this one has been evicted */
        take(bytes: number): boolean {
          const isAddressFull = () => heldBy(address) + bytes > perAddress
          while (shares.has(share) && (isAddressFull() || bytesHeld + bytes > total)) {
            if (!makeRoom(share, isAddressFull(), now())) {
              return false
            }
          }
          if (!shares.has(share)) {
            return false
          }
          addBytes(share, bytes)
          return true
        },
        reportProgress(bytes: number): void {
          const time = now()
          share.recentBytes = measureSpeed(share, time) + bytes
          share.measuredAt = time
        },
        /** Protects the holder from eviction, because it will finish soon by itself. */
        settle: () => {
          share.isSettled = true
        },
        release: () => releaseShare(share),
      }
    },
  }
}
