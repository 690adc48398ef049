import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** Who has which core, so that neither takes time from the other: what is measured, and the world outside of it. */
export const cores = { measured: 0, outside: 1 } as const

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** The beginning of a command that stays on this core; empty where processes can't be held to one. */
export const onCore = (core: number): string[] => (canPin ? ['taskset', '-c', String(core)] : [])

/** How the machine is shared out, in words. */
export const tellCores = (): string =>
  canPin
    ? `${availableParallelism()} cores: the server (or the bare database's client) alone has one, load and mail engine another; PostgreSQL runs where it likes`
    : `${availableParallelism()} cores, shared by all: processes can't be held to a core here`

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** The processor time of a process so far, in seconds; undefined where the machine doesn't tell. */
export const readCpuSeconds = (pid: number): number | undefined => {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [user, system] = afterName.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) / ticksPerSecond
  } catch {
    return undefined
  }
}

const root = resolve(import.meta.dirname, '../..')

/** A process of its own that does one piece of work after the other. */
export interface Tasks<Work, Result> {
  pid: number
  /** What it said of itself once it was ready. */
  greeting: Promise<string>
  /** @throws Error with the process's own words when the work fails or the process ends */
  run: (work: Work) => Promise<Result>
  end: () => Promise<void>
}

type Report<Result> = { result: Result } | { error: string }

/** Starts a module of this project whose `main` calls `takeTasks`, and holds it to a core. */
export const startTasks = <Work, Result>(file: string, core: number): Tasks<Work, Result> => {
  const [command = process.execPath, ...args] = [...onCore(core), process.execPath, 'scripts/run.mjs', file]
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const greeting = new Promise<string>((done, fail) => {
    child.once('message', (text) => done(String(text)))
    void ended.then(() => fail(new Error(`${file} ended before it was ready`)))
  })
  greeting.catch(() => {})
  return {
    pid: child.pid ?? 0,
    greeting,
    run: async (work) => {
      await greeting
      return new Promise((done, fail) => {
        child.once('message', (text) => {
          const report: Report<Result> = JSON.parse(String(text))
          if ('error' in report) fail(new Error(`${file}: ${report.error}`))
          else done(report.result)
        })
        void ended.then(() => fail(new Error(`${file} ended too soon`)))
        child.send(JSON.stringify(work), (error) => error && fail(error))
      })
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The other side: says that it is ready, and does what it is sent until nobody is there to send any more. */
export const takeTasks = <Work, Result>(perform: (work: Work) => Promise<Result>, greeting = 'ready'): Promise<void> =>
  new Promise((ended) => {
    const report = (words: Report<Result>) => process.send?.(JSON.stringify(words))
    process.on('message', (text) => {
      const work: Work = JSON.parse(String(text))
      perform(work).then(
        (result) => report({ result }),
        (error: unknown) => report({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
    })
    process.once('disconnect', ended)
    process.send?.(greeting)
  })
