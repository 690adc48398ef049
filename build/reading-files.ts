import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { readingFiles, readingFolder } from '../desk/features/pictures/reading-files'

const require = createRequire(import.meta.url)
const gzipped = promisify(gzip)
const unpacked = promisify(gunzip)

const sources = {
  [readingFiles.worker]: 'tesseract.js/dist/worker.min.js',
  [readingFiles.core]: 'tesseract.js-core/tesseract-core-simd-lstm.js',
  [readingFiles.wasm]: 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
} as const

/**
 * Copies what reads pictures into the desk's folder: the worker, one core (with SIMD, which every browser has since 2023, and
 * without the old engine) and the letters of English, each with its packed form beside it.
 * @throws Error where the folder's name is not of the version that is installed
 */
export const copyReadingFiles = async (deskFolder: string): Promise<void> => {
  const { version }: { version: string } = JSON.parse(
    await readFile(require.resolve('tesseract.js/package.json'), 'utf8'),
  )
  if (!readingFolder.endsWith(`-${version}`)) throw new Error(`${readingFolder} is not of tesseract.js ${version}`)
  const folder = join(deskFolder, readingFolder)
  await mkdir(folder, { recursive: true })
  const copy = async ([name, source]: [string, string]) => {
    const bytes = await readFile(require.resolve(source))
    await writeFile(join(folder, name), bytes)
    await writeFile(join(folder, `${name}.gz`), await gzipped(bytes, { level: 9 }))
  }
  const letters = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
  const target = join(folder, readingFiles.letters)
  await Promise.all([
    ...Object.entries(sources).map(copy),
    copyFile(letters, `${target}.gz`),
    readFile(letters).then(async (bytes) => writeFile(target, await unpacked(bytes))),
  ])
}
