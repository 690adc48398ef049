import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { secondDist } from '../tests/support/second-edition'
import { findFirefox } from './browsers'

const root = resolve(import.meta.dirname, '..')
const longestMinutes = 20

interface Step {
  name: string
  /** From the project's root. */
  command: readonly string[]
  env?: Record<string, string>
  /** Runs tests, and tells how many. */
  countsTests?: boolean
  /** Runs beside the step before it: both mostly wait, or have one core's worth of work. */
  beside?: true
  /** Its output is worth reading also when it holds. */
  showsOutput?: true
  /** Why the step cannot run here; asked when its turn comes. */
  skipReason?: () => string | undefined
}

const program = (name: string, ...args: string[]) => [join('node_modules/.bin', name), ...args]
const script = (file: string, ...args: string[]) => [
  process.execPath,
  'scripts/run.mjs',
  file,
  ...args,
]

/** In one process a project's last file runs beside the first ones of the next. */
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

/** A code that the build is given and the site must not hold. */
const secretCoupon = `GATE${randomBytes(8).toString('hex').toUpperCase()}`

/** What `npm run check` runs: under two minutes. */
const fastSteps: readonly Step[] = [
  { name: 'format and lint', command: program('biome', 'ci', '.') },
  { name: 'types', command: program('tsc', '-p', '.'), beside: true },
  { name: 'structure', command: script('scripts/structure.ts') },
  { name: 'edition', command: script('scripts/edition-check.ts'), beside: true },
  vitest('edition', 'unit'),
  vitest('api-sqlite'),
]

/** What `npm test` runs besides: the server's tests once more on PostgreSQL, the built product in a real browser, and its small trials. */
const slowSteps: readonly Step[] = [
  vitest('api-postgres', 'api-s3'),
  {
    name: 'build',
    command: script('scripts/checked-build.ts'),
    env: { COUPON_CODE: secretCoupon },
  },
  {
    name: 'build: second edition',
    beside: true,
    command: script('scripts/checked-build.ts'),
    // As a public site has it: what has ended closes there.
    env: { EDITION: 'tests/edition', DIST: secondDist, NODE_ENV: 'production' },
  },
  { name: 'bundle', command: script('scripts/check-bundle.ts', secretCoupon) },
  { name: 'browser', command: script('scripts/browsers.ts'), beside: true },
  { name: 'journeys', command: program('playwright', 'test', '--reporter=dot'), countsTests: true },
  { name: 'trial: kill -9, 5 times', command: script('tests/trials/kill.ts', '--kills', '5') },
  { name: 'weight', command: script('scripts/check-weight.ts'), showsOutput: true, beside: true },
  {
    name: 'journeys: Firefox',
    beside: true,
    command: script('tests/firefox/main-journeys.ts'),
    skipReason: () =>
      findFirefox() ? undefined : 'There is no Firefox. Install one, or set FIREFOX_PATH.',
  },
  {
    name: 'trial: kills at the desk',
    beside: true,
    command: script('tests/trials/desk.ts', '--engine', 'sqlite', '--kills', '2'),
  },
]

interface Row {
  name: string
  /** Of a runner, how many tests held and how many did not or were left out; of any other step, one. */
  passed: number
  failed: number
  seconds: number
  output: string
}

/** The sums of Vitest ("Tests  2 failed | 40 passed (42)") and of Playwright ("  40 passed (2.1m)"). */
const sums = /^ +Tests .*$|^ +\d+ (?:passed|failed|flaky|skipped|interrupted|did not run).*$/gm

/** What a step adds up to. One that ended badly without a failed test has failed once, and so has a runner without a test. */
const count = (
  output: string,
  exitCode: number | null,
  isRunner: boolean,
): Pick<Row, 'passed' | 'failed'> => {
  if (!isRunner) {
    return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 }
  }
  let [passed, failed] = [0, 0]
  for (const [, number = '', state = ''] of (output.match(sums) ?? [])
    .join(' ')
    .matchAll(/(\d+) ([a-z]+)/g)) {
    if (state === 'passed') {
      passed += Number(number)
    } else {
      failed += Number(number)
    }
  }
  return { passed, failed: exitCode === 0 && passed > 0 ? failed : Math.max(failed, 1) }
}

/**
 * Runs a step from the project's root to its end and keeps what it says. One that takes longer than twenty minutes is
 * ended with all that it started, and has failed; so is one that still runs when this process exits.
 */
const runStep = ({
  name,
  command: [file = '', ...args],
  env,
  skipReason,
  countsTests = false,
}: Step): Promise<Row> => {
  const start = performance.now()
  const missing = skipReason?.()
  if (missing) {
    return Promise.resolve({
      name,
      passed: 0,
      failed: 0,
      seconds: 0,
      output: `left out: ${missing}`,
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
    const append = (words: unknown) => {
      output += words
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    const endGroup = () => {
      try {
        if (child.pid !== undefined) {
          process.kill(-child.pid, 'SIGKILL')
        }
      } catch {
        // It ended by itself in this very moment.
      }
    }
    const clock = setTimeout(() => {
      append(`\nended after ${longestMinutes} minutes`)
      endGroup()
    }, longestMinutes * 60_000)
    process.once('exit', endGroup)
    child.once('error', append)
    child.once('close', (code) => {
      clearTimeout(clock)
      process.removeListener('exit', endGroup)
      const seconds = (performance.now() - start) / 1000
      done({ name, ...count(output, code, countsTests), seconds, output: output.trim() })
    })
  })
}

/** The tests that a runner says did not hold: Vitest before what each said, Playwright by numbers. */
const listNames = ({ output }: Row): string[] => [
  ...new Set(output.split('\n').filter((line) => /^ FAIL |^ +\d+\) /.test(line))),
]

const longestOutput = 200

/** A step in a line; behind one that is a single check stands the last line of what it said. */
const formatRow = ({ name, passed, failed, seconds, output }: Row) =>
  [
    failed > 0 ? 'FAIL' : passed > 0 ? 'ok  ' : 'out ',
    name.padEnd(28),
    String(passed).padStart(5),
    String(failed).padStart(5),
    `${seconds.toFixed(1)} s`.padStart(8),
    passed + failed > 1 ? '' : ` ${output.split('\n').at(-1)?.slice(0, 90)}`,
  ].join(' ')

const sum = (rows: readonly Row[], field: 'passed' | 'failed') =>
  rows.reduce((total, row) => total + row[field], 0)

/**
 * Everything that must hold before a change lands; `fast` leaves out what needs a build or a browser. Each step runs, also
 * after one that failed, so that one run shows all there is to mend.
 */
export const main = async ([mode]: readonly string[]): Promise<void> => {
  const rows: Row[] = []
  // Leaving by `exit` ends the step that is under way as well.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(1))
  }
  const steps = mode === 'fast' ? fastSteps : [...fastSteps, ...slowSteps]
  const start = performance.now()
  for (let next = 0; next < steps.length; ) {
    const end = steps.findIndex((step, index) => index > next && !step.beside)
    const group = steps.slice(next, end < 0 ? steps.length : end)
    next += group.length
    const ended = await Promise.all(group.map(runStep))
    rows.push(...ended)
    for (const [index, row] of ended.entries()) {
      console.log(formatRow(row))
      if (row.failed > 0) {
        console.log(
          [...listNames(row), ...row.output.split('\n').slice(-longestOutput), ''].join('\n'),
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
    console.log([`\nFailed: ${row.name}`, ...listNames(row)].join('\n'))
  }
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`)
  console.log(`${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`)
  process.exitCode = sum(rows, 'failed') === 0 ? 0 : 1
}
