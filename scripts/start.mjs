// npm run up, npm run demo, npm test: installs missing packages, then starts the command. Packages
// may be missing at first, so this file imports only Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// `import.meta.dirname` needs Node 20.11, but older versions must reach the check below.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'))

/** Prints a sentence and exits if this version of Node is too old for the project. */
const requireNode = () => {
  /** @type {string} */
  const wanted = readJson('package.json').engines.node.replace('>=', '')
  const [major = 0, minor = 0] = wanted.split('.').map(Number)
  const [foundMajor = 0, foundMinor = 0] = process.versions.node.split('.').map(Number)
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) {
    return
  }
  console.error(
    `This needs Node.js ${wanted} or newer, but the installed version is ${process.versions.node}. See https://nodejs.org/.`,
  )
  process.exit(1)
}

/**
 * Whether node_modules contains every package of the lockfile in the right version. Compares
 * versions, because files in a clone or copy have new times. Packages for other platforms may be
 * missing.
 */
const isInstalled = () => {
  if (!existsSync(resolve(root, 'node_modules/.package-lock.json'))) {
    return false
  }
  const installed = readJson('node_modules/.package-lock.json').packages
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    if (path === '') {
      return true
    }
    const found = installed[path]
    if (!found) {
      return wanted.optional === true || wanted.devOptional === true || wanted.peer === true
    }
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

const install = () => {
  requireNode()
  if (isInstalled()) {
    return
  }
  console.log('Installing packages (npm ci) …')
  // Uses the npm that started this process, or the npm on the path.
  const npm = process.env.npm_execpath
  const [command, start] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(command, [...start, 'ci'], { cwd: root, stdio: 'inherit' })
  if (status === 0) {
    return
  }
  console.error('The packages could not be installed; see the output of npm above.')
  process.exit(1)
}

/** @param {string} sentence @returns {never} */
const giveUp = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Exits with advice if another program uses the port. Called before the build, which is slow. */
const requireFreePort = () => {
  const port = Number(process.env.PORT || 3000)
  const host = process.env.HOST || '127.0.0.1'
  return new Promise((isFree) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program already uses it' : error.message
      giveUp(
        `Port ${port} of ${host} can't be used: ${reason}. Choose another: PORT=${port + 1} npm run up`,
      )
    })
    probe.listen(port, host, () => probe.close(isFree))
  })
}

/** Builds the site if needed, and returns the arguments that start the server. */
const prepareSite = async () => {
  const settings = join(root, '.env')
  if (existsSync(settings)) {
    process.loadEnvFile(settings)
  }
  await requireFreePort()

  const build = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/build-if-needed.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (build.status !== 0) {
    giveUp('The site could not be built; see the reason above.')
  }
  // The same folder as in scripts/build-if-needed.ts.
  const folder = join(root, '.cache/local-build')
  process.env.SITE_DIR = join(folder, 'site')
  return [join(folder, 'server/main.js')]
}

const [what, ...rest] = process.argv.slice(2)
install()
const command =
  what === 'up' ? await prepareSite() : ['scripts/run.mjs', `scripts/${what}.ts`, ...rest]
const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' })
// The terminal sends Ctrl+C to the child too, so this process only waits for the child to exit.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
