import type { Neuron } from './grow-neuron'
import { gridSteps } from './path-text'

/** The paints of a plate: colours, or custom properties of the page that uses it. */
export interface Paint {
  /** Dendrites and body. */
  ink: string
  /** The axon, its branches and boutons. */
  axon: string
  /** Leader lines and letters. */
  mark: string
  /** How strongly the cell glows, from 0 (ink) to 1 (fluorescence). */
  glow: string
  /** The letters' typeface. */
  font: string
}

/** The page's own paints; each has a default, so that a page need set none (behaviour 10.3). */
export const pagePaint: Paint = {
  ink: 'currentColor',
  axon: 'var(--plate-axon,currentColor)',
  mark: 'var(--plate-mark,currentColor)',
  glow: 'var(--plate-glow,0)',
  font: 'var(--plate-font,Alegreya,Georgia,serif)',
}

const scale = `scale(${1 / gridSteps})`
const round = (value: number) => Math.round(value * 10) / 10

/** Spines stand across the outline, in a rhythm that does not repeat within a limb. */
const spineRhythm = '3 14 3 25 3 10 3 19 3 31 3 12'

const drawMarks = (neuron: Neuron, paint: Paint): string => {
  const lines = neuron.marks
    .map(({ at, end }) => `M${round(at.x)} ${round(at.y)}L${round(end.x)} ${round(end.y)}`)
    .join('')
  const letters = neuron.marks
    .map(({ foot, letter }) => `<text x="${round(foot.x)}" y="${round(foot.y)}">${letter}</text>`)
    .join('')
  return (
    `<g id="marks"><path d="${lines}" fill="none" stroke="${paint.mark}" stroke-width=".7"/>` +
    `<g fill="${paint.mark}" font-family="${paint.font}" font-size="16" font-style="italic" text-anchor="middle">${letters}</g></g>`
  )
}

/** The plate's inside without an `svg` around it, in the 400 x 500 frame, with any paints. */
export const drawPlateBody = (neuron: Neuron, paint: Paint): string => {
  const halo = (width: number, opacity: number) =>
    `<path d="${neuron.limbs}${neuron.bodies}" stroke-width="${width}" opacity="${opacity}"/>`
  const spines = neuron.spines
    ? ` stroke-width="${neuron.spines * 2 * gridSteps}" stroke-dasharray="${spineRhythm}"`
    : ''
  return (
    `<g id="plate"><g id="cell" transform="${scale}" fill="${paint.ink}" stroke="${paint.ink}">` +
    `<g opacity="${paint.glow}" fill="none" stroke-linejoin="round">${halo(60, 0.06)}${halo(24, 0.14)}</g>` +
    (neuron.ghosts ? `<path d="${neuron.ghosts}" fill="none" stroke-width="4" opacity=".4"/>` : '') +
    `<path d="${neuron.limbs}"${spines}/><path d="${neuron.bodies}"/>` +
    `<g fill="none" stroke="${paint.axon}" stroke-linecap="round">` +
    `<path d="${neuron.fibres}" stroke-width="3.5"/><path d="${neuron.boutons}" stroke-width="14"/></g></g>` +
    `<g transform="${scale}"><path id="axon" pathLength="1" d="${neuron.axon}" fill="none" stroke="${paint.axon}" stroke-width="7" stroke-linecap="round"/></g>` +
    `${drawMarks(neuron, paint)}</g>`
  )
}

/** How a plate looks when it is opened on its own. */
const ownLook =
  '<style>:root{color:#2b2118;--plate-mark:#8a5a3c}' +
  '@media(prefers-color-scheme:dark){:root{color:#a5e8cb;--plate-glow:1;--plate-axon:#ffd76e;--plate-mark:#8aa0a0}}</style>'

/** The whole plate as the text of an SVG file, to be opened, or used by a page as `FILE#plate` (behaviour 10.3). */
export const drawPlate = (neuron: Neuron): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500">${ownLook}${drawPlateBody(neuron, pagePaint)}</svg>`
