import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { fontFile, isLatin, latinLetters, type Script, splitRuns } from './scripts'

const require = createRequire(import.meta.url)

/** The SVG outline of a line of text at a font size of 1, and its width. */
export interface ShapedText {
  outline: string
  width: number
}

/** The outlines have this many units per em before they are scaled to a font size of 1. */
const unitsPerEm = 1_000

/** Unpacks a font, because neither the renderer nor HarfBuzz can read WOFF2. */
export const unpackFont = async (file: string, letters: string) =>
  subsetFont(await readFile(require.resolve(file)), letters, { targetFormat: 'truetype' })

const openFont = async (file: string, letters: string): Promise<Font> => {
  const font = new Font(new Face(new Blob(await unpackFont(file, letters))))
  font.setScale(unitsPerEm, unitsPerEm)
  return font
}

const titleFont = '@fontsource/alegreya/files/alegreya-latin-500-normal.woff2'

/**
 * The renderer of share images cannot shape Indian scripts, so text in them becomes outlines.
 * @param texts all texts that will be shaped
 */
export const openShaper = async (
  texts: readonly string[],
): Promise<(text: string) => ShapedText | undefined> => {
  const composed = texts.join('')
  // HarfBuzz splits vowel signs of two parts, and needs the glyph of each part.
  const letters = composed + composed.normalize('NFD')
  const fonts = new Map<Script | undefined, Font>()
  for (const { script } of splitRuns(letters)) {
    if (script && !fonts.has(script)) {
      fonts.set(script, await openFont(fontFile(script), letters))
    }
  }
  const latinFont = fonts.size > 0 ? await openFont(titleFont, latinLetters) : undefined

  return (text) => {
    if (isLatin(text) || !latinFont) {
      return undefined
    }
    let outline = ''
    let width = 0
    for (const run of splitRuns(text)) {
      const font = fonts.get(run.script) ?? latinFont
      const buffer = new Buffer()
      buffer.addText(run.text)
      buffer.guessSegmentProperties()
      shape(font, buffer)
      for (const glyph of buffer.getGlyphInfosAndPositions()) {
        const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph
        outline += `<path transform="translate(${width + xOffset} ${yOffset})" d="${font.glyphToPath(codepoint)}"/>`
        width += xAdvance
      }
    }
    return {
      outline: `<g transform="scale(${1 / unitsPerEm} ${-1 / unitsPerEm})">${outline}</g>`,
      width: width / unitsPerEm,
    }
  }
}
