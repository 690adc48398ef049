import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cerebra-unbuilt-'))
  copyFileSync(resolve('package.json'), join(folder, 'package.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['start', 'backup', 'restore', 'export', 'forget'])(
  'npm run %s says in a sentence that nothing is built yet',
  (name) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', name], { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('Nothing is built yet. Do that first: npm run build')
    expect(stdout + stderr).not.toMatch(/ {4}at /)
  },
)
