import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

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

/** What a process holds in memory, in MiB; undefined where the machine doesn't tell. */
export const readRssMiB = (pid: number): number | undefined => {
  try {
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}
