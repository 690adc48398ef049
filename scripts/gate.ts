import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { secondDist } from '../tests/support/second-edition'
import { findFirefox } from './browsers'
import { formatFaults, type Outcome, readPlaywright, readVitest } from './gate/read-report'

const root = resolve(import.meta.dirname, '..')
const longestMinutes = 20

interface Step {
  name: string
  /** From the project's root. */
  command: readonly string[]
  env?: Record<string, string>
  /** Runs beside the step before it: both mostly wait, or have one core's worth of work. */
  beside?: true
  /** Reads the JSON report; without it the step is one check that holds or not, and its last line is shown. */
  read?: (report: unknown, exitCode: number) => Outcome
  /** Its output is worth reading also when it holds. */
  speaks?: boolean
  /** Why the step cannot run here; asked when its turn comes. */
  leftOut?: () => string | undefined
}

const program = (name: string, ...args: string[]) => [join('node_modules/.bin', name), ...args]
const script = (file: string, ...args: string[]) => [process.execPath, 'scripts/run.mjs', file, ...args]
const report = join(mkdtempSync(join(tmpdir(), 'gate-')), 'report.json')

/** In one process a project's last file runs beside the first ones of the next. */
const vitest = (...projects: string[]): Step => ({
  name: `tests: ${projects.join(', ')}`,
  command: program(
    'vitest',
    ...['run', ...projects.map((project) => `--project=${project}`)],
    ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
  ),
  read: readVitest,
})

/** A code that the build is given and the site must not hold. */
const secretCoupon = `GATE${randomBytes(8).toString('hex').toUpperCase()}`

/** What `npm run check` runs: under two minutes. */
const fastSteps: readonly Step[] = [
  { name: 'format and lint', command: program('biome', 'ci', '--colors=off', '.') },
  { name: 'types', command: program('tsc', '-p', '.'), beside: true },
  { name: 'structure', command: script('scripts/structure.ts') },
  { name: 'edition', command: script('scripts/edition-check.ts'), beside: true },
  vitest('edition', 'unit'),
  vitest('api-sqlite'),
]

/** What `npm test` runs besides: the server's tests once more on PostgreSQL, the built product in a real browser, and its small trials. */
const slowSteps: readonly Step[] = [
  vitest('api-postgres', 'api-s3'),
  { name: 'build', command: script('scripts/checked-build.ts'), env: { COUPON_CODE: secretCoupon } },
  {
    name: 'build: second edition',
    command: script('scripts/checked-build.ts'),
    // As a public site has it: what has ended closes there.
    env: { EDITION: 'tests/edition', DIST: secondDist, NODE_ENV: 'production' },
  },
  { name: 'bundle', command: script('scripts/check-bundle.ts', secretCoupon) },
  { name: 'browser', command: script('scripts/browsers.ts') },
  { name: 'weight', command: script('scripts/check-weight.ts'), speaks: true },
  {
    name: 'journeys',
    command: program('playwright', 'test', '--reporter=dot,json'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: readPlaywright,
  },
  {
    name: 'journeys: Firefox',
    command: script('tests/firefox/main-journeys.ts'),
    leftOut: () => (findFirefox() ? undefined : 'There is no Firefox. Install one, or name it by FIREFOX_PATH.'),
  },
  { name: 'trial: kill -9, 5 times', command: script('tests/trials/kill-nine.ts', '5') },
  { name: 'trial: 100 forms at once', command: script('tests/trials/burst.ts', '100'), beside: true },
  {
    name: 'trial: two at the desk',
    beside: true,
    command: script(
      'tests/trials/desk.ts',
      ...['--engine', 'sqlite', '--races', '8', '--kills', '2', '--corrections', '4', '--sign-ins', '0'],
    ),
  },
]

/**
 * Runs a command from the project's root to its end and keeps what it says. One that takes longer than twenty minutes is
 * ended with all that it started, and has failed; so is one that still runs when this process exits.
 */
const runCommand = ([file = '', ...args]: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ exitCode: number; output: string }>((done) => {
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

interface Row extends Outcome {
  name: string
  seconds: number
  note: string
  output: string
}

const runStep = async ({ name, command, env, read, leftOut }: Step): Promise<Row> => {
  const start = performance.now()
  const missing = leftOut?.()
  if (missing) return { name, passed: 0, failed: 0, faults: [], seconds: 0, note: `left out: ${missing}`, output: '' }
  // Of those beside each other at most one counts tests.
  if (read) rmSync(report, { force: true })
  const { exitCode, output } = await runCommand(command, env)
  const holds = exitCode === 0
  const outcome = read
    ? read(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, exitCode)
    : { passed: holds ? 1 : 0, failed: holds ? 0 : 1, faults: [] }
  const note = read || !holds ? '' : (output.split('\n').at(-1) ?? '')
  return { ...outcome, name, seconds: (performance.now() - start) / 1000, note, output }
}

const formatRow = (row: Row) =>
  [
    row.failed > 0 ? 'FAIL' : row.passed > 0 ? 'ok  ' : 'out ',
    row.name.padEnd(28),
    String(row.passed).padStart(5),
    String(row.failed).padStart(5),
    `${row.seconds.toFixed(1)} s`.padStart(8),
    ` ${row.note.slice(0, 90)}`,
  ].join(' ')

const sum = (rows: readonly Row[], field: 'passed' | 'failed') => rows.reduce((total, row) => total + row[field], 0)

/**
 * Everything that must hold before a change lands; `fast` leaves out what needs a build or a browser. Each step runs, also
 * after one that failed, so that one run shows all there is to mend.
 */
export const main = async ([mode]: readonly string[]): Promise<void> => {
  const rows: Row[] = []
  // Leaving by `exit` ends the step that is under way as well.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
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
      if (row.failed > 0) console.log(`${formatFaults(row.faults, row.output)}\n`)
      else if (group[index]?.speaks) console.log(`\n${row.output}\n`)
    }
  }
  console.log(`\n     ${'step'.padEnd(28)}  held  not      time`)
  for (const row of rows) console.log(formatRow(row))
  const faults = rows.flatMap((row) => row.faults.map((fault) => `${row.name}: ${fault.name}`))
  if (faults.length > 0) console.log(`\nNot held:\n${faults.join('\n')}`)
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`)
  console.log(`${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`)
  process.exitCode = sum(rows, 'failed') === 0 ? 0 : 1
}
