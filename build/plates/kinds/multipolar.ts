import { cosine, type Point, polar, sine } from '../geometry'
import { strew } from '../grow-tree'
import { curvePoint } from '../limbs'
import type { Random } from '../random'
import {
  addArbor,
  addTerminals,
  outermost,
  roundBody,
  type Sketch,
  spreadAngles,
  starStems,
  startSketch,
  wander,
} from '../sketch'

interface Shape {
  stems: readonly [number, number]
  points: number
  spacing: number
  radius: number
  rx: number
  ry: number
  /** How far down the plate the tree's middle lies. */
  middle: number
  balance: number
  root: number
  spines: number
  body: number
  /** How deep the outline is lobed: 0 is an ellipse. */
  lobes: number
}

const sketchStar = (random: Random, shape: Shape): { sketch: Sketch; soma: Point; cloud: Point[] } => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-22, 22), y: shape.middle + random.between(-26, 12) }
  const turn = random.between(0, 6)
  const angles = spreadAngles(random, random.whole(shape.stems[0], shape.stems[1]), turn, turn + Math.PI * 2)
  const lobeCount = random.whole(3, 5)
  const lobeTurn = random.between(0, 6)
  const cloud = strew(random, shape.points, shape.spacing, () => {
    const angle = random.between(0, Math.PI * 2)
    const edge = 1 - shape.lobes * (0.5 + 0.5 * sine(lobeCount * angle + lobeTurn))
    const reach = Math.sqrt(random.between(0.03, 1)) * edge
    const place = { x: 200 + cosine(angle) * reach * shape.rx, y: shape.middle + sine(angle) * reach * shape.ry }
    return place.x > 22 && place.x < 378 && place.y > 24 && place.y < 472 ? place : undefined
  })
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, shape.radius * 1.9), cloud, balance: shape.balance },
    { root: shape.root, tip: 0.6, flare: shape.body, least: 12 },
  )
  sketch.bodies.push(roundBody(random, soma, shape.radius, random.between(0.88, 1.12)))
  sketch.spines = shape.spines
  return { sketch, soma, cloud }
}

/** The motor neuron of the spinal cord: a great body, thick limbs all round, an axon that leaves for a muscle. */
export const sketchMotor = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [6, 8],
    points: 150,
    spacing: 18,
    radius: 23,
    rx: 182,
    ry: 226,
    middle: 232,
    balance: 0.7,
    root: 8.6,
    spines: 0,
    body: 15,
    lobes: 0.45,
  })
  const side = random.sign()
  const end = { x: soma.x + side * random.between(90, 150), y: 488 }
  sketch.axon = [soma, ...wander(random, soma, end, 34, 18)]
  const fork = curvePoint(sketch.axon, 6)
  const tip = { x: fork.x - side * 64, y: fork.y + 40 }
  const terminals = strew(random, 7, 12, () => polar(tip, random.between(0, 6.28), random.between(8, 28)))
  addTerminals(sketch, random, { root: fork, stems: [wander(random, fork, tip, 14)], cloud: terminals, balance: 0.3 })
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'dendrite', at: outermost(cloud) },
    { label: 'axon', at: sketch.axon.at(-4) ?? end },
    { label: 'collateral', at: tip },
  )
  return sketch
}

/** The spiny stellate cell: a small star with limbs of equal right, and a fine axon of many turns. */
export const sketchStellate = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [5, 7],
    points: 260,
    spacing: 14,
    radius: 15,
    rx: 164,
    ry: 172,
    middle: 190,
    balance: 0.36,
    root: 4.4,
    spines: 1.5,
    body: 8,
    lobes: 0.22,
  })
  const end = { x: soma.x + random.between(-60, 60), y: 480 }
  sketch.axon = [soma, ...wander(random, soma, end, 26)]
  for (const [index, way] of [
    [6, -1],
    [8, 1],
    [10, -1],
    [12, 1],
  ] as const) {
    const fork = curvePoint(sketch.axon, index)
    const tip = { x: fork.x + way * random.between(60, 120), y: fork.y + random.between(10, 70) }
    const terminals = strew(random, 15, 13, () => polar(tip, random.between(0, 6.28), random.between(8, 52)))
    const kept = terminals.filter(({ x, y }) => y < 486 && x > 20 && x < 380)
    addTerminals(sketch, random, { root: fork, stems: [wander(random, fork, tip, 18)], cloud: kept, balance: 0.2 }, 0.5)
  }
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'spiny dendrite', at: outermost(cloud) },
    { label: 'axon', at: sketch.axon.at(-3) ?? end },
  )
  return sketch
}

/** The ganglion cell of the retina, seen from above: a round lace, and an axon that leaves for the brain. */
export const sketchGanglion = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [4, 6],
    points: 420,
    spacing: 12.6,
    radius: 14,
    rx: 174,
    ry: 190,
    middle: 226,
    balance: 0.18,
    root: 4.2,
    spines: 0,
    body: 8,
    lobes: 0.06,
  })
  const end = { x: soma.x + random.sign() * random.between(40, 120), y: 490 }
  sketch.axon = [soma, ...wander(random, soma, end, 30, 18)]
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'dendritic field', at: outermost(cloud) },
    { label: 'axon', at: sketch.axon.at(-2) ?? end },
  )
  return sketch
}
