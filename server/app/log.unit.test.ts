import { expect, test } from 'vitest'
import { withPriority } from '../system/operator-error'
import { createLog, withJournalPriorities } from './log'

test('prefixes every log line with its priority for the journal (12.5)', () => {
  const lines: string[] = []
  const log = createLog('trace', withJournalPriorities({ write: (line) => lines.push(line) }))
  log.debug('one')
  log.info('two')
  log.warn({ err: new Error('quoted') }, 'three')
  log.error('four')
  log.fatal('five')
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{', '<2>{'])
})

test('marks each line about a failed start as an error, but only in the journal', () => {
  expect(withPriority(3, 'Not complete:\n  PORT is wrong', true)).toBe(
    '<3>Not complete:\n<3>  PORT is wrong',
  )
  expect(withPriority(3, 'Not complete', false)).toBe('Not complete')
})
