import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')

/** A part of the trial in a process of its own, which is told what to do and tells what it saw at its end. */
export interface Child<Result> {
  ready: Promise<void>
  say: (line: string) => void
  /** Rejects when it ends without a word. */
  result: Promise<Result>
  kill: () => void
}

/** Starts `tests/trials/abuse/SCRIPT.ts`; `under` is the beginning of the command, such as `nice -n 19`. */
export const startChild = <Result>(script: string, args: readonly string[], under: readonly string[] = []) => {
  const [command = process.execPath, ...rest] = [
    ...under,
    process.execPath,
    'scripts/run.mjs',
    `tests/trials/abuse/${script}.ts`,
    ...args,
  ]
  const child = spawn(command, rest, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })
  const result = new Promise<Result>((done, fail) => {
    lines.on('line', (line) => line.startsWith('{') && done(JSON.parse(line)))
    child.once('exit', (code) => fail(new Error(`${script} ended with ${code}`)))
  })
  result.catch(() => {})
  const ready = new Promise<void>((done) => lines.on('line', (line) => line === 'ready' && done()))
  return {
    ready: Promise.race([ready, result.then(() => {})]),
    say: (line: string) => child.stdin.write(`${line}\n`),
    result,
    kill: () => child.kill('SIGKILL'),
  } satisfies Child<Result>
}
