import type { Point } from './geometry'
import { sketchBasket, sketchGranule } from './kinds/cerebellum'
import { sketchChandelier, sketchDentate, sketchDoubleBouquet, sketchMartinotti } from './kinds/interneurons'
import { sketchMitral } from './kinds/mitral'
import { sketchGanglion, sketchMotor, sketchStellate } from './kinds/multipolar'
import { sketchPurkinje } from './kinds/purkinje'
import { sketchPyramidal } from './kinds/pyramidal'
import { sketchBipolar, sketchStarburst } from './kinds/retina'
import { writeLimb } from './limbs'
import { writeCurve, writeDots, writeRound } from './path-text'
import { type Mark, placeMarks } from './place-marks'
import { createRandom, hashText, type Random } from './random'
import { holdSketch, type Sketch, settleLandmarks } from './sketch'

const kinds: readonly { kind: string; name: string; sketch: (random: Random) => Sketch }[] = [
  { kind: 'pyramidal', name: 'Pyramidal cell', sketch: sketchPyramidal },
  { kind: 'purkinje', name: 'Purkinje cell', sketch: sketchPurkinje },
  { kind: 'motor', name: 'Motor neuron', sketch: sketchMotor },
  { kind: 'stellate', name: 'Spiny stellate cell', sketch: sketchStellate },
  { kind: 'ganglion', name: 'Retinal ganglion cell', sketch: sketchGanglion },
  { kind: 'mitral', name: 'Mitral cell', sketch: sketchMitral },
  { kind: 'granule', name: 'Granule cells', sketch: sketchGranule },
  { kind: 'basket', name: 'Basket cell', sketch: sketchBasket },
  { kind: 'chandelier', name: 'Chandelier cell', sketch: sketchChandelier },
  { kind: 'martinotti', name: 'Martinotti cell', sketch: sketchMartinotti },
  { kind: 'bouquet', name: 'Double bouquet cell', sketch: sketchDoubleBouquet },
  { kind: 'dentate', name: 'Dentate granule cell', sketch: sketchDentate },
  { kind: 'bipolar', name: 'Bipolar cells of the retina', sketch: sketchBipolar },
  { kind: 'starburst', name: 'Starburst amacrine cell', sketch: sketchStarburst },
]

/** Chosen so that one edition's keys meet every kind; any other text would do, and redraw the atlas. */
const atlasSeed = 'atlas-1091342'

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

/** Grows the neuron of a key (behaviour 10.3). */
export const growNeuron = (key: string, options: GrowOptions = {}): Neuron => {
  const chosen =
    kinds.find(({ kind }) => kind === options.kind) ?? kinds[hashText(`${atlasSeed}:${key}`) % kinds.length]
  if (!chosen) throw new Error('There are no kinds of neuron')
  const sketch = holdSketch(chosen.sketch(createRandom(`${chosen.kind}:${key}`)))
  const closed = (shapes: readonly Point[][]) => shapes.map(writeRound).join('')
  return {
    key,
    kind: chosen.kind,
    name: chosen.name,
    limbs: sketch.limbs.map(writeLimb).join(''),
    bodies: closed(sketch.bodies),
    axon: writeCurve(sketch.axon),
    fibres: sketch.fibres.map((line) => writeCurve(line)).join(''),
    boutons: writeDots(sketch.boutons),
    ghosts: sketch.ghosts.map(writeLimb).join('') + closed(sketch.ghostBodies),
    spines: sketch.spines,
    marks: placeMarks(settleLandmarks(sketch)),
  }
}

/** The ids of every kind, for those who want one of each. */
export const kindNames = kinds.map(({ kind }) => kind)
