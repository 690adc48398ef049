import { readFileSync } from 'node:fs'
import { formatCount } from '../server/cli/format-units'
import { readVerdict } from './edition/read-verdict'

/** `npm run edition:check` */
export const main = async (): Promise<void> => {
  const { title, problems, warnings, ...verdict } = await readVerdict()
  const securityContact = /[\w.]+@[\w.]+\.example/.exec(readFileSync('SECURITY.md', 'utf8'))
  const placeholders = [...verdict.placeholders]
  if (securityContact) {
    placeholders.push(`SECURITY.md: ${securityContact[0]}`)
  }
  for (const problem of problems) {
    console.log(`Problem: ${problem}`)
  }
  for (const warning of warnings) {
    console.log(`Warning: ${warning}`)
  }
  for (const placeholder of placeholders) {
    console.log(`Placeholder: ${placeholder}`)
  }
  console.log(
    `${title}: ${formatCount(problems.length, 'problem')}, ${formatCount(placeholders.length, 'placeholder')}`,
  )
  if (problems.length > 0) {
    process.exitCode = 1
  }
}
