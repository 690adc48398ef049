import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** How a command ended, with everything it said on either stream. */
export interface Ending {
  exitCode: number
  output: string
}

const longestMinutes = 20

/**
 * Runs a command from the project's root to its end and keeps what it says. One that takes longer than twenty minutes is
 * ended with all that it started, and has failed; so is one that still runs when this process exits.
 */
export const runCommand = (command: readonly string[], env: Record<string, string> = {}): Promise<Ending> =>
  new Promise((done) => {
    const [file = '', ...args] = command
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself in this very moment.
      }
    }
    const clock = setTimeout(() => {
      output += `\nended after ${longestMinutes} minutes`
      endGroup()
    }, longestMinutes * 60_000)
    process.once('exit', endGroup)
    const finish = (exitCode: number) => {
      clearTimeout(clock)
      process.removeListener('exit', endGroup)
      done({ exitCode, output: output.trim() })
    }
    child.once('error', (error) => {
      output += error.message
      finish(1)
    })
    child.once('close', (exitCode) => finish(exitCode ?? 1))
  })

/** A command that an installed package brings. */
export const packageCommand = (name: string) => resolve(root, 'node_modules/.bin', name)

/** A TypeScript command of this project. */
export const projectCommand = (file: string, ...args: string[]) => [process.execPath, 'scripts/run.mjs', file, ...args]
