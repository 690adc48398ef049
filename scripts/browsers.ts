import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium to test with, of those that are here: the one that is named, the system's, or Playwright's own. */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    return { path: named, origin: 'CHROMIUM_PATH' }
  }
  const path = findProgram(names)
  if (path) {
    return { path, origin: 'installed' }
  }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, origin: 'Playwright’s own' } : undefined
}

/** The path of the Firefox to test with: the one that FIREFOX_PATH names, or the system's; undefined where there is none. */
export const findFirefox = (): string | undefined =>
  process.env.FIREFOX_PATH || findProgram(['firefox', 'firefox-esr'])

/** What Playwright switches off itself: Chromium heeds the last list only, so a list of ours must repeat it. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The lists that unfold under the address bar, which nobody sees here, and a spare process for the next page: each new
 * visitor would start two processes more, at two thirds of a second of the processor.
 */
const offHere = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

const isRoot = process.getuid?.() === 0

/** How the Chromium of journeys and measurements is started: it visits this machine only, and runs no errands of its own. */
export const chromiumFlags: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, ...offHere].join(',')}`,
]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that PATH leads to; undefined where there is none. */
const findProgram = (names: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Runs a command and shows what it says; whether it went well. */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Installs a package of Debian's; false where this isn't Debian, not root, or it cannot be had. */
const installDebianPackage = (name: string): boolean => {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  return isDebianRoot && run('apt-get', 'update', '-q') && run('apt-get', 'install', '-qy', name)
}

const installChromium = () => {
  if (installDebianPackage('chromium')) {
    return
  }
  run(
    process.execPath,
    join('node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  )
}

/**
 * Makes sure that there is a Chromium and says which. Where there is none, as root on Debian its package is installed,
 * else Playwright's own. Firefox is provided as far as it can be.
 */
export const main = () => {
  if (!findFirefox()) {
    installDebianPackage('firefox-esr')
  }
  if (!findChromium()) {
    installChromium()
  }
  const chromium = findChromium()
  if (chromium && isExecutable(chromium.path)) {
    console.log(`${chromium.path} (${chromium.origin})`)
    return
  }
  console.error(
    'No Chromium was found and none could be installed. Install one, or name it by CHROMIUM_PATH.',
  )
  process.exitCode = 1
}
