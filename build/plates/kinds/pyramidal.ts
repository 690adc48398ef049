import { degrees, type Point, polar } from '../geometry'
import { strew } from '../grow-tree'
import { curvePoint } from '../limbs'
import type { Random } from '../random'
import {
  addArbor,
  addTerminals,
  outermost,
  roundBody,
  type Sketch,
  spreadAngles,
  starStems,
  startSketch,
  wander,
} from '../sketch'

/** The pyramidal cell of the cortex: an apical dendrite that ends in a tuft, a skirt of basal ones, an axon downwards. */
export const sketchPyramidal = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-18, 18), y: random.between(322, 348) }
  const top: Point = { x: soma.x + random.between(-26, 26), y: random.between(118, 160) }
  const forked = random.chance(0.3)
  const spread = random.between(105, 150)
  const apical = wander(random, { x: soma.x, y: soma.y - 12 }, top, 12, 13)
  const tuft = strew(random, 120, 13, () => {
    const y = random.between(26, top.y + 18)
    const rise = (top.y + 30 - y) / (top.y + 4)
    const x = top.x + random.between(-1, 1) * spread * Math.sqrt(Math.max(0.03, rise))
    return x > 26 && x < 374 ? { x, y } : undefined
  })
  const oblique = strew(random, 62, 16, () => {
    const y = random.between(top.y + 30, soma.y - 46)
    const share = (y - top.y) / (soma.y - top.y)
    const side = random.sign()
    return { x: soma.x + (top.x - soma.x) * (1 - share) + side * random.between(14, 36 + 70 * share), y }
  })
  const stems = forked
    ? [[...apical.slice(0, -4), ...wander(random, apical.at(-5) ?? top, { x: top.x - 30, y: top.y }, 6, 13)]]
    : [apical]
  addArbor(
    sketch,
    random,
    { root: soma, stems, cloud: [...tuft, ...oblique], balance: 0.4, stiffness: 1.2 },
    { root: 5.8, tip: 0.55, flare: 13, least: 11 },
  )
  const angles = spreadAngles(random, random.whole(5, 7), degrees(-18), degrees(198))
  const skirt = strew(random, 118, 14, () => {
    const angle = degrees(random.between(-24, 204))
    const place = polar(soma, angle, 30 + 128 * Math.sqrt(random.next()))
    return place.y < 470 && Math.abs(place.x - soma.x) > 9 ? place : undefined
  })
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, 26), cloud: skirt, balance: 0.55, stiffness: 1 },
    { root: 3.4, tip: 0.5, flare: 7, least: 11 },
  )
  sketch.bodies.push(roundBody(random, soma, 13.5, 0.94))
  const end = { x: soma.x + random.between(-20, 20), y: 486 }
  sketch.axon = [soma, ...wander(random, { x: soma.x, y: soma.y + 14 }, end, 12)]
  for (const share of [0.3, 0.48]) {
    const fork = curvePoint(sketch.axon, Math.round(sketch.axon.length * share) + 2)
    const side = random.sign()
    const reach = { x: fork.x + side * random.between(70, 120), y: fork.y + random.between(-6, 40) }
    const line = wander(random, fork, reach, 16)
    const tip = line.at(-1) ?? reach
    const cloud = strew(random, 7, 12, () => polar(tip, random.between(0, 6.28), random.between(10, 34)))
    addTerminals(sketch, random, { root: fork, stems: [line], cloud: cloud.filter((p) => p.y < 488), balance: 0.3 })
  }
  sketch.spines = 1.5
  sketch.landmarks.push(
    { label: 'tuft', at: outermost(tuft) },
    { label: 'apical dendrite', at: apical[Math.floor(apical.length / 2)] ?? top },
    { label: 'soma', at: { x: soma.x, y: soma.y } },
    { label: 'basal dendrite', at: outermost(skirt) },
    { label: 'axon', at: sketch.axon.at(-3) ?? end },
  )
  return sketch
}
