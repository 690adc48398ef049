import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { passRow } from '../../tests/support/pass-row'
import { tables } from '../db/schema'
import { insertRows, type TableName } from '../db/table-rows'
import { exportTable } from './export'

startFestival()

const exportLines = async (table: TableName) => {
  const pieces: string[] = []
  const rows = await exportTable(festival.db, table, async (piece) => void pieces.push(piece))
  return { rows, lines: pieces.join('').split('\r\n') }
}

test('exports a table as CSV without formulas (12.13)', async () => {
  const body = await fillRegistration(festival, {
    institution: '=Ärzte-Kolleg, 学院',
    utr: '412345678901',
  })
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
  const { rows, lines } = await exportLines('EventRegistration')
  expect(rows).toBe(1)
  expect(lines[0]).toBe(`\ufeff${Object.keys(tables.EventRegistration).join(',')}`)
  expect(lines[1]).toMatch(
    /,EVT-000123,123,Asha Test,asha@college\.test,01234 56789,Final year,SeniorQuiz,2025-10-01T04:30:00\.123Z,https.*,"'=Ärzte-Kolleg, 学院",student,.*,600,,,,4123 4567 8901$/,
  )
  expect(lines[2]).toBe('')
})

test('exports the recipients of e-mails, but not their payloads (12.13)', async () => {
  festival.mailer.behaviour = 'refuse'
  const body = await fillRegistration(festival, { email: 'late@college.test' })
  expect((await festival.post('/api/event-registrations', body)).status).toBe(502)
  const { lines } = await exportLines('message')
  expect(lines[1]).toContain(',late@college.test,queued,1,')
  expect(lines.join('\n')).not.toMatch(/payload|team_members/)
})

test('exports thousands of rows, and only a header for an empty table', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => `id-${(index * 7_919) % 2_500}`)
  const toRow = (id: string) => ({ ...passRow, id, delegate_id: id, registration_id: `DP-${id}` })
  await insertRows(festival.db, 'DelegatePass', ids.map(toRow))
  const { rows, lines } = await exportLines('DelegatePass')
  expect(rows).toBe(2_500)
  expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0]))).toEqual(new Set(ids))
  expect((await exportLines('Accommodation')).lines).toHaveLength(2)
})
