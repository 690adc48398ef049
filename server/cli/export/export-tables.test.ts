import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app'
import { exportTables } from './export-tables'

/** What a row is told beside its columns. */
const looked = ['event_name', 'pass_found', 'paid_on', 'received', 'narration', 'bank_reference']

test('a table has the columns that its type names, which are those that its export knows', async () => {
  const festival = await createTestApp()
  const tables = await festival.db.introspection.getTables()
  const columnsOf = (table: string) =>
    tables
      .find(({ name }) => name === table)
      ?.columns.map(({ name }) => name)
      .sort()
  const known = (name: keyof typeof exportTables) =>
    exportTables[name].columns.filter((column) => !looked.includes(column)).sort()
  expect(known('registrations')).toEqual(columnsOf('EventRegistration'))
  expect(known('delegate-passes')).toEqual(columnsOf('DelegatePass'))
  expect(known('accommodations')).toEqual(columnsOf('Accommodation'))
  expect(known('messages')).toEqual(columnsOf('message'))
  expect(known('reviews')).toEqual(columnsOf('review'))
  expect(known('decisions')).toEqual(columnsOf('decision'))
  expect(known('payments')).toEqual(columnsOf('bank_match'))
  expect(known('refunds')).toEqual(columnsOf('bank_refund'))
  expect(known('audit')).toEqual(columnsOf('audit_entry'))
  await festival.close()
})
