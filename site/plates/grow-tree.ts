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
  const add = (point: Point, parent: number): number => {
    const from = joints[parent]
    joints.push({ x: point.x, y: point.y, parent, way: from ? from.way + distance(from, point) : 0 })
    children.push(0)
    children[parent] = (children[parent] ?? 0) + 1
    return joints.length - 1
  }
  for (const stem of plan.stems) {
    let parent = 0
    for (const point of stem) parent = add(point, parent)
  }
  const costOf = (point: Point, index: number): number => {
    const joint = joints[index]
    if (!joint || (index === 0 && plan.stems.length > 0) || (children[index] ?? 0) > 1) return Number.POSITIVE_INFINITY
    const gap = distance(joint, point)
    const before = joints[joint.parent]
    let bend = 0
    if (before) {
      const a = heading(before, joint)
      const b = heading(joint, point)
      bend = 1 - (a.x * b.x + a.y * b.y)
    }
    return gap * (1 + stiffness * bend) + balance * (joint.way + gap)
  }
  const waiting = plan.cloud.map((point) => ({ point, best: -1, cost: Number.POSITIVE_INFINITY }))
  const search = (item: (typeof waiting)[number]) => {
    item.cost = Number.POSITIVE_INFINITY
    for (let index = 0; index < joints.length; index++) {
      const cost = costOf(item.point, index)
      if (cost < item.cost) Object.assign(item, { best: index, cost })
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
      const cost = costOf(other.point, added)
      if (cost < other.cost) Object.assign(other, { best: added, cost })
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
