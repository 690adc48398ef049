import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Every character that the site's own texts may use. What visitors type falls back to the system's fonts. */
const characters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—…·•×→←↑↓↗©°½é₹ `

const fonts = [
  { name: 'alegreya-500', file: '@fontsource/alegreya/files/alegreya-latin-500-normal.woff2' },
  {
    name: 'alegreya-400-italic',
    file: '@fontsource/alegreya/files/alegreya-latin-400-italic.woff2',
  },
  {
    name: 'source-sans-3',
    file: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
] as const

/** Writes the site's fonts, cut down to the characters that it uses, as WOFF2 into a folder. */
export const makeFonts = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const font of fonts) {
    const whole = await readFile(require.resolve(font.file))
    const subset = await subsetFont(whole, characters, {
      targetFormat: 'woff2',
      ...('axes' in font ? { variationAxes: font.axes } : {}),
    })
    // In one step: another edition may be built beside this one.
    const file = join(folder, `${font.name}.woff2`)
    await writeFile(`${file}.${process.pid}`, subset)
    await rename(`${file}.${process.pid}`, file)
  }
}
