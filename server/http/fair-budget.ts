interface Bounds {
  /** Bytes that all holders together may hold. */
  total: number
  /** Bytes that the holders of one network address may hold. */
  perAddress: number
  /** Milliseconds on any clock that never goes back. */
  now?: () => number
}

interface Share {
  address: string
  evict: () => void
  bytes: number
  openedAt: number
  /** The bytes of late, as they counted at this moment: every second they count half. */
  recent: number
  at: number
  isSettled: boolean
}

/** Nobody is called slow within the first second. */
const youngMs = 1_000
const halfLifeMs = 1_000

/**
 * A resource that strangers share, bounded in all and for each address. Nobody is refused because of others who stand
 * still: at a bound the slowest holder of the same address lets go, or of the address that holds most (behaviour 13.18).
 */
export const createFairBudget = ({ total, perAddress, now = () => performance.now() }: Bounds) => {
  const shares = new Set<Share>()
  const byAddress = new Map<string, number>()
  let bytesHeld = 0

  const heldBy = (address: string) => byAddress.get(address) ?? 0
  const measureSpeed = ({ recent, at }: Share, time: number) =>
    recent * 0.5 ** ((time - at) / halfLifeMs)

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

  /** Below zero where the one has to make room before the other: its address holds more, it is slower, or it holds more. */
  const compare = (one: Share, other: Share, time: number) =>
    heldBy(other.address) - heldBy(one.address) ||
    measureSpeed(one, time) - measureSpeed(other, time) ||
    other.bytes - one.bytes

  /** @returns whether somebody else made room, of the newcomer's address alone if that is what is full */
  const makeRoom = (newcomer: Share, isOwnFull: boolean, time: number): boolean => {
    let slowest: Share | undefined
    for (const share of shares) {
      const { isSettled, bytes, openedAt, address } = share
      if (isSettled || bytes === 0 || time - openedAt < youngMs) {
        continue
      }
      if (isOwnFull && address !== newcomer.address) {
        continue
      }
      if (!slowest || compare(share, slowest, time) < 0) {
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
    /** The bytes that are held at present. */
    held: () => bytesHeld,
    /**
     * Gives a stranger's part, a body that arrives or a download that leaves. `address` is whom its bytes are counted for, `evict`
     * ends the work when it has to make room: its bytes are given back already, and it is called once at most.
     */
    open({ address, evict }: { address: string; evict: () => void }) {
      const openedAt = now()
      const share: Share = {
        address,
        evict,
        bytes: 0,
        openedAt,
        recent: 0,
        at: openedAt,
        isSettled: false,
      }
      shares.add(share)
      return {
        /**
         * Holds this many bytes more. Where that exceeds a bound, the slowest holder makes room.
         * @returns false when there is none: nobody slower than this holder could make room, or it was evicted itself.
         */
        take(bytes: number): boolean {
          const isOwnFull = () => heldBy(address) + bytes > perAddress
          while (shares.has(share) && (isOwnFull() || bytesHeld + bytes > total)) {
            if (!makeRoom(share, isOwnFull(), now())) {
              return false
            }
          }
          if (!shares.has(share)) {
            return false
          }
          addBytes(share, bytes)
          return true
        },
        /** Notes how many bytes arrived or left since it was last called; this decides who counts as slow. */
        reportProgress(bytes: number): void {
          const time = now()
          share.recent = measureSpeed(share, time) + bytes
          share.at = time
        },
        /** It has all that it waited for and ends by itself soon: from now on it is not asked to make room. */
        settle: () => {
          share.isSettled = true
        },
        /** Gives everything back; calling it again does nothing. */
        release: () => releaseShare(share),
      }
    },
  }
}
