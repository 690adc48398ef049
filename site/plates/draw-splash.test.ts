import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawMark } from './draw-mark'
import { drawSplash } from './draw-splash'

test('The splash’s neuron is small enough to stand in every page, and says when each line grows', () => {
  const splash = drawSplash()
  expect(brotliCompressSync(splash).length).toBeLessThan(1.2 * 1024)
  expect(splash.match(/<path /g)?.length).toBe(splash.match(/pathLength="1" style="--d:\d"/g)?.length)
  expect(splash).toContain('--d:0')
  expect(drawSplash()).toBe(splash)
})

test('The mark takes the colour of the words beside it', () => {
  expect(drawMark()).toContain('currentColor')
  expect(drawMark()).not.toMatch(/#[0-9a-f]{3}/)
})
