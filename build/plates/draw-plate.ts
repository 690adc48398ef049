import { gridSteps } from './geometry'
import type { Neuron } from './grow-neuron'

/** The paints of a plate: colours, or custom properties of the page that uses it. */
export interface Paint {
  /** Dendrites and body. */
  ink: string
  /** The axon, its branches and boutons. */
  axon: string
  /** The axon's width, in fifths of a plate unit. */
  axonWidth: string
  /** Leader lines and letters. */
  mark: string
  /** How strongly the cell glows, from 0 (ink) to 1 (fluorescence). */
  glow: string
  /** The letters' typeface. */
  font: string
}

/** The page's own paints; each has a default, so that a page need set none (behaviour 10.4). */
const pagePaint: Paint = {
  ink: 'currentColor',
  axon: 'var(--plate-axon,currentColor)',
  axonWidth: 'var(--plate-axon-width,7)',
  mark: 'var(--plate-mark,currentColor)',
  glow: 'var(--plate-glow,0)',
  font: 'var(--plate-font,Alegreya,Georgia,serif)',
}

const scale = `scale(${1 / gridSteps})`
const round = (value: number) => Math.round(value * 10) / 10

/** Spines: stalks across the outline and knobs on it, each in a rhythm of its own, so that no pattern shows. */
const stalkRhythm = '2 31 2 17 2 43 2 24 2 12 2 37'
const knobRhythm = '0 23 0 14 0 37 0 19 0 29 0 11'

/** The names by which a page uses the parts of a plate. */
const ownNames = { plate: 'plate', cell: 'cell', axon: 'axon', marks: 'marks' }

const drawMarks = (neuron: Neuron, paint: Paint, names: typeof ownNames): string => {
  const lines = neuron.marks
    .map(({ at, end }) => `M${round(at.x)} ${round(at.y)}L${round(end.x)} ${round(end.y)}`)
    .join('')
  const letters = neuron.marks
    .map(({ foot, letter }) => `<text x="${round(foot.x)}" y="${round(foot.y)}">${letter}</text>`)
    .join('')
  return (
    `<g id="${names.marks}"><path d="${lines}" fill="none" stroke="${paint.mark}" stroke-width=".7"/>` +
    `<g fill="${paint.mark}" font-family="${paint.font}" font-size="16" font-style="italic" text-anchor="middle">${letters}</g></g>`
  )
}

/** The plate's inside without an `svg` around it, in the 400 x 500 frame, with any paints. */
export const drawPlateBody = (neuron: Neuron, paint: Paint, names = ownNames): string => {
  const halo = (width: number, opacity: number) =>
    `<path d="${neuron.limbs}${neuron.bodies}" stroke-width="${width}" opacity="${opacity}"/>`
  const dashes = (width: number, rhythm: string) =>
    `stroke-width="${round(width * gridSteps)}" stroke-dasharray="${rhythm}"`
  const { spines } = neuron
  return (
    `<g id="${names.plate}">` +
    `<path id="${names.axon}" transform="${scale}" pathLength="1" d="${neuron.axon}" fill="none" stroke="${paint.axon}" stroke-width="${paint.axonWidth}" stroke-linecap="round"/>` +
    `<g id="${names.cell}" transform="${scale}" fill="${paint.ink}" stroke="${paint.ink}">` +
    `<g opacity="${paint.glow}" fill="none" stroke-linejoin="round">${halo(70, 0.03)}${halo(46, 0.05)}${halo(28, 0.07)}${halo(13, 0.15)}</g>` +
    (neuron.ghosts ? `<path d="${neuron.ghosts}" stroke="none" opacity=".15"/>` : '') +
    `<path d="${neuron.bodies}" stroke="none"/><path d="${neuron.limbs}" stroke-linecap="round" ` +
    (spines
      ? `${dashes(spines * 1.1, knobRhythm)}/><path d="${neuron.limbs}" fill="none" ${dashes(spines * 2, stalkRhythm)}/>`
      : 'stroke="none"/>') +
    `<g fill="none" stroke="${paint.axon}" stroke-linecap="round">` +
    `<path d="${neuron.fibres}" stroke-width="3.5"/><path d="${neuron.boutons}" stroke-width="14"/></g></g>` +
    `${drawMarks(neuron, paint, names)}</g>`
  )
}

/** How a plate looks when it is opened on its own. */
const ownLook =
  '<style>:root{color:#2b2118;--plate-mark:#8a5a3c}' +
  '@media(prefers-color-scheme:dark){:root{color:#a5e8cb;--plate-glow:1;--plate-axon:#ffd76e;--plate-mark:#8aa0a0}}</style>'

/** The whole plate as the text of an SVG file, to be opened, or used by a page as `FILE#plate` (behaviour 10.4). */
export const drawPlate = (neuron: Neuron): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500">${ownLook}${drawPlateBody(neuron, pagePaint)}</svg>`

/**
 * Several plates as the text of one SVG file, for a page that shows them together: `FILE#KEY` is a whole plate and
 * `FILE#KEY-axon` its axon (behaviour 10.10).
 */
export const drawSheet = (neurons: readonly Neuron[]): string => {
  const plates = neurons.map((neuron) => {
    const { key } = neuron
    const names = { plate: key, cell: `${key}-cell`, axon: `${key}-axon`, marks: `${key}-marks` }
    return drawPlateBody(neuron, pagePaint, names)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500">${plates.join('')}</svg>`
}
