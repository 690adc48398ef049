import { type Cell, outermost } from '../cell'
import { cosine, type Point, polar, sine } from '../geometry'
import { curvePoint } from '../tree'

interface Star {
  /** The least and the most stems. */
  stems: readonly [number, number]
  points: number
  spacing: number
  radius: number
  rx: number
  ry: number
  /** How far down the plate the tree's middle lies. */
  middle: number
  balance: number
  thick: number
  flare: number
  /** How deep the outline is lobed: 0 is an ellipse. */
  lobes: number
}

/** Draws a body with limbs all round. */
const addStar = (cell: Cell, star: Star): { soma: Point; cloud: Point[] } => {
  const { between, whole } = cell.random
  const soma = { x: 200 + between(-22, 22), y: star.middle + between(-26, 12) }
  const turn = between(0, 6)
  const angles = cell.spread(whole(...star.stems), turn, turn + Math.PI * 2)
  const lobeCount = whole(3, 5)
  const lobeTurn = between(0, 6)
  const cloud = cell.strew(star.points, star.spacing, () => {
    const angle = between(0, Math.PI * 2)
    const edge = 1 - star.lobes * (0.5 + 0.5 * sine(lobeCount * angle + lobeTurn))
    const reach = Math.sqrt(between(0.03, 1)) * edge
    const place = { x: 200 + cosine(angle) * reach * star.rx, y: star.middle + sine(angle) * reach * star.ry }
    return place.x > 22 && place.x < 378 && place.y > 24 && place.y < 472 ? place : undefined
  })
  cell.arbor(soma, cell.stems(soma, angles, star.radius * 1.9), cloud, { ...star, tip: 0.6, least: 12 })
  cell.body(soma, star.radius, between(0.88, 1.12))
  return { soma, cloud }
}

/** The motor neuron of the spinal cord: a great body, thick limbs all round, an axon that leaves for a muscle. */
export const drawMotor = (cell: Cell): void => {
  const { between, sign } = cell.random
  const look = { balance: 0.7, thick: 8.6, flare: 15, lobes: 0.45 }
  const size = { radius: 23, rx: 182, ry: 226, middle: 232 }
  const { soma, cloud } = addStar(cell, { stems: [6, 8], points: 150, spacing: 18, ...size, ...look })
  const side = sign()
  const end = { x: soma.x + side * between(90, 150), y: 488 }
  cell.axon = [soma, ...cell.wander(soma, end, 34, 18)]
  const fork = curvePoint(cell.axon, 6)
  const collateral = { x: fork.x - side * 64, y: fork.y + 40 }
  cell.collateral(fork, collateral, { twigs: 7, spacing: 12, least: 8, most: 28, sway: 14 })
  cell.label({ soma, dendrite: outermost(cloud), axon: cell.axon.at(-4), collateral })
}

/** The spiny stellate cell: a small star with limbs of equal right, and a fine axon of many turns. */
export const drawStellate = (cell: Cell): void => {
  const { between } = cell.random
  const look = { balance: 0.36, thick: 4.4, flare: 8, lobes: 0.22 }
  const size = { radius: 15, rx: 164, ry: 172, middle: 190 }
  const { soma, cloud } = addStar(cell, { stems: [5, 7], points: 260, spacing: 14, ...size, ...look })
  const end = { x: soma.x + between(-60, 60), y: 480 }
  cell.axon = [soma, ...cell.wander(soma, end, 26)]
  for (const [place, index] of [6, 8, 10, 12].entries()) {
    const fork = curvePoint(cell.axon, index)
    const way = place % 2 === 0 ? -1 : 1
    const tip = { x: fork.x + way * between(60, 120), y: fork.y + between(10, 70) }
    const isKept = ({ x, y }: Point) => y < 486 && x > 20 && x < 380
    const twigs = { twigs: 15, spacing: 13, least: 8, most: 52 }
    cell.collateral(fork, tip, { ...twigs, sway: 18, balance: 0.2, along: 0.5, isKept })
  }
  cell.spines = 1.5
  cell.label({ soma, 'spiny dendrite': outermost(cloud), axon: cell.axon.at(-3) })
}

/** The ganglion cell of the retina, seen from above: a round lace, and an axon that leaves for the brain. */
export const drawGanglion = (cell: Cell): void => {
  const { between, sign } = cell.random
  const look = { balance: 0.18, thick: 4.2, flare: 8, lobes: 0.06 }
  const size = { radius: 14, rx: 174, ry: 190, middle: 226 }
  const { soma, cloud } = addStar(cell, { stems: [4, 6], points: 420, spacing: 12.6, ...size, ...look })
  const end = { x: soma.x + sign() * between(40, 120), y: 490 }
  cell.axon = [soma, ...cell.wander(soma, end, 30, 18)]
  cell.label({ soma, 'dendritic field': outermost(cloud), axon: cell.axon.at(-2) })
}

/** The starburst amacrine cell of the retina: limbs that fork and fork again towards a beaded rim. */
export const drawStarburst = (cell: Cell): void => {
  const { bell, between, chance, whole } = cell.random
  const soma = { x: 200 + between(-8, 8), y: 244 + between(-8, 8) }
  const turn = between(0, 6)
  const arms = whole(5, 7)
  const cloud = cell.strew(250, 13, () => {
    const place = polar(soma, between(0, 6.283), 172 * Math.sqrt(between(0.1, 1)))
    return { x: place.x, y: soma.y + (place.y - soma.y) * 1.12 }
  })
  const rim = Array.from({ length: 64 }, (_, index) => {
    const angle = (index * 6.2832) / 64 + 0.05 * bell()
    const reach = between(160, 174)
    return { x: soma.x + cosine(angle) * reach, y: soma.y + sine(angle) * reach * 1.12 }
  })
  const stems = cell.stems(soma, cell.spread(arms, turn, turn + 6.283), 26)
  const style = { balance: 0.85, stiffness: 1, thick: 3.4, tip: 0.5, flare: 7, tremble: 0.05, least: 18 }
  const limbs = cell.arbor(soma, stems, [...cloud, ...rim], style)
  cell.body(soma, 13, 1)
  for (const { points } of limbs) {
    points.forEach((point, index) => {
      const isFar = Math.abs(point.x - soma.x) + Math.abs(point.y - soma.y) > 128
      if (index > 0 && isFar && chance(0.6)) cell.boutons.push(point)
    })
  }
  cell.axon = limbs[0]?.points ?? [soma]
  cell.label({ varicosity: cell.boutons[0], soma, dendrite: limbs[2]?.points[3] ?? soma })
}
