import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { deskCallFolder, deskPage, doorCallFolder, doorPage } from '../festival/contract/pages'
import { formatCount } from '../server/cli/format-units'
import { listSourcePaths } from './source-files'
import { root } from './vite.mjs'

/** If the site contains one of these names, server code has leaked into the site. */
const serverNames = ['COUPON_CODE', 'DATABASE_URL', 'SMTP_URL', 'ORGANISERS_EMAIL']

const findLeaks = (
  folder: string,
  files: readonly string[],
  secrets: readonly string[],
): string[] =>
  files.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'latin1').toLowerCase()
    return secrets
      .filter((secret) => text.includes(secret.toLowerCase()))
      .map((secret) => `${path} holds ${secret}`)
  })

const isPlain = (path: string) => !/\.(br|gz)$/.test(path)

/** Returns `@aws-sdk/client-s3` for `@aws-sdk/client-s3/dist/x.js`. */
const namePackage = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the modules that are imported at runtime, so not those imported only for types. */
const listImports = (path: string, text: string): string[] => {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const dynamicSpecifiers = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end),
  )
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicSpecifiers.filter((name) => /^['"]/.test(name)).map((name) => name.slice(1, -1)),
  ]
}

/** Packages that `npm ci --omit=dev` does not install. */
const findMissingPackages = (
  folder: string,
  files: readonly string[],
  installed: readonly string[],
): string[] =>
  files.flatMap((path) =>
    listImports(path, readFileSync(join(folder, path), 'utf8'))
      .filter((specifier) => !/^(?:\.|node:)/.test(specifier))
      .filter((specifier) => !installed.includes(namePackage(specifier)))
      .map((specifier) => `${path} imports ${specifier}, which production does not install`),
  )

const browserFolders = ['site', 'desk', 'ui', 'festival', 'build/service-worker']

/** Finds packages that the browser loads but whose licences are missing from `licences.txt`. */
const findMissingLicences = (licences: string): string[] => {
  const files = browserFolders.flatMap((folder) =>
    listSourcePaths(join(root, folder))
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path))
      .map((path) => join(root, folder, path)),
  )
  const specifiers = files.flatMap((path) => listImports(path, readFileSync(path, 'utf8')))
  const packages = new Set(
    specifiers.filter((name) => !/^(?:\.|#|node:)/.test(name)).map(namePackage),
  )
  return [...packages]
    .filter((name) => !licences.includes(`\n${name} `))
    .map((name) => `dist/site/licences.txt lacks the licence of ${name}`)
}

/** `check-bundle.ts COUPON`: fails if a file for visitors contains the coupon. */
export const main = ([coupon = '']: readonly string[]) => {
  const secrets = coupon === '' ? serverNames : [...serverNames, coupon]
  const site = join(root, 'dist/site')
  const desk = join(root, 'dist/desk')
  const door = join(root, 'dist/door')
  const pages = listSourcePaths(site).filter(isPlain)
  const server = join(root, 'dist/server')
  const modules = listSourcePaths(server).filter((path) => path.endsWith('.js'))
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const faults = [
    ...findLeaks(site, pages, secrets),
    // Only the service worker may name the desk and the door page, because it must ignore them.
    ...findLeaks(
      site,
      pages.filter((path) => path !== 'sw.js'),
      [`${deskPage}/`, deskCallFolder, `${doorPage}/`, doorCallFolder],
    ),
    ...['index.html']
      .filter((name) => !listSourcePaths(desk).includes(name))
      .map((name) => `dist/desk has no ${name}`),
    ...findLeaks(desk, listSourcePaths(desk).filter(isPlain), secrets),
    ...['index.html', 'sw.js']
      .filter((name) => !listSourcePaths(door).includes(name))
      .map((name) => `dist/door has no ${name}`),
    ...findLeaks(door, listSourcePaths(door).filter(isPlain), secrets),
    ...findMissingPackages(server, modules, Object.keys(dependencies)),
    ...findMissingLicences(readFileSync(join(site, 'licences.txt'), 'utf8')),
    ...['main.js', 'cli.js']
      .filter((name) => !modules.includes(name))
      .map((name) => `dist/server has no ${name}`),
  ]
  for (const fault of faults) {
    console.log(fault)
  }
  console.log(
    `${formatCount(pages.length, 'file')} of the site, ${modules.length} of the server, ${formatCount(faults.length, 'fault')}`,
  )
  if (faults.length > 0 || pages.length === 0) {
    process.exitCode = 1
  }
}
