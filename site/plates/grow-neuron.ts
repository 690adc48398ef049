import type { Point } from './geometry'
import { sketchGanglion, sketchMotor, sketchStellate } from './kinds/multipolar'
import { sketchPurkinje } from './kinds/purkinje'
import { sketchPyramidal } from './kinds/pyramidal'
import { writeLimb } from './limbs'
import { writeCurve, writeDots } from './path-text'
import { type Mark, placeMarks } from './place-marks'
import { createRandom, hashText, type Random } from './random'
import type { Sketch } from './sketch'

const kinds: readonly { kind: string; name: string; sketch: (random: Random) => Sketch }[] = [
  { kind: 'pyramidal', name: 'Pyramidal cell', sketch: sketchPyramidal },
  { kind: 'purkinje', name: 'Purkinje cell', sketch: sketchPurkinje },
  { kind: 'motor', name: 'Motor neuron', sketch: sketchMotor },
  { kind: 'stellate', name: 'Spiny stellate cell', sketch: sketchStellate },
  { kind: 'ganglion', name: 'Retinal ganglion cell', sketch: sketchGanglion },
]

/** A grown neuron as path texts on the plate's grid (fifths of a plate unit). */
export interface Neuron {
  key: string
  kind: string
  /** What an anatomist calls it: "Purkinje cell". */
  name: string
  /** Filled outlines of dendrites, and of the body. */
  limbs: string
  bodies: string
  axon: string
  fibres: string
  boutons: string
  ghosts: string
  spines: number
  marks: Mark[]
}

export interface GrowOptions {
  kind?: string
}

/** Grows the neuron of a key (behaviour 10.1). */
export const growNeuron = (key: string, options: GrowOptions = {}): Neuron => {
  const chosen = kinds.find(({ kind }) => kind === options.kind) ?? kinds[hashText(`kind:${key}`) % kinds.length]
  if (!chosen) throw new Error('There are no kinds of neuron')
  const sketch = chosen.sketch(createRandom(`${chosen.kind}:${key}`))
  const closed = (shapes: readonly Point[][]) => shapes.map((shape) => writeCurve(shape, true)).join('')
  return {
    key,
    kind: chosen.kind,
    name: chosen.name,
    limbs: sketch.limbs.map(writeLimb).join(''),
    bodies: closed(sketch.bodies),
    axon: writeCurve(sketch.axon),
    fibres: sketch.fibres.map((line) => writeCurve(line)).join(''),
    boutons: writeDots(sketch.boutons),
    ghosts: closed(sketch.ghosts),
    spines: sketch.spines,
    marks: placeMarks(sketch.landmarks),
  }
}
export const kindNames = kinds.map(({ kind }) => kind)
