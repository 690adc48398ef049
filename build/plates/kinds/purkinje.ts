import { degrees, type Point, polar } from '../geometry'
import { strew } from '../grow-tree'
import { curvePoint } from '../limbs'
import type { Random } from '../random'
import { addArbor, addTerminals, outermost, roundBody, type Sketch, startSketch, wander } from '../sketch'

/** The Purkinje cell of the cerebellum: a flat fan of the richest dendrites there are, over a pear-shaped body. */
export const sketchPurkinje = (random: Random): Sketch => {
  const sketch = startSketch()
  const lean = random.between(-34, 34)
  const soma: Point = { x: 200 + lean, y: random.between(398, 412) }
  const fork: Point = { x: soma.x + random.between(-8, 8), y: soma.y - random.between(52, 66) }
  const trunk = wander(random, { x: soma.x, y: soma.y - 16 }, fork, 5, 12)
  const left = wander(random, fork, { x: random.between(92, 126), y: random.between(236, 270) }, 26, 14)
  const right = wander(random, fork, { x: random.between(274, 308), y: random.between(220, 262) }, 26, 14)
  const middle = wander(random, fork, { x: 200 - lean * 0.5, y: random.between(200, 240) }, 22, 14)
  const cloud = strew(random, 620, 11.6, () => {
    const angle = degrees(random.between(-196, 16))
    const place = polar({ x: 200, y: 232 }, angle, Math.sqrt(random.next()))
    const x = 200 + (place.x - 200) * 168
    const y = 232 + (place.y - 232) * (place.y < 232 ? 204 : 260)
    return x > 22 && x < 378 && y > 26 ? { x, y } : undefined
  })
  const both = random.chance(0.5)
  const stems = both ? [[...trunk, ...left], right] : [[...trunk, ...middle]]
  const limbStyle = { root: 6.4, tip: 0.62, flare: 13, tremble: 0.1, least: 9 }
  if (both) {
    const joined = [trunk.concat(left)]
    addArbor(sketch, random, { root: soma, stems: joined, cloud: [...right, ...cloud], balance: 0.16 }, limbStyle)
  } else {
    addArbor(sketch, random, { root: soma, stems, cloud: [...left, ...right, ...cloud], balance: 0.16 }, limbStyle)
  }
  sketch.bodies.push(roundBody(random, soma, 17.5, 0.9))
  const end = { x: soma.x + random.between(-40, 40), y: 488 }
  sketch.axon = [soma, ...wander(random, { x: soma.x, y: soma.y + 17 }, end, 8, 12)]
  const branch = curvePoint(sketch.axon, 4)
  const side = random.sign()
  const line = wander(random, branch, { x: branch.x + side * 90, y: branch.y - 14 }, 14)
  const tip = line.at(-1) ?? branch
  const terminals = strew(random, 8, 12, () => polar(tip, random.between(0, 6.28), random.between(8, 30)))
  addTerminals(sketch, random, { root: branch, stems: [line], cloud: terminals, balance: 0.3 })
  sketch.spines = 1.3
  sketch.landmarks.push(
    { label: 'spiny branchlets', at: outermost(cloud) },
    { label: 'primary dendrite', at: trunk.at(-1) ?? fork },
    { label: 'soma', at: soma },
    { label: 'axon', at: sketch.axon.at(-2) ?? end },
    { label: 'recurrent collateral', at: tip },
  )
  return sketch
}
