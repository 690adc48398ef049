import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { recordCopiedFile } from './licences'

const require = createRequire(import.meta.url)

/** All characters of the site's own texts. Text that visitors type falls back to system fonts. */
const characters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—…·•×→←↑↓↗©°½é `

const sansAxes = { wght: { min: 400, max: 700 } }

const fonts = [
  { name: 'alegreya-500', file: '@fontsource/alegreya/files/alegreya-latin-500-normal.woff2' },
  {
    name: 'alegreya-400-italic',
    file: '@fontsource/alegreya/files/alegreya-latin-400-italic.woff2',
  },
  {
    name: 'source-sans-3',
    file: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    axes: sansAxes,
  },
  // Only the package's Latin Extended file has this sign.
  {
    name: 'source-sans-3-rupee',
    file: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2',
    axes: sansAxes,
    characters: '₹',
  },
] as const

export const makeFonts = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const font of fonts) {
    recordCopiedFile(font.file)
    const whole = await readFile(require.resolve(font.file))
    const kept = 'characters' in font ? font.characters : characters
    const subset = await subsetFont(whole, kept, {
      targetFormat: 'woff2',
      variationAxes: 'axes' in font ? font.axes : undefined,
    })
    // The file is renamed into place, because a different edition may be built at the same time.
    const file = join(folder, `${font.name}.woff2`)
    await writeFile(`${file}.${process.pid}`, subset)
    await rename(`${file}.${process.pid}`, file)
  }
}
