import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { openSources } from './locate'

const root = resolve(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  // The folder is two levels below the root, because the copied files import shapes by relative
  // paths.
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/edition-'))
  cpSync(join(root, 'tests/edition'), folder, { recursive: true })
  writeFileSync(
    join(folder, 'catalogue-talks.ts'),
    "export const talks = [\n  {\n    key: 'InsideICU',\n    status: 'opened',\n  },\n]\n",
  )
  const file = join(folder, 'programme.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace("tier: 'Tier 2'", 'tier: 2'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const findLine = (file: string, text: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

test('finds the source line of the value at a path', () => {
  const open = openSources(folder)
  const locate = (path: string[]) => open(wholeEdition, path)
  expect(locate(['subjects', '3', 'status'])).toBe('catalogue-talks.ts:4')
  expect(locate(['programme', '2', 'tier'])).toBe(
    `programme.ts:${findLine('programme.ts', 'tier: 2')}`,
  )
  expect(locate(['identity', 'payee', 'id'])).toBe(
    `identity.ts:${findLine('identity.ts', 'payee')}`,
  )
  expect(locate(['programme', '2', 'venue'])).toBe(
    `programme.ts:${findLine('programme.ts', "id: 'gala-night'") - 1}`,
  )
})

test('the check and the build report a mistake in the same words, without a stack trace', () => {
  const words = `programme.ts:${findLine('programme.ts', 'tier: 2')}: Gala night, tier is 2; it must be`
  for (const script of ['scripts/edition-check.ts', 'scripts/checked-build.ts']) {
    const env = { ...process.env, EDITION: folder, DIST: join(folder, 'dist') }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', script], {
      cwd: root,
      env,
    })
    const said = `${stdout}${stderr}`
    expect([script, status]).toEqual([script, 1])
    expect(said).toContain(words)
    expect(said).toContain('1 problem')
    expect(said).not.toContain('1 problems')
    expect(said).not.toMatch(/\n\s+at /)
  }
})
