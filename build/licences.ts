import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** The folders of packages that have files in the build. */
const folders = new Set<string>()
/** Licence files for code that a package has bundled. */
const furtherTexts = new Map<string, string>()

const findFolder = (file: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replace(/^\0/, ''))?.[0]

const record = (file: string): string | undefined => {
  const folder = findFolder(file)
  if (folder !== undefined) {
    folders.add(folder)
  }
  return folder
}

/** For files that the build copies without Vite, such as `tesseract.js/dist/worker.min.js`. */
export const recordCopiedFile = (specifier: string): void => {
  const file = require.resolve(specifier)
  const folder = record(file)
  const bundled = `${file}.LICENSE.txt`
  if (folder !== undefined && existsSync(bundled)) {
    furtherTexts.set(folder, bundled)
  }
}

/** Workers need the plugin too. */
export const recordLicences: Plugin = {
  name: 'record-licences',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      const files = output.type === 'chunk' ? output.moduleIds : output.originalFileNames
      files.forEach(record)
    }
  },
}

const isLicence = (name: string) => /^(?:licen[cs]e|notice|copying)/i.test(name)

interface PackageDescription {
  name: string
  version: string
  license?: string
}

/** @throws Error if the package does not name its licence */
const describePackage = async (folder: string): Promise<string> => {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, version, license }: PackageDescription = JSON.parse(text)
  if (license === undefined) {
    throw new Error(`The package ${name} does not name its licence`)
  }
  const names = (await readdir(folder)).filter(isLicence).sort()
  const files = names.map((file) => join(folder, file))
  const bundled = furtherTexts.get(folder)
  if (bundled !== undefined) {
    files.push(bundled)
  }
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return [`${name} ${version} (${license})`, ...texts.map((licence) => licence.trim())].join('\n\n')
}

const ruler = `\n\n${'-'.repeat(72)}\n\n`

/** Describes every recorded package, sorted by name. */
export const writeLicences = async (): Promise<string> => {
  const packages = await Promise.all([...folders].map(describePackage))
  const introduction =
    'This site contains code, fonts and data from these packages, used under their licences.'
  return `${[introduction, ...packages.sort()].join(ruler)}\n`
}
