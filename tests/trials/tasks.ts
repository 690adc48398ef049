import { spawn, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** A command prefix that pins a process to a core, or an empty list if that is impossible. */
export const onCore = (core: number): string[] => (canPin ? ['taskset', '-c', String(core)] : [])

const root = resolve(import.meta.dirname, '../..')

export interface Tasks<Work, Result> {
  pid: number
  kill: () => void
  greeting: Promise<string>
  /** @throws Error with the process's output if the task fails or the process ends */
  run: (work: Work) => Promise<Result>
  end: () => Promise<void>
}

type Report<Result> = { result: Result } | { error: string }

/** Starts a module whose `main` calls `takeTasks`. An example of `commandPrefix` is `nice`. */
export const startTasks = <Work, Result>(
  file: string,
  commandPrefix: readonly string[] = [],
): Tasks<Work, Result> => {
  const commandLine = [...commandPrefix, process.execPath, 'scripts/run.mjs', file]
  const [command = process.execPath, ...args] = commandLine
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const greeting = new Promise<string>((done, fail) => {
    child.once('message', (text) => done(String(text)))
    void ended.then(() => fail(new Error(`${file} ended before it was ready`)))
  })
  greeting.catch(() => {})
  return {
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
    greeting,
    run: async (work) => {
      await greeting
      return new Promise((done, fail) => {
        child.once('message', (text) => {
          const report: Report<Result> = JSON.parse(String(text))
          if ('error' in report) {
            fail(new Error(`${file}: ${report.error}`))
          } else {
            done(report.result)
          }
        })
        void ended.then(() => fail(new Error(`${file} ended during a task`)))
        child.send(JSON.stringify(work), (error) => error && fail(error))
      })
    },
    end: async () => {
      if (child.connected) {
        child.disconnect()
      }
      await ended
    },
  }
}

/** Reports that the process is ready, and takes tasks until the parent disconnects. */
export const takeTasks = <Work, Result>(
  perform: (work: Work) => Promise<Result>,
  greeting = 'ready',
): Promise<void> =>
  new Promise((ended) => {
    const send = (report: Report<Result>) => process.send?.(JSON.stringify(report))
    process.on('message', (text) => {
      const work: Work = JSON.parse(String(text))
      perform(work).then(
        (result) => send({ result }),
        (error: unknown) =>
          send({
            error: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      )
    })
    process.once('disconnect', ended)
    process.send?.(greeting)
  })
