/** A seeded random generator (mulberry32). */
export interface Chance {
  /** An integer from 0 to `below` - 1. */
  below: (below: number) => number
  /** True in `percent` % of all calls. */
  percent: (percent: number) => boolean
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  byte: () => number
}

export const makeChance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    percent: (percent) => next() * 100 < percent,
    pick: (items) => items[below(items.length)] ?? items[0],
    byte: () => below(256),
  }
}
