import { distance, heading, type Point } from './geometry'
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

/** Strews places as evenly as chance allows: `sample` proposes, and a place too near another is dropped. */
export const strew = (random: Random, count: number, spacing: number, sample: () => Point | undefined): Point[] => {
  const places: Point[] = []
  for (let attempt = 0; attempt < count * 30 && places.length < count; attempt++) {
    const place = sample()
    if (!place) continue
    const room = spacing * random.between(0.75, 1.15)
    if (places.every((other) => distance(other, place) > room)) places.push(place)
  }
  return places
}
