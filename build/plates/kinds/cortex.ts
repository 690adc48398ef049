import { type Cell, outermost } from '../cell'
import { cosine, degrees, type Point, polar, sine } from '../geometry'
import { curvePoint } from '../tree'

/** The pyramidal cell of the cortex: an apical dendrite that ends in a tuft, a skirt of basal ones, an axon downwards. */
export const drawPyramidal = (cell: Cell): void => {
  const { between, chance, next, sign, whole } = cell.random
  const soma = { x: 200 + between(-18, 18), y: between(322, 348) }
  const top = { x: soma.x + between(-26, 26), y: between(118, 160) }
  const isForked = chance(0.3)
  const reach = between(105, 150)
  const apical = cell.wander({ x: soma.x, y: soma.y - 12 }, top, 12, 13)
  const tuft = cell.strew(120, 13, () => {
    const y = between(26, top.y + 18)
    const rise = (top.y + 30 - y) / (top.y + 4)
    const x = top.x + between(-1, 1) * reach * Math.sqrt(Math.max(0.03, rise))
    return x > 26 && x < 374 ? { x, y } : undefined
  })
  const oblique = cell.strew(62, 16, () => {
    const y = between(top.y + 30, soma.y - 46)
    const share = (y - top.y) / (soma.y - top.y)
    const side = sign()
    return { x: soma.x + (top.x - soma.x) * (1 - share) + side * between(14, 36 + 70 * share), y }
  })
  const fork = () => cell.wander(apical.at(-5) ?? top, { x: top.x - 30, y: top.y }, 6, 13)
  const stem = isForked ? [...apical.slice(0, -4), ...fork()] : apical
  const style = { balance: 0.4, stiffness: 1.2, thick: 5.8, tip: 0.55, flare: 13, least: 11 }
  cell.arbor(soma, [stem], [...tuft, ...oblique], style)
  const angles = cell.spread(whole(5, 7), degrees(-18), degrees(198))
  const skirt = cell.strew(118, 14, () => {
    const place = polar(soma, degrees(between(-24, 204)), 30 + 128 * Math.sqrt(next()))
    return place.y < 470 && Math.abs(place.x - soma.x) > 9 ? place : undefined
  })
  const basal = { balance: 0.55, stiffness: 1, thick: 3.4, tip: 0.5, flare: 7, least: 11 }
  cell.arbor(soma, cell.stems(soma, angles, 26), skirt, basal)
  cell.body(soma, 13.5, 0.94)
  const end = { x: soma.x + between(-20, 20), y: 486 }
  cell.axon = [soma, ...cell.wander({ x: soma.x, y: soma.y + 14 }, end, 12)]
  for (const share of [0.3, 0.48]) {
    const from = curvePoint(cell.axon, Math.round(cell.axon.length * share) + 2)
    const tip = { x: from.x + sign() * between(70, 120), y: from.y + between(-6, 40) }
    const isKept = ({ y }: Point) => y < 488
    cell.collateral(from, tip, { twigs: 7, spacing: 12, least: 10, most: 34, sway: 16, isKept, isBranchFirst: true })
  }
  cell.spines = 1.5
  cell.label({ tuft: outermost(tuft), 'apical dendrite': apical[Math.floor(apical.length / 2)], soma })
  cell.label({ 'basal dendrite': outermost(skirt), axon: cell.axon.at(-3) })
}

/** Dendrites of a modest cell: a round or upright bush about its body. */
const addBush = (cell: Cell, soma: Point, rx: number, ry: number, count: number): Point[] => {
  const { between, whole } = cell.random
  const cloud = cell.strew(count, 14, () => {
    const angle = between(0, 6.283)
    const reach = Math.sqrt(between(0.04, 1))
    const place = { x: soma.x + cosine(angle) * reach * rx, y: soma.y + sine(angle) * reach * ry }
    return place.y > 22 && place.y < 480 && place.x > 22 && place.x < 378 ? place : undefined
  })
  const turn = between(0, 6)
  const stems = cell.stems(soma, cell.spread(whole(4, 6), turn, turn + 6.283), 22)
  cell.arbor(soma, stems, cloud, { balance: 0.5, thick: 3.9, tip: 0.55, flare: 7, least: 10 })
  cell.body(soma, 12.5, between(0.88, 1))
  return cloud
}

/** The chandelier cell: its axon hangs full of candles, upright rows of boutons. */
export const drawChandelier = (cell: Cell): void => {
  const { between } = cell.random
  const soma = { x: 200 + between(-16, 16), y: between(150, 168) }
  const bush = addBush(cell, soma, 96, 132, 96)
  const axon = { x: soma.x + between(-10, 10), y: soma.y + 96 }
  cell.axon = [soma, ...cell.wander(soma, axon, 10)]
  const candles = cell.strew(40, 30, () => {
    const place = { x: between(28, 372), y: between(150, 440) }
    return Math.abs(place.x - 200) > 104 || place.y > 292 ? place : undefined
  })
  cell.terminals(axon, [], candles, 0.22, 0)
  cell.boutons = []
  for (const candle of candles) {
    const length = between(26, 42)
    const line = cell.wander(candle, { x: candle.x + between(-4, 4), y: candle.y + length }, 2.5, 5)
    cell.fibres.push([candle, ...line])
    cell.boutons.push(...line)
  }
  const lowest = candles.reduce((a, b) => (b.y > a.y ? b : a), axon)
  cell.axon.push(...cell.wander(axon, lowest, 14))
  const candle = { x: candles[0]?.x ?? 0, y: (candles[0]?.y ?? 0) + 14 }
  cell.label({ dendrite: outermost(bush), soma, axon, candle })
}

/** The Martinotti cell: it lies deep, and sends its axon up to spread under the surface of the cortex. */
export const drawMartinotti = (cell: Cell): void => {
  const { between, sign } = cell.random
  const soma = { x: 200 + between(-30, 30), y: between(346, 364) }
  const bush = addBush(cell, soma, 138, 118, 190)
  const fork = { x: 200 + between(-20, 20), y: between(112, 130) }
  cell.axon = [soma, ...cell.wander(soma, fork, 16)]
  const canopy = cell.strew(130, 16, () => {
    const x = 200 + between(-178, 178)
    const y = between(22, 104)
    return y < 112 - Math.abs(x - 200) * 0.2 ? { x, y } : undefined
  })
  cell.terminals(fork, [], canopy, 0.22, 0.55)
  cell.axon.push(...cell.wander(fork, { x: fork.x + between(-16, 16), y: 18 }, 8))
  for (const index of [5, 9]) {
    const from = curvePoint(cell.axon, index)
    const tip = { x: from.x + sign() * between(60, 100), y: from.y - between(0, 44) }
    cell.collateral(from, tip, { twigs: 11, spacing: 13, least: 6, most: 36, sway: 14, along: 0.5 })
  }
  cell.spines = 1.2
  cell.label({ 'axonal canopy': outermost(canopy), 'ascending axon': curvePoint(cell.axon, 7) })
  cell.label({ soma, dendrite: outermost(bush) })
}

/** The double bouquet cell: its axon falls as a horse's tail of long, close, beaded strands. */
export const drawDoubleBouquet = (cell: Cell): void => {
  const { between, chance, whole } = cell.random
  const soma = { x: 200 + between(-14, 14), y: between(142, 156) }
  const bush: Point[] = []
  for (const up of [-1, 1]) {
    const angles = cell.spread(3, degrees(up * 90 - 44), degrees(up * 90 + 44))
    const cloud = cell.strew(up < 0 ? 84 : 60, 13.5, () => {
      const rise = between(20, up < 0 ? 124 : 112)
      return { x: soma.x + between(-1, 1) * (24 + rise * 0.78), y: soma.y + up * rise }
    })
    const style = { balance: 0.5, thick: 4, tip: 0.55, flare: 7, least: 10 }
    cell.arbor(soma, cell.stems(soma, angles, 24), cloud, style)
    bush.push(...cloud)
  }
  cell.body(soma, 12.5, 0.85)
  const axon = { x: soma.x + between(-8, 8), y: soma.y + 118 }
  cell.axon = [soma, ...cell.wander(soma, axon, 8), ...cell.wander(axon, { x: axon.x, y: 488 }, 10, 16)]
  const strands = whole(13, 16)
  for (let index = 0; index < strands; index++) {
    const x = axon.x + ((index + 0.5) / strands - 0.5) * 168 + between(-5, 5)
    const start = curvePoint(cell.axon, whole(5, 9))
    const shoulder = { x: x * 0.8 + start.x * 0.2, y: start.y + between(28, 50) }
    const line = [start, shoulder, ...cell.wander(shoulder, { x, y: between(420, 488) }, 7, 13)]
    cell.fibres.push(line)
    cell.boutons.push(...line.slice(2).filter(() => chance(0.62)))
  }
  cell.label({ dendrite: outermost(bush), soma, axon, 'horse-tail': cell.fibres[0]?.at(-4) })
}

/** The granule cell of the dentate gyrus: a cone of dendrites above, and below an axon with giant, mossy boutons. */
export const drawDentate = (cell: Cell): void => {
  const { between, sign, whole } = cell.random
  const soma = { x: 200 + between(-24, 24), y: between(352, 370) }
  const cone = between(0.42, 0.56)
  const cloud = cell.strew(250, 14, () => {
    const rise = 330 * Math.sqrt(between(0.012, 1))
    const place = { x: soma.x + between(-1, 1) * (8 + rise * cone), y: soma.y - rise }
    return place.x > 24 && place.x < 376 && place.y > 26 ? place : undefined
  })
  const stems = cell.stems(soma, cell.spread(whole(2, 4), degrees(-124), degrees(-56)), 30)
  cell.arbor(soma, stems, cloud, { balance: 0.56, thick: 4.2, tip: 0.6, flare: 8, least: 12 })
  cell.body(soma, 14, 0.86)
  const end = { x: soma.x + sign() * between(90, 150), y: 484 }
  cell.axon = [soma, ...cell.wander({ x: soma.x, y: soma.y + 12 }, end, 30, 14)]
  for (const index of [3, 5, 7]) {
    const fork = curvePoint(cell.axon, index)
    const tip = { x: fork.x + sign() * between(50, 110), y: fork.y + between(-8, 36) }
    const isKept = ({ y }: Point) => y < 486
    cell.collateral(fork, tip, { twigs: 8, spacing: 14, least: 6, most: 34, sway: 12, isKept })
    for (let bud = 0; bud < 4; bud++) cell.boutons.push(polar(tip, between(0, 6.28), 2.6))
  }
  cell.spines = 1.5
  cell.label({ 'dendritic cone': outermost(cloud), soma, 'mossy fibre': cell.axon.at(-3) })
}
