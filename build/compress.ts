import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:html|js|css|svg|json|webmanifest|xml|txt|ics)$/
const brotli = promisify(brotliCompress)
export const gzipped = promisify(gzip)

const { BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT, BROTLI_MODE_FONT, BROTLI_MIN_INPUT_BLOCK_BITS } = constants
const textOnly = [{ mode: BROTLI_MODE_TEXT, block: 0 }]
/** For scripts, of which every page brings several, a few settings are tried: which is best shows only then. */
const manySettings = [BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT, BROTLI_MODE_FONT].flatMap((mode) =>
  [0, BROTLI_MIN_INPUT_BLOCK_BITS].map((block) => ({ mode, block })),
)

/** The smallest of a file's texts in Brotli. */
const compressWell = async (bytes: Buffer, isScript: boolean): Promise<Buffer> => {
  const texts = await Promise.all(
    (isScript ? manySettings : textOnly).map(({ mode, block }) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_LGBLOCK]: block,
        },
      }),
    ),
  )
  return texts.reduce((best, text) => (text.length < best.length ? text : best))
}

/** Writes a `.br` and a `.gz` beside each file of a folder that compression makes smaller. */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await compressWell(bytes, entry.name.endsWith('.js')))
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
}
