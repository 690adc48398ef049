import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const findChromium = () => {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    return { path: configured, origin: 'CHROMIUM_PATH' }
  }
  const path = findProgram(programNames)
  if (path) {
    return { path, origin: 'installed' }
  }
  const bundled = chromium.executablePath()
  return existsSync(bundled) ? { path: bundled, origin: 'Playwright’s own' } : undefined
}

export const findFirefox = (): string | undefined =>
  process.env.FIREFOX_PATH || findProgram(['firefox', 'firefox-esr'])

/** Chromium uses only the last list of disabled features, so our list repeats Playwright's. */
const featuresOffInPlaywright = [
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

/** These features start processes for each visitor, which use 0.67 seconds of processor time. */
const featuresOffHere = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

const isRoot = process.getuid?.() === 0
const sandboxFlags = isRoot ? ['--no-sandbox'] : []

export const chromiumFlags: readonly string[] = [
  ...sandboxFlags,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...featuresOffInPlaywright, ...featuresOffHere].join(',')}`,
]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findProgram = (names: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Returns false if this is not Debian, the user is not root, or the package is unavailable. */
const installDebianPackage = (name: string): boolean => {
  const isDebianRoot = isRoot && existsSync('/etc/debian_version')
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
 * Installs Debian's Chromium if run as root on Debian, otherwise Playwright's. Firefox is optional.
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
    'No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.',
  )
  process.exitCode = 1
}
