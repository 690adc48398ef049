import type { Cell } from '../cell'
import { degrees, type Point, polar } from '../geometry'
import { curvePoint } from '../tree'

/** The mitral cell of the olfactory bulb: long limbs to both sides, and one dendrite that ends as a ball of twigs. */
export const drawMitral = (cell: Cell): void => {
  const { between, next, sign } = cell.random
  const side = sign()
  const soma = { x: 200 + between(-20, 20), y: between(206, 228) }
  const ball = { x: 200 + side * between(10, 46), y: between(384, 400) }
  const radius = between(46, 54)
  const stem = cell.wander({ x: soma.x, y: soma.y + 14 }, { x: ball.x, y: ball.y - radius * 0.6 }, 14, 14)
  const twigs = cell.strew(96, 9.5, () => polar(ball, between(0, 6.283), radius * Math.sqrt(next())))
  cell.arbor(soma, [stem], twigs, { balance: 0.08, thick: 4.4, tip: 0.7, flare: 12, tremble: 0.12, least: 8 })
  for (const way of [-1, 1]) {
    const reach = way < 0 ? 28 : 372
    const elbow = { x: soma.x + way * 62, y: soma.y + between(0, 24) }
    const far = { x: reach, y: soma.y - between(10, 66) }
    const line = [...cell.wander(soma, elbow, 7, 15), ...cell.wander(elbow, far, 14, 15)]
    const twin = cell.wander(elbow, { x: reach - way * 10, y: soma.y + between(46, 96) }, 16, 15)
    const cloud = cell.strew(46, 17, () => {
      const x = soma.x + way * between(50, 172)
      const y = soma.y + between(-120, 96)
      return x > 24 && x < 376 && Math.abs(y - soma.y) < 26 + Math.abs(x - soma.x) * 0.62 ? { x, y } : undefined
    })
    cell.arbor(soma, [line], [...twin, ...cloud], { balance: 0.42, thick: 5, tip: 0.6, flare: 9, least: 12 })
  }
  cell.body(soma, 15, 1.12)
  const end = { x: soma.x + side * between(-20, 40), y: 14 }
  cell.axon = [soma, ...cell.wander({ x: soma.x, y: soma.y - 14 }, end, 10)]
  for (const index of [4, 7]) {
    const fork = curvePoint(cell.axon, index)
    const tip = { x: fork.x + sign() * between(70, 120), y: fork.y - between(10, 50) }
    const isKept = ({ y }: Point) => y > 14
    cell.collateral(fork, tip, { twigs: 9, spacing: 13, least: 8, most: 34, sway: 14, isKept })
  }
  for (let index = 0; index < 9; index++) {
    const from = { x: ball.x + between(-60, 60), y: 490 }
    const to = polar(ball, degrees(between(20, 160)), radius * between(0.1, 0.8))
    cell.fibres.push([from, ...cell.wander(from, to, 12, 16)])
    cell.boutons.push(to)
  }
  const neighbour = { x: ball.x - side * between(118, 132), y: ball.y + between(-14, 16) }
  cell.ghostBodies.push(cell.round(neighbour, radius * 0.82), cell.round(ball, radius * 1.12))
  cell.label({ axon: cell.axon.at(-3), soma, 'lateral dendrite': cell.limbs.at(-1)?.points.at(-1) })
  cell.label({ 'glomerular tuft': { x: ball.x + side * radius * 0.8, y: ball.y } })
  cell.label({ 'olfactory nerve': { x: ball.x, y: 474 } })
}

/** The retina in section: receptors above, bipolar cells between the layers, a ganglion cell that gathers below. */
export const drawBipolar = (cell: Cell): void => {
  const { between, whole } = cell.random
  const count = whole(4, 6)
  const receptors = 15
  for (let index = 0; index < receptors; index++) {
    const x = 34 + (index * 332) / (receptors - 1) + between(-4, 4)
    const isCone = index % 3 === 1
    const wide = isCone ? 6.5 : 3
    const foot = 96 + between(-14, 14)
    const points = [22, 40, 58, 66, foot, 128].map((y) => ({ x, y }))
    cell.ghosts.push({ points, radii: [isCone ? 1.5 : 2.6, wide * 0.8, wide, 2, 1.3, 3], order: 0 })
    cell.ghostBodies.push(cell.round({ x, y: foot }, isCone ? 7 : 5.4))
  }
  for (let index = 0; index < count; index++) {
    const x = 52 + (296 * index) / (count - 1) + between(-9, 9)
    const soma = { x, y: 196 + between(-16, 26) }
    const crown = cell.strew(15, 8.5, () => ({ x: x + between(-34, 34), y: between(126, 146) }))
    const neck = cell.wander({ x, y: soma.y - 8 }, { x: x + between(-5, 5), y: 158 }, 4, 12)
    cell.arbor(soma, [neck], crown, { balance: 0.16, thick: 2.6, tip: 0.8, flare: 6, tremble: 0.12 })
    cell.body(soma, 9.5, 0.86)
    const stratum = [318, 352, 300, 370, 334][(index + whole(0, 1)) % 5] ?? 330
    const foot = { x: x + between(-8, 8), y: stratum }
    const line = [soma, ...cell.wander(soma, foot, 7, 14)]
    const cloud = cell.strew(16, 8, () => ({ x: foot.x + between(-36, 36), y: stratum + between(-3, 13) }))
    cell.terminals(foot, [], cloud, 0.14, 0.5)
    if (index === 2) cell.axon = line
    else cell.fibres.push(line)
    if (index === 0) cell.label({ 'dendritic crown': crown[0], 'bipolar cell': soma })
    if (index === count - 1) cell.label({ 'axon terminal': cloud[0] })
  }
  const ganglion = { x: 200 + between(-60, 60), y: 440 }
  const fan = cell.strew(96, 13, () => {
    const place = { x: ganglion.x + between(-150, 150), y: between(322, 408) }
    return place.x > 24 && place.x < 376 && 424 - place.y > Math.abs(place.x - ganglion.x) * 0.12 ? place : undefined
  })
  const stems = cell.stems(ganglion, cell.spread(3, degrees(-150), degrees(-30)), 28)
  cell.arbor(ganglion, stems, fan, { balance: 0.4, thick: 4.2, tip: 0.6, flare: 9, least: 10 })
  cell.body(ganglion, 15, 1.06)
  const exit = { x: ganglion.x < 200 ? 378 : 22, y: 476 }
  cell.axon.push(...cell.wander(cell.axon.at(-1) ?? ganglion, ganglion, 6), ...cell.wander(ganglion, exit, 10, 18))
  cell.label({ 'ganglion cell': ganglion })
}
