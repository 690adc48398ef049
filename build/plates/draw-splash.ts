import { type Point, polar } from './geometry'
import { growTree, strew } from './grow-tree'
import { partLimbs } from './limbs'
import { gridSteps, writeCurve } from './path-text'
import { createRandom } from './random'
import { wander } from './sketch'

const strokeOf = (order: number) => [9, 6, 4.5, 3.5][order] ?? 3

/** How many groups of lines grow one after the other; the style sheet gives each its turn. */
export const splashTurns = 5

/**
 * The neuron that grows in the splash: lines only, each with `pathLength="1"`, in a `<g>` for each turn in which lines
 * grow. A style sheet draws it by moving `stroke-dashoffset` from 1 to 0, after a delay for each group. A style attribute
 * would say the same, and the Content-Security-Policy allows none.
 */
export const drawSplash = (): string => {
  const random = createRandom('splash')
  const soma: Point = { x: 100, y: 172 }
  const trunk = wander(random, soma, { x: 100, y: 130 }, 3, 14)
  const cloud = strew(random, 58, 17, () => {
    const place = polar({ x: 100, y: 92 }, random.between(0, 6.283), 84 * Math.sqrt(random.next()))
    return place.y < 122 + Math.abs(place.x - 100) * 0.15 && place.y > 8 ? place : undefined
  })
  const limbs = partLimbs(
    growTree({ root: soma, stems: [trunk], cloud, balance: 0.3 }),
    { root: 3, tip: 1, tremble: 0.1 },
    random,
  )
  const turns = Array.from({ length: splashTurns }, () => '')
  const draw = (points: readonly Point[], turn: number, width: number) => {
    const path = `<path pathLength="1" stroke-width="${width * gridSteps * 0.5}" d="${writeCurve(points)}"/>`
    turns[Math.min(turn, splashTurns - 1)] += path
  }
  const axon = wander(random, soma, { x: 104, y: 242 }, 5, 14)
  draw([soma, { x: soma.x, y: soma.y + 0.4 }], 0, 30)
  draw([soma, ...axon], 1, 3)
  for (const { points, order } of limbs) draw(points, order + 1, strokeOf(order))
  return (
    `<svg viewBox="0 0 ${200 * gridSteps} ${250 * gridSteps}" fill="none" stroke="currentColor" stroke-linecap="round" aria-hidden="true">` +
    turns.map((paths) => `<g>${paths}</g>`).join('') +
    '</svg>'
  )
}
