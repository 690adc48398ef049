import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../server/config/config'
import { main as build } from './checked-build'
import { listSourcePaths } from './source-files'
import { editionFolder, root } from './vite.mjs'

/** Every build empties the stamp's folder. */
const stampFile = join(root, 'dist/server/built-from.txt')

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Hashes file contents, because files in a clone or copy have new times. */
const readStamp = (): string => {
  const { publicUrl, isPublic } = loadConfig()
  const digest = createHash('sha256').update(
    JSON.stringify([process.env.EDITION, publicUrl, isPublic]),
  )
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
  const isBuilt = existsSync(join(root, 'dist/server/main.js')) && existsSync(stampFile)
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) {
    return
  }
  console.log('Building the site and the server …')
  await build()
  writeFileSync(stampFile, stamp)
}
