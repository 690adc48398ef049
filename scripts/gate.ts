import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { secondDist } from '../tests/support/second-edition'
import { findFirefox } from './browsers'

const root = resolve(import.meta.dirname, '..')
const longestMinutes = 20

interface Step {
  name: string
  command: readonly string[]
  env?: Record<string, string>
  /** Whether the output reports how many tests passed and failed. */
  countsTests?: boolean
  /** Runs in parallel with the previous step, because each uses at most one core. */
  beside?: true
  /** Prints the step's output even if the step passes. */
  showsOutput?: true
  /** Returns why the step cannot run on this machine. Called just before the step. */
  skipReason?: () => string | undefined
}

const program = (name: string, ...args: string[]) => [join('node_modules/.bin', name), ...args]
const script = (file: string, ...args: string[]) => [
  process.execPath,
  'scripts/run.mjs',
  file,
  ...args,
]

/** One process runs all projects, so that no core waits for a project's last file. */
const vitest = (...projects: string[]): Step => ({
  name: `tests: ${projects.join(', ')}`,
  command: program(
    'vitest',
    ...[
      'run',
      '--reporter=dot',
      '--silent=passed-only',
      ...projects.map((project) => `--project=${project}`),
    ],
  ),
  countsTests: true,
})

/** A coupon code for the build, which the site must not contain. */
const secretCoupon = `GATE${randomBytes(8).toString('hex').toUpperCase()}`

/** The steps of `npm run check`. */
const fastSteps: readonly Step[] = [
  { name: 'format and lint', command: program('biome', 'ci', '.') },
  { name: 'types', command: program('tsc', '-p', '.'), beside: true },
  { name: 'structure', command: script('scripts/structure.ts') },
  { name: 'plain words', command: script('scripts/plain-words.ts'), beside: true },
  { name: 'edition', command: script('scripts/edition-check.ts'), beside: true },
  vitest('edition', 'unit'),
  vitest('api-sqlite'),
]

const playwright = (project: string, name: string): Step => ({
  name,
  command: program('playwright', 'test', '--reporter=dot', `--project=${project}`),
  countsTests: true,
})

/** Build this edition with the coupon code, then search the bundles for the code. */
const buildSteps: readonly Step[] = [
  {
    name: 'build',
    command: script('scripts/checked-build.ts'),
    env: { COUPON_CODE: secretCoupon },
  },
  { name: 'bundle', command: script('scripts/check-bundle.ts', secretCoupon) },
  { name: 'browser', command: script('scripts/browsers.ts'), beside: true },
]

/** `npm test` adds tests of locks on PostgreSQL and the main journeys in a real browser. */
const mainSteps: readonly Step[] = [
  vitest('api-postgres'),
  ...buildSteps,
  playwright('main', 'journeys: main paths'),
]

/** `npm run test:full` runs everything that `npm test` leaves out. */
const fullSteps: readonly Step[] = [
  vitest('api-sqlite-more', 'api-postgres-more', 'api-s3'),
  ...buildSteps,
  {
    name: 'build: second edition',
    command: script('scripts/checked-build.ts'),
    env: { EDITION: 'tests/edition', DIST: secondDist },
  },
  playwright('more', 'journeys: all others'),
  { name: 'trial: kill -9, 5 times', command: script('tests/trials/kill.ts', '--kills', '5') },
  {
    name: 'journeys: Firefox',
    beside: true,
    command: script('tests/firefox/main-journeys.ts'),
    skipReason: () =>
      findFirefox() ? undefined : 'No Firefox was found. Install one, or set FIREFOX_PATH.',
  },
  {
    name: 'trial: kills at the desk',
    beside: true,
    command: script('tests/trials/desk.ts', '--engine', 'sqlite', '--kills', '2'),
  },
  // Layout shifts depend on the load, so nothing runs beside it.
  { name: 'weight', command: script('scripts/check-weight.ts'), showsOutput: true },
]

interface Row {
  name: string
  /** The number of tests that passed. Steps without tests count as one. */
  passed: number
  failed: number
  seconds: number
  output: string
}

/** Matches "Tests  2 failed | 40 passed (42)" of Vitest and "  40 passed (2.1m)" of Playwright. */
const sums = /^ +Tests .*$|^ +\d+ (?:passed|failed|flaky|skipped|interrupted|did not run).*$/gm

/** Counts at least one failure if the exit code is not 0, or if a test runner ran no test. */
const countTests = (
  output: string,
  exitCode: number | null,
  isRunner: boolean,
): Pick<Row, 'passed' | 'failed'> => {
  if (!isRunner) {
    return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 }
  }
  let passed = 0
  let failed = 0
  const totals = (output.match(sums) ?? []).join(' ')
  for (const [, number = '', state = ''] of totals.matchAll(/(\d+) ([a-z]+)/g)) {
    if (state === 'passed') {
      passed += Number(number)
    } else {
      failed += Number(number)
    }
  }
  return { passed, failed: exitCode === 0 && passed > 0 ? failed : Math.max(failed, 1) }
}

/**
 * Runs a step and collects the output. After 20 minutes, or when this process exits, kills the
 * step with all its child processes.
 */
const runStep = ({
  name,
  command: [file = '', ...args],
  env,
  skipReason,
  countsTests = false,
}: Step): Promise<Row> => {
  const start = performance.now()
  const reason = skipReason?.()
  if (reason) {
    return Promise.resolve({
      name,
      passed: 0,
      failed: 0,
      seconds: 0,
      output: `left out: ${reason}`,
    })
  }
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    const append = (text: unknown) => {
      output += text
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    const endGroup = () => {
      try {
        if (child.pid !== undefined) {
          process.kill(-child.pid, 'SIGKILL')
        }
      } catch {
        // The process group has just ended.
      }
    }
    const timer = setTimeout(() => {
      append(`\nstopped after ${longestMinutes} minutes`)
      endGroup()
    }, longestMinutes * 60_000)
    process.once('exit', endGroup)
    child.once('error', append)
    child.once('close', (code) => {
      clearTimeout(timer)
      process.removeListener('exit', endGroup)
      const seconds = (performance.now() - start) / 1000
      done({ name, ...countTests(output, code, countsTests), seconds, output: output.trim() })
    })
  })
}

/** Returns the lines that name failed tests: " FAIL " in Vitest, " 1) " in Playwright. */
const listFailedTests = ({ output }: Row): string[] => [
  ...new Set(output.split('\n').filter((line) => /^ FAIL |^ +\d+\) /.test(line))),
]

const longestOutput = 200

const nameResult = (passed: number, failed: number): string => {
  if (failed > 0) {
    return 'FAIL'
  }
  return passed > 0 ? 'ok  ' : 'out '
}

/** Formats a step as one line. For a single check, the line ends with the last line of output. */
const formatRow = ({ name, passed, failed, seconds, output }: Row) =>
  [
    nameResult(passed, failed),
    name.padEnd(28),
    String(passed).padStart(5),
    String(failed).padStart(5),
    `${seconds.toFixed(1)} s`.padStart(8),
    passed + failed > 1 ? '' : ` ${output.split('\n').at(-1)?.slice(0, 90)}`,
  ].join(' ')

const sum = (rows: readonly Row[], field: 'passed' | 'failed') =>
  rows.reduce((total, row) => total + row[field], 0)

const stepsByMode: Readonly<Record<string, readonly Step[]>> = {
  fast: fastSteps,
  main: [...fastSteps, ...mainSteps],
  full: fullSteps,
}

/**
 * Runs the checks of a mode: `fast` needs neither build nor browser, `main` is `npm test`, and
 * `full` runs everything that `main` leaves out. The run continues after a failed step.
 */
export const main = async ([mode = 'main']: readonly string[]): Promise<void> => {
  const rows: Row[] = []
  // Calling `exit` also kills the current step.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(1))
  }
  const steps = stepsByMode[mode]
  if (!steps) {
    throw new Error(`The gate has no mode ${mode}: choose ${Object.keys(stepsByMode).join(', ')}.`)
  }
  const start = performance.now()
  for (let next = 0; next < steps.length; ) {
    const end = steps.findIndex((step, index) => index > next && !step.beside)
    const group = steps.slice(next, end < 0 ? steps.length : end)
    next += group.length
    const groupRows = await Promise.all(group.map(runStep))
    rows.push(...groupRows)
    for (const [index, row] of groupRows.entries()) {
      console.log(formatRow(row))
      if (row.failed > 0) {
        console.log(
          [...listFailedTests(row), ...row.output.split('\n').slice(-longestOutput), ''].join('\n'),
        )
      } else if (group[index]?.showsOutput) {
        console.log(`\n${row.output}\n`)
      }
    }
  }
  console.log(`\n     ${'step'.padEnd(28)}  held  not      time`)
  for (const row of rows) {
    console.log(formatRow(row))
  }
  for (const row of rows.filter(({ failed }) => failed > 0)) {
    console.log([`\nFailed: ${row.name}`, ...listFailedTests(row)].join('\n'))
  }
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`)
  console.log(`${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`)
  process.exitCode = sum(rows, 'failed') === 0 ? 0 : 1
}
