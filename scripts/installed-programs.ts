import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether this user may run the file. */
export const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that PATH leads to; undefined where there is none. */
export const findProgram = (names: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Runs a command and shows what it says; whether it went well. */
export const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Installs a package of Debian's; false where this isn't Debian, not root, or it cannot be had. */
export const installDebianPackage = (name: string): boolean => {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  return isDebianRoot && run('apt-get', 'update', '-q') && run('apt-get', 'install', '-qy', name)
}
