import { writeRoman } from '../../site/plate'
import { drawPlateBody, type Paint } from './draw-plate'
import type { Neuron } from './grow-neuron'

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
