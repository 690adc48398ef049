import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { secondDist } from '../../tests/support/second-edition'
import { findFirefox } from '../find-firefox'
import { type Counts, countPlaywright, countVitest } from './count-tests'

export const root = resolve(import.meta.dirname, '../..')

/** How a command ended, with everything it said on either stream. */
export interface Ending {
  exitCode: number
  output: string
}

const longestMinutes = 20

/**
 * Runs a command from the project's root to its end and keeps what it says. One that takes longer than twenty minutes is
 * ended with all that it started, and has failed; so is one that still runs when this process exits.
 */
export const runCommand = (command: readonly string[], env: Record<string, string> = {}): Promise<Ending> =>
  new Promise((done) => {
    const [file = '', ...args] = command
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself in this very moment.
      }
    }
    const clock = setTimeout(() => {
      output += `\nended after ${longestMinutes} minutes`
      endGroup()
    }, longestMinutes * 60_000)
    process.once('exit', endGroup)
    const finish = (exitCode: number) => {
      clearTimeout(clock)
      process.removeListener('exit', endGroup)
      done({ exitCode, output: output.trim() })
    }
    child.once('error', (error) => {
      output += error.message
      finish(1)
    })
    child.once('close', (exitCode) => finish(exitCode ?? 1))
  })

/** A command that an installed package brings. */
const packageCommand = (name: string) => resolve(root, 'node_modules/.bin', name)

/** A TypeScript command of this project. */
const projectCommand = (file: string, ...args: string[]) => [process.execPath, 'scripts/run.mjs', file, ...args]

export interface Outcome extends Counts {
  /** Everything the step said; shown where it failed. */
  output: string
  /** A line for the table. */
  note: string
}

export interface Step {
  name: string
  /** Its output is worth reading also when it holds. */
  speaks?: boolean
  run: () => Promise<Outcome>
}

const lastLine = (output: string) => output.split('\n').at(-1) ?? ''

/** A command that holds or does not; its last line is the note. */
const check = (name: string, command: readonly string[], env?: Record<string, string>): Step => ({
  name,
  run: async () => {
    const { exitCode, output } = await runCommand(command, env)
    const holds = exitCode === 0
    return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, output, note: holds ? lastLine(output) : '' }
  },
})

/** A runner that counts its tests into a JSON file. */
const countTests = (
  name: string,
  command: (report: string) => { command: readonly string[]; env?: Record<string, string> },
  count: (report: unknown, exitCode: number) => Counts,
): Step => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gate-'))
    const file = join(folder, 'report.json')
    try {
      const run = command(file)
      const { exitCode, output } = await runCommand(run.command, run.env)
      const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
      return { ...count(report, exitCode), output, note: '' }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/** The tests of one project, or only those whose path holds one of these texts. */
const vitest = (project: string, ...paths: string[]): Step =>
  countTests(
    `tests: ${project}`,
    (report) => ({
      command: [
        packageCommand('vitest'),
        ...[
          'run',
          ...paths,
          `--project=${project}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
      ],
    }),
    countVitest,
  )

const journeys = countTests(
  'journeys',
  (report) => ({
    command: [packageCommand('playwright'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }),
  countPlaywright,
)

/** The main journeys in Firefox. Where there is none and none can be installed, they are left out: neither held nor failed. */
const firefoxJourneys: Step = {
  name: 'journeys: Firefox',
  run: async () => {
    const { output } = await runCommand(projectCommand('scripts/find-firefox.ts'))
    if (!findFirefox()) return { passed: 0, failed: 0, output, note: `left out: ${lastLine(output)}` }
    return check('', projectCommand('tests/firefox/main-journeys.ts')).run()
  },
}

/** A code that the build is given and the site must not hold. */
const secretCoupon = `GATE${randomBytes(8).toString('hex').toUpperCase()}`

/** What `npm run check` runs: under two minutes. */
export const fastSteps: readonly Step[] = [
  check('format and lint', [packageCommand('biome'), 'ci', '--colors=off', '.']),
  check('types', [packageCommand('tsc'), '-p', '.']),
  check('structure', projectCommand('scripts/structure.ts')),
  check('edition', projectCommand('scripts/edition-check.ts')),
  vitest('edition'),
  vitest('unit'),
  vitest('api-sqlite'),
]

/** What `npm test` runs besides: the server's tests once more on PostgreSQL, the built product in a real browser, and its small trials. */
export const slowSteps: readonly Step[] = [
  vitest('api-postgres'),
  // What reads, lists or removes files: a form only names what was uploaded.
  vitest(
    'api-sqlite-s3',
    ...['server/uploads', 'server/jobs/sweep', 'server/jobs/retention', 'server/desk/record'],
    ...['server/cli/backup', 'server/cli/forget-person', 'server/submissions/from-form-to-export'],
  ),
  check('build', projectCommand('scripts/checked-build.ts'), { COUPON_CODE: secretCoupon }),
  // As a public site has it: what has ended closes there.
  check('build: second edition', projectCommand('scripts/checked-build.ts'), {
    EDITION: 'tests/edition',
    DIST: secondDist,
    NODE_ENV: 'production',
  }),
  check('bundle', projectCommand('scripts/check-bundle.ts', secretCoupon)),
  check('browser', projectCommand('scripts/find-chromium.ts')),
  { ...check('weight', projectCommand('scripts/check-weight.ts')), speaks: true },
  journeys,
  firefoxJourneys,
  check('trial: kill -9, 5 times', projectCommand('tests/trials/kill-nine.ts', '5')),
  check('trial: 100 forms at once', projectCommand('tests/trials/burst.ts', '100')),
  check(
    'trial: two at the desk',
    projectCommand(
      ...[
        'tests/trials/desk.ts',
        '--engine',
        'sqlite',
        '--races',
        '8',
        '--kills',
        '2',
        '--corrections',
        '4',
        '--sign-ins',
        '0',
      ],
    ),
  ),
]

/** What `npm run test:engines` runs: the one suite of the server's tests on each combination of engines. */
export const engineSteps: readonly Step[] = [
  vitest('api-sqlite'),
  vitest('api-sqlite-s3'),
  vitest('api-postgres'),
  vitest('api-postgres-s3'),
  vitest('api-mail-folder'),
  vitest('api-mail-smtp'),
  vitest('api-mail-emailjs'),
]
