import { cosine, type Point, polar, sine } from '../geometry'
import { strew } from '../grow-tree'
import type { Random } from '../random'
import { addArbor, addTerminals, roundBody, type Sketch, spreadAngles, starStems, startSketch, wander } from '../sketch'

interface Shape {
  stems: readonly [number, number]
  points: number
  spacing: number
  radius: number
  rx: number
  ry: number
  balance: number
  root: number
  spines: number
  body: number
}

const sketchStar = (random: Random, shape: Shape): { sketch: Sketch; soma: Point; cloud: Point[] } => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-22, 22), y: 232 + random.between(-22, 16) }
  const turn = random.between(0, 6)
  const angles = spreadAngles(random, random.whole(shape.stems[0], shape.stems[1]), turn, turn + Math.PI * 2)
  const cloud = strew(random, shape.points, shape.spacing, () => {
    const angle = random.between(0, Math.PI * 2)
    const reach = Math.sqrt(random.between(0.03, 1))
    const place = { x: 200 + cosine(angle) * reach * shape.rx, y: 238 + sine(angle) * reach * shape.ry }
    return place.x > 22 && place.x < 378 && place.y > 24 && place.y < 472 ? place : undefined
  })
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, shape.radius * 1.9), cloud, balance: shape.balance },
    { root: shape.root, tip: 0.6, flare: shape.body },
  )
  sketch.bodies.push(roundBody(random, soma, shape.radius, random.between(0.88, 1.12)))
  sketch.spines = shape.spines
  return { sketch, soma, cloud }
}

const farthest = (from: Point, cloud: readonly Point[]): Point =>
  cloud.reduce((best, place) => (Math.abs(place.y - from.y) > Math.abs(best.y - from.y) ? place : best), from)

/** The motor neuron of the spinal cord: a great body, thick limbs all round, an axon that leaves for a muscle. */
export const sketchMotor = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [7, 9],
    points: 190,
    spacing: 18,
    radius: 23,
    rx: 172,
    ry: 208,
    balance: 0.62,
    root: 8.2,
    spines: 0,
    body: 14,
  })
  const side = random.sign()
  const end = { x: soma.x + side * random.between(90, 150), y: 488 }
  sketch.axon = [soma, ...wander(random, soma, end, 34, 18)]
  const fork = sketch.axon[6] ?? soma
  const tip = { x: fork.x - side * 64, y: fork.y + 40 }
  const terminals = strew(random, 7, 12, () => polar(tip, random.between(0, 6.28), random.between(8, 28)))
  addTerminals(sketch, random, { root: fork, stems: [wander(random, fork, tip, 14)], cloud: terminals, balance: 0.3 })
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'dendrite', at: farthest(soma, cloud) },
    { label: 'axon', at: sketch.axon.at(-4) ?? end },
    { label: 'collateral', at: tip },
  )
  return sketch
}

/** The spiny stellate cell: a small star with limbs of equal right, and a fine axon of many turns. */
export const sketchStellate = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [5, 7],
    points: 230,
    spacing: 15,
    radius: 15,
    rx: 160,
    ry: 186,
    balance: 0.36,
    root: 4.4,
    spines: 1.5,
    body: 8,
  })
  const end = { x: soma.x + random.between(-60, 60), y: 480 }
  sketch.axon = [soma, ...wander(random, soma, end, 26)]
  for (const index of [7, 10]) {
    const fork = sketch.axon[index] ?? soma
    const tip = { x: fork.x + random.sign() * 60, y: fork.y + random.between(-30, 20) }
    const terminals = strew(random, 9, 12, () => polar(tip, random.between(0, 6.28), random.between(8, 32)))
    addTerminals(sketch, random, {
      root: fork,
      stems: [wander(random, fork, tip, 14)],
      cloud: terminals,
      balance: 0.25,
    })
  }
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'spiny dendrite', at: farthest(soma, cloud) },
    { label: 'axon', at: sketch.axon.at(-3) ?? end },
  )
  return sketch
}

/** The ganglion cell of the retina, seen from above: a round lace, and an axon that leaves for the brain. */
export const sketchGanglion = (random: Random): Sketch => {
  const { sketch, soma, cloud } = sketchStar(random, {
    stems: [4, 6],
    points: 330,
    spacing: 14.5,
    radius: 14,
    rx: 174,
    ry: 190,
    balance: 0.22,
    root: 4.6,
    spines: 0,
    body: 8,
  })
  const end = { x: soma.x + random.sign() * random.between(40, 120), y: 490 }
  sketch.axon = [soma, ...wander(random, soma, end, 30, 18)]
  sketch.landmarks.push(
    { label: 'soma', at: soma },
    { label: 'dendritic field', at: farthest(soma, cloud) },
    { label: 'axon', at: sketch.axon.at(-2) ?? end },
  )
  return sketch
}
