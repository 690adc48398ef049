// Every build, test and command uses this configuration.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

export const root = resolve(import.meta.dirname, '..')

/** @param {string} folder */
export const readEditionSetting = (folder) => {
  const settings = resolve(folder, '.env')
  return existsSync(settings) ? parseEnv(readFileSync(settings, 'utf8')).EDITION : undefined
}

export const editionFolder = resolve(
  root,
  process.env.EDITION || readEditionSetting(root) || 'festival/edition',
)

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
    alias: [
      { find: /^#edition\//, replacement: `${resolve(root, edition)}/` },
      // An edition outside the project imports types and functions by this name.
      { find: /^#festival\//, replacement: `${resolve(root, 'festival')}/` },
    ],
  },
})
