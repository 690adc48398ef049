import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { toRoman } from '../../site/plate'
import { gatherPlates, makePlates } from './make-plates'

let folder = ''
let shares: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plates-'))
  shares = await makePlates(folder)
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

describe('in an edition without pictures', () => {
  test('every event, workshop and main page has a plate and a share image', async () => {
    const keys = Object.keys(shares)
    expect(keys).toEqual(expect.arrayContaining(subjects.map(({ key }) => key)))
    expect(keys.length).toBe(subjects.length + 9)
    for (const key of keys) {
      expect(await readFile(join(folder, gatherPlates().folder, `${key}.svg`), 'utf8')).toContain(
        `<g id="${key}">`,
      )
    }
  })

  test('no plate contains a duplicate id (10.10)', () => {
    for (const [name, file] of gatherPlates().files) {
      const ids = Array.from(file.matchAll(/\sid="([^"]*)"/g), ([, id]) => id)
      expect(new Set(ids).size, name).toBe(ids.length)
    }
  })

  test('share images are 1200 x 630 pixels and use the edition’s colours', async () => {
    const { width, height, data } = PNG.sync.read(await readFile(join(folder, shares.home ?? '')))
    expect([width, height]).toEqual([1200, 630])
    expect([...data.subarray(0, 4)]).toEqual([0xfa, 0xfa, 0xfa, 255])
    expect((await stat(join(folder, shares.home ?? ''))).size).toBeLessThanOrEqual(160 * 1024)
  })

  test('creates the app’s icons in all sizes', async () => {
    const icons = {
      'icon-192.png': 192,
      'icon-512.png': 512,
      'icon-maskable.png': 512,
      'apple-touch-icon.png': 180,
    }
    for (const [name, size] of Object.entries(icons)) {
      expect(PNG.sync.read(await readFile(join(folder, name))).width).toBe(size)
    }
    expect(await readFile(join(folder, 'favicon.svg'), 'utf8')).toContain(
      'prefers-color-scheme:dark',
    )
  })
})

test('plates are numbered in Roman numerals', () => {
  expect([1, 4, 9, 14, 19, 20, 41].map(toRoman)).toEqual([
    'I',
    'IV',
    'IX',
    'XIV',
    'XIX',
    'XX',
    'XLI',
  ])
})
