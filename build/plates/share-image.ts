import { crc32, deflateSync } from 'node:zlib'
import { writeRoman } from '../../site/plate'
import { drawPlateBody, type Paint } from './draw-plate'
import type { Neuron } from './grow-neuron'

const block = (type: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

const headerOf = (width: number, height: number, colourType: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourType, 0, 0, 0], 8)
  return header
}

const channels = (code: number) => [code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255] as const

const shade = (value: number) => Math.round(Math.round((value * 23) / 255) * (255 / 23))

/** A colour with each channel held to 24 shades: a drawing of two inks on paper has few, and the eye misses none. */
const coarsen = (code: number): number => {
  const [red, green, blue, alpha] = channels(code)
  return ((shade(red) << 24) | (shade(green) << 16) | (shade(blue) << 8) | shade(alpha)) >>> 0
}

/** The colour that most of every hundredth pixel has: the paper, which must keep its exact tone. */
const findGround = (codes: Uint32Array): number => {
  const counts = new Map<number, number>()
  for (let index = 0; index < codes.length; index += 97) {
    const code = codes[index] ?? 0
    if ((code & 255) === 255) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/**
 * Encodes pixels (RGBA, a byte a channel, row by row) as a PNG with a palette of at most 256 colours, a fraction of the
 * size of true colour. Fully transparent pixels share one entry.
 */
export const encodePng = (width: number, height: number, pixels: Uint8Array): Buffer => {
  const counts = new Map<number, number>()
  const codes = new Uint32Array(width * height)
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  for (let index = 0; index < codes.length; index++) codes[index] = view.getUint32(index * 4)
  const ground = findGround(codes)
  const coarse = new Map<number, number>()
  for (let index = 0; index < codes.length; index++) {
    const exact = codes[index] ?? 0
    const code = coarse.get(exact) ?? (exact === ground ? exact : coarsen(exact))
    coarse.set(exact, code)
    codes[index] = code
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const palette = [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([code]) => code)
  const nearest = new Map<number, number>(palette.map((code, place) => [code, place]))
  const find = (code: number): number => {
    const known = nearest.get(code)
    if (known !== undefined) return known
    const own = channels(code)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    palette.forEach((other, place) => {
      const theirs = channels(other)
      const gap = own.reduce((sum, value, channel) => sum + (value - (theirs[channel] ?? 0)) ** 2, 0)
      if (gap < least) [best, least] = [place, gap]
    })
    nearest.set(code, best)
    return best
  }
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = find(codes[y * width + x] ?? 0)
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    block('IHDR', headerOf(width, height, 3)),
    block('PLTE', Buffer.from(palette.flatMap((code) => channels(code).slice(0, 3)))),
    block('tRNS', Buffer.from(palette.map((code) => channels(code)[3]))),
    block('IDAT', deflateSync(rows, { level: 9 })),
    block('IEND', Buffer.alloc(0)),
  ])
}

export interface ShareImage {
  neuron: Neuron
  /** The plate's number in the atlas; a page's plate has none. */
  number?: number
  title: string
  subtitle: string
  /** What stands at the foot: the festival's name and days. */
  festival: string
  days: string
}

export const shareWidth = 1200
export const shareHeight = 630

const paper = '#f4ecdd'
const inks: Paint = { ink: '#2b2118', axon: '#9c3b24', axonWidth: '7', mark: '#8a5a3c', glow: '0', font: 'Alegreya' }

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Breaks a text into lines of at most so many letters, between words. */
const breakLines = (text: string, letters: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const textWidth = 540
/** How wide a letter of the display face is on average, as a share of its size. */
const letterWidth = 0.47

/** The greatest size at which the title stands on one line; a long title takes two at a middling one. */
const sizeTitle = (title: string): number => {
  const onOneLine = Math.floor(textWidth / (title.length * letterWidth))
  const longestWord = Math.max(...title.split(' ').map((word) => word.length))
  return onOneLine >= 64 ? Math.min(92, onOneLine) : Math.min(74, Math.floor(textWidth / (longestWord * letterWidth)))
}

/** The image that a link to a page shows elsewhere: an atlas page of 1200 x 630 with its plate (behaviour 10.7). */
export const drawShareImage = (image: ShareImage): string => {
  const { neuron, number } = image
  const size = sizeTitle(image.title)
  const titleLines = breakLines(image.title, Math.floor(textWidth / (size * letterWidth)))
  const subtitleLines = breakLines(image.subtitle, 40).slice(0, 3)
  const left = 600
  let y = 300 - ((titleLines.length - 1) * size) / 2 - subtitleLines.length * 16
  const text = (content: string, fontSize: number, more: string) =>
    `<text x="${left}" y="${Math.round(y)}" font-size="${fontSize}" ${more}>${escapeText(content)}</text>`
  const lines: string[] = []
  if (number !== undefined) {
    y -= size
    lines.push(text(`PLATE ${writeRoman(number)}`, 25, `letter-spacing="5" fill="${inks.mark}"`))
    y += size
  }
  for (const line of titleLines) {
    lines.push(text(line, size, `fill="${inks.ink}" font-family="Alegreya Medium"`))
    y += size * 1.02
  }
  y -= size * 0.3
  for (const line of subtitleLines) {
    lines.push(text(line, 33, `fill="${inks.ink}" font-style="italic" opacity=".85"`))
    y += 42
  }
  const legend = neuron.marks.map(({ letter, label }) => `${letter} ${label}`).join(' · ')
  y = 512
  lines.push(text(image.festival, 30, `fill="${inks.ink}" font-family="Alegreya Medium"`))
  y = 548
  lines.push(text(image.days, 25, `fill="${inks.mark}"`))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${shareWidth} ${shareHeight}" font-family="Alegreya">` +
    `<rect width="${shareWidth}" height="${shareHeight}" fill="${paper}"/>` +
    `<g fill="none" stroke="${inks.ink}"><rect x="24.5" y="24.5" width="1151" height="581" stroke-width="2"/>` +
    `<rect x="32.5" y="32.5" width="1135" height="565" stroke-width="1" opacity=".6"/>` +
    `<path d="M${left} 468h500" stroke-width="1" opacity=".5"/></g>` +
    `<g transform="translate(100 44) scale(1.03)">${drawPlateBody(neuron, inks)}</g>` +
    `<text x="306" y="584" font-size="17" text-anchor="middle" font-style="italic" fill="${inks.mark}">${escapeText(`${neuron.name} · ${legend}`)}</text>` +
    `${lines.join('')}</svg>`
  )
}
