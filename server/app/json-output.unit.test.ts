import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'

test('in production, writes the reasons that prevent a start as lines of JSON (20.9)', async () => {
  const folder = await makeFolder()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'server/app/main.ts'],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        EDITION: process.env.EDITION,
        NODE_ENV: 'production',
        DATA_DIR: folder,
        SITE_DIR: folder,
      },
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  const lines = stderr.trim().split('\n')
  const texts = lines.map((line): string => JSON.parse(line).msg)
  expect(texts).toContainEqual(expect.stringMatching(/^ {2}PUBLIC_URL is missing: /))
  expect(texts).toContainEqual(expect.stringMatching(/^ {2}SITE_DIR holds no built site /))
})
