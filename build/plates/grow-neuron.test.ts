import { brotliCompressSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { drawPlate } from './draw-plate'
import { gridSteps } from './geometry'
import { growNeuron, kindNames, type Neuron } from './grow-neuron'
import { hashText } from './random'

const keys = [
  ...['AxonAlley', 'CasePulse', 'Nexus', 'PulsatingPalettes', 'Cineplexus', 'SeniorQuiz', 'JuniorQuiz', 'OnlineQuiz'],
  ...['InsideICU', 'DisasterX', 'CodeWild', 'Sonostrike', 'Vivantia', 'SmartAI', 'SonicShift', 'Anastamos', 'Reviva'],
  ...['Occulex', 'Paramatrix', 'ExodontiaX', 'home', 'events', 'workshops', 'delegate-pass', 'accommodation'],
  ...['schedule', 'shop', 'about', 'contact'],
]
const plates = new Map(keys.map((key) => [key, drawPlate(growNeuron(key))]))

/** How far a path's pen goes in each direction, in plate units; the paths use M, m, t, q and h only. */
const measure = (path: string) => {
  const pens: [number, number][] = []
  let x = 0
  let y = 0
  for (const [, command = '', rest = ''] of path.matchAll(/([Mmtqhz])([^Mmtqhz]*)/g)) {
    const numbers = (rest.match(/-?\d+/g) ?? []).map(Number)
    if (command === 'h') x += numbers[0] ?? 0
    const stride = command === 'q' ? 4 : 2
    for (let index = 0; command !== 'h' && index + stride <= numbers.length; index += stride) {
      const [dx = 0, dy = 0] = numbers.slice(index + stride - 2)
      x = command === 'M' ? dx : x + dx
      y = command === 'M' ? dy : y + dy
      pens.push([x / gridSteps, y / gridSteps])
    }
  }
  const across = pens.map(([pen]) => pen)
  const down = pens.map(([, pen]) => pen)
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) }
}

const paths = (neuron: Neuron) =>
  [neuron.limbs, neuron.bodies, neuron.axon, neuron.fibres, neuron.boutons, neuron.ghosts].filter((path) => path !== '')

describe('The atlas', () => {
  test('draws the same plate for a key every time, and the same on every machine', () => {
    expect(drawPlate(growNeuron('SeniorQuiz'))).toBe(plates.get('SeniorQuiz'))
    expect(hashText(growNeuron('SeniorQuiz').limbs)).toBe(1572389972)
    expect(hashText(growNeuron('home').limbs)).toBe(2960219297)
  })

  test('gives every key a drawing of its own', () => {
    expect(new Set(keys.map((key) => growNeuron(key).limbs)).size).toBe(29)
  })

  test('shows every kind of neuron among the events and workshops, none more than twice', () => {
    const counts = new Map<string, number>()
    for (const key of keys.slice(0, 20)) {
      const { kind } = growNeuron(key)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    expect(counts.size).toBe(kindNames.length)
    expect(Math.max(...counts.values())).toBe(2)
  })

  test('keeps every line inside the plate, whatever the key', () => {
    for (const kind of kindNames) {
      for (let number = 0; number < 3; number++) {
        for (const path of paths(growNeuron(`key ${number}`, kind))) {
          const { left, right, top, bottom } = measure(path)
          expect.soft(left, kind).toBeGreaterThan(2)
          expect.soft(right, kind).toBeLessThan(398)
          expect.soft(top, kind).toBeGreaterThan(2)
          expect.soft(bottom, kind).toBeLessThan(498)
        }
      }
    }
  }, 20_000)

  test('letters three to five parts of each cell, from top to bottom, and names them', () => {
    for (const key of keys) {
      const { marks } = growNeuron(key)
      expect(marks.map(({ letter }) => letter).join('')).toBe('abcde'.slice(0, Math.min(5, Math.max(3, marks.length))))
      expect(marks.every(({ label }) => label.length > 3)).toBe(true)
      expect(marks.every(({ end }) => end.y > 10 && end.y < 496)).toBe(true)
    }
  })

  test('spends at most 5 KB on a plate, compressed', () => {
    for (const [key, svg] of plates) expect.soft(brotliCompressSync(svg).length, key).toBeLessThanOrEqual(5 * 1024)
  })

  test('writes plates that a reader of SVG accepts', () => {
    for (const svg of plates.values()) expect(new Resvg(svg).width).toBe(400)
    expect(() => new Resvg('<svg xmlns="http://www.w3.org/2000/svg"><path></svg>')).toThrow()
  })
})
