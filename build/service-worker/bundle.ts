import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { viteConfig } from '../../scripts/vite.mjs'

interface PrecacheEntry {
  url: string
  revision: string | null
}

/** What every page needs without a network: scripts, fonts, plates, the empty shell, icons; no pages, no share images. */
const isNeeded = (file: string) =>
  /^assets\/(?!share\/).*\.(?:js|woff2|svg)$/.test(file) ||
  /^(?:shell\.html|site\.webmanifest|[^/]+\.svg|icon-192\.png)$/.test(file)

const isHashed = (file: string) => file.startsWith('assets/')

const listNeeded = async (folder: string): Promise<PrecacheEntry[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return Promise.all(
    files
      .filter(isNeeded)
      .sort()
      .map(async (file) => ({
        url: `/${file}`,
        revision: isHashed(file)
          ? null
          : createHash('sha256')
              .update(await readFile(join(folder, file)))
              .digest('hex')
              .slice(0, 16),
      })),
  )
}

/** Bundles the service worker into the built site as `sw.js`, with the list of what it keeps. Runs after all else. */
export const buildServiceWorker = async (folder: string): Promise<void> => {
  await build({
    ...viteConfig(),
    define: { __PRECACHE__: JSON.stringify(await listNeeded(folder)), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: 'build/service-worker/worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
