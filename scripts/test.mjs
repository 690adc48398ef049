// npm test: installs what is missing, then runs the whole gate.
import { spawn } from 'node:child_process'
import { install, root } from './install.mjs'

install()
const gate = spawn(process.execPath, ['scripts/run.mjs', 'scripts/gate.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
// Ctrl+C reaches the gate by itself; whoever ends only us ends it too.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => gate.kill('SIGTERM'))
gate.once('exit', (code) => process.exit(code ?? 1))
