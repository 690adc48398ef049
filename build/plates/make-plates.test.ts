import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
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
