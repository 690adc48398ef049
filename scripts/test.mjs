// npm test: installs what is missing, then runs the whole gate.
import { spawnSync } from 'node:child_process'
import { install, root } from './install.mjs'

install()
const gate = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/gate.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(gate.status ?? 1)
