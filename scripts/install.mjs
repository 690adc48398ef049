// Installs what package-lock.json names, if it isn't there already. Only Node's own modules: nothing is installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname ?? '.', '..')

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'))

/** Ends the process with a plain sentence unless this Node is one that the project runs on. */
const requireNode = () => {
  /** @type {string} */
  const wanted = readJson('package.json').engines.node.replace('>=', '')
  const [major = 0, minor = 0] = wanted.split('.').map(Number)
  const [foundMajor = 0, foundMinor = 0] = process.versions.node.split('.').map(Number)
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) return
  console.error(`This needs Node.js ${wanted} or newer, and found ${process.versions.node}. See https://nodejs.org/.`)
  process.exit(1)
}

/**
 * Whether node_modules holds every package that the lockfile names, in its version. Contents are compared, for the
 * times of files say nothing after a clone or a copy. Packages for other platforms are absent on purpose.
 */
const isInstalled = () => {
  if (!existsSync(resolve(root, 'node_modules/.package-lock.json'))) return false
  const installed = readJson('node_modules/.package-lock.json').packages
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/** Makes node_modules what the lockfile says; ends the process if that fails. */
export const install = () => {
  requireNode()
  if (isInstalled()) return
  console.log('Installing packages (npm ci) …')
  // Under `npm run` the same npm that started us; otherwise the one on the path.
  const npm = process.env.npm_execpath
  const [command, start] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(command, [...start, 'ci'], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error('The packages could not be installed; npm says why above.')
  process.exit(1)
}

if (process.argv[1] === import.meta.filename) install()
