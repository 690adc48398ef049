import { formatCount } from '../server/cli/format-units'
import { readSourceFiles, type SourceFile } from './source-files'
import { root } from './vite.mjs'

/** Brackets keep the patterns from matching their own source. */
const machinePath = /(^|[^a-z0-9._<>/-])\/(w[o]rk|t[m]p|f[a]rm|r[o]ot|h[o]me|U[s]ers)\//
const silencedCheck = /@ts-[e]xpect-error|@ts-[n]ocheck|biome-[i]gnore/

const vagueName = /^(?:utils?|misc|helpers?|common|stuff)$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const isCode = (path: string) => /\.(ts|tsx|mjs|css)$/.test(path)

/** Finds vague folder names, machine paths and silenced checks, for which Biome has no rules. */
export const findViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    [...checkFolders(file), ...checkLines(file)].map((violation) => `${file.path}: ${violation}`),
  )

const checkFolders = ({ path }: SourceFile): string[] => {
  const folders = isCode(path) ? path.split('/').slice(0, -1) : []
  return folders.flatMap((name) => {
    if (!kebabCase.test(name)) {
      return [`the name ${name} is not kebab-case`]
    }
    return vagueName.test(name) ? [`the name ${name} says nothing about what is inside`] : []
  })
}

const checkLines = ({ path, text }: SourceFile): string[] =>
  text.split('\n').flatMap((line, index) => {
    const violations = machinePath.test(line) ? ['names a path of one machine'] : []
    const [silenced] = (isCode(path) && silencedCheck.exec(line)) || []
    if (silenced) {
      violations.push(`${silenced} silences a check`)
    }
    return violations.map((violation) => `line ${index + 1}: ${violation}`)
  })

/** `npm run structure`: prints every violation, and fails if it finds one. */
export const main = () => {
  const files = readSourceFiles(root)
  const violations = findViolations(files)
  for (const violation of violations) {
    console.log(violation)
  }
  console.log(
    `${formatCount(files.length, 'file')}, ${formatCount(violations.length, 'broken rule')}`,
  )
  if (violations.length > 0) {
    process.exitCode = 1
  }
}
