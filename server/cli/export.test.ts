import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillAccommodation, fillDelegatePass, fillRegistration } from '../../tests/support/filled-forms'
import { passRow } from '../../tests/support/pass-row'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { type ExportFormat, exportTable } from './export'
import type { exportTables } from './export/export-tables'

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
  return {
    sheet: textOf('xl/worksheets/sheet1.xml'),
    texts: textOf('xl/sharedStrings.xml'),
    styles: textOf('xl/styles.xml'),
  }
}

/** The cells of a CSV file's line; none of these has a comma within. */
const cellsOf = (line: string | undefined) => line?.split(',').map((cell) => cell.replace(/^"|"$/g, ''))

const paid = { payment_reference: 'K7Q4M2', utr: '412345678901' }

test('a registration as CSV: UTF-8 with its mark, words for codes, times of India, numbers that stay whole', async () => {
  await register({ institution: 'Ärzte-Kolleg, 学院', delegate_id: '123456789012', ...paid })
  const text = await exportText('registrations', 'csv')
  const [head, line, end] = text.split('\r\n')
  expect(head).toBe(
    '\ufeffRegistration ID,Event,Name,E-mail,Phone,Year,Institution,Category,Team,Delegate Pass ID,Pass found,Coupon used,Coupon,Amount,Payment reference,UTR,Registered,Payment screenshot,Record',
  )
  expect(line).toMatch(
    /^EVT-000123,Senior Quiz ‘Peristalympics’,Asha Test,asha@college\.test,01234 56789,Final year,"Ärzte-Kolleg, 学院",Medical Student,"Member 1: Asha Test \(0123456789, Final year\); Member 2: Bala Test \(3rd year\)",1234 5678 9012,no,no,,600,K7Q4M2,4123 4567 8901,2025-10-01 10:00,https:\/\/cerebra\.test\/files\//,
  )
  expect(end).toBe('')
})

test('a Delegate Pass ID is looked up among the passes, however it was written', async () => {
  await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  const { delegate_id } = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const written = {
    [delegate_id]: 'yes',
    [`DP-${delegate_id.slice(6)}`]: 'yes',
    [delegate_id.replace(/(.{4})(?=.)/g, '$1 ')]: 'yes',
    '000000000000': 'no',
    '': '',
  }
  for (const [index, id] of Object.keys(written).entries()) {
    const email = `asha${index}@college.test`
    await register({ email })
    await festival.db.updateTable('EventRegistration').set({ delegate_id: id }).where('email', '=', email).execute()
  }
  const rows: { delegate_id: string; pass_found: string }[] = JSON.parse(await exportText('registrations', 'json'))
  expect(Object.fromEntries(rows.map((row) => [row.delegate_id, row.pass_found]))).toEqual(written)
})

test('a row for each participant: the team’s facts beside each, its amount with the leader alone', async () => {
  await register()
  festival.now = new Date('2025-10-01T04:31:00Z')
  await register({ members: [{ name: 'Chitra Test', phone: '+919876543210', year: '1st year' }] })
  const [head, ...lines] = (await exportText('participants', 'csv')).split('\r\n')
  expect(head).toMatch(
    /^\ufeffRegistration ID,Event,Member,Of,Name,Phone,Year,E-mail of the team,Institution,Category,/,
  )
  const event = 'Senior Quiz ‘Peristalympics’'
  const team = 'asha@college.test|Test Medical College|Medical Student|||no|'
  expect(lines.map((line) => cellsOf(line)?.slice(0, 18).join('|'))).toEqual([
    `EVT-000123|${event}|1|2|Asha Test|01234 56789|Final year|${team}|600|||2025-10-01 10:00`,
    `EVT-000123|${event}|2|2|Bala Test||3rd year|${team}||||2025-10-01 10:00`,
    `EVT-060000|${event}|1|1|Chitra Test|98765 43210|1st year|${team}|600|||2025-10-01 10:01`,
    '',
  ])
})

test.each(['=A1+1', '+cmd', '-A2+3', '@SUM(A1)', '＝A1+1', '=HYPERLINK("https://evil.test","Prize")'])(
  'the name %s is a text in a spreadsheet, not a formula',
  async (name) => {
    await register({ members: [{ name, phone: '+910123456789', year: 'Final year' }], institution: name })
    const csv = await exportText('registrations', 'csv')
    const quoted = name.replaceAll('"', '""')
    expect(csv).toContain(`,"'${quoted}",asha@college.test,01234 56789,`)
    expect(csv).not.toMatch(/(?:^|,|\n)"?[=+\-@＝]/m)

    const { sheet, texts } = readSheet((await exportAs('registrations', 'xlsx')).bytes)
    expect(sheet).not.toMatch(/<f>/)
    expect(texts.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toContain(name)
  },
)

test('a workbook holds phones and ids as texts, amounts as numbers, and times as dates of India', async () => {
  await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  const { delegate_id } = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const { sheet, texts, styles } = readSheet((await exportAs('delegate-passes', 'xlsx')).bytes)
  expect(texts).toContain(`>${delegate_id}<`)
  expect(texts).toContain('>+910123456789<')
  expect(texts).toContain('>Tier 2, MAGNUS CEREBRI<')
  expect(sheet).not.toContain(delegate_id)
  expect(sheet).toContain('<v>700</v>')
  // 1 October 2025 is the 45,931st day of a spreadsheet's calendar, and 10:00 is 10/24 of it.
  expect(Number(/<v>(45931\.\d+)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(45_931 + 10 / 24, 6)
  expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm"')
})

test('a workbook’s headings stay in sight, each with a filter, and no column cuts a phone or hides in a margin', async () => {
  await register({ email: `${'a'.repeat(60)}@college.test` })
  const { sheet } = readSheet((await exportAs('registrations', 'xlsx')).bytes)
  expect(sheet).toMatch(/<pane[^>]* ySplit="1"[^>]* state="frozen"/)
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:S2"/>')
  const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
  expect(widths).toHaveLength(19)
  // Registration ID, Event, Name, E-mail, Phone: as long as what stands there, up to 44.
  expect(widths.slice(0, 5)).toEqual([19, 29, 10, 44, 11])
})

test('the arrival of a guest is a time of India in both', async () => {
  await festival.post('/api/accommodations', await fillAccommodation(festival))
  expect(await exportText('accommodations', 'csv')).toContain(',2025-10-08 16:00,2025-10-12 20:30,')
  const { sheet } = readSheet((await exportAs('accommodations', 'xlsx')).bytes)
  // 8 October 2025, 16:00.
  expect(Number(/<v>(45938\.\d+)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(45_938 + 16 / 24, 6)
})

test('JSON keeps every value as it is, the team and the events as lists', async () => {
  await register()
  await festival.post('/api/accommodations', await fillAccommodation(festival))
  expect(JSON.parse(await exportText('registrations', 'json'))).toMatchObject([
    {
      registration_id: 'EVT-000123',
      event_id: 'SeniorQuiz',
      event_name: 'Senior Quiz ‘Peristalympics’',
      category: 'student',
      phone: '0123456789',
      amount: 600,
      registration_time: '2025-10-01T04:30:00.123Z',
      team_members: [
        { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
        { name: 'Bala Test', phone: '', year: '3rd year' },
      ],
    },
  ])
  expect(JSON.parse(await exportText('accommodations', 'json'))).toMatchObject([
    {
      request_id: expect.stringMatching(/^ACC-\d{6}$/),
      transaction_id: '412345678901',
      check_in: '2025-10-08',
      event_keys: ['SeniorQuiz', 'SmartAI'],
    },
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
  const stamp = (index: number) => new Date(Date.UTC(2025, 9, 1) + (index >> 1) * 60_000).toISOString()
  for (let start = 0; start < count; start += 100)
    await festival.db
      .insertInto('DelegatePass')
      .values(
        Array.from({ length: 100 }, (_, offset) => ({
          ...passRow,
          id: `id-${((start + offset) * 7_919) % count}`,
          purchase_time: stamp(start + offset),
          delegate_id: String(100_000_000_000 + start + offset),
          registration_id: `DP-${start + offset}`,
        })),
      )
      .execute()
  const { rows, bytes } = await exportAs('delegate-passes', 'csv')
  const times = [...bytes.toString('utf8').matchAll(/,(2025-[^,]+),https/g)].map(([, time]) =>
    new Date(`${time}+05:30`).toISOString(),
  )
  expect(rows).toBe(count)
  expect(times).toEqual(Array.from({ length: count }, (_, index) => stamp(index)))
})

test('an empty table is a file of its headings', async () => {
  expect((await exportText('registrations', 'csv')).split('\r\n')).toHaveLength(2)
  expect(JSON.parse(await exportText('messages', 'json'))).toEqual([])
  expect(readSheet((await exportAs('accommodations', 'xlsx')).bytes).texts).toContain('Transaction ID')
})
