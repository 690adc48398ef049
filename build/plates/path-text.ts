import type { Point } from './geometry'

/** Plates are drawn on a grid of fifths of a plate unit, in whole numbers: short text, and nothing left to rounding. */
export const gridSteps = 5

const snap = (value: number) => Math.round(value * gridSteps)

/** Joins whole numbers as tersely as SVG reads them: a minus sign parts two numbers as well as a space does. */
const joinNumbers = (numbers: readonly number[]): string =>
  numbers.map((value, index) => (index === 0 || value < 0 ? `${value}` : ` ${value}`)).join('')

/**
 * The text of a smooth line that follows the points as a quadratic B-spline. Only the middles between points are
 * written: a `t` mirrors its control point, and a control point mirrored at a middle is the next control point.
 */
export const writeCurve = (points: readonly Point[], closed = false): string => {
  const first = points[0]
  if (!first) return ''
  let control = { x: snap(first.x), y: snap(first.y) }
  let pen = control
  const steps: number[] = []
  for (const point of points.slice(1)) {
    const middle = {
      x: Math.round((control.x + snap(point.x)) / 2),
      y: Math.round((control.y + snap(point.y)) / 2),
    }
    steps.push(middle.x - pen.x, middle.y - pen.y)
    control = { x: 2 * middle.x - control.x, y: 2 * middle.y - control.y }
    pen = middle
  }
  if (!closed) steps.push(control.x - pen.x, control.y - pen.y)
  return `M${joinNumbers([snap(first.x), snap(first.y)])}t${joinNumbers(steps)}${closed ? 'z' : ''}`
}

/** The text of a smooth closed shape that has no corner anywhere. */
export const writeRound = (points: readonly Point[]): string => {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const start = { x: Math.round((snap(first.x) + snap(last.x)) / 2), y: Math.round((snap(first.y) + snap(last.y)) / 2) }
  let control = { x: snap(first.x), y: snap(first.y) }
  let pen = start
  const steps: number[] = [control.x - start.x, control.y - start.y]
  for (const point of [...points.slice(1), first]) {
    const middle = {
      x: Math.round((control.x + snap(point.x)) / 2),
      y: Math.round((control.y + snap(point.y)) / 2),
    }
    steps.push(middle.x - pen.x, middle.y - pen.y)
    control = { x: 2 * middle.x - control.x, y: 2 * middle.y - control.y }
    pen = middle
  }
  return `M${joinNumbers([start.x, start.y])}q${joinNumbers(steps.slice(0, 4))}t${joinNumbers(steps.slice(4))}z`
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
