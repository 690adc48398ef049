import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEditionSetting } from './vite.mjs'

test('build and check read the folder of the edition from .env (19.28)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  try {
    expect(readEditionSetting(folder)).toBeUndefined()
    writeFileSync(join(folder, '.env'), 'PORT=3000\nEDITION=../kalanjali\n')
    expect(readEditionSetting(folder)).toBe('../kalanjali')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
