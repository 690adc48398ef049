import { Cell } from './cell'
import { gridSteps, type Point, polar, writeCurve } from './geometry'
import { createRandom } from './random'
import { growTree, partLimbs } from './tree'

/** The width and height of the mark's frame. */
export const markSize = 64

/** The lines of the mark by their width: trunk and primary limbs, then the crown's twigs and the axon. */
const lines: readonly { width: number; path: string }[] = [
  { width: 5, path: 'M32 43C32 38 31.6 35 32 31' },
  { width: 3.8, path: 'M32 32C31 25 21.5 25.5 18.5 17.5M32 32C33 24.5 41.5 24.5 45 16.5' },
  {
    width: 2.9,
    path:
      'M18.5 18C16.5 13 16.8 9 18.5 4.5M18.8 18.5C13 17.5 8.5 14.5 7 9.5' +
      'M45 17C47 12.5 46.5 8.5 45 4M44.5 18C50.5 17.5 55.5 14 57 8.5' +
      'M25.5 24.3C29 19.5 28.3 13.5 27.5 8M38.5 23.6C36.5 18.5 36.8 12.5 37 6.5' +
      'M31.5 34C25 31.5 14 33 6 25M32.5 34C40 31.5 50 33 58.5 24M16.5 31.2C12 34 9 34 5.5 33.5M48.5 31C53 33.5 55.5 33.5 58.8 33' +
      'M32 45C32.5 51 31 54 31.8 58.5',
  },
]

/** The festival's own neuron, a small Purkinje cell bold enough for 16 px: the elements inside a 64 x 64 frame. */
export const markBody = (colour: string): string =>
  `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round">${lines
    .map(({ width, path }) => `<path stroke-width="${width}" d="${path}"/>`)
    .join(
      '',
    )}</g><g fill="${colour}"><ellipse cx="32" cy="43.5" rx="6.3" ry="6.9"/><circle cx="31.8" cy="59" r="3.1"/></g>`

/** The mark as an SVG that takes the colour of the text around it. */
export const drawMark = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}">${markBody('currentColor')}</svg>`

export interface IconOptions {
  /** The share of the icon's width that the neuron takes; launchers may cut a maskable icon down to its middle 0.8. */
  share?: number
  /** Corner radius as a share of the width. */
  corner?: number
}

/** The app's icon: the mark in ink on paper, and in the dark as fluorescence, where the viewer can tell. */
export const drawIcon = ({ share = 0.86, corner = 0.2 }: IconOptions = {}): string => {
  const move = ((markSize * (1 - share)) / 2).toFixed(2)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}" color="#2b2118">` +
    '<style>@media(prefers-color-scheme:dark){.paper{fill:#0a0e14}.mark{color:#a5e8cb}}</style>' +
    `<rect class="paper" width="${markSize}" height="${markSize}" rx="${(markSize * corner).toFixed(1)}" fill="#f4ecdd"/>` +
    `<g class="mark" transform="translate(${move} ${move}) scale(${share})">${markBody('currentColor')}</g></svg>`
  )
}

const strokeOf = (order: number) => [9, 6, 4.5, 3.5][order] ?? 3

/** How many groups of lines grow one after the other; the style sheet gives each its turn. */
export const splashTurns = 5

/**
 * The neuron that grows in the splash: lines only, each with `pathLength="1"`, in a `<g>` for each turn in which lines
 * grow. A style sheet draws it by moving `stroke-dashoffset` from 1 to 0, after a delay for each group. A style attribute
 * would say the same, and the Content-Security-Policy allows none.
 */
export const drawSplash = (): string => {
  const cell = new Cell(createRandom('splash'))
  const { between, next } = cell.random
  const soma: Point = { x: 100, y: 172 }
  const trunk = cell.wander(soma, { x: 100, y: 130 }, 3, 14)
  const cloud = cell.strew(58, 17, () => {
    const place = polar({ x: 100, y: 92 }, between(0, 6.283), 84 * Math.sqrt(next()))
    return place.y < 122 + Math.abs(place.x - 100) * 0.15 && place.y > 8 ? place : undefined
  })
  const limbs = partLimbs(
    growTree({ root: soma, stems: [trunk], cloud, balance: 0.3 }),
    { thick: 3, tip: 1, tremble: 0.1 },
    cell.random,
  )
  const turns = Array.from({ length: splashTurns }, () => '')
  const draw = (points: readonly Point[], turn: number, width: number) => {
    const path = `<path pathLength="1" stroke-width="${width * gridSteps * 0.5}" d="${writeCurve(points)}"/>`
    turns[Math.min(turn, splashTurns - 1)] += path
  }
  const axon = cell.wander(soma, { x: 104, y: 242 }, 5, 14)
  draw([soma, { x: soma.x, y: soma.y + 0.4 }], 0, 30)
  draw([soma, ...axon], 1, 3)
  for (const { points, order } of limbs) draw(points, order + 1, strokeOf(order))
  return (
    `<svg viewBox="0 0 ${200 * gridSteps} ${250 * gridSteps}" fill="none" stroke="currentColor" stroke-linecap="round" aria-hidden="true">` +
    turns.map((paths) => `<g>${paths}</g>`).join('') +
    '</svg>'
  )
}
