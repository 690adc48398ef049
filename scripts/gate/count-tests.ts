import * as v from 'valibot'

/** How many tests held and how many did not, as a runner reported it. */
export interface Counts {
  passed: number
  failed: number
  /** The names of those that did not hold, as far as the runner named them. */
  faults?: readonly string[]
}

/**
 * What a run adds up to. A run that ended badly without a failed test (an error outside of any test, a crash) has
 * failed once, and so has one in which no test ran.
 */
const settle = ({ passed, failed, faults = [] }: Counts, exitCode: number): Counts => {
  const isBad = exitCode !== 0 || passed + failed === 0
  return { passed, failed: isBad ? Math.max(failed, 1) : failed, ...(faults.length > 0 && { faults }) }
}

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.optional(v.string(), ''),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.optional(v.string(), '') })),
    }),
  ),
})

/**
 * Counts the tests of Vitest's JSON report. A test that was left out did not pass, and a file that could not be loaded
 * or has no tests fails as one test.
 */
export const countVitest = (report: unknown, exitCode: number): Counts => {
  const parsed = v.safeParse(vitestReport, report)
  const counts = { passed: 0, failed: 0, faults: [] as string[] }
  for (const file of parsed.success ? parsed.output.testResults : []) {
    const left = file.assertionResults.filter((test) => test.status !== 'passed')
    counts.passed += file.assertionResults.length - left.length
    counts.failed += file.status === 'passed' ? left.length : Math.max(left.length, 1)
    const names = left.length === 0 && file.status !== 'passed' ? [file.name] : left.map((test) => test.fullName)
    counts.faults.push(...names.filter(Boolean))
  }
  return settle(counts, exitCode)
}

interface Suite {
  specs?: { title: string; file: string; ok: boolean }[] | undefined
  suites?: Suite[] | undefined
}

const suite: v.GenericSchema<Suite> = v.object({
  specs: v.optional(v.array(v.object({ title: v.string(), file: v.string(), ok: v.boolean() }))),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const nameFaults = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}`),
  ...suites.flatMap(nameFaults),
]

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
  suites: v.optional(v.array(suite)),
})

/** Counts the tests of Playwright's JSON report: one that passed only on a second try, or was left out, did not pass. */
export const countPlaywright = (report: unknown, exitCode: number): Counts => {
  const parsed = v.safeParse(playwrightReport, report)
  if (!parsed.success) return { passed: 0, failed: 1 }
  const { stats, errors, suites } = parsed.output
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return settle({ passed: stats.expected, failed, faults: nameFaults({ suites }) }, exitCode)
}
