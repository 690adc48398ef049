import { expect, test } from 'vitest'
import { hasBuiltInSqlite, openSqlite } from './sqlite-driver'

test.each([
  ['20.19.0', false],
  ['22.22.0', false],
  ['24.14.1', false],
  ['24.15.0', true],
  ['26.0.0', true],
])('on Node %s, using its own SQLite is %s (20.20)', (version, isBuiltIn) => {
  expect(hasBuiltInSqlite(version)).toBe(isBuiltIn)
})

test('opens a database with the driver for this version of Node (20.20)', () => {
  const database = openSqlite(':memory:')
  expect(database.prepare('select 1 as number').all()).toMatchObject([{ number: 1 }])
  database.close()
})
