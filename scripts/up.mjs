// npm run up: installs, builds and starts whatever is missing, and ends in the address.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { install, root } from './install.mjs'

/** @param {string} sentence @returns {never} */
const giveUp = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Says so, with what to do, if another program listens there; found out before the build, not after it. */
const requireFreePort = () => {
  const port = Number(process.env.PORT || 3000)
  const host = process.env.HOST || '127.0.0.1'
  return new Promise((isFree) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program already uses it' : error.message
      giveUp(`Port ${port} of ${host} can't be used: ${reason}. Choose another: PORT=${port + 1} npm run up`)
    })
    probe.listen(port, host, () => probe.close(isFree))
  })
}

install()
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
await requireFreePort()

const build = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/build-if-needed.ts'], {
  cwd: root,
  stdio: 'inherit',
})
if (build.status !== 0) giveUp('The site could not be built; the reason stands above.')

const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: 'inherit' })
// Ctrl+C reaches the server by itself, which finishes what is under way; we only wait for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.once('exit', (code) => process.exit(code ?? 1))
