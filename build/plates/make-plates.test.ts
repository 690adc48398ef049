import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { writeRoman } from '../../site/plate'
import { drawMark, drawSplash, splashTurns } from './draw-mark'
import { drawPlates, makePlates, type PlateAddresses } from './make-plates'

let folder = ''
let addresses: Record<string, PlateAddresses> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plates-'))
  addresses = await makePlates(folder)
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

describe('The atlas on disk', () => {
  test('has a plate and a share image for every event, workshop and main page', () => {
    expect(Object.keys(addresses)).toEqual(expect.arrayContaining(subjects.map(({ key }) => key)))
    expect(Object.keys(addresses).length).toBe(subjects.length + 9)
    expect(addresses.home?.plate).toBe(`${drawPlates().folder}/home.svg`)
  })

  test('keeps every share image at 1200 x 630 and 120 KB', async () => {
    for (const { share } of Object.values(addresses)) {
      expect((await stat(join(folder, share))).size).toBeLessThanOrEqual(120 * 1024)
    }
    const { width, height, data } = PNG.sync.read(await readFile(join(folder, addresses.home?.share ?? '')))
    expect([width, height]).toEqual([1200, 630])
    expect([...data.subarray(0, 4)]).toEqual([0xf4, 0xec, 0xdd, 255])
  })

  test('has the app’s icons in their sizes', async () => {
    const icons = { 'icon-192.png': 192, 'icon-512.png': 512, 'icon-maskable.png': 512, 'apple-touch-icon.png': 180 }
    for (const [name, size] of Object.entries(icons)) {
      expect(PNG.sync.read(await readFile(join(folder, name))).width).toBe(size)
    }
    expect(await readFile(join(folder, 'favicon.svg'), 'utf8')).toContain('prefers-color-scheme:dark')
  })
})

test('The splash’s neuron is small enough to stand in every page, and says when each line grows', () => {
  const splash = drawSplash()
  expect(brotliCompressSync(splash).length).toBeLessThan(1.2 * 1024)
  const turns = splash.match(/<g>(?:<path pathLength="1"[^>]*>)+<\/g>/g) ?? []
  expect(turns).toHaveLength(splashTurns)
  expect(turns.join('').match(/<path /g)?.length).toBe(splash.match(/<path /g)?.length)
  expect(splash).not.toContain('style=')
  const sheet = readFileSync(join(import.meta.dirname, '../../site/shell/splash/splash.css'), 'utf8')
  expect(sheet.match(/g:nth-child\(\d\)/g)).toHaveLength(splashTurns - 1)
  expect(drawSplash()).toBe(splash)
})

test('The mark takes the colour of the words beside it', () => {
  expect(drawMark()).toContain('currentColor')
  expect(drawMark()).not.toMatch(/#[0-9a-f]{3}/)
})

test('Plates are numbered as in an atlas', () => {
  expect([1, 4, 9, 14, 19, 20, 41].map(writeRoman)).toEqual(['I', 'IV', 'IX', 'XIV', 'XIX', 'XX', 'XLI'])
})
