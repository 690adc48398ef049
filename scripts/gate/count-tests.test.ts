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
