import { Refusal } from '../http/refusal'

/** What all uploads that are on their way may hold in memory together, in bytes. */
const defaultLimit = 256 * 1024 * 1024

/** One upload's share; `release` gives all of it back. */
export interface Share {
  /** @throws Refusal `unavailable` when the memory set aside for uploads is used up. */
  take(bytes: number): void
  release(): void
}

/**
 * Bounds the memory of uploads by what has arrived, not by how many are open: a sender that trickles holds next to
 * nothing, so a crowd of them keeps nobody out (behaviour 6.8).
 */
export const createMemoryBudget = (limit = defaultLimit) => {
  let held = 0
  return {
    open(): Share {
      let mine = 0
      return {
        take(bytes) {
          if (held + bytes > limit) {
            throw new Refusal('unavailable', 'Too many files are arriving at once. Please try again in a moment.', {
              headers: { 'Retry-After': '5' },
            })
          }
          held += bytes
          mine += bytes
        },
        release() {
          held -= mine
          mine = 0
        },
      }
    },
  }
}
