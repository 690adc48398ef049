import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressible = /\.(?:html|js|css|svg|json|webmanifest|xml|txt|ics|wasm)$/
const brotli = promisify(brotliCompress)
export const gzipAsync = promisify(gzip)

/** @param isExcluded whether the server itself compresses the file with this name */
export const compressFolder = async (
  folder: string,
  isExcluded: (name: string) => boolean = () => false,
): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && compressible.test(entry.name) && !isExcluded(entry.name),
  )
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await brotli(bytes))
      await writeFile(`${path}.gz`, await gzipAsync(bytes, { level: 9 }))
    }),
  )
}
