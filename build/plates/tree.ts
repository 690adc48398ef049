import { distance, heading, type Point, writeCurve } from './geometry'
import type { Random } from './random'

/** One joint of a tree; a parent always stands before its children in the list, the root first. */
export interface Joint extends Point {
  /** The place of its parent in the list; -1 for the root. */
  parent: number
  /** The way along the tree from the root, in plate units. */
  way: number
}

export interface TreePlan {
  root: Point
  /** Lines that leave the root and must be part of the tree; what grows, grows from them. */
  stems: readonly (readonly Point[])[]
  /** The places that the tree has to reach. */
  cloud: readonly Point[]
  /** How much a short way to the root counts against little material: 0 winds, 1 runs straight. */
  balance: number
  /** How much a sharp bend costs. */
  stiffness?: number
}

/**
 * Grows a tree that reaches every place of the cloud. Real dendrites spend little material and keep ways short; a
 * greedy tree that weighs the two against each other takes their shape.
 */
export const growTree = (plan: TreePlan): Joint[] => {
  const { balance, stiffness = 0.6 } = plan
  const joints: Joint[] = [{ ...plan.root, parent: -1, way: 0 }]
  const children: number[] = [0]
  /** The direction in which each joint was reached. */
  const ways: Point[] = [{ x: 0, y: 0 }]
  const add = (point: Point, parent: number): number => {
    const from = joints[parent]
    joints.push({ x: point.x, y: point.y, parent, way: from ? from.way + distance(from, point) : 0 })
    children.push(0)
    ways.push(from ? heading(from, point) : { x: 0, y: 0 })
    children[parent] = (children[parent] ?? 0) + 1
    return joints.length - 1
  }
  for (const stem of plan.stems) {
    let parent = 0
    for (const point of stem) parent = add(point, parent)
  }
  /** The cost of reaching a place from a joint; infinite when that is no less than what is known already. */
  const costOf = (point: Point, index: number, known: number): number => {
    const joint = joints[index]
    if (!joint || (index === 0 && plan.stems.length > 0) || (children[index] ?? 0) > 1) return Number.POSITIVE_INFINITY
    const gap = distance(joint, point)
    const least = gap + balance * (joint.way + gap)
    if (least >= known || gap === 0) return gap === 0 ? least : Number.POSITIVE_INFINITY
    const { x, y } = ways[index] ?? point
    const bend = index === 0 ? 0 : 1 - (x * (point.x - joint.x) + y * (point.y - joint.y)) / gap
    return least + gap * stiffness * bend
  }
  const waiting = plan.cloud.map((point) => ({ point, best: -1, cost: Number.POSITIVE_INFINITY }))
  const search = (item: (typeof waiting)[number]) => {
    item.cost = Number.POSITIVE_INFINITY
    for (let index = 0; index < joints.length; index++) {
      const cost = costOf(item.point, index, item.cost)
      if (cost < item.cost) {
        item.best = index
        item.cost = cost
      }
    }
  }
  for (const item of waiting) search(item)
  while (waiting.length > 0) {
    let choice = 0
    waiting.forEach((item, index) => {
      if (item.cost < (waiting[choice]?.cost ?? 0)) choice = index
    })
    const [item] = waiting.splice(choice, 1)
    if (!item || item.best < 0) break
    const parent = item.best
    const added = add(item.point, parent)
    for (const other of waiting) {
      if (other.best === parent && (children[parent] ?? 0) > 1) search(other)
      const cost = costOf(other.point, added, other.cost)
      if (cost < other.cost) {
        other.best = added
        other.cost = cost
      }
    }
  }
  return joints
}

/** A branch drawn in one go, from where it leaves its parent to its tip. */
export interface Limb {
  points: Point[]
  /** Half the width at each point, in plate units. */
  radii: number[]
  /** 0 for a limb that leaves the root, 1 for its branches, and so on. */
  order: number
}

export interface LimbStyle {
  /** Half the width of the heaviest limb where it leaves the root, and of every tip. */
  thick: number
  tip: number
  /** How much the line trembles, as a share of the distance between joints. */
  tremble?: number
  /** Half the width at the root itself, which melts the limb into the cell's body. */
  flare?: number
  /** Side branches shorter than this are left out, in plate units: buds that were never branches. */
  least?: number
}

/** Where the smooth line through the points passes nearest to one of them: branches must leave from there. */
export const curvePoint = (points: readonly Point[], index: number): Point => {
  const point = points[index] ?? { x: 0, y: 0 }
  const before = points[index - 1]
  const after = points[index + 1]
  if (!before || !after) return point
  return { x: (before.x + 6 * point.x + after.x) / 8, y: (before.y + 6 * point.y + after.y) / 8 }
}

/** Parts a tree into limbs, each following its heaviest child, with the widths that its load asks for. */
export const partLimbs = (joints: readonly Joint[], style: LimbStyle, random: Random): Limb[] => {
  const { tremble = 0.08, least = 0 } = style
  const load = joints.map(() => 0)
  const children: number[][] = joints.map(() => [])
  for (let index = joints.length - 1; index > 0; index--) {
    const joint = joints[index]
    const parent = joint && joints[joint.parent]
    if (!joint || !parent) continue
    load[joint.parent] = (load[joint.parent] ?? 0) + (load[index] ?? 0) + distance(joint, parent)
    children[joint.parent]?.unshift(index)
  }
  const loadOf = (index: number) => load[index] ?? 0
  const heaviest = Math.max(1, ...(children[0] ?? []).map(loadOf))
  const radiusOf = (index: number) => {
    const share = Math.sqrt(loadOf(index) / heaviest)
    return style.tip + (style.thick - style.tip) * share * (0.6 + 0.4 * share)
  }

  const limbs: Limb[] = []
  const root = joints[0] ?? { x: 0, y: 0 }
  const starts = (children[0] ?? []).map((index) => ({ index, from: 0, at: () => root, order: 0 }))
  for (let start = starts.shift(); start; start = starts.shift()) {
    const origin: Point = start.at()
    const points: Point[] = [origin]
    const own = radiusOf(start.index)
    const radii: number[] = [start.from === 0 ? (style.flare ?? own * 1.6) : Math.min(radiusOf(start.from), own * 1.7)]
    let index: number | undefined = start.index
    let last: Point = origin
    while (index !== undefined) {
      const joint: Joint | undefined = joints[index]
      if (!joint) break
      const gap = distance(last, joint)
      const way = heading(last, joint)
      const push = (share: number, radius: number, sway: number) => {
        points.push({
          x: last.x + (joint.x - last.x) * share - way.y * gap * sway,
          y: last.y + (joint.y - last.y) * share + way.x * gap * sway,
        })
        radii.push(radius * (1 + 0.16 * random.bell()))
      }
      if (gap > (start.order === 0 ? 13 : 17))
        push(0.5, (radiusOf(index) + (radii.at(-1) ?? 0)) / 2, tremble * random.bell() * 1.4)
      push(1, radiusOf(index), tremble * random.bell())
      const [heir, ...others]: number[] = (children[index] ?? []).toSorted((a, b) => loadOf(b) - loadOf(a))
      for (const other of others) {
        const reach = loadOf(other) + distance(joint, joints[other] ?? joint)
        const place = points.length - 1
        if (reach >= least)
          starts.push({ index: other, from: index, at: () => curvePoint(points, place), order: start.order + 1 })
      }
      last = joint
      index = heir
    }
    limbs.push({ points, radii, order: start.order })
  }
  return limbs
}

/** The text of a limb's outline: along one side, round the tip, and back along the other. */
export const writeLimb = (limb: Limb): string => {
  const { points, radii } = limb
  const left: Point[] = []
  const right: Point[] = []
  points.forEach((point, index) => {
    const way = heading(points[index - 1] ?? point, points[index + 1] ?? point)
    const radius = radii[index] ?? 0
    left.push({ x: point.x - way.y * radius, y: point.y + way.x * radius })
    right.push({ x: point.x + way.y * radius, y: point.y - way.x * radius })
  })
  return writeCurve([...left, ...right.reverse()], true)
}
