/** A place on the plate, in plate units: 400 wide, 500 high, y downwards. */
export interface Point {
  x: number
  y: number
}

export const plateWidth = 400
export const plateHeight = 500

const quarter = Math.PI / 2

/**
 * The sine of an angle in radians. Engines may differ in the last digit of `Math.sin`; a plate must not, so this uses
 * only sums and products, which are exact everywhere (behaviour 10.3).
 */
export const sine = (angle: number): number => {
  const turns = Math.floor(angle / quarter + 0.5)
  const x = angle - turns * quarter
  const s = x * x
  const side = ((turns % 4) + 4) % 4
  const odd = x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - s / 72))))
  const even = 1 - (s / 2) * (1 - (s / 12) * (1 - (s / 30) * (1 - (s / 56) * (1 - s / 90))))
  return side === 0 ? odd : side === 1 ? even : side === 2 ? -odd : -even
}

export const cosine = (angle: number): number => sine(angle + quarter)

export const degrees = (value: number): number => (value * Math.PI) / 180

export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))

/** The place at `length` from `from`, in the direction `angle` (radians; 0 is right, a quarter turn is down). */
export const polar = (from: Point, angle: number, length: number): Point => ({
  x: from.x + cosine(angle) * length,
  y: from.y + sine(angle) * length,
})

/** The direction from one place to another, of length 1 (or 0 when they coincide). */
export const heading = (from: Point, to: Point): Point => {
  const length = distance(from, to)
  return length === 0 ? { x: 0, y: 0 } : { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

const fold = (value: number, low: number, high: number): number =>
  value < low ? low - (low - value) * 0.35 : value > high ? high + (value - high) * 0.35 : value

/** Draws a place that strays over the plate's edge back inside, the more the farther it strays. */
export const holdInside = ({ x, y }: Point): Point => ({
  x: fold(x, 24, plateWidth - 24),
  y: fold(y, 16, plateHeight - 14),
})
