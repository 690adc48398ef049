import { cosine, degrees, type Point, polar, sine } from '../geometry'
import { strew } from '../grow-tree'
import type { Random } from '../random'
import { addArbor, addTerminals, roundBody, type Sketch, spreadAngles, starStems, startSketch, wander } from '../sketch'

/** The retina in section: receptors above, bipolar cells between the layers, a ganglion cell that gathers below. */
export const sketchBipolar = (random: Random): Sketch => {
  const sketch = startSketch()
  const count = random.whole(4, 6)
  const receptors = 15
  for (let index = 0; index < receptors; index++) {
    const x = 34 + (index * 332) / (receptors - 1) + random.between(-4, 4)
    const cone = index % 3 === 1
    const y = 96 + random.between(-14, 14)
    const wide = cone ? 6.5 : 3
    sketch.ghosts.push({
      points: [
        { x, y: 22 },
        { x, y: 40 },
        { x, y: 58 },
        { x, y: 66 },
        { x, y },
        { x, y: 128 },
      ],
      radii: [cone ? 1.5 : 2.6, wide * 0.8, wide, 2, 1.3, 3],
      order: 0,
    })
    sketch.ghostBodies.push(roundBody(random, { x, y }, cone ? 7 : 5.4))
  }
  for (let index = 0; index < count; index++) {
    const x = 52 + (296 * index) / (count - 1) + random.between(-9, 9)
    const soma: Point = { x, y: 196 + random.between(-16, 26) }
    const crown = strew(random, 15, 8.5, () => ({ x: x + random.between(-34, 34), y: random.between(126, 146) }))
    const neck = wander(random, { x, y: soma.y - 8 }, { x: x + random.between(-5, 5), y: 158 }, 4, 12)
    const style = { root: 2.6, tip: 0.8, flare: 6, tremble: 0.12 }
    addArbor(sketch, random, { root: soma, stems: [neck], cloud: crown, balance: 0.16 }, style)
    sketch.bodies.push(roundBody(random, soma, 9.5, 0.86))
    const stratum = [318, 352, 300, 370, 334][(index + random.whole(0, 1)) % 5] ?? 330
    const foot = { x: x + random.between(-8, 8), y: stratum }
    const line = [soma, ...wander(random, soma, foot, 7, 14)]
    const cloud = strew(random, 16, 8, () => ({
      x: foot.x + random.between(-36, 36),
      y: stratum + random.between(-3, 13),
    }))
    addTerminals(sketch, random, { root: foot, stems: [], cloud, balance: 0.14 }, 0.5)
    if (index === 2) sketch.axon = line
    else sketch.fibres.push(line)
    if (index === 0) {
      sketch.landmarks.push({ label: 'dendritic crown', at: crown[0] ?? soma }, { label: 'bipolar cell', at: soma })
    }
    if (index === count - 1) sketch.landmarks.push({ label: 'axon terminal', at: cloud[0] ?? foot })
  }
  const ganglion: Point = { x: 200 + random.between(-60, 60), y: 440 }
  const fan = strew(random, 96, 13, () => {
    const place = { x: ganglion.x + random.between(-150, 150), y: random.between(322, 408) }
    return place.x > 24 && place.x < 376 && 424 - place.y > Math.abs(place.x - ganglion.x) * 0.12 ? place : undefined
  })
  addArbor(
    sketch,
    random,
    {
      root: ganglion,
      stems: starStems(random, ganglion, spreadAngles(random, 3, degrees(-150), degrees(-30)), 28),
      cloud: fan,
      balance: 0.4,
    },
    { root: 4.2, tip: 0.6, flare: 9, least: 10 },
  )
  sketch.bodies.push(roundBody(random, ganglion, 15, 1.06))
  const exit = { x: ganglion.x < 200 ? 378 : 22, y: 476 }
  sketch.axon.push(
    ...wander(random, sketch.axon.at(-1) ?? ganglion, ganglion, 6),
    ...wander(random, ganglion, exit, 10, 18),
  )
  sketch.landmarks.push({ label: 'ganglion cell', at: ganglion })
  return sketch
}

/** The starburst amacrine cell of the retina: limbs that fork and fork again towards a beaded rim. */
export const sketchStarburst = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-8, 8), y: 244 + random.between(-8, 8) }
  const turn = random.between(0, 6)
  const arms = random.whole(5, 7)
  const cloud = strew(random, 250, 13, () => {
    const place = polar(soma, random.between(0, 6.283), 172 * Math.sqrt(random.between(0.1, 1)))
    return { x: place.x, y: soma.y + (place.y - soma.y) * 1.12 }
  })
  const rim = Array.from({ length: 64 }, (_, index) => {
    const angle = (index * 6.2832) / 64 + 0.05 * random.bell()
    const reach = random.between(160, 174)
    return { x: soma.x + cosine(angle) * reach, y: soma.y + sine(angle) * reach * 1.12 }
  })
  const stems = starStems(random, soma, spreadAngles(random, arms, turn, turn + 6.283), 26)
  const limbs = addArbor(
    sketch,
    random,
    { root: soma, stems, cloud: [...cloud, ...rim], balance: 0.85, stiffness: 1 },
    { root: 3.4, tip: 0.5, flare: 7, tremble: 0.05, least: 18 },
  )
  sketch.bodies.push(roundBody(random, soma, 13, 1))
  for (const limb of limbs) {
    limb.points.forEach((point, index) => {
      const far = Math.abs(point.x - soma.x) + Math.abs(point.y - soma.y) > 128
      if (index > 0 && far && random.chance(0.6)) sketch.boutons.push(point)
    })
  }
  const arm = limbs[0]?.points ?? [soma]
  sketch.axon = arm
  sketch.landmarks.push(
    { label: 'varicosity', at: sketch.boutons[0] ?? soma },
    { label: 'soma', at: soma },
    { label: 'dendrite', at: limbs[2]?.points[3] ?? soma },
  )
  return sketch
}
