// The parts of Vite's configuration that every build, test and command shares.
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** The folder whose content is built: this festival's edition unless EDITION names another. */
export const editionFolder = resolve(root, process.env.EDITION ?? 'festival/edition')

/** Where subset fonts and other made files wait for the build. */
export const cacheFolder = resolve(root, '.cache')

/**
 * @param {string} [edition] the folder that `#edition/` stands for
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
