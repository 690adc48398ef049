import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\|(?! threat|---)/.test(line))

test('every threat of docs/security.md names a test that exists, by its file and words', () => {
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.filter((row) => {
    const [, file = '', words = ''] = /`([^`]+\.(?:test|spec)\.ts)`: "([^"]+)" \|$/.exec(row) ?? []
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(words)
  })
  expect(missing).toEqual([])
})
