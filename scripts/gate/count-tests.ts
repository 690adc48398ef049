import * as v from 'valibot'

/** How many tests held and how many did not, as a runner reported it. */
export interface Counts {
  passed: number
  failed: number
}

/**
 * What a run adds up to. A run that ended badly without a failed test (an error outside of any test, a crash) has
 * failed once, and so has one in which no test ran.
 */
const settle = ({ passed, failed }: Counts, exitCode: number): Counts => {
  const isBad = exitCode !== 0 || passed + failed === 0
  return { passed, failed: isBad ? Math.max(failed, 1) : failed }
}

const vitestReport = v.object({
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) })),
})

/**
 * Counts the tests of Vitest's JSON report. A test that was left out did not pass, and a file that could not be loaded
 * or has no tests fails as one test.
 */
export const countVitest = (report: unknown, exitCode: number): Counts => {
  const parsed = v.safeParse(vitestReport, report)
  const counts = { passed: 0, failed: 0 }
  for (const file of parsed.success ? parsed.output.testResults : []) {
    const passed = file.assertionResults.filter((test) => test.status === 'passed').length
    const failed = file.assertionResults.length - passed
    counts.passed += passed
    counts.failed += file.status === 'passed' ? failed : Math.max(failed, 1)
  }
  return settle(counts, exitCode)
}

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
})

/** Counts the tests of Playwright's JSON report: one that passed only on a second try, or was left out, did not pass. */
export const countPlaywright = (report: unknown, exitCode: number): Counts => {
  const parsed = v.safeParse(playwrightReport, report)
  if (!parsed.success) return { passed: 0, failed: 1 }
  const { stats, errors } = parsed.output
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return settle({ passed: stats.expected, failed }, exitCode)
}
