import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cerebra-unbuilt-'))
  copyFileSync(resolve('package.json'), join(folder, 'package.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readSettings = (name: string) =>
  [
    ...readFileSync('deploy/cerebra.service', 'utf8').matchAll(new RegExp(`^${name}=(.+)$`, 'gm')),
  ].map(([, value]) => value)

test('cerebra runs a command with the user, settings and folder of the service', () => {
  const stub = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  stub('systemd-run', 'for one in "$@"; do echo "$one"; done')
  const settings = join(folder, 'environment')
  writeFileSync(settings, '# PORT=1\nPUBLIC_URL=https://cerebra.test\n ORGANIZERS="a b"\n')
  const env = { PATH: `${folder}:/usr/bin:/bin`, CEREBRA_SETTINGS: settings }
  const { stdout } = spawnSync('deploy/cerebra', ['forget', '--email', 'asha of@college.test'], {
    env,
    encoding: 'utf8',
  })
  const words = stdout.split('\n')
  expect(words).toContain(`--uid=${readSettings('User')}`)
  expect(words).toContain(`--gid=${readSettings('Group')}`)
  expect(words).toContain(`--property=UMask=${readSettings('UMask')}`)
  expect(readSettings('Environment')).toEqual(['NODE_ENV=production', 'DATA_DIR=/var/lib/cerebra'])
  for (const variable of readSettings('Environment')) {
    expect(words).toContain(`--setenv=${variable}`)
  }
  expect(words).toContain('--setenv=SETTINGS_NAMES=PUBLIC_URL ORGANIZERS ')
  expect(words).toContain(`--property=EnvironmentFile=${settings}`)
  expect(readFileSync('deploy/cerebra', 'utf8')).toContain(`:-${readSettings('EnvironmentFile')}}`)
  expect(words.slice(-6)).toEqual([
    '/usr/bin/node',
    '/opt/cerebra/dist/server/cli.js',
    'forget',
    '--email',
    'asha of@college.test',
    '',
  ])
})

test('the check of the edition explains that development tools are missing', () => {
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['run.mjs', 'vite.mjs']) {
    copyFileSync(resolve('scripts', name), join(folder, 'scripts', name))
  }
  const { status, stderr } = spawnSync('node', ['scripts/run.mjs', 'scripts/edition-check.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('are not installed here. Install them first: npm ci')
  expect(stderr).not.toMatch(/ {4}at /)
})

test('npm start and every command explain that there is no build yet', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'backup'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Nothing is built yet. Do that first: npm run build')
  expect(stdout + stderr).not.toMatch(/ {4}at /)
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  expect(scripts.prestart).toBe('npm run -s built')
  for (const name of ['backup', 'restore', 'export', 'forget', 'doctor']) {
    expect(scripts[name]).toBe(`npm run -s built && node dist/server/cli.js ${name}`)
  }
})
