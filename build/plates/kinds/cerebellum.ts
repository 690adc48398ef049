import { degrees, type Point, polar } from '../geometry'
import { growTree, strew } from '../grow-tree'
import { partLimbs } from '../limbs'
import type { Random } from '../random'
import { addArbor, outermost, roundBody, type Sketch, spreadAngles, starStems, startSketch, wander } from '../sketch'

/** The faint neighbour of both plates: a Purkinje cell seen from its narrow side. */
const addGhostPurkinje = (sketch: Sketch, random: Random, at: Point, width: number, top: number): void => {
  const trunk = wander(random, { x: at.x, y: at.y - 14 }, { x: at.x, y: top + 60 }, 6, 16)
  const cloud = strew(random, 46, 14, () => ({
    x: at.x + random.between(-width, width),
    y: random.between(top, at.y - 50),
  }))
  const tree = growTree({ root: at, stems: [trunk], cloud, balance: 0.3 })
  sketch.ghosts.push(...partLimbs(tree, { root: 4, tip: 0.8, flare: 10, least: 10 }, random))
  sketch.ghostBodies.push(roundBody(random, at, 17, 0.86))
}

/** Granule cells of the cerebellum: claws below, and axons that rise, part in two and run on as parallel fibres. */
export const sketchGranule = (random: Random): Sketch => {
  const sketch = startSketch()
  const count = random.whole(4, 5)
  addGhostPurkinje(sketch, random, { x: random.between(120, 150), y: 322 }, 34, 40)
  addGhostPurkinje(sketch, random, { x: random.between(256, 286), y: 326 }, 34, 44)
  const heights = Array.from({ length: count }, (_, index) => 52 + (index * 210) / count + random.between(0, 30))
  for (let index = 0; index < count; index++) {
    const soma: Point = {
      x: 54 + (292 * (index + 0.5)) / count + random.between(-14, 14),
      y: 388 + (index % 2) * 44 + random.between(-8, 12),
    }
    for (const angle of spreadAngles(random, random.whole(3, 4), degrees(-20), degrees(340))) {
      const end = polar(soma, angle, random.between(32, 44))
      const line = wander(random, soma, end, 10, 10)
      const claw = strew(random, 5, 6, () =>
        polar(polar(end, angle, 5), random.between(0, 6.28), random.between(4, 11)),
      )
      addArbor(
        sketch,
        random,
        { root: soma, stems: [line], cloud: claw, balance: 0.1 },
        { root: 1.9, tip: 0.9, flare: 4 },
      )
    }
    sketch.bodies.push(roundBody(random, soma, 9.5, 1.03))
    const fork = { x: soma.x + random.between(-22, 22), y: heights[(index * 3) % count] ?? 60 }
    const rise = [soma, ...wander(random, soma, fork, 14, 18)]
    const halves = [28, 372].map((x) => wander(random, fork, { x, y: fork.y + random.between(-7, 7) }, 5, 20))
    const [one = [], other = []] = halves
    if (index === 0) {
      sketch.axon = [...rise, ...other]
      sketch.fibres.push([fork, ...one])
    } else sketch.fibres.push([...rise, ...one], [fork, ...other])
    for (const half of halves) sketch.boutons.push(...half.slice(0, -1).filter(() => random.chance(0.72)))
    if (index === 0) {
      sketch.landmarks.push({ label: 'parallel fibre', at: other.at(-2) ?? fork })
      sketch.landmarks.push({ label: 'ascending axon', at: rise[Math.floor(rise.length * 0.5)] ?? fork })
    }
    if (index === count - 1) sketch.landmarks.push({ label: 'granule cell', at: soma })
  }
  const claw = sketch.limbs[0]?.points.at(-1)
  if (claw) sketch.landmarks.push({ label: 'claw', at: claw })
  return sketch
}

/** The basket cell: a long axon along a row of Purkinje cells, whose bodies it weaves into baskets. */
export const sketchBasket = (random: Random): Sketch => {
  const sketch = startSketch()
  const side = random.sign()
  const soma: Point = { x: 200 - side * random.between(64, 90), y: random.between(206, 222) }
  const cloud = strew(random, 150, 14, () => {
    const place = polar(soma, degrees(random.between(-205, 25)), 190 * Math.sqrt(random.next()))
    return place.x > 24 && place.x < 376 && place.y > 24 ? place : undefined
  })
  const angles = spreadAngles(random, 5, degrees(-190), degrees(10))
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, 24), cloud, balance: 0.42 },
    { root: 4.6, tip: 0.55, flare: 7.5, least: 11 },
  )
  sketch.bodies.push(roundBody(random, soma, 13.5, 1.1))
  const level = soma.y + 52
  const nests = [58, 153, 247, 342].map((x) => ({ x: x + random.between(-8, 8), y: 392 + random.between(-10, 14) }))
  const out = { x: side > 0 ? 370 : 30, y: level + random.between(-4, 14) }
  const elbow = { x: soma.x + side * 30, y: level - 4 }
  sketch.axon = [soma, ...wander(random, soma, elbow, 6, 14), ...wander(random, elbow, out, 9, 16)]
  const back = wander(random, elbow, { x: side > 0 ? 30 : 370, y: level + 12 }, 8, 18)
  sketch.fibres.push([elbow, ...back])
  for (const nest of nests) {
    const ghostTop = { x: nest.x + random.between(-6, 6), y: level + 16 }
    const limb = {
      points: [nest, ...wander(random, nest, ghostTop, 5, 18)],
      radii: [14, 7, 5.5, 5, 5, 5, 5, 5, 5],
      order: 0,
    }
    sketch.ghosts.push(limb)
    sketch.ghostBodies.push(roundBody(random, nest, 21, 0.88))
    for (let strand = 0; strand < 7; strand++) {
      const way = strand % 2 === 0 ? -1 : 1
      const start = { x: nest.x + way * random.between(4, 26), y: level + random.between(2, 12) }
      const hip = random.between(15, 24)
      const foot = { x: nest.x + random.between(-4, 4), y: nest.y + random.between(34, 48) }
      sketch.fibres.push([
        start,
        { x: nest.x + way * random.between(10, 17), y: nest.y - random.between(44, 58) },
        { x: nest.x + way * hip, y: nest.y - random.between(14, 22) },
        { x: nest.x + way * (hip + random.between(-4, 4)), y: nest.y + random.between(-2, 8) },
        { x: nest.x + way * hip * random.between(-0.5, 0.7), y: nest.y + random.between(15, 24) },
        { x: nest.x + way * random.between(-5, 5), y: nest.y + 30 },
        foot,
      ])
      sketch.boutons.push({ x: nest.x + way * hip * 0.96, y: nest.y - 12 + random.between(-5, 14) }, foot)
    }
  }
  const nest = nests[side > 0 ? 3 : 0] ?? soma
  sketch.landmarks.push(
    { label: 'dendrite', at: outermost(cloud) },
    { label: 'soma', at: soma },
    { label: 'axon', at: sketch.axon.at(-3) ?? out },
    { label: 'basket', at: { x: nest.x + side * 12, y: nest.y + 4 } },
  )
  return sketch
}
