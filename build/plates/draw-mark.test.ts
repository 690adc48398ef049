import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawMark, drawSplash, splashTurns } from './draw-mark'

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
