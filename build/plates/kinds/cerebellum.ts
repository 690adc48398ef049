import { type Cell, outermost } from '../cell'
import { degrees, type Point, polar } from '../geometry'
import { curvePoint, growTree, partLimbs } from '../tree'

/** The Purkinje cell of the cerebellum: a flat fan of the richest dendrites there are, over a pear-shaped body. */
export const drawPurkinje = (cell: Cell): void => {
  const { between, chance, next, sign } = cell.random
  const lean = between(-34, 34)
  const soma = { x: 200 + lean, y: between(398, 412) }
  const fork = { x: soma.x + between(-8, 8), y: soma.y - between(52, 66) }
  const trunk = cell.wander({ x: soma.x, y: soma.y - 16 }, fork, 5, 12)
  const left = cell.wander(fork, { x: between(92, 126), y: between(236, 270) }, 26, 14)
  const right = cell.wander(fork, { x: between(274, 308), y: between(220, 262) }, 26, 14)
  const middle = cell.wander(fork, { x: 200 - lean * 0.5, y: between(200, 240) }, 22, 14)
  const cloud = cell.strew(620, 11.6, () => {
    const place = polar({ x: 200, y: 232 }, degrees(between(-196, 16)), Math.sqrt(next()))
    const x = 200 + (place.x - 200) * 168
    const y = 232 + (place.y - 232) * (place.y < 232 ? 204 : 260)
    return x > 22 && x < 378 && y > 26 ? { x, y } : undefined
  })
  const isTwin = chance(0.5)
  const stem = [...trunk, ...(isTwin ? left : middle)]
  const style = { balance: 0.16, thick: 6.4, tip: 0.62, flare: 13, tremble: 0.1, least: 9 }
  cell.arbor(soma, [stem], [...(isTwin ? [] : left), ...right, ...cloud], style)
  cell.body(soma, 17.5, 0.9)
  const end = { x: soma.x + between(-40, 40), y: 488 }
  cell.axon = [soma, ...cell.wander({ x: soma.x, y: soma.y + 17 }, end, 8, 12)]
  const branch = curvePoint(cell.axon, 4)
  const tip = { x: branch.x + sign() * 90, y: branch.y - 14 }
  cell.collateral(branch, tip, { twigs: 8, spacing: 12, least: 8, most: 30, sway: 14, isBranchFirst: true })
  cell.spines = 1.3
  cell.label({ 'spiny branchlets': outermost(cloud), 'primary dendrite': trunk.at(-1), soma })
  cell.label({ axon: cell.axon.at(-2), 'recurrent collateral': tip })
}

/** The faint neighbour of the next plate: a Purkinje cell seen from its narrow side. */
const addGhostPurkinje = (cell: Cell, at: Point, top: number): void => {
  const { between } = cell.random
  const trunk = cell.wander({ x: at.x, y: at.y - 14 }, { x: at.x, y: top + 60 }, 6, 16)
  const cloud = cell.strew(46, 14, () => ({ x: at.x + between(-34, 34), y: between(top, at.y - 50) }))
  const tree = growTree({ root: at, stems: [trunk], cloud, balance: 0.3 })
  cell.ghosts.push(...partLimbs(tree, { thick: 4, tip: 0.8, flare: 10, least: 10 }, cell.random))
  cell.ghostBodies.push(cell.round(at, 17, 0.86))
}

/** Granule cells of the cerebellum: claws below, and axons that rise, part in two and run on as parallel fibres. */
export const drawGranule = (cell: Cell): void => {
  const { between, chance, whole } = cell.random
  const count = whole(4, 5)
  addGhostPurkinje(cell, { x: between(120, 150), y: 322 }, 40)
  addGhostPurkinje(cell, { x: between(256, 286), y: 326 }, 44)
  const heights = Array.from({ length: count }, (_, index) => 52 + (index * 210) / count + between(0, 30))
  for (let index = 0; index < count; index++) {
    const x = 54 + (292 * (index + 0.5)) / count + between(-14, 14)
    const soma = { x, y: 388 + (index % 2) * 44 + between(-8, 12) }
    for (const angle of cell.spread(whole(3, 4), degrees(-20), degrees(340))) {
      const end = polar(soma, angle, between(32, 44))
      const line = cell.wander(soma, end, 10, 10)
      const claw = cell.strew(5, 6, () => polar(polar(end, angle, 5), between(0, 6.28), between(4, 11)))
      cell.arbor(soma, [line], claw, { balance: 0.1, thick: 1.9, tip: 0.9, flare: 4 })
    }
    cell.body(soma, 9.5, 1.03)
    const fork = { x: soma.x + between(-22, 22), y: heights[(index * 3) % count] ?? 60 }
    const rise = [soma, ...cell.wander(soma, fork, 14, 18)]
    const halves = [28, 372].map((x) => cell.wander(fork, { x, y: fork.y + between(-7, 7) }, 5, 20))
    const [one = [], other = []] = halves
    if (index === 0) {
      cell.axon = [...rise, ...other]
      cell.fibres.push([fork, ...one])
      cell.label({ 'parallel fibre': other.at(-2), 'ascending axon': rise[Math.floor(rise.length * 0.5)] })
    } else cell.fibres.push([...rise, ...one], [fork, ...other])
    for (const half of halves) cell.boutons.push(...half.slice(0, -1).filter(() => chance(0.72)))
    if (index === count - 1) cell.label({ 'granule cell': soma })
  }
  cell.label({ claw: cell.limbs[0]?.points.at(-1) })
}

/** The basket cell: a long axon along a row of Purkinje cells, whose bodies it weaves into baskets. */
export const drawBasket = (cell: Cell): void => {
  const { between, next, sign } = cell.random
  const side = sign()
  const soma = { x: 200 - side * between(64, 90), y: between(206, 222) }
  const cloud = cell.strew(150, 14, () => {
    const place = polar(soma, degrees(between(-205, 25)), 190 * Math.sqrt(next()))
    return place.x > 24 && place.x < 376 && place.y > 24 ? place : undefined
  })
  const stems = cell.stems(soma, cell.spread(5, degrees(-190), degrees(10)), 24)
  cell.arbor(soma, stems, cloud, { balance: 0.42, thick: 4.6, tip: 0.55, flare: 7.5, least: 11 })
  cell.body(soma, 13.5, 1.1)
  const level = soma.y + 52
  const nests = [58, 153, 247, 342].map((x) => ({ x: x + between(-8, 8), y: 392 + between(-10, 14) }))
  const out = { x: side > 0 ? 370 : 30, y: level + between(-4, 14) }
  const elbow = { x: soma.x + side * 30, y: level - 4 }
  cell.axon = [soma, ...cell.wander(soma, elbow, 6, 14), ...cell.wander(elbow, out, 9, 16)]
  cell.fibres.push([elbow, ...cell.wander(elbow, { x: side > 0 ? 30 : 370, y: level + 12 }, 8, 18)])
  for (const nest of nests) {
    const { x, y } = nest
    const ghostTop = { x: x + between(-6, 6), y: level + 16 }
    const limb = {
      points: [nest, ...cell.wander(nest, ghostTop, 5, 18)],
      radii: [14, 7, 5.5, 5, 5, 5, 5, 5, 5],
      order: 0,
    }
    cell.ghosts.push(limb)
    cell.ghostBodies.push(cell.round(nest, 21, 0.88))
    for (let strand = 0; strand < 7; strand++) {
      const way = strand % 2 === 0 ? -1 : 1
      const start = { x: x + way * between(4, 26), y: level + between(2, 12) }
      const hip = between(15, 24)
      const foot = { x: x + between(-4, 4), y: y + between(34, 48) }
      cell.fibres.push([
        start,
        { x: x + way * between(10, 17), y: y - between(44, 58) },
        { x: x + way * hip, y: y - between(14, 22) },
        { x: x + way * (hip + between(-4, 4)), y: y + between(-2, 8) },
        { x: x + way * hip * between(-0.5, 0.7), y: y + between(15, 24) },
        { x: x + way * between(-5, 5), y: y + 30 },
        foot,
      ])
      cell.boutons.push({ x: x + way * hip * 0.96, y: y - 12 + between(-5, 14) }, foot)
    }
  }
  const nest = nests[side > 0 ? 3 : 0] ?? soma
  const basket = { x: nest.x + side * 12, y: nest.y + 4 }
  cell.label({ dendrite: outermost(cloud), soma, axon: cell.axon.at(-3), basket })
}
