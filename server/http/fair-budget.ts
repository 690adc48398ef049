/** One stranger's part of a bounded resource: a body that arrives, or a download that leaves. */
export interface Holder {
  /**
   * Holds this many bytes more. Where that exceeds a bound, the slowest holder makes room.
   * @returns false when there is none: nobody slower than this holder could make room, or it was evicted itself.
   */
  take(bytes: number): boolean
  /** Notes how many bytes arrived or left since it was last called; this decides who counts as slow. */
  progressed(bytes: number): void
  /** It has all that it waited for and ends by itself soon: from now on it is not asked to make room. */
  settle(): void
  /** Gives everything back; calling it again does nothing. */
  release(): void
}

export interface FairBudget {
  /**
   * `address` is whom the bytes are counted for, `evict` ends the work when its holder has to make room: its bytes are
   * given back already, and it is called once at most.
   */
  open(parts: { address: string; evict: () => void }): Holder
  /** The bytes that are held at present. */
  held(): number
}

interface Bounds {
  /** Bytes that all holders together may hold. */
  inAll: number
  /** Bytes that the holders of one network address may hold. */
  perAddress: number
  /** Milliseconds on any clock that never goes back. */
  now?: () => number
}

/** Nobody is called slow within the first second. */
const youngMs = 1_000
/** Speed is that of the last one to two windows, so a burst long ago counts for nothing. */
const windowMs = 2_000

/**
 * A resource that strangers share, bounded in all and for each address. Nobody is refused because of others who stand
 * still: at a bound the slowest holder of the same address lets go, or of the address that holds most (behaviour 13.18).
 */
export const createFairBudget = ({ inAll, perAddress, now = () => performance.now() }: Bounds): FairBudget => {
  const addresses = new Map<string, Address>()
  let held = 0

  const giveBack = (share: Share) => {
    const { address } = share
    held -= share.bytes
    address.bytes -= share.bytes
    share.bytes = 0
    share.isOpen = false
    address.shares.delete(share)
    if (address.shares.size === 0) addresses.delete(address.name)
  }

  /** The slowest holder of the first of these addresses that has one. */
  const findSlowest = (candidates: Iterable<Address>, time: number): Share | undefined => {
    for (const { shares } of candidates) {
      let slowest: Share | undefined
      for (const share of shares) {
        if (share.isSettled || share.bytes === 0 || time - share.openedAt < youngMs) continue
        if (!slowest || share.isSlower(slowest, time)) slowest = share
      }
      if (slowest) return slowest
    }
    return undefined
  }

  /** @returns whether somebody else made room */
  const evictSlowest = (newcomer: Share, candidates: Iterable<Address>, time: number): boolean => {
    const slowest = findSlowest(candidates, time)
    if (!slowest || slowest === newcomer) return false
    giveBack(slowest)
    slowest.evict()
    return true
  }

  return {
    held: () => held,
    open({ address: name, evict }) {
      const address = addresses.get(name) ?? { name, bytes: 0, shares: new Set() }
      addresses.set(name, address)
      const share = new Share(address, evict, now())
      address.shares.add(share)
      return {
        take(bytes) {
          const time = now()
          while (share.isOpen && address.bytes + bytes > perAddress)
            if (!evictSlowest(share, [address], time)) return false
          while (share.isOpen && held + bytes > inAll) {
            const byBytes = [...addresses.values()].sort((one, other) => other.bytes - one.bytes)
            if (!evictSlowest(share, byBytes, time)) return false
          }
          if (!share.isOpen) return false
          held += bytes
          address.bytes += bytes
          share.bytes += bytes
          return true
        },
        progressed: (bytes) => share.progress(bytes, now()),
        settle: () => {
          share.isSettled = true
        },
        release: () => {
          if (share.isOpen) giveBack(share)
        },
      }
    },
  }
}

interface Address {
  name: string
  bytes: number
  shares: Set<Share>
}

class Share {
  bytes = 0
  isOpen = true
  isSettled = false
  #windowFrom: number
  #previous = 0
  #current = 0

  constructor(
    readonly address: Address,
    readonly evict: () => void,
    readonly openedAt: number,
  ) {
    this.#windowFrom = openedAt
  }

  progress(bytes: number, time: number) {
    this.#turn(time)
    this.#current += bytes
  }

  /** Bytes a millisecond. */
  speed(time: number): number {
    this.#turn(time)
    const from = Math.max(this.openedAt, this.#windowFrom - windowMs)
    return (this.#previous + this.#current) / Math.max(1, time - from)
  }

  /** Of two that stand still, the one that holds more. */
  isSlower(other: Share, time: number): boolean {
    const difference = this.speed(time) - other.speed(time)
    return difference === 0 ? this.bytes > other.bytes : difference < 0
  }

  #turn(time: number) {
    const passed = Math.floor((time - this.#windowFrom) / windowMs)
    if (passed === 0) return
    this.#previous = passed === 1 ? this.#current : 0
    this.#current = 0
    this.#windowFrom += passed * windowMs
  }
}
