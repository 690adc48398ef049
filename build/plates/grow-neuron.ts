import { Cell, type Mark, placeMarks } from './cell'
import { type Point, writeCurve, writeDots, writeRound } from './geometry'
import { drawBasket, drawGranule, drawPurkinje } from './kinds/cerebellum'
import { drawChandelier, drawDentate, drawDoubleBouquet, drawMartinotti, drawPyramidal } from './kinds/cortex'
import { drawGanglion, drawMotor, drawStarburst, drawStellate } from './kinds/multipolar'
import { drawBipolar, drawMitral } from './kinds/senses'
import { createRandom, hashText } from './random'
import { writeLimb } from './tree'

const kinds: readonly { kind: string; name: string; draw: (cell: Cell) => void }[] = [
  { kind: 'pyramidal', name: 'Pyramidal cell', draw: drawPyramidal },
  { kind: 'purkinje', name: 'Purkinje cell', draw: drawPurkinje },
  { kind: 'motor', name: 'Motor neuron', draw: drawMotor },
  { kind: 'stellate', name: 'Spiny stellate cell', draw: drawStellate },
  { kind: 'ganglion', name: 'Retinal ganglion cell', draw: drawGanglion },
  { kind: 'mitral', name: 'Mitral cell', draw: drawMitral },
  { kind: 'granule', name: 'Granule cells', draw: drawGranule },
  { kind: 'basket', name: 'Basket cell', draw: drawBasket },
  { kind: 'chandelier', name: 'Chandelier cell', draw: drawChandelier },
  { kind: 'martinotti', name: 'Martinotti cell', draw: drawMartinotti },
  { kind: 'bouquet', name: 'Double bouquet cell', draw: drawDoubleBouquet },
  { kind: 'dentate', name: 'Dentate granule cell', draw: drawDentate },
  { kind: 'bipolar', name: 'Bipolar cells of the retina', draw: drawBipolar },
  { kind: 'starburst', name: 'Starburst amacrine cell', draw: drawStarburst },
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

/** Grows the neuron of a key; of its own kind, unless another is asked for (behaviour 10.3). */
export const growNeuron = (key: string, ofKind?: string): Neuron => {
  const chosen = kinds.find(({ kind }) => kind === ofKind) ?? kinds[hashText(`${atlasSeed}:${key}`) % kinds.length]
  if (!chosen) throw new Error('There are no kinds of neuron')
  const { draw, kind, name } = chosen
  const cell = new Cell(createRandom(`${kind}:${key}`))
  draw(cell)
  cell.hold()
  const { axon, bodies, boutons, fibres, ghostBodies, ghosts, limbs, spines } = cell
  const closed = (shapes: readonly Point[][]) => shapes.map(writeRound).join('')
  return {
    key,
    kind,
    name,
    limbs: limbs.map(writeLimb).join(''),
    bodies: closed(bodies),
    axon: writeCurve(axon),
    fibres: fibres.map((line) => writeCurve(line)).join(''),
    boutons: writeDots(boutons),
    ghosts: ghosts.map(writeLimb).join('') + closed(ghostBodies),
    spines,
    marks: placeMarks(cell),
  }
}

/** The ids of every kind, for those who want one of each. */
export const kindNames = kinds.map(({ kind }) => kind)
