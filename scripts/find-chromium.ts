import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

export interface Chromium {
  /** The program's path. */
  path: string
  /** Where it comes from, in words. */
  origin: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The Chromium to test with, of those that are here: the one that is named, the system's, or Playwright's own. */
export const findChromium = (): Chromium | undefined => {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, origin: 'CHROMIUM_PATH' }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const path = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
  if (path) return { path, origin: 'installed' }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, origin: 'Playwright’s own' } : undefined
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'inherit' }).status === 0

const installChromium = () => {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (isDebianRoot && run('apt-get', 'update', '-q') && run('apt-get', 'install', '-qy', 'chromium')) return
  run(process.execPath, join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium')
}

/**
 * Makes sure that there is a Chromium and says which. Where there is none, as root on Debian its package is installed,
 * else Playwright's own.
 */
export const main = () => {
  if (!findChromium()) installChromium()
  const found = findChromium()
  if (found && isProgram(found.path)) {
    console.log(`${found.path} (${found.origin})`)
    return
  }
  console.error('No Chromium was found and none could be installed. Install one, or name it by CHROMIUM_PATH.')
  process.exitCode = 1
}
