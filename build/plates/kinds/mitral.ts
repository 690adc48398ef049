import { degrees, type Point, polar } from '../geometry'
import { strew } from '../grow-tree'
import { curvePoint } from '../limbs'
import type { Random } from '../random'
import { addArbor, addTerminals, roundBody, type Sketch, startSketch, wander } from '../sketch'

/** The mitral cell of the olfactory bulb: long limbs to both sides, and one dendrite that ends as a ball of twigs. */
export const sketchMitral = (random: Random): Sketch => {
  const sketch = startSketch()
  const side = random.sign()
  const soma: Point = { x: 200 + random.between(-20, 20), y: random.between(206, 228) }
  const ball: Point = { x: 200 + side * random.between(10, 46), y: random.between(384, 400) }
  const radius = random.between(46, 54)
  const stem = wander(random, { x: soma.x, y: soma.y + 14 }, { x: ball.x, y: ball.y - radius * 0.6 }, 14, 14)
  const twigs = strew(random, 96, 9.5, () => polar(ball, random.between(0, 6.283), radius * Math.sqrt(random.next())))
  addArbor(
    sketch,
    random,
    { root: soma, stems: [stem], cloud: twigs, balance: 0.08 },
    { root: 4.4, tip: 0.7, flare: 12, tremble: 0.12, least: 8 },
  )
  for (const way of [-1, 1]) {
    const reach = way < 0 ? 28 : 372
    const elbow = { x: soma.x + way * 62, y: soma.y + random.between(0, 24) }
    const far = { x: reach, y: soma.y - random.between(10, 66) }
    const line = [...wander(random, soma, elbow, 7, 15), ...wander(random, elbow, far, 14, 15)]
    const twin = wander(random, elbow, { x: reach - way * 10, y: soma.y + random.between(46, 96) }, 16, 15)
    const cloud = strew(random, 46, 17, () => {
      const x = soma.x + way * random.between(50, 172)
      const y = soma.y + random.between(-120, 96)
      return x > 24 && x < 376 && Math.abs(y - soma.y) < 26 + Math.abs(x - soma.x) * 0.62 ? { x, y } : undefined
    })
    addArbor(
      sketch,
      random,
      { root: soma, stems: [line], cloud: [...twin, ...cloud], balance: 0.42 },
      { root: 5, tip: 0.6, flare: 9, least: 12 },
    )
  }
  sketch.bodies.push(roundBody(random, soma, 15, 1.12))
  const end = { x: soma.x + side * random.between(-20, 40), y: 14 }
  sketch.axon = [soma, ...wander(random, { x: soma.x, y: soma.y - 14 }, end, 10)]
  for (const index of [4, 7]) {
    const fork = curvePoint(sketch.axon, index)
    const tip = { x: fork.x + random.sign() * random.between(70, 120), y: fork.y - random.between(10, 50) }
    const cloud = strew(random, 9, 13, () => polar(tip, random.between(0, 6.28), random.between(8, 34)))
    const stems = [wander(random, fork, tip, 14)]
    addTerminals(sketch, random, { root: fork, stems, cloud: cloud.filter(({ y }) => y > 14), balance: 0.3 })
  }
  for (let index = 0; index < 9; index++) {
    const from = { x: ball.x + random.between(-60, 60), y: 490 }
    const to = polar(ball, degrees(random.between(20, 160)), radius * random.between(0.1, 0.8))
    sketch.fibres.push([from, ...wander(random, from, to, 12, 16)])
    sketch.boutons.push(to)
  }
  const neighbour = { x: ball.x - side * random.between(118, 132), y: ball.y + random.between(-14, 16) }
  sketch.ghostBodies.push(roundBody(random, neighbour, radius * 0.82), roundBody(random, ball, radius * 1.12))
  sketch.landmarks.push(
    { label: 'axon', at: sketch.axon.at(-3) ?? end },
    { label: 'soma', at: soma },
    { label: 'lateral dendrite', at: sketch.limbs.at(-1)?.points.at(-1) ?? soma },
    { label: 'glomerular tuft', at: { x: ball.x + side * radius * 0.8, y: ball.y } },
    { label: 'olfactory nerve', at: { x: ball.x, y: 474 } },
  )
  return sketch
}
