import { checkEdition, findPlaceholders } from '../festival/check-edition'
import { wholeEdition } from '../festival/whole-edition'

/** `npm run edition:check`: fails on a contradiction in the content; lists what is still a placeholder. */
export const main = () => {
  const problems = checkEdition(wholeEdition)
  const placeholders = findPlaceholders(wholeEdition)
  console.log(`${wholeEdition.identity.title}: ${problems.length} problems, ${placeholders.length} placeholders`)
  for (const problem of problems) console.log(`Problem: ${problem}`)
  for (const { path, text } of placeholders) console.log(`Placeholder: ${path} = ${text}`)
  if (problems.length > 0) process.exitCode = 1
}
