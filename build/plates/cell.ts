import { letterOf } from '../../site/legend'
import { cosine, distance, heading, holdInside, type Point, plateHeight, plateWidth, polar, sine } from './geometry'
import type { Random } from './random'
import { curvePoint, growTree, type Limb, type LimbStyle, partLimbs, type TreePlan } from './tree'

/** How a tree of dendrites grows and looks. */
type Arbor = LimbStyle & Pick<TreePlan, 'balance' | 'stiffness'>

/** A branch of the axon with a small terminal arbor at its end. */
interface Collateral {
  /** How many places the arbor reaches for, how far apart, and how near and far from the tip. */
  twigs: number
  spacing: number
  least: number
  most: number
  sway: number
  balance?: number
  /** The share of joints with a bouton. */
  along?: number
  /** Which places lie on the plate. */
  isKept?: (place: Point) => boolean
  /** Whether the branch is drawn by lot before its arbor. */
  isBranchFirst?: boolean
}

/** A cell before it is written as paths, and the pen with which every kind of neuron puts it together. */
export class Cell {
  readonly random: Random
  /** Tapering limbs, drawn as filled shapes. */
  limbs: Limb[] = []
  /** Closed shapes: the cell's body. */
  bodies: Point[][] = []
  /** The one line that an impulse runs along, from the body to a terminal. */
  axon: Point[] = []
  /** Branches of the axon, drawn as fine lines. */
  fibres: Point[][] = []
  /** Swellings on the fibres where they touch other cells. */
  boutons: Point[] = []
  /** Neighbours that are only hinted at, and closed shapes of them. */
  ghosts: Limb[] = []
  ghostBodies: Point[][] = []
  /** How its limbs are beset with spines: not at all, or by the spine's length in plate units. */
  spines = 0
  /** The things that leader lines point at. */
  landmarks: { label: string; at: Point }[] = []

  constructor(random: Random) {
    this.random = random
  }

  /** Names places for leader lines to point at. */
  label(places: Readonly<Record<string, Point | undefined>>): void {
    for (const [label, at] of Object.entries(places)) if (at) this.landmarks.push({ label, at })
  }

  /** A body's outline: an uneven round, wider or taller by `squash`. */
  round(at: Point, radius: number, squash = 1): Point[] {
    const turn = this.random.between(0, 6)
    return Array.from({ length: 9 }, (_, index) => {
      const angle = turn - (index * Math.PI * 2) / 9
      const reach = radius * (1 + 0.09 * this.random.bell())
      return { x: at.x + cosine(angle) * reach * squash, y: at.y + (sine(angle) * reach) / squash }
    })
  }

  body(at: Point, radius: number, squash?: number): void {
    this.bodies.push(this.round(at, radius, squash))
  }

  /** A line that wanders from one place to another: `sway` is how far it may stray, in plate units. */
  wander(from: Point, to: Point, sway: number, step = 15): Point[] {
    const { bell, between } = this.random
    const count = Math.max(2, Math.round(distance(from, to) / step))
    const way = heading(from, to)
    const bow = sway * bell()
    const turn = between(0, 6)
    const waves = between(1.5, 3)
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / count
      const hold = share * (1 - share) * 4
      const off = hold * bow + sway * 0.35 * sine(turn + waves * share * 6.28) * hold + bell() * sway * 0.12 * hold
      return { x: from.x + (to.x - from.x) * share - way.y * off, y: from.y + (to.y - from.y) * share + way.x * off }
    })
  }

  /** Strews places as evenly as chance allows: `sample` proposes, and a place too near another is dropped. */
  strew(count: number, spacing: number, sample: () => Point | undefined): Point[] {
    const places: Point[] = []
    for (let attempt = 0; attempt < count * 30 && places.length < count; attempt++) {
      const place = sample()
      if (!place) continue
      const room = spacing * this.random.between(0.75, 1.15)
      if (places.every((other) => distance(other, place) > room)) places.push(place)
    }
    return places
  }

  /** Angles spread evenly over an arc, each a little off. */
  spread(count: number, from: number, to: number): number[] {
    const gap = (to - from) / count
    return Array.from({ length: count }, (_, index) => from + gap * (index + 0.5 + 0.28 * this.random.bell()))
  }

  /** Stems that leave a body in the given directions (radians), each so long. */
  stems(at: Point, angles: readonly number[], length: number): Point[][] {
    return angles.map((angle) => {
      const end = polar(at, angle, length * this.random.between(0.85, 1.15))
      return [polar(at, angle + 0.12 * this.random.bell(), length * 0.5), end]
    })
  }

  /** Grows a dendritic tree along its stems to every place of the cloud. */
  arbor(root: Point, stems: readonly Point[][], cloud: readonly Point[], arbor: Arbor): Limb[] {
    const limbs = partLimbs(growTree({ ...arbor, root, stems, cloud }), arbor, this.random)
    this.limbs.push(...limbs)
    return limbs
  }

  /** Grows a terminal arbor of fine fibres, with a bouton at each tip and some along the way. */
  terminals(root: Point, stems: readonly Point[][], cloud: readonly Point[], balance: number, along = 0.25): void {
    const tree = growTree({ root, stems, cloud, balance })
    for (const { points } of partLimbs(tree, { thick: 1, tip: 1, tremble: 0.12 }, this.random)) {
      this.fibres.push(points)
      points.forEach((point, index) => {
        if (index === points.length - 1 || (index > 0 && this.random.chance(along))) this.boutons.push(point)
      })
    }
  }

  /** Grows a branch of the axon to a tip. */
  collateral(from: Point, tip: Point, shape: Collateral): void {
    const { twigs, spacing, least, most, sway, balance = 0.3, along, isKept = () => true } = shape
    const { between } = this.random
    const early = shape.isBranchFirst && this.wander(from, tip, sway)
    const cloud = this.strew(twigs, spacing, () => polar(tip, between(0, 6.28), between(least, most)))
    this.terminals(from, [early || this.wander(from, tip, sway)], cloud.filter(isKept), balance, along)
  }

  /** Draws everything that strays over the plate's edge back inside. */
  hold(): void {
    const hold = (line: Point[]) => line.map(holdInside)
    this.limbs = this.limbs.map((limb) => ({ ...limb, points: hold(limb.points) }))
    this.axon = hold(this.axon)
    this.fibres = this.fibres.map(hold)
    this.boutons = hold(this.boutons)
  }
}

/** The place that lies nearest to the plate's edge, left or right. */
export const outermost = (places: readonly Point[]): Point =>
  places.reduce((best, place) => (Math.abs(place.x - 200) > Math.abs(best.x - 200) ? place : best), { x: 200, y: 250 })

/** A leader line with its letter, as in an atlas. */
export interface Mark {
  letter: string
  label: string
  /** What the line points at, and where it ends beside the letter. */
  at: Point
  end: Point
  /** Where the letter stands, by the middle of its foot. */
  foot: Point
}

const margin = 13
const leading = 24

/** Letters a cell's landmarks from top to bottom and sets each letter into the nearer margin, none above another. */
export const placeMarks = ({ landmarks, limbs, axon, fibres }: Cell): Mark[] => {
  // Not every place of a cloud becomes a branch: each landmark moves onto the nearest place that is drawn.
  const lines = [...limbs.map(({ points }) => points), axon, ...fibres]
  const drawn = lines.flatMap((line) => line.map((_, index) => curvePoint(line, index)))
  const settle = (at: Point) =>
    drawn.reduce((best, place) => (distance(place, at) < distance(best, at) ? place : best), drawn[0] ?? at)
  const lowest = { left: 0, right: 0 }
  return landmarks
    .map(({ label, at }) => ({ label, at: settle(at) }))
    .sort((a, b) => a.at.y - b.at.y)
    .map(({ label, at }, index) => {
      const side = at.x < plateWidth / 2 ? 'left' : 'right'
      const y = Math.max(Math.min(plateHeight - 16, Math.max(18, at.y - 5)), lowest[side])
      lowest[side] = y + leading
      const x = side === 'left' ? margin : plateWidth - margin
      return {
        letter: letterOf(index),
        label,
        at,
        end: { x: x + (side === 'left' ? 8 : -8), y },
        foot: { x, y: y + 5 },
      }
    })
}
