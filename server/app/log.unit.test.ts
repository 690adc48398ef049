import { expect, test } from 'vitest'
import { withPriority } from '../system/operator-error'
import { createLog, withJournalPriorities } from './log'

test('for the journal every line of the log begins with its priority, so that warnings are found (12.5)', () => {
  const lines: string[] = []
  const log = createLog('trace', withJournalPriorities({ write: (line) => lines.push(line) }))
  log.debug('one')
  log.info('two')
  log.warn({ err: new Error('quoted') }, 'three')
  log.error('four')
  log.fatal('five')
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{', '<2>{'])
})

test('a refused start is an error in the journal, in each of its lines, and plain on a terminal', () => {
  expect(withPriority(3, 'Not complete:\n  PORT is wrong', true)).toBe(
    '<3>Not complete:\n<3>  PORT is wrong',
  )
  expect(withPriority(3, 'Not complete', false)).toBe('Not complete')
})
