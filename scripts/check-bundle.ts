import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listSourcePaths } from './source-files'

const site = resolve(import.meta.dirname, '../dist/site')

/** Names of the server's variables: where one stands in the site, the server's code has leaked into it. */
const serverWords = ['COUPON_CODE', 'DATABASE_URL', 'SMTP_URL', 'ORGANISERS_EMAIL']

/**
 * Searches everything that visitors can load for what belongs to the server alone: its variables' names, and the coupon
 * that the build was given in its environment. Called as `check-bundle.ts COUPON`.
 */
export const main = ([coupon = '']: readonly string[]) => {
  const words = [...serverWords, ...(coupon === '' ? [] : [coupon])]
  const files = listSourcePaths(site).filter((path) => !/\.(br|gz)$/.test(path))
  const leaks = files.flatMap((path) => {
    const text = readFileSync(join(site, path), 'latin1').toLowerCase()
    return words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${path} holds ${word}`)
  })
  for (const leak of leaks) console.log(leak)
  console.log(`${files.length} files of the site, ${leaks.length} leaks`)
  if (leaks.length > 0 || files.length === 0) process.exitCode = 1
}
