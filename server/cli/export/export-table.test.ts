import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillAccommodation, fillDelegatePass, fillRegistration } from '../../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../../tests/support/test-app'
import { type ExportFormat, exportTable } from './export-table'
import type { exportTables } from './export-tables'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

const exportAs = async (table: keyof typeof exportTables, format: ExportFormat) => {
  const pieces: Buffer[] = []
  const rows = await exportTable(festival.db, table, format, async (piece) => void pieces.push(Buffer.from(piece)))
  return { rows, bytes: Buffer.concat(pieces) }
}
const exportText = async (table: keyof typeof exportTables, format: ExportFormat) =>
  (await exportAs(table, format)).bytes.toString('utf8')

const register = async (changes: Record<string, unknown> = {}) => {
  const answer = await festival.post('/api/event-registrations', await fillRegistration(festival, changes))
  expect(answer.status).toBe(201)
}

/** The sheet of a workbook, its shared texts put in their places. */
const readSheet = (workbook: Buffer) => {
  const parts = unzipSync(workbook)
  const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  return { sheet: textOf('xl/worksheets/sheet1.xml'), texts: textOf('xl/sharedStrings.xml') }
}

test('a registration as CSV: UTF-8 with its mark, the team in words, phones as texts, the amount a number', async () => {
  await register({ institution: 'Ärzte-Kolleg, 学院' })
  const text = await exportText('registrations', 'csv')
  const [head, line, end] = text.split('\r\n')
  expect(head).toBe(
    '\ufeffregistration_id,event_id,event_name,name,email,phone,year,institution,category,team_members,delegate_id,coupon_applied,coupon_code,amount,registration_time,payment_screenshot_url,id',
  )
  expect(line).toMatch(
    /^EVT-000123,SeniorQuiz,Senior Quiz ‘Peristalympics’,Asha Test,asha@college\.test,"'0123456789",Final year,"Ärzte-Kolleg, 学院",student,"Member 1: Asha Test \(0123456789, Final year\); Member 2: Bala Test \(3rd year\)",,no,,600,2025-10-01T04:30:00\.123Z,https:\/\/cerebra\.test\/files\//,
  )
  expect(end).toBe('')
})

test.each(['=A1+1', '+cmd', '-A2+3', '@SUM(A1)', '＝A1+1', '=HYPERLINK("https://evil.test","Prize")'])(
  'the name %s is a text in a spreadsheet, not a formula',
  async (name) => {
    await register({ members: [{ name, phone: '+910123456789', year: 'Final year' }], institution: name })
    const csv = await exportText('registrations', 'csv')
    const quoted = name.replaceAll('"', '""')
    expect(csv).toContain(`,"'${quoted}",asha@college.test,"'+910123456789",`)
    expect(csv).not.toMatch(/(?:^|,|\n)"?[=+\-@＝]/m)

    const { sheet, texts } = readSheet((await exportAs('registrations', 'xlsx')).bytes)
    expect(sheet).not.toMatch(/<f>/)
    expect(texts.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toContain(name)
  },
)

test('a workbook holds phones and ids as texts and amounts as numbers', async () => {
  await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  const { delegate_id } = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const { sheet, texts } = readSheet((await exportAs('delegate-passes', 'xlsx')).bytes)
  expect(texts).toContain(`>${delegate_id}<`)
  expect(texts).toContain('>+910123456789<')
  expect(sheet).not.toContain(delegate_id)
  expect(sheet).toMatch(/<v>\d+<\/v>/)
  expect(await exportText('delegate-passes', 'csv')).toContain(`"'${delegate_id}"`)
})

test('JSON keeps every value as it is, the team and the events as lists', async () => {
  await register()
  await festival.post('/api/accommodations', await fillAccommodation(festival))
  expect(JSON.parse(await exportText('registrations', 'json'))).toMatchObject([
    {
      registration_id: 'EVT-000123',
      phone: '0123456789',
      amount: 600,
      team_members: [
        { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
        { name: 'Bala Test', phone: '', year: '3rd year' },
      ],
    },
  ])
  expect(JSON.parse(await exportText('accommodations', 'json'))).toMatchObject([
    { transaction_id: '412345678901', event_keys: ['SeniorQuiz', 'SmartAI'] },
  ])
})

test('the messages tell which confirmations went out, without what they say', async () => {
  await register()
  festival.mailer.behaviour = 'refuse'
  const body = await fillRegistration(festival, { email: 'late@college.test' })
  expect((await festival.post('/api/event-registrations', body)).status).toBe(502)
  const messages: unknown = JSON.parse(await exportText('messages', 'json'))
  expect(messages).toHaveLength(2)
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ recipient: 'asha@college.test', state: 'sent' }),
      expect.objectContaining({ recipient: 'late@college.test', state: 'queued', attempts: 1 }),
    ]),
  )
  expect(JSON.stringify(messages)).not.toContain('payload')
})

test('thousands of rows come whole and in the order of their arrival', async () => {
  const count = 2_500
  const stamp = (index: number) => new Date(Date.UTC(2025, 9, 1) + (index >> 1) * 1_000).toISOString()
  for (let start = 0; start < count; start += 100)
    await festival.db
      .insertInto('DelegatePass')
      .values(
        Array.from({ length: 100 }, (_, offset) => ({
          id: `id-${((start + offset) * 7_919) % count}`,
          name: 'Asha Test',
          email: 'asha@college.test',
          phone: '0123456789',
          institution: 'Test Medical College',
          pass_type: 'novus',
          purchase_time: stamp(start + offset),
          delegate_id: String(100_000_000_000 + start + offset),
          registration_id: `DP-${start + offset}`,
          payment_screenshot_url: 'https://cerebra.test/files/x.png',
          amount: 1,
        })),
      )
      .execute()
  const { rows, bytes } = await exportAs('delegate-passes', 'csv')
  const times = [...bytes.toString('utf8').matchAll(/,(2025-[^,]+),https/g)].map(([, time]) => time)
  expect(rows).toBe(count)
  expect(times).toEqual(Array.from({ length: count }, (_, index) => stamp(index)))
})

test('an empty table is a file of its headings', async () => {
  expect((await exportText('registrations', 'csv')).split('\r\n')).toHaveLength(2)
  expect(JSON.parse(await exportText('messages', 'json'))).toEqual([])
  expect(readSheet((await exportAs('accommodations', 'xlsx')).bytes).texts).toContain('transaction_id')
})
