import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { doorPage } from '../festival/contract/pages'
import { listSourcePaths } from '../scripts/source-files'
import { viteConfig } from '../scripts/vite.mjs'
import { compressFolder } from './compress'
import { buildClientPage, deskConfig } from './desk'

export const doorEntry = 'door/entry-client.tsx'

/** The document's address has no file name. */
const nameAddress = (file: string): string =>
  file === 'index.html' ? doorPage : `${doorPage}/${file}`

/** Must run last, because the service worker lists all other files. */
const buildWorker = async (folder: string): Promise<void> => {
  const files = listSourcePaths(folder)
  const digest = createHash('sha256')
  for (const file of files) {
    digest.update(file).update(await readFile(join(folder, file)))
  }
  await build({
    ...viteConfig(),
    define: {
      __DOOR_FILES__: JSON.stringify(files.map(nameAddress)),
      __DOOR_VERSION__: JSON.stringify(digest.digest('hex').slice(0, 16)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: 'door/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

export const buildDoor = async (folder: string): Promise<void> => {
  const page = { title: 'Door', rootId: 'door', withoutScripts: 'This page needs JavaScript.' }
  await buildClientPage(folder, doorPage, deskConfig(''), doorEntry, page)
  await buildWorker(folder)
  await compressFolder(folder)
}
