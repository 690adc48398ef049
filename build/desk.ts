import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { identity } from '#edition/identity'
import { readingFiles, readingFolder } from '../desk/features/pictures/reading-files'
import { palette } from '../festival/content/palette'
import { deskPage } from '../festival/contract/pages'
import { viteConfig } from '../scripts/vite.mjs'
import { themeScript } from '../ui/theme-switch'
import { compressFolder, gzipAsync } from './compress'
import { recordCopiedFile, recordLicences } from './licences'
import { escapeText } from './plates/picture'
import { readManifest } from './site'
import { themeVariables } from './theme-variables'

export const deskEntry = 'desk/entry-client.tsx'

/** Used by the build and the development server. `plates` is the folder of the drawings. */
export const deskConfig = (plates: string): InlineConfig => ({
  ...viteConfig(),
  plugins: [react(), themeVariables, tailwind(), recordLicences],
  // Workers load rarely used parts on demand, as pages do.
  worker: { format: 'es', plugins: () => [recordLicences] },
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', __PLATES__: JSON.stringify(plates) },
})

interface ClientPage {
  title: string
  /** The id of the element that the page's script fills. */
  rootId: string
  withoutScripts: string
}

/**
 * An empty page whose content the browser renders, because only signed-in organisers or paired phones may see
 * its content. `theme` is the script that applies the stored theme before the first frame.
 */
const makeDocument = (
  { title, rootId, withoutScripts }: ClientPage,
  theme: string,
  entry: string,
  styles: readonly string[],
): string => {
  const colours = (['light', 'dark'] as const).map(
    (name) =>
      `<meta name="theme-color" content="${palette[name].paper}" media="(prefers-color-scheme: ${name})">`,
  )
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeText(`${title} · ${identity.shortTitle}`)}</title>`,
    '<meta name="robots" content="noindex">',
    ...colours,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<script src="${theme}"></script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    `<script type="module" src="${entry}"></script>`,
  ]
  return `<!doctype html><html lang="en-IN"><head>${head.join('')}</head><body><div id="${rootId}"></div><noscript>${withoutScripts}</noscript></body></html>`
}

/** Builds into a separate folder, which the site never refers to. `path` is the page's address. */
export const buildClientPage = async (
  folder: string,
  path: string,
  config: InlineConfig,
  entryFile: string,
  page: ClientPage,
): Promise<void> => {
  await build({
    ...config,
    base: `${path}/`,
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: { input: entryFile },
    },
  })
  const manifest = await readManifest(folder)
  const entry = manifest[entryFile]
  if (!entry) {
    throw new Error(`The build has no entry file for ${path}`)
  }
  const files = Object.values(manifest).map(({ file }) => file)
  const address = (file: string) => `${path}/${file}`
  const theme = 'theme.js'
  await writeFile(join(folder, theme), themeScript)
  const styles = files.filter((file) => file.endsWith('.css')).map(address)
  await writeFile(
    join(folder, 'index.html'),
    makeDocument(page, address(theme), address(entry.file), styles),
  )
}

export const buildDesk = async (folder: string, plates: string): Promise<void> => {
  const page = { title: 'Desk', rootId: 'desk', withoutScripts: 'The desk needs JavaScript.' }
  await buildClientPage(folder, deskPage, deskConfig(plates), deskEntry, page)
  await compressFolder(folder)
  await copyReadingFiles(folder)
}

const require = createRequire(import.meta.url)
const gunzipAsync = promisify(gunzip)

const sources = {
  [readingFiles.worker]: 'tesseract.js/dist/worker.min.js',
  [readingFiles.core]: 'tesseract.js-core/tesseract-core-simd-lstm.js',
  [readingFiles.wasm]: 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
} as const

const languageFile = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'

/**
 * Copies tesseract.js with one core (SIMD, without the legacy engine) and the English data, and
 * adds compressed copies.
 * @throws Error when the version in the folder's name is not the installed one
 */
export const copyReadingFiles = async (deskFolder: string): Promise<void> => {
  const { version }: { version: string } = JSON.parse(
    await readFile(require.resolve('tesseract.js/package.json'), 'utf8'),
  )
  if (!readingFolder.endsWith(`-${version}`)) {
    throw new Error(`${readingFolder} is not of tesseract.js ${version}`)
  }
  const folder = join(deskFolder, readingFolder)
  await mkdir(folder, { recursive: true })
  const copy = async ([name, source]: [string, string]) => {
    recordCopiedFile(source)
    const bytes = await readFile(require.resolve(source))
    await writeFile(join(folder, name), bytes)
    await writeFile(join(folder, `${name}.gz`), await gzipAsync(bytes, { level: 9 }))
  }
  recordCopiedFile(languageFile)
  const languageData = require.resolve(languageFile)
  const target = join(folder, readingFiles.letters)
  await Promise.all([
    ...Object.entries(sources).map(copy),
    copyFile(languageData, `${target}.gz`),
    readFile(languageData).then(async (bytes) => writeFile(target, await gunzipAsync(bytes))),
  ])
}
