import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a production server may hold, as deploy/cerebra.service bounds it. */
export const memoryMiB = 900

/** A bound on the memory of one process, as production has it. */
export interface MemoryBound {
  /** In words. */
  how: string
  /** The beginning of the command that starts a process within it. */
  under: readonly string[]
  /** Watches a process's peak, and ends it above the bound where the kernel doesn't. */
  watch: (pid: number) => { peakMiB: () => number; stop: () => void }
  remove: () => void
}

const groups = '/sys/fs/cgroup'
const lookingMs = 100

/** The cgroup's folder and the name of its bound, of the second version or the first; undefined where there is none. */
const makeGroup = (): { folder: string; how: string } | undefined => {
  const name = `cerebra-abuse-${process.pid}`
  const bytes = String(memoryMiB * 1024 * 1024)
  const kinds = [
    { parent: groups, mark: 'cgroup.controllers', bound: 'memory.max', how: 'cgroup v2' },
    { parent: join(groups, 'memory'), mark: 'tasks', bound: 'memory.limit_in_bytes', how: 'cgroup v1' },
  ]
  for (const { parent, mark, bound, how } of kinds) {
    if (!existsSync(join(parent, mark))) continue
    const folder = join(parent, name)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, bound), bytes)
      return { folder, how }
    } catch {
      // Not root, or a container that may only look.
    }
  }
  return undefined
}

const readPeak = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export const makeMemoryBound = (): MemoryBound => {
  const group = makeGroup()
  return {
    how: `${memoryMiB} MiB by ${group ? group.how : 'looking at its size ten times a second'}`,
    under: group ? ['sh', '-c', `echo $$ > ${join(group.folder, 'cgroup.procs')} && exec "$@"`, 'sh'] : [],
    watch: (pid) => {
      let peak = 0
      const look = () => {
        peak = Math.max(peak, readPeak(pid))
        if (!group && peak > memoryMiB) process.kill(pid, 'SIGKILL')
      }
      const looking = setInterval(look, lookingMs)
      return {
        peakMiB: () => {
          look()
          return peak
        },
        stop: () => clearInterval(looking),
      }
    },
    remove: () => {
      if (group) rmdirSync(group.folder)
    },
  }
}
