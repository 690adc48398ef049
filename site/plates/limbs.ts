import { distance, heading, type Point } from './geometry'
import type { Joint } from './grow-tree'
import { writeCurve } from './path-text'
import type { Random } from './random'

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
  root: number
  tip: number
  /** How much the line trembles, as a share of the distance between joints. */
  tremble?: number
  /** Half the width at the root itself, which melts the limb into the cell's body. */
  flare?: number
}

/** Parts a tree into limbs, each following its heaviest child, with the widths that its load asks for. */
export const partLimbs = (joints: readonly Joint[], style: LimbStyle, random: Random): Limb[] => {
  const { tremble = 0.08 } = style
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
  const gain = (style.root - style.tip) / Math.sqrt(heaviest)
  const radiusOf = (index: number) => style.tip + gain * Math.sqrt(loadOf(index))

  const limbs: Limb[] = []
  const starts = (children[0] ?? []).map((index) => ({ index, from: 0, order: 0 }))
  for (let start = starts.shift(); start; start = starts.shift()) {
    const origin = joints[start.from]
    if (!origin) continue
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
      if (gap > 19) push(0.5, (radiusOf(index) + (radii.at(-1) ?? 0)) / 2, tremble * random.bell() * 1.4)
      push(1, radiusOf(index), tremble * random.bell())
      const [heir, ...others]: number[] = (children[index] ?? []).toSorted((a, b) => loadOf(b) - loadOf(a))
      for (const other of others) starts.push({ index: other, from: index, order: start.order + 1 })
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

/** The text of a limb's middle line, for fibres too thin to have a shape. */
export const writeFibre = (limb: Limb): string => writeCurve(limb.points)
