import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildChecked } from './checked-build'
import { listSourcePaths } from './source-files'
import { editionFolder, root } from './vite.mjs'

/**
 * For `npm run up` and `npm run demo`, so that they never replace a build in dist/ that serves real
 * visitors. `start.mjs` has the same path.
 */
export const localBuildFolder = join(root, '.cache/local-build')

/** Every build empties the stamp's folder. */
const stampFile = join(localBuildFolder, 'server/built-from.txt')

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Hashes file contents, because files in a clone or copy have new times. */
const readStamp = (): string => {
  const digest = createHash('sha256').update(editionFolder)
  const add = (folder: string, paths: readonly string[]) => {
    for (const path of paths) {
      digest.update(path).update(readFileSync(join(folder, path)))
    }
  }
  for (const sourceFolder of [
    'festival',
    'ui',
    'site',
    'desk',
    'door',
    'build',
    'server',
    'scripts',
  ]) {
    add(
      root,
      listSourcePaths(root, sourceFolder).filter((path) => !isTest(path)),
    )
  }
  add(root, ['package-lock.json'])
  add(editionFolder, listSourcePaths(editionFolder))
  return digest.digest('hex')
}

export const main = async (): Promise<void> => {
  const stamp = readStamp()
  const isBuilt = existsSync(join(localBuildFolder, 'server/main.js')) && existsSync(stampFile)
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) {
    return
  }
  console.log('Building the site and the server …')
  await buildChecked(localBuildFolder)
  writeFileSync(stampFile, stamp)
}
