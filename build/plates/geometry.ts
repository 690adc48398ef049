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

/** Plates are drawn on a grid of fifths of a plate unit, in whole numbers: short text, and nothing left to rounding. */
export const gridSteps = 5

const snap = (value: number) => Math.round(value * gridSteps)

/** Joins whole numbers as tersely as SVG reads them: a minus sign parts two numbers as well as a space does. */
const joinNumbers = (numbers: readonly number[]): string =>
  numbers.map((value, index) => (index === 0 || value < 0 ? `${value}` : ` ${value}`)).join('')

/**
 * The steps of a quadratic B-spline along some points, from where the pen and its control point are. Only the middles
 * between points are written: a `t` mirrors its control point, and a control point mirrored at a middle is the next one.
 */
const follow = (points: readonly Point[], start: Point, pen: Point) => {
  let [control, here] = [start, pen]
  const steps: number[] = []
  for (const point of points) {
    const middle = {
      x: Math.round((control.x + snap(point.x)) / 2),
      y: Math.round((control.y + snap(point.y)) / 2),
    }
    steps.push(middle.x - here.x, middle.y - here.y)
    control = { x: 2 * middle.x - control.x, y: 2 * middle.y - control.y }
    here = middle
  }
  return { steps, toControl: [control.x - here.x, control.y - here.y] }
}

const onGrid = ({ x, y }: Point): Point => ({ x: snap(x), y: snap(y) })

/** The text of a smooth line that follows the points. */
export const writeCurve = (points: readonly Point[], closed = false): string => {
  const first = points[0]
  if (!first) return ''
  const start = onGrid(first)
  const { steps, toControl } = follow(points.slice(1), start, start)
  return `M${joinNumbers([start.x, start.y])}t${joinNumbers(closed ? steps : [...steps, ...toControl])}${closed ? 'z' : ''}`
}

/** The text of a smooth closed shape that has no corner anywhere. */
export const writeRound = (points: readonly Point[]): string => {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const [control, from] = [onGrid(first), onGrid(last)]
  const start = { x: Math.round((control.x + from.x) / 2), y: Math.round((control.y + from.y) / 2) }
  const { steps } = follow([...points.slice(1), first], control, start)
  const all = [control.x - start.x, control.y - start.y, ...steps]
  return `M${joinNumbers([start.x, start.y])}q${joinNumbers(all.slice(0, 4))}t${joinNumbers(all.slice(4))}z`
}

/** The text of dots: lines of no visible length, which round caps turn into discs as wide as the stroke. */
export const writeDots = (points: readonly Point[]): string => {
  let pen = { x: 0, y: 0 }
  let text = ''
  for (const point of points) {
    const next = { x: snap(point.x), y: snap(point.y) }
    text += `${text === '' ? 'M' : 'm'}${joinNumbers([next.x - pen.x, next.y - pen.y])}h1`
    pen = { x: next.x + 1, y: next.y }
  }
  return text
}
