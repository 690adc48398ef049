import { type PicturePrint, printColumns } from './picture-print'

/** A block is about as large as two digits of a UTR. */
const blockSide = 4
/** The blocks that differ most decide: another payment differs in a few digits, a copy of other bytes nowhere much. */
const deciding = 3
/** As measured by `npm run trial:pictures`: copies stay below, other payments of the same person and app above. */
export const mostDifference = 0.14
/** So much may be cut off above or below: a status bar, a row of buttons. */
const mostShift = 0.08
const shades = 15

/** How two rows' means differ when the second picture lies so many half rows lower. */
const profileDifference = (one: PicturePrint, other: PicturePrint, halves: number): number => {
  const shift = halves >> 1
  const isBetween = halves % 2 !== 0
  const from = Math.max(0, -shift)
  const to = Math.min(one.rows, other.rows - shift - (isBetween ? 1 : 0))
  let sum = 0
  for (let row = from; row < to; row += 1) {
    const here = other.profile[row + shift] ?? 0
    const there = isBetween ? (here + (other.profile[row + shift + 1] ?? 0)) / 2 : here
    sum += Math.abs((one.profile[row] ?? 0) - there)
  }
  return sum / Math.max(1, to - from)
}

/** The shift in half rows at which one picture lies best on the other. */
const findShift = (one: PicturePrint, other: PicturePrint): number => {
  const most = Math.round(2 * mostShift * Math.max(one.rows, other.rows))
  let best = 0
  let least = profileDifference(one, other, 0)
  for (let halves = -most; halves <= most; halves += 1) {
    const difference = profileDifference(one, other, halves)
    if (difference < least) {
      least = difference
      best = halves
    }
  }
  return best
}

const blockDifference = (one: PicturePrint, other: PicturePrint, top: number, left: number, halves: number): number => {
  const shift = halves >> 1
  const isBetween = halves % 2 !== 0
  let sum = 0
  for (let y = top; y < top + blockSide; y += 1)
    for (let x = left; x < left + blockSide; x += 1) {
      const at = (y + shift) * printColumns + x
      const here = other.cells[at] ?? 0
      const there = isBetween ? (here + (other.cells[at + printColumns] ?? 0)) / 2 : here
      sum += Math.abs((one.cells[y * printColumns + x] ?? 0) - there)
    }
  return sum / (blockSide * blockSide * shades)
}

/**
 * How much two pictures differ where they differ most, 0 to 1 of their contrast: the mean of the three worst blocks, once the
 * one lies on the other as well as it can. 1 for those of different heights.
 * @param enough what differs more need not be told apart, which saves time
 */
export const comparePrints = (one: PicturePrint, other: PicturePrint, enough = 1): number => {
  if (Math.abs(one.rows - other.rows) > 2 * mostShift * Math.max(one.rows, other.rows)) return 1
  const halves = findShift(one, other)
  const shift = halves >> 1
  const from = Math.max(0, -shift)
  const to = Math.min(one.rows, other.rows - shift - 1)
  const worst: number[] = Array.from({ length: deciding }, () => 0)
  let sum = 0
  for (let top = from; top + blockSide <= to; top += blockSide)
    for (let left = 0; left < printColumns; left += blockSide) {
      const difference = blockDifference(one, other, top, left, halves)
      if (difference <= (worst[0] ?? 0)) continue
      sum += difference - (worst[0] ?? 0)
      worst[0] = difference
      worst.sort((less, more) => less - more)
      if (sum / deciding > enough) return 1
    }
  return sum / deciding
}
