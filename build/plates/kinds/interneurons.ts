import { cosine, degrees, type Point, polar, sine } from '../geometry'
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

/** Dendrites of a modest cell: a round or upright bush about its body. */
const addBush = (sketch: Sketch, random: Random, soma: Point, rx: number, ry: number, count: number): Point[] => {
  const cloud = strew(random, count, 14, () => {
    const angle = random.between(0, 6.283)
    const reach = Math.sqrt(random.between(0.04, 1))
    const place = { x: soma.x + cosine(angle) * reach * rx, y: soma.y + sine(angle) * reach * ry }
    return place.y > 22 && place.y < 480 && place.x > 22 && place.x < 378 ? place : undefined
  })
  const turn = random.between(0, 6)
  const angles = spreadAngles(random, random.whole(4, 6), turn, turn + 6.283)
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, 22), cloud, balance: 0.5 },
    { root: 3.9, tip: 0.55, flare: 7, least: 10 },
  )
  sketch.bodies.push(roundBody(random, soma, 12.5, random.between(0.88, 1)))
  return cloud
}

/** The chandelier cell: its axon hangs full of candles, upright rows of boutons. */
export const sketchChandelier = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-16, 16), y: random.between(150, 168) }
  const bush = addBush(sketch, random, soma, 96, 132, 96)
  const fork = { x: soma.x + random.between(-10, 10), y: soma.y + 96 }
  sketch.axon = [soma, ...wander(random, soma, fork, 10)]
  const candles = strew(random, 40, 30, () => {
    const place = { x: random.between(28, 372), y: random.between(150, 440) }
    return Math.abs(place.x - 200) > 104 || place.y > 292 ? place : undefined
  })
  addTerminals(sketch, random, { root: fork, stems: [], cloud: candles, balance: 0.22 }, 0)
  sketch.boutons = []
  for (const candle of candles) {
    const length = random.between(26, 42)
    const line = wander(random, candle, { x: candle.x + random.between(-4, 4), y: candle.y + length }, 2.5, 5)
    sketch.fibres.push([candle, ...line])
    sketch.boutons.push(...line)
  }
  const lowest = candles.reduce((a, b) => (b.y > a.y ? b : a), fork)
  const end = wander(random, fork, lowest, 14)
  sketch.axon.push(...end)
  sketch.landmarks.push(
    { label: 'dendrite', at: outermost(bush) },
    { label: 'soma', at: soma },
    { label: 'axon', at: fork },
    { label: 'candle', at: { x: candles[0]?.x ?? 0, y: (candles[0]?.y ?? 0) + 14 } },
  )
  return sketch
}

/** The Martinotti cell: it lies deep, and sends its axon up to spread under the surface of the cortex. */
export const sketchMartinotti = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-30, 30), y: random.between(346, 364) }
  const bush = addBush(sketch, random, soma, 138, 118, 190)
  const fork = { x: 200 + random.between(-20, 20), y: random.between(112, 130) }
  sketch.axon = [soma, ...wander(random, soma, fork, 16)]
  const canopy = strew(random, 130, 16, () => {
    const x = 200 + random.between(-178, 178)
    const y = random.between(22, 104)
    return y < 112 - Math.abs(x - 200) * 0.2 ? { x, y } : undefined
  })
  addTerminals(sketch, random, { root: fork, stems: [], cloud: canopy, balance: 0.22 }, 0.55)
  sketch.axon.push(...wander(random, fork, { x: fork.x + random.between(-16, 16), y: 18 }, 8))
  for (const index of [5, 9]) {
    const from = curvePoint(sketch.axon, index)
    const tip = { x: from.x + random.sign() * random.between(60, 100), y: from.y - random.between(0, 44) }
    const cloud = strew(random, 11, 13, () => polar(tip, random.between(0, 6.28), random.between(6, 36)))
    addTerminals(sketch, random, { root: from, stems: [wander(random, from, tip, 14)], cloud, balance: 0.3 }, 0.5)
  }
  sketch.spines = 1.2
  sketch.landmarks.push(
    { label: 'axonal canopy', at: outermost(canopy) },
    { label: 'ascending axon', at: curvePoint(sketch.axon, 7) },
    { label: 'soma', at: soma },
    { label: 'dendrite', at: outermost(bush) },
  )
  return sketch
}

/** The double bouquet cell: its axon falls as a horse's tail of long, close, beaded strands. */
export const sketchDoubleBouquet = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-14, 14), y: random.between(142, 156) }
  const bush: Point[] = []
  for (const up of [-1, 1]) {
    const angles = spreadAngles(random, 3, degrees(up * 90 - 44), degrees(up * 90 + 44))
    const cloud = strew(random, up < 0 ? 84 : 60, 13.5, () => {
      const rise = random.between(20, up < 0 ? 124 : 112)
      return { x: soma.x + random.between(-1, 1) * (24 + rise * 0.78), y: soma.y + up * rise }
    })
    const stems = starStems(random, soma, angles, 24)
    addArbor(sketch, random, { root: soma, stems, cloud, balance: 0.5 }, { root: 4, tip: 0.55, flare: 7, least: 10 })
    bush.push(...cloud)
  }
  sketch.bodies.push(roundBody(random, soma, 12.5, 0.85))
  const fork = { x: soma.x + random.between(-8, 8), y: soma.y + 118 }
  sketch.axon = [soma, ...wander(random, soma, fork, 8), ...wander(random, fork, { x: fork.x, y: 488 }, 10, 16)]
  const strands = random.whole(13, 16)
  for (let index = 0; index < strands; index++) {
    const x = fork.x + ((index + 0.5) / strands - 0.5) * 168 + random.between(-5, 5)
    const start = curvePoint(sketch.axon, random.whole(5, 9))
    const shoulder = { x: x * 0.8 + start.x * 0.2, y: start.y + random.between(28, 50) }
    const line = [start, shoulder, ...wander(random, shoulder, { x, y: random.between(420, 488) }, 7, 13)]
    sketch.fibres.push(line)
    sketch.boutons.push(...line.slice(2).filter(() => random.chance(0.62)))
  }
  sketch.landmarks.push(
    { label: 'dendrite', at: outermost(bush) },
    { label: 'soma', at: soma },
    { label: 'axon', at: fork },
    { label: 'horse-tail', at: sketch.fibres[0]?.at(-4) ?? fork },
  )
  return sketch
}

/** The granule cell of the dentate gyrus: a cone of dendrites above, and below an axon with giant, mossy boutons. */
export const sketchDentate = (random: Random): Sketch => {
  const sketch = startSketch()
  const soma: Point = { x: 200 + random.between(-24, 24), y: random.between(352, 370) }
  const spread = random.between(0.42, 0.56)
  const cloud = strew(random, 250, 14, () => {
    const rise = 330 * Math.sqrt(random.between(0.012, 1))
    const place = { x: soma.x + random.between(-1, 1) * (8 + rise * spread), y: soma.y - rise }
    return place.x > 24 && place.x < 376 && place.y > 26 ? place : undefined
  })
  const angles = spreadAngles(random, random.whole(2, 4), degrees(-124), degrees(-56))
  addArbor(
    sketch,
    random,
    { root: soma, stems: starStems(random, soma, angles, 30), cloud, balance: 0.56 },
    { root: 4.2, tip: 0.6, flare: 8, least: 12 },
  )
  sketch.bodies.push(roundBody(random, soma, 14, 0.86))
  const end = { x: soma.x + random.sign() * random.between(90, 150), y: 484 }
  sketch.axon = [soma, ...wander(random, { x: soma.x, y: soma.y + 12 }, end, 30, 14)]
  for (const index of [3, 5, 7]) {
    const fork = curvePoint(sketch.axon, index)
    const tip = { x: fork.x + random.sign() * random.between(50, 110), y: fork.y + random.between(-8, 36) }
    const cloudlet = strew(random, 8, 14, () => polar(tip, random.between(0, 6.28), random.between(6, 34)))
    const kept = cloudlet.filter(({ y }) => y < 486)
    addTerminals(sketch, random, { root: fork, stems: [wander(random, fork, tip, 12)], cloud: kept, balance: 0.3 })
    for (let bud = 0; bud < 4; bud++) sketch.boutons.push(polar(tip, random.between(0, 6.28), 2.6))
  }
  sketch.spines = 1.5
  sketch.landmarks.push(
    { label: 'dendritic cone', at: outermost(cloud) },
    { label: 'soma', at: soma },
    { label: 'mossy fibre', at: sketch.axon.at(-3) ?? end },
  )
  return sketch
}
