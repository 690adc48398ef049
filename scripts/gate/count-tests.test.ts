import { describe, expect, test } from 'vitest'
import { countPlaywright, countVitest } from './count-tests'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((testStatus) => ({ status: testStatus })),
})

describe('a run of Vitest', () => {
  test('counts each test', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed', 'failed')] }
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 2 })
  })

  test('names what failed', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a coupon takes five per cent off' },
      { status: 'failed', fullName: 'a team has three members' },
    ]
    expect(countVitest({ testResults: [{ status: 'failed', assertionResults }] }, 1).faults).toEqual([
      'a team has three members',
    ])
    expect(countVitest({ testResults: [{ ...file('failed'), name: 'festival/fee.test.ts' }] }, 1).faults).toEqual([
      'festival/fee.test.ts',
    ])
  })

  test('counts a file that could not be loaded as a failure', () => {
    expect(countVitest({ testResults: [file('passed', 'passed'), file('failed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  test('counts a test that was left out as a failure', () => {
    expect(countVitest({ testResults: [file('passed', 'passed', 'skipped', 'todo')] }, 0)).toEqual({
      passed: 1,
      failed: 2,
    })
  })

  test('fails where an error outside of the tests ended it', () => {
    expect(countVitest({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1 })
  })

  test('fails where no test ran, and where there is no report', () => {
    expect(countVitest({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 })
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('a run of Playwright', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }

  test('counts each journey', () => {
    expect(countPlaywright({ stats, errors: [] }, 0)).toEqual({ passed: 5, failed: 0 })
    expect(countPlaywright({ stats: { ...stats, unexpected: 2 }, errors: [] }, 1)).toEqual({ passed: 5, failed: 2 })
  })

  test('names what failed, however deep it stands', () => {
    const spec = { title: 'a delegate buys a pass', file: 'pass.spec.ts', ok: false }
    const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }]
    expect(countPlaywright({ stats: { ...stats, unexpected: 1 }, errors: [], suites }, 1).faults).toEqual([
      'pass.spec.ts: a delegate buys a pass',
    ])
  })

  test('counts what passed only on a second try, and what was left out, as failures', () => {
    expect(countPlaywright({ stats: { ...stats, flaky: 1, skipped: 1 }, errors: [] }, 0)).toEqual({
      passed: 5,
      failed: 2,
    })
  })

  test('counts a file that could not be loaded as a failure', () => {
    expect(countPlaywright({ stats, errors: [{ message: 'cannot load' }] }, 1)).toEqual({ passed: 5, failed: 1 })
  })

  test('fails where no journey ran, and where there is no report', () => {
    expect(countPlaywright({ stats: { ...stats, expected: 0 }, errors: [] }, 0)).toEqual({ passed: 0, failed: 1 })
    expect(countPlaywright(undefined, 1)).toEqual({ passed: 0, failed: 1 })
  })
})
