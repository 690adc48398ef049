import { existsSync } from 'node:fs'
import { chown } from 'node:fs/promises'

/** The id of the Linux user `nobody`, who owns no files. */
const nobody = 65_534

const isRoot = () => process.geteuid?.() === 0

/** Acts as `nobody` if this process is root, because root may access every file. */
export const asNobody = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  if (!isRoot()) {
    return act()
  }
  process.seteuid?.(nobody)
  try {
    return await act()
  } finally {
    process.seteuid?.(0)
  }
}

const chownTo = async (user: number, paths: readonly string[]) => {
  if (isRoot()) {
    for (const path of paths) {
      if (existsSync(path)) {
        await chown(path, user, user)
      }
    }
  }
}

export const chownToNobody = (...paths: string[]): Promise<void> => chownTo(nobody, paths)

export const returnToRoot = (...paths: string[]): Promise<void> => chownTo(0, paths)
