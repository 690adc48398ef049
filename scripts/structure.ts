import { resolve } from 'node:path'
import { formatCount } from '../server/cli/format-amounts'
import { readSourceFiles } from './source-files'
import { findViolations } from './structure/find-violations'

/** `npm run structure`: prints every broken rule that the linter doesn't hold, and fails if there is one. */
export const main = () => {
  const files = readSourceFiles(resolve(import.meta.dirname, '..'))
  const violations = findViolations(files)
  for (const violation of violations) console.log(violation)
  console.log(`${formatCount(files.length, 'file')}, ${formatCount(violations.length, 'broken rule')}`)
  if (violations.length > 0) process.exitCode = 1
}
