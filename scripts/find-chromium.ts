import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { main as provideFirefox } from './find-firefox'
import { findProgram, installDebianPackage, isProgram, run } from './installed-programs'

export interface Chromium {
  /** The program's path. */
  path: string
  /** Where it comes from, in words. */
  origin: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium to test with, of those that are here: the one that is named, the system's, or Playwright's own. */
export const findChromium = (): Chromium | undefined => {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, origin: 'CHROMIUM_PATH' }
  const path = findProgram(names)
  if (path) return { path, origin: 'installed' }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, origin: 'Playwright’s own' } : undefined
}

const installChromium = () => {
  if (installDebianPackage('chromium')) return
  run(process.execPath, join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium')
}

/**
 * Makes sure that there is a Chromium and says which. Where there is none, as root on Debian its package is installed,
 * else Playwright's own. Firefox is provided as far as it can be.
 */
export const main = () => {
  provideFirefox()
  if (!findChromium()) installChromium()
  const found = findChromium()
  if (found && isProgram(found.path)) {
    console.log(`${found.path} (${found.origin})`)
    return
  }
  console.error('No Chromium was found and none could be installed. Install one, or name it by CHROMIUM_PATH.')
  process.exitCode = 1
}
