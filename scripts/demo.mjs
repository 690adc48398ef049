// npm run demo: installs and builds whatever is missing, and starts a festival that is full of invented data.
import { spawn } from 'node:child_process'
import { install, root } from './install.mjs'

install()
// No settings of a real festival may reach the demo.
const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/demo.ts'], { cwd: root, stdio: 'inherit' })
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
