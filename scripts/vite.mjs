// Every build, test and command uses this configuration.
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export const editionFolder = resolve(root, process.env.EDITION ?? 'festival/edition')

export const cacheFolder = resolve(root, '.cache')

/**
 * @param {string} [edition] the folder of `#edition/`
 * @returns {import('vite').InlineConfig}
 */
export const viteConfig = (edition = editionFolder) => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    alias: [{ find: /^#edition\//, replacement: `${resolve(root, edition)}/` }],
  },
})
