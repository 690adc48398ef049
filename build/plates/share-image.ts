import type { Legend } from '../../festival/content/content'
import { imageColours as colours } from '../../festival/content/palette'
import { estimateWidth } from '../../festival/text/estimate-width'
import { markLetter, toRoman } from '../../site/plate'
import { escapeText, framePicture, type Picture } from './picture'
import { isLatin } from './scripts'
import type { ShapedText } from './shape-text'

export interface ShareImage {
  picture: Picture
  legend: Legend | undefined
  /** Undefined for the plate of a page. */
  number?: number
  title: string
  subtitle: string
  festival: string
  days: string
  /** Returns undefined for Latin text, which the renderer shapes itself. */
  shapeText: (text: string) => ShapedText | undefined
}

export const shareWidth = 1200
const shareHeight = 630

/** The values of the page's CSS variables. */
const variableValues: Readonly<Record<string, string>> = {
  '--plate-axon': colours.axon,
  '--plate-mark': colours.mark,
  '--plate-font': 'Alegreya',
}

const variable = /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/

/**
 * The renderer does not support variables, so they are replaced by these values or by the drawing's
 * own defaults.
 */
const replaceVariables = (svg: string): string => {
  let result = svg
  while (variable.test(result)) {
    result = result.replace(
      variable,
      (_, name, own) => variableValues[name] ?? own?.trim() ?? 'currentColor',
    )
  }
  return result
}

/** Returns the width of a text at a font size of 1. */
export type MeasureText = (text: string) => number

const breakLines = (text: string, maxWidth: number, measure: MeasureText): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) <= maxWidth) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}

const countLetters: MeasureText = ({ length }) => length
const breakSubtitle = (subtitle: string) => breakLines(subtitle, 40, countLetters).slice(0, 3)

/** As wide as the rule below the text. */
const textWidth = 500
/** The average width of a letter as a share of the font size. */
const latinLetterWidth = 0.47

/**
 * The largest size at which the title fits on one line. A long title gets two lines at a medium
 * size.
 */
const sizeTitle = (title: string, measure: MeasureText): number => {
  const onOneLine = Math.floor(textWidth / measure(title))
  const longestWord = Math.max(...title.split(' ').map(measure))
  return onOneLine >= 64
    ? Math.min(92, onOneLine)
    : Math.min(74, Math.floor(textWidth / longestWord))
}

/** The text above the rule lies between these two heights. `lowest` is for the last baseline. */
const highest = 60
const lowest = 452
const subtitleHeight = 42

interface TitleLayout {
  size: number
  lines: readonly string[]
  lineHeight: number
  /** Baselines of the first line of the title and the first line of the subtitle. */
  top: number
  below: number
}

const layOutAt = (
  size: number,
  title: string,
  subtitleLines: number,
  measure: MeasureText,
): TitleLayout => {
  // Indian scripts extend further below the baseline than Latin.
  const lineHeight = isLatin(title) ? 1.02 : 1.35
  const lines = breakLines(title, textWidth / size, measure)
  const top = 300 - ((lines.length - 1) * size) / 2 - subtitleLines * 16
  const below = top + lines.length * size * lineHeight - size * 0.3
  return { size, lines, lineHeight, top, below }
}

/** Smaller titles are hard to read in a chat. */
const smallestTitle = 36

/** Shrinks the title until it fits above the rule, but not below the smallest size. */
const layOutTitle = (title: string, subtitleLines: number, measure: MeasureText): TitleLayout => {
  let layout = layOutAt(sizeTitle(title, measure), title, subtitleLines, measure)
  while (!isInFrame(layout, subtitleLines) && layout.size > smallestTitle) {
    layout = layOutAt(layout.size - 2, title, subtitleLines, measure)
  }
  return layout
}

const isInFrame = ({ size, top, below }: TitleLayout, subtitleLines: number): boolean =>
  top - size >= highest && below + (subtitleLines - 1) * subtitleHeight <= lowest

/** Estimates widths, so that `edition:check` does not need the fonts. */
export const fitsShareImage = (title: string, subtitle: string): boolean => {
  const subtitleLines = breakSubtitle(subtitle).length
  const layout = layOutTitle(title, subtitleLines, estimateWidth)
  return layout.size >= smallestTitle && isInFrame(layout, subtitleLines)
}

const drawShaped = (
  { outline }: ShapedText,
  x: number,
  y: number,
  size: number,
  attributes: string,
) => `<g transform="translate(${x} ${y}) scale(${size})" ${attributes}>${outline}</g>`

/** Draws the text centred below the picture. */
const drawCaption = (caption: string, shaped: ShapedText | undefined): string => {
  const attributes = `font-style="italic" fill="${colours.mark}"`
  return shaped
    ? drawShaped(shaped, 306 - (shaped.width * 17) / 2, 584, 17, attributes)
    : `<text x="306" y="584" font-size="17" text-anchor="middle" ${attributes}>${escapeText(caption)}</text>`
}

export const drawShareImage = (image: ShareImage): string => {
  const { legend, number, picture, shapeText } = image
  const measure: MeasureText = (text) => shapeText(text)?.width ?? text.length * latinLetterWidth
  const subtitleLines = breakSubtitle(image.subtitle)
  const {
    size,
    lines: titleLines,
    lineHeight,
    top,
    below,
  } = layOutTitle(image.title, subtitleLines.length, measure)
  const left = 600
  const festivalSize = Math.min(30, Math.floor(textWidth / measure(image.festival)))
  const text = (content: string, y: number, fontSize: number, more: string) => {
    const shaped = shapeText(content)
    if (shaped) {
      const size = Math.min(fontSize, textWidth / shaped.width)
      return drawShaped(shaped, left, Math.round(y), size, more)
    }
    return `<text x="${left}" y="${Math.round(y)}" font-size="${fontSize}" ${more}>${escapeText(content)}</text>`
  }
  const display = `fill="${colours.ink}" font-family="Alegreya Medium"`
  const soft = `fill="${colours.ink}" font-style="italic" opacity=".85"`
  const lines: string[] = []
  if (number !== undefined) {
    const plate = `PLATE ${toRoman(number)}`
    lines.push(text(plate, top - size, 25, `letter-spacing="5" fill="${colours.mark}"`))
  }
  lines.push(
    ...titleLines.map((line, index) => text(line, top + index * size * lineHeight, size, display)),
    ...subtitleLines.map((line, index) => text(line, below + index * subtitleHeight, 33, soft)),
    text(image.festival, 512, festivalSize, display),
    text(image.days, 548, 25, `fill="${colours.mark}"`),
  )
  const marks = (legend?.marks ?? []).map((label, index) => `${markLetter(index)} ${label}`)
  const caption = [legend?.name ?? [], ...marks].flat().join(' · ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${shareWidth} ${shareHeight}" font-family="Alegreya">` +
    `<rect width="${shareWidth}" height="${shareHeight}" fill="${colours.paper}"/>` +
    `<g fill="none" stroke="${colours.ink}"><rect x="24.5" y="24.5" width="1151" height="581" stroke-width="2"/>` +
    `<rect x="32.5" y="32.5" width="1135" height="565" stroke-width="1" opacity=".6"/>` +
    `<path d="M${left} 468h500" stroke-width="1" opacity=".5"/></g>` +
    `<g transform="translate(100 44) scale(1.03)" color="${colours.ink}">${replaceVariables(framePicture(picture, 'plate'))}</g>` +
    drawCaption(caption, shapeText(caption)) +
    `${lines.join('')}</svg>`
  )
}
