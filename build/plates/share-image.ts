import { crc32, deflateSync } from 'node:zlib'
import { writeRoman } from '../../site/plate'
import { drawPlateBody, type Paint } from './draw-plate'
import type { Neuron } from './grow-neuron'

const block = (type: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * Encodes pixels (RGBA, a byte a channel, row by row) as a PNG with a palette, a fraction of the size of true colour: a drawing of
 * two inks on paper has few colours, each channel is held to so many shades, and the eye misses none. The paper, which is
 * in the middle of the upper edge, keeps its exact tone.
 */
export const encodePng = (width: number, height: number, pixels: Uint8Array, shades = 23): Buffer => {
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const tones = Array.from({ length: 256 }, (_, value) =>
    Math.round(Math.round((value / 255) * shades) * (255 / shades)),
  )
  const paper = view.getUint32(Math.floor(width / 2) * 4)
  const palette = new Map([[paper, 0]])
  /** Places in the palette by exact colours; the palette has those that they are held to. */
  const places = new Map([[paper, 0]])
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const exact = view.getUint32(pixel * 4)
    let place = places.get(exact)
    if (place === undefined) {
      const held = pixels
        .subarray(pixel * 4, pixel * 4 + 4)
        .reduce((code, value) => code * 256 + (tones[value] ?? 0), 0)
      place = palette.get(held) ?? palette.size
      palette.set(held, place)
      places.set(exact, place)
    }
    rows[pixel + Math.floor(pixel / width) + 1] = place
  }
  if (palette.size > 256) return encodePng(width, height, pixels, shades - 2)
  const colours = [...palette.keys()].map((code) => [code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255])
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    block('IHDR', header),
    block('PLTE', Buffer.from(colours.flatMap((colour) => colour.slice(0, 3)))),
    block('tRNS', Buffer.from(colours.map(([, , , alpha = 255]) => alpha))),
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
  const top = 300 - ((titleLines.length - 1) * size) / 2 - subtitleLines.length * 16
  const below = top + titleLines.length * size * 1.02 - size * 0.3
  const text = (content: string, y: number, fontSize: number, more: string) =>
    `<text x="${left}" y="${Math.round(y)}" font-size="${fontSize}" ${more}>${escapeText(content)}</text>`
  const display = `fill="${inks.ink}" font-family="Alegreya Medium"`
  const soft = `fill="${inks.ink}" font-style="italic" opacity=".85"`
  const lines = [
    ...(number === undefined
      ? []
      : [text(`PLATE ${writeRoman(number)}`, top - size, 25, `letter-spacing="5" fill="${inks.mark}"`)]),
    ...titleLines.map((line, index) => text(line, top + index * size * 1.02, size, display)),
    ...subtitleLines.map((line, index) => text(line, below + index * 42, 33, soft)),
    text(image.festival, 512, 30, display),
    text(image.days, 548, 25, `fill="${inks.mark}"`),
  ]
  const legend = neuron.marks.map(({ letter, label }) => `${letter} ${label}`).join(' · ')
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
