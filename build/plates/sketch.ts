import { cosine, distance, heading, holdInside, type Point, polar, sine } from './geometry'
import { growTree, type TreePlan } from './grow-tree'
import { curvePoint, type Limb, type LimbStyle, partLimbs } from './limbs'
import type { Random } from './random'

/** A thing that a leader line points at. */
export interface Landmark {
  label: string
  at: Point
}

/** A cell before it is written as paths: what each kind of neuron puts together. */
export interface Sketch {
  /** Tapering limbs, drawn as filled shapes. */
  limbs: Limb[]
  /** Closed shapes: the cell's body. */
  bodies: Point[][]
  /** The one line that an impulse runs along, from the body to a terminal. */
  axon: Point[]
  /** Branches of the axon, drawn as fine lines. */
  fibres: Point[][]
  /** Swellings on the fibres where they touch other cells. */
  boutons: Point[]
  /** Neighbours that are only hinted at. */
  ghosts: Limb[]
  /** Closed shapes of such neighbours. */
  ghostBodies: Point[][]
  landmarks: Landmark[]
  /** How its limbs are beset with spines: not at all, or by the spine's length in plate units. */
  spines: number
}

export const startSketch = (): Sketch => ({
  limbs: [],
  bodies: [],
  axon: [],
  fibres: [],
  boutons: [],
  ghosts: [],
  ghostBodies: [],
  landmarks: [],
  spines: 0,
})

/** A cell body's outline: an uneven round, wider or taller by `squash`. */
export const roundBody = (random: Random, at: Point, radius: number, squash = 1, corners = 9): Point[] => {
  const turn = random.between(0, 6)
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = turn - (index * Math.PI * 2) / corners
    const reach = radius * (1 + 0.09 * random.bell())
    return { x: at.x + cosine(angle) * reach * squash, y: at.y + (sine(angle) * reach) / squash }
  })
  return points
}

/** A line that wanders from one place to another: `sway` is how far it may stray, in plate units. */
export const wander = (random: Random, from: Point, to: Point, sway: number, step = 15): Point[] => {
  const length = distance(from, to)
  const count = Math.max(2, Math.round(length / step))
  const way = heading(from, to)
  const bow = sway * random.bell()
  const turn = random.between(0, 6)
  const waves = random.between(1.5, 3)
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count
    const hold = share * (1 - share) * 4
    const off = hold * bow + sway * 0.35 * sine(turn + waves * share * 6.28) * hold + random.bell() * sway * 0.12 * hold
    return { x: from.x + (to.x - from.x) * share - way.y * off, y: from.y + (to.y - from.y) * share + way.x * off }
  })
}

/** Stems that leave a body in the given directions (radians), each so long. */
export const starStems = (random: Random, at: Point, angles: readonly number[], length: number): Point[][] =>
  angles.map((angle) => {
    const end = polar(at, angle, length * random.between(0.85, 1.15))
    return [polar(at, angle + 0.12 * random.bell(), length * 0.5), end]
  })

/** Angles spread evenly over an arc, each a little off. */
export const spreadAngles = (random: Random, count: number, from: number, to: number): number[] => {
  const gap = (to - from) / count
  return Array.from({ length: count }, (_, index) => from + gap * (index + 0.5 + 0.28 * random.bell()))
}

/** Grows a dendritic tree and adds its limbs to the sketch. */
export const addArbor = (sketch: Sketch, random: Random, plan: TreePlan, style: LimbStyle): Limb[] => {
  const limbs = partLimbs(growTree(plan), style, random)
  sketch.limbs.push(...limbs)
  return limbs
}

/** Grows a terminal arbor of fine fibres, with a bouton at each tip and some along the way. */
export const addTerminals = (sketch: Sketch, random: Random, plan: TreePlan, along = 0.25): void => {
  for (const limb of partLimbs(growTree(plan), { root: 1, tip: 1, tremble: 0.12 }, random)) {
    sketch.fibres.push(limb.points)
    limb.points.forEach((point, index) => {
      if (index === limb.points.length - 1 || (index > 0 && random.chance(along))) sketch.boutons.push(point)
    })
  }
}

/** The same sketch with everything inside the plate. */
export const holdSketch = (sketch: Sketch): Sketch => {
  const hold = (line: Point[]) => line.map(holdInside)
  return {
    ...sketch,
    limbs: sketch.limbs.map((limb) => ({ ...limb, points: hold(limb.points) })),
    axon: hold(sketch.axon),
    fibres: sketch.fibres.map(hold),
    boutons: hold(sketch.boutons),
  }
}

/** Moves every landmark onto the nearest place that is drawn, since not every place of a cloud becomes a branch. */
export const settleLandmarks = (sketch: Sketch): Landmark[] => {
  const drawn = [
    ...sketch.limbs.flatMap(({ points }) => points.map((_, index) => curvePoint(points, index))),
    ...sketch.axon.map((_, index) => curvePoint(sketch.axon, index)),
    ...sketch.fibres.flatMap((line) => line.map((_, index) => curvePoint(line, index))),
  ]
  return sketch.landmarks.map(({ label, at }) => ({
    label,
    at: drawn.reduce((best, place) => (distance(place, at) < distance(best, at) ? place : best), drawn[0] ?? at),
  }))
}

/** The place that lies nearest to the plate's edge, left or right. */
export const outermost = (places: readonly Point[]): Point =>
  places.reduce((best, place) => (Math.abs(place.x - 200) > Math.abs(best.x - 200) ? place : best), { x: 200, y: 250 })
