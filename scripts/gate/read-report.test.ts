import { describe, expect, test } from 'vitest'
import { formatFaults, readPlaywright, readVitest } from './read-report'

const file = (status: string, ...tests: string[]) => ({
  name: 'fee.test.ts',
  status,
  assertionResults: tests.map((testStatus) => ({
    status: testStatus,
    fullName: `is ${testStatus}`,
    failureMessages: testStatus === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})
const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }
const spec = { title: 'a delegate buys a pass', file: 'pass.spec.ts', ok: false }

describe('the report of a run', () => {
  test.each([
    ['each test', [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed', 'failed')], 1, 3, 2],
    ['a file that could not be loaded as a failure', [file('passed', 'passed'), file('failed')], 1, 1, 1],
    ['a test that was left out as a failure', [file('passed', 'passed', 'skipped', 'todo')], 0, 1, 2],
    ['an error outside of the tests as a failure', [file('passed', 'passed')], 1, 1, 1],
    ['no test as a failure', [], 0, 0, 1],
  ])('of Vitest counts %s', (_what, testResults, exitCode, passed, failed) => {
    expect(readVitest({ testResults }, exitCode)).toMatchObject({ passed, failed })
  })

  test.each([
    ['each journey', { ...stats, unexpected: 2 }, [], 1, 5, 2],
    ['what passed on a second try and what was left out as failures', { ...stats, flaky: 1, skipped: 1 }, [], 0, 5, 2],
    ['a file that could not be loaded as a failure', stats, [{ message: 'cannot load' }], 1, 5, 1],
    ['no journey as a failure', { ...stats, expected: 0 }, [], 0, 0, 1],
  ])('of Playwright counts %s', (_what, counts, errors, exitCode, passed, failed) => {
    expect(readPlaywright({ stats: counts, errors }, exitCode)).toMatchObject({ passed, failed })
  })

  test('that is missing is a failure', () => {
    expect(readVitest(undefined, 1)).toMatchObject({ passed: 0, failed: 1 })
    expect(readPlaywright(undefined, 1)).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('a step that failed names all its faults first, then what each said, and nothing of what passed', () => {
  const vitest = readVitest({ testResults: [file('failed', 'passed', 'failed'), file('failed')] }, 1)
  expect(formatFaults(vitest.faults, 'noise').split('\n')).toEqual([
    'not held: fee.test.ts: is failed',
    'not held: fee.test.ts',
    '--- fee.test.ts: is failed',
    'expected 1 to be 2',
    '--- fee.test.ts',
  ])
  const results = [{ errors: [{ message: `\u001b[31mno button\n${'at page.ts\n'.repeat(20)}` }] }]
  const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [{ ...spec, tests: [{ results }] }] }] }]
  const journeys = readPlaywright({ stats: { ...stats, unexpected: 1 }, errors: [], suites }, 1)
  expect(formatFaults(journeys.faults, 'noise').split('\n').slice(0, 3)).toEqual([
    'not held: pass.spec.ts: a delegate buys a pass',
    '--- pass.spec.ts: a delegate buys a pass',
    'no button',
  ])
  expect(formatFaults(journeys.faults, 'noise').split('\n')).toHaveLength(10)
  expect(formatFaults([], 'a crash')).toBe('a crash')
})
