/** A source of repeatable chance: the same key gives the same numbers on every machine (behaviour 10.3). */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** A number from -1 to 1 that is near 0 more often than not. */
  bell(): number
  chance(share: number): boolean
  /** -1 or 1. */
  sign(): number
}

/** A 32-bit number that stands for the text; the same on every machine. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Opens the source that belongs to a key. */
export const createRandom = (key: string): Random => {
  let state = hashText(key)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    bell: () => (next() + next() + next()) / 1.5 - 1,
    chance: (share) => next() < share,
    sign: () => (next() < 0.5 ? -1 : 1),
  }
}
