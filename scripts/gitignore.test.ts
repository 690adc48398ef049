import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../tests/support/make-folder'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  execFileSync('git', ['init', '--quiet', folder])
  copyFileSync('.gitignore', join(folder, '.gitignore'))
})

const findIgnored = (paths: string[]) =>
  execFileSync('git', ['check-ignore', '--stdin'], {
    cwd: folder,
    input: paths.join('\n'),
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

test('git ignores data folders, backups, exports and other files with personal data', () => {
  const personal = [
    'data/cerebra.sqlite',
    'data/files/proof.png',
    'trial-data/cerebra.sqlite',
    'trial-data/files/proof.png',
    'move-data/mail/letter.eml',
    'backups/cerebra-20251008T033000Z/manifest.json',
    'cerebra-20251008T033000Z/tables/message.jsonl',
    'exports/registrations.csv',
    'cerebra.sqlite',
    'cerebra.sqlite-wal',
    'letter.eml',
    '.env',
  ]
  expect(findIgnored(personal)).toEqual(personal)
})

const readPatterns = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

test('a container image does not contain files that git ignores (20.25)', () => {
  const ignored = readPatterns('.gitignore').map((pattern) => `**/${pattern.replace(/\/$/, '')}`)
  expect(readPatterns('.dockerignore')).toEqual(expect.arrayContaining(ignored))
})
