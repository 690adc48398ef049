import { ownerOnlyMask } from '../system/owner-only'
import { backupCommand } from './backup'
import { doctorCommand } from './doctor'
import { exportCommand } from './export'
import { failedCommand } from './failed'
import { forgetCommand } from './forget'
import { restoreCommand } from './restore'

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  backup: backupCommand,
  restore: restoreCommand,
  export: exportCommand,
  forget: forgetCommand,
  doctor: doctorCommand,
  failed: failedCommand,
}

const main = async ([name = '', ...args]: string[]) => {
  process.umask(ownerOnlyMask)
  // Ignore EPIPE, because a reader such as `head` may close the pipe early.
  process.stdout.on('error', () => {})
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) {
    return command(args)
  }
  console.error(`Name a command: ${Object.keys(commands).join(', ')}`)
  process.exitCode = 1
}

await main(process.argv.slice(2))
