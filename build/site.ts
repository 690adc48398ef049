import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite'
import type { PrecacheEntry } from 'workbox-precaching'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { legends } from '#edition/plates/legends'
import { privacy } from '#edition/privacy'
import { programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { listOptionalPages } from '../festival/content/optional-pages'
import { listGroupColours, type Subject } from '../festival/content/subject'
import { standInRevision } from '../festival/contract/built-address'
import { findSaleEnds, listUsesByTier, pricePasses } from '../festival/schedule/sale-ends'
import { viteConfig } from '../scripts/vite.mjs'
import { listChunkGroups } from './chunks'
import { recordCopiedFile, recordLicences } from './licences'
import type { Plates } from './plates/make-plates'
import { themeVariables } from './theme-variables'

/**
 * Vite's wrapper loads style sheets and preloads with each dynamic import. The site has only one
 * style sheet, so the wrapper would only add weight.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper')
      ? 'export const __vitePreload = (load) => load()'
      : undefined,
}

/** Legends are separate modules, because a page loads only those of its own kind. */
const defineLegends = () => {
  const pick = (kind: Subject['kind']) =>
    JSON.stringify(
      Object.fromEntries(
        subjects.filter((subject) => subject.kind === kind).map(({ key }) => [key, legends[key]]),
      ),
    )
  return { __EVENT_LEGENDS__: pick('event'), __WORKSHOP_LEGENDS__: pick('workshop') }
}

export const siteConfig = ({ folder, drawings }: Plates): InlineConfig => ({
  ...viteConfig(),
  plugins: [plainImports, react(), themeVariables, tailwind(), recordLicences],
  define: {
    // Removes unused parts of React: developer tools, the browser's loading indicator and support
    // for Node.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    navigation: 'undefined',
    setImmediate: 'undefined',
    process: 'undefined',
    __PLATES__: JSON.stringify(folder),
    __DRAWINGS__: JSON.stringify(drawings),
    __GROUP_COLOURS__: JSON.stringify(listGroupColours(sections, categories)),
    __OPTIONAL_PAGES__: JSON.stringify(listOptionalPages({ subjects, tiers, accommodation, shop })),
    __ENDS__: JSON.stringify(findSaleEnds({ subjects, programme, tiers, identity, accommodation })),
    __OPENED__: JSON.stringify(listUsesByTier({ subjects, programme, tiers })),
    __PRIVACY_NOTICE__: JSON.stringify({
      date: privacy.date,
      responsible: privacy.responsible,
      isAgeAsked: privacy.askAge === true,
    }),
    __PASS_PRICES__: JSON.stringify(pricePasses(tiers)),
    ...defineLegends(),
  },
})

/** Needed because the manifest contains only the name of the chunk for a page in a shared chunk. */
const findChunk = (manifest: Manifest, name: string) =>
  manifest[name] ??
  Object.values(manifest).find((chunk) => chunk.name === basename(name, '.tsx') && !chunk.src)

const collectScripts = (
  manifest: Manifest,
  name: string,
  scripts = new Set<string>(),
): Set<string> => {
  const chunk = findChunk(manifest, name)
  if (!chunk || scripts.has(chunk.file)) {
    return scripts
  }
  scripts.add(chunk.file)
  for (const imported of chunk.imports ?? []) {
    collectScripts(manifest, imported, scripts)
  }
  return scripts
}

/** Reads the manifest of a build and removes it. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8')
  await rm(join(folder, '.vite'), { recursive: true })
  return JSON.parse(manifest)
}

export const buildClient = async (folder: string, plates: Plates) => {
  // Tailwind's plugin inlines this file, so the bundle does not name it.
  recordCopiedFile('tailwindcss/index.css')
  await build({
    ...siteConfig(plates),
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'site/entry-client.tsx',
        // React imports two functions from its scheduler that exist only in tests.
        checks: { importIsUndefined: false },
        output: {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          entryFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: { groups: listChunkGroups() },
        },
      },
    },
  })
  const manifest = await readManifest(folder)
  const files = Object.values(manifest).map((chunk) => chunk.file)
  const stylesFile = files.find((file) => file.endsWith('.css'))
  if (!stylesFile) {
    throw new Error('The build gave no style sheet')
  }
  return {
    listScripts: (pageFile: string) => {
      const scripts = collectScripts(manifest, 'site/entry-client.tsx')
      return Array.from(collectScripts(manifest, pageFile, scripts), (file) => `/${file}`)
    },
    styles: await readFile(join(folder, stylesFile), 'utf8'),
  }
}

/**
 * Builds the renderer of pages, which the build and the server use. Contains React's production
 * build.
 */
export const buildRenderer = (folder: string, plates: Plates) => {
  const { define: { process: _process, setImmediate: _setImmediate, ...define } = {}, ...config } =
    siteConfig(plates)
  return build({
    ...config,
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: true,
      rolldownOptions: { input: ['site/entry-prerender.tsx', 'build/renderer.ts'] },
    },
  })
}

export const buildServer = (folder: string) =>
  build({
    ...viteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: 'server/app/main.ts',
          cli: 'server/cli/main.ts',
          'match-worker': 'server/bank/match-worker.ts',
        },
      },
    },
  })

/** Selects the files that are needed offline. Pages and share images are not. */
const isPrecached = (file: string) =>
  /^assets\/(?!share\/).*\.(?:js|woff2|svg)$/.test(file) ||
  /^(?:shell\.html|site\.webmanifest|[^/]+\.svg|icon-192\.png)$/.test(file)

/** Must match the shell's name in the table of pages. */
export const shellFile = 'shell.html'

/** Returns null for files with a hash in their name. */
const readRevision = async (folder: string, file: string): Promise<string | null> => {
  if (file === shellFile) {
    return standInRevision
  }
  if (file.startsWith('assets/')) {
    return null
  }
  const bytes = await readFile(join(folder, file))
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

const listPrecacheEntries = async (folder: string): Promise<PrecacheEntry[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return Promise.all(
    files
      .filter(isPrecached)
      .sort()
      .map(async (file) => ({ url: `/${file}`, revision: await readRevision(folder, file) })),
  )
}

/** Must run last, because the service worker lists all other files. */
export const buildServiceWorker = async (folder: string): Promise<void> => {
  await build({
    ...viteConfig(),
    define: {
      __PRECACHE__: JSON.stringify(await listPrecacheEntries(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    plugins: [recordLicences],
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: 'build/service-worker/worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
