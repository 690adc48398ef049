import { existsSync } from 'node:fs'
import { chown } from 'node:fs/promises'

/** The user that owns nothing, on every Linux. */
const nobody = 65_534

const isRoot = () => process.geteuid?.() === 0

/** Does something without root's rights to every file; whoever isn't root has none to lay down. */
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

/** Makes files and folders those of whoever acts in `asNobody`; without root they are already. */
export const chownToNobody = (...paths: string[]): Promise<void> => chownTo(nobody, paths)

/** Makes them root's again. */
export const returnToRoot = (...paths: string[]): Promise<void> => chownTo(0, paths)
