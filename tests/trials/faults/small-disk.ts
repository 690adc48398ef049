import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from './scene'

/** A disk of its own that is soon full. */
export interface SmallDisk {
  /** Fills it to the last byte. */
  fill: () => void
  makeRoom: () => void
  remove: () => void
}

const block = Buffer.alloc(4_096)

/** Mounts a disk of so many MiB at the folder. @throws NotHere where that isn't allowed */
export const mountSmallDisk = (folder: string, mebibytes: number): SmallDisk => {
  if (process.getuid?.() !== 0) throw new NotHere('only root can mount a small disk')
  mkdirSync(folder, { recursive: true })
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'cerebra-trial', folder])
  if (mounting.status !== 0) throw new NotHere('a small disk cannot be mounted here')
  const filler = join(folder, '.filler')
  return {
    fill() {
      const file = openSync(filler, 'a')
      try {
        while (writeSync(file, block) === block.length);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync('umount', ['--lazy', folder])
    },
  }
}
