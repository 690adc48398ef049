import { chromium, type Page } from '@playwright/test'
import { correction, generate, mode } from 'lean-qr'
import { createServer } from 'vite'
import type * as ReadCode from '../../door/read-code'
import { chromiumFlags, findChromium } from '../../scripts/browsers'
import { viteConfig } from '../../scripts/vite.mjs'
import { median } from './median'

/** How a ticket looks to a camera. Greys are from 0 to 255, and lengths are in pixels. */
interface Condition {
  dark: number
  light: number
  background: number
  noise: number
  /** The width of the code's 21 squares. */
  width: number
  /** In degrees. */
  turn: number
  /** Horizontal shear and height, as seen from the side. */
  shear: number
  squash: number
  /** The share of the code that is hidden. */
  hidden: number
}

const usual: Condition = {
  dark: 30,
  light: 225,
  background: 150,
  noise: 20,
  width: 300,
  turn: 0,
  shear: 0,
  squash: 1,
  hidden: 0,
}

const conditions: Readonly<Record<string, Partial<Condition>>> = {
  usual: {},
  bright: { dark: 170, light: 255, background: 255 },
  dark: { dark: 8, light: 45, background: 20 },
  'at an angle': { turn: 20, squash: 0.6 },
  'at a steep angle': { turn: 25, shear: 0.35, squash: 0.7 },
  small: { width: 100 },
  inverted: { dark: 225, light: 30, background: 60 },
  'a tenth hidden': { hidden: 0.1 },
}

const side = 800
const cpuSlowdown = 4
const text = 'K7Q4M2BC9DFGHJ3K'

declare global {
  interface Window {
    decoder: typeof ReadCode
  }
}

/** Loads the decoder from the development server. */
const document = `<script type="module">
import * as decoder from '/door/read-code.ts'
window.decoder = decoder
</script>`

interface Read {
  isRight: boolean
  ms: number
}

/** Draws a ticket at a random place and reads it. Runs in the browser. */
const readFrames = async (page: Page, condition: Condition, frames: number): Promise<Read[]> => {
  const code = generate(mode.alphaNumeric(text), {
    minCorrectionLevel: correction.Q,
    maxCorrectionLevel: correction.Q,
  })
  const squares = Array.from({ length: code.size ** 2 }, (_, index) =>
    code.get(index % code.size, Math.floor(index / code.size)),
  )
  return page.evaluate(
    async ({ condition: look, squares, size, side, frames, text }) => {
      const { prepareDecoder, readCode } = window.decoder
      await prepareDecoder()
      const canvas = window.document.createElement('canvas')
      canvas.width = side
      canvas.height = side
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) {
        throw new Error('This browser has no canvas')
      }
      const grey = (level: number) => `rgb(${level} ${level} ${level})`
      const draw = () => {
        context.resetTransform()
        context.fillStyle = grey(look.background)
        context.fillRect(0, 0, side, side)
        const room = side - look.width * 1.6
        const place = () => side / 2 + (Math.random() - 0.5) * Math.max(0, room)
        context.translate(place(), place())
        context.rotate((look.turn * Math.PI) / 180)
        context.transform(1, 0, look.shear, look.squash, 0, 0)
        const unit = look.width / size
        context.translate(-look.width / 2, -look.width / 2)
        context.fillStyle = grey(look.light)
        context.fillRect(-4 * unit, -4 * unit, (size + 8) * unit, (size + 8) * unit)
        context.fillStyle = grey(look.dark)
        squares.forEach((isDark, index) => {
          if (isDark) {
            // Slightly wider, so that no gap shows between two squares.
            const x = (index % size) * unit
            context.fillRect(x, Math.floor(index / size) * unit, unit + 0.5, unit + 0.5)
          }
        })
        // A thumb covers the right edge, between the corners that locate the code.
        context.fillStyle = grey(120)
        const hiddenSide = look.width * Math.sqrt(look.hidden)
        context.fillRect(look.width - hiddenSide, look.width * 0.38, hiddenSide, hiddenSide)
        context.resetTransform()
        context.filter = 'blur(1.2px)'
        context.drawImage(canvas, 0, 0)
        context.filter = 'none'
        const frame = context.getImageData(0, 0, side, side)
        for (let index = 0; index < frame.data.length; index += 4) {
          const change = (Math.random() - 0.5) * look.noise
          for (let channel = index; channel < index + 3; channel += 1) {
            frame.data[channel] = (frame.data[channel] ?? 0) + change
          }
        }
        return frame
      }
      const reads: Read[] = []
      for (let count = 0; count < frames; count += 1) {
        const frame = draw()
        const start = performance.now()
        const found = await readCode(frame)
        reads.push({ isRight: found === text, ms: performance.now() - start })
      }
      return reads
    },
    { condition, squares, size: code.size, side, frames, text },
  )
}

const measureConditions = async (page: Page, address: string, frames: number): Promise<void> => {
  await page.route('**/bench.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: document }),
  )
  await page.goto(`${address}bench.html`)
  await page.waitForFunction(() => 'decoder' in window)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  console.log(
    `\nReading ${frames} tickets at a door, ${side} pixels, on a phone ${cpuSlowdown} times slower`,
  )
  for (const [name, changes] of Object.entries(conditions)) {
    const reads = await readFrames(page, { ...usual, ...changes }, frames)
    const right = reads.filter(({ isRight }) => isRight).length
    const ms = median(reads.map((read) => read.ms)).toFixed(0)
    console.log(`  ${name}: ${((100 * right) / frames).toFixed(0)} % of frames read, ${ms} ms each`)
  }
}

/** Reads drawn tickets on a slowed-down page. Uses no worker, because workers are not slowed. */
export const measureDoorCamera = async (frames: number): Promise<void> => {
  const server = await createServer({
    ...viteConfig(),
    optimizeDeps: { include: ['zxing-wasm/reader'] },
    server: { host: '127.0.0.1', port: 0 },
  })
  await server.listen()
  const browser = await chromium.launch({
    executablePath: findChromium()?.path ?? '',
    args: [...chromiumFlags],
  })
  try {
    await measureConditions(await browser.newPage(), server.resolvedUrls?.local[0] ?? '', frames)
  } finally {
    await browser.close()
    await server.close()
  }
}
