import * as v from 'valibot'

/** A test that did not hold, and what it said. */
export interface Fault {
  name: string
  message: string
}

/** How many tests held and how many did not, as a runner reported it, and as many of their names as it gave. */
export interface Outcome {
  passed: number
  failed: number
  faults: Fault[]
}

/**
 * What a run adds up to. A run that ended badly without a failed test (an error outside of any test, a crash) has
 * failed once, and so has one in which no test ran.
 */
const sumUp = (outcome: Outcome, exitCode: number): Outcome => {
  const isBad = exitCode !== 0 || outcome.passed + outcome.failed === 0
  return { ...outcome, failed: isBad ? Math.max(outcome.failed, 1) : outcome.failed }
}

const text = v.optional(v.string(), '')

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: text,
      status: v.string(),
      message: text,
      assertionResults: v.array(
        v.object({ status: v.string(), fullName: text, failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

/**
 * Reads Vitest's JSON report. A test that was left out did not pass, and a file that could not be loaded or has no tests
 * fails as one test.
 */
export const readVitest = (report: unknown, exitCode: number): Outcome => {
  const parsed = v.safeParse(vitestReport, report)
  const outcome: Outcome = { passed: 0, failed: 0, faults: [] }
  for (const file of parsed.success ? parsed.output.testResults : []) {
    const left = file.assertionResults.filter((test) => test.status !== 'passed')
    outcome.passed += file.assertionResults.length - left.length
    for (const test of left)
      outcome.faults.push({
        name: `${file.name}: ${test.fullName}`,
        message: test.status === 'failed' ? test.failureMessages.join('\n') : `left out (${test.status})`,
      })
    if (left.length === 0 && file.status !== 'passed') outcome.faults.push({ name: file.name, message: file.message })
  }
  return sumUp({ ...outcome, failed: outcome.faults.length }, exitCode)
}

interface Suite {
  specs?: Spec[] | undefined
  suites?: Suite[] | undefined
}

const failure = v.object({ message: text })
const spec = v.object({
  title: v.string(),
  file: v.string(),
  ok: v.boolean(),
  tests: v.optional(
    v.array(v.object({ results: v.array(v.object({ errors: v.optional(v.array(failure), []) })) })),
    [],
  ),
})
type Spec = v.InferOutput<typeof spec>

const suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(spec)),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const listFaults = ({ specs = [], suites = [] }: Suite): Fault[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return { name: `${file}: ${title}`, message: errors.map(({ message }) => message).join('\n') }
    }),
  ...suites.flatMap(listFaults),
]

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(failure),
  suites: v.optional(v.array(suite)),
})

/** Reads Playwright's JSON report: a test that passed only on a second try, or was left out, did not pass. */
export const readPlaywright = (report: unknown, exitCode: number): Outcome => {
  const parsed = v.safeParse(playwrightReport, report)
  if (!parsed.success) return { passed: 0, failed: 1, faults: [] }
  const { stats, errors, suites } = parsed.output
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  const outside = errors.map(({ message }) => ({ name: 'outside of the tests', message }))
  return sumUp({ passed: stats.expected, failed, faults: [...listFaults({ suites }), ...outside] }, exitCode)
}

const longestMessage = 8
const escapeCodes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/**
 * What to print of a step that failed: the names of all its faults, then the first lines of what each said, without the
 * libraries' part of its stack; where the runner named none, the end of its output.
 */
export const formatFaults = (faults: readonly Fault[], output: string): string => {
  if (faults.length === 0) return output.split('\n').slice(-60).join('\n')
  const details = faults.map(({ name, message }) => {
    const lines = message.replaceAll(escapeCodes, '').split('\n')
    const own = lines.filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    return [`--- ${name}`, ...own.slice(0, longestMessage)].join('\n')
  })
  return [...faults.map(({ name }) => `not held: ${name}`), ...details].join('\n')
}
