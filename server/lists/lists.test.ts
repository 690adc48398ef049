import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PeopleList } from '../../festival/contract/lists'
import { decideOn, readQueue, submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import { type Desk, signIn } from '../../tests/support/organisers'
import { insertRows } from '../db/table-rows'

let asha: Desk
startDesk()
beforeEach(async () => {
  asha = await signIn(festival, 'admin')
})

const readList = async (query: string): Promise<PeopleList> =>
  (await asha.get(`/api/desk/lists?${query}`)).json()

/** Joins these columns of each row. */
const pickColumns = ({ columns, rows }: PeopleList, ...keys: string[]): string[] =>
  rows.map(({ cells }) =>
    keys.map((key) => cells[columns.findIndex((column) => column.key === key)] ?? '').join(' | '),
  )

const asText = (cell: PeopleList['rows'][number]['cells'][number]): string =>
  typeof cell === 'object' && cell !== null ? cell.local.replace('T', ' ') : String(cell ?? '')

/** Removes the byte order mark and the apostrophes that mark text. */
const readCsv = (text: string): string[][] =>
  [...text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)]
    .reduce<string[][]>(
      (lines, [, quoted, plain, end]) => {
        lines.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain ?? '').replace(/^'/, ''))
        if (end === '\r\n') {
          lines.push([])
        }
        return lines
      },
      [[]],
    )
    .slice(0, -1)

const readWorkbook = (bytes: Uint8Array): { cells: string[][]; sheet: string } => {
  const parts = unzipSync(bytes)
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const plain = (xml: string) =>
    xml
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&')
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, text]) =>
    plain(text ?? ''),
  )
  const sheet = part('xl/worksheets/sheet1.xml')
  const cells = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const line: string[] = []
    for (const [, letters = '', attributes = '', inner = ''] of (row ?? '').matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const value = plain(inner)
      // Spreadsheets count days from 25,569 days before 1970.
      const isTime = Number(value) > 40_000 && !attributes.includes('t=')
      const time = () =>
        new Date(Math.round((Number(value) - 25_569) * 1_440) * 60_000)
          .toISOString()
          .slice(0, 16)
          .replace('T', ' ')
      if (attributes.includes('t="s"')) {
        line[at] = shared[Number(value)] ?? ''
      } else {
        line[at] = isTime ? time() : value
      }
    }
    return Array.from(line, (cell) => cell ?? '')
  })
  return { cells, sheet }
}

/**
 * Enters a team with a pass, one with an unknown pass, a guest, and texts that look like formulas.
 */
const fill = async () => {
  const { delegate_id } = await submit(festival, 'delegate-pass', {
    name: 'Asha Test',
    email: 'a@college.test',
    tier: 'magnus',
  })
  const pass = await festival.db
    .selectFrom('DelegatePass')
    .select('delegate_id')
    .executeTakeFirstOrThrow()
  expect(pass.delegate_id).toBe(delegate_id)
  const member = (name: string, phone = '') => ({ name, phone, year: '2nd year' })
  await submit(festival, 'registration', {
    ...{ email: 'z@college.test', delegate_id, institution: '+cmd|calc' },
    members: [
      member('Zoya First', '9876500001'),
      member('Asha Second', '9876500002'),
      member('=SUM(A1)'),
    ],
  })
  await submit(festival, 'registration', {
    ...{ email: 'b@college.test', event: 'JuniorQuiz', delegate_id: '123456789012' },
    members: [member('Bela', '9876500003'), member('Zoya First', '9876500001')],
  })
  await submit(festival, 'accommodation', {
    name: '@Chitra',
    email: 'c@college.test',
    arrival: '2025-10-08T16:00',
    departure: '2025-10-10T10:00',
  })
}

test('lists each team member of an event with contact, college, pass and state (14.112)', async () => {
  await fill()
  const [junior] = await readQueue(asha, '?event=JuniorQuiz')
  if (junior) {
    await decideOn(asha, junior, { decision: 'verify' })
  }
  const keys = ['place', 'name', 'phone', 'year', 'college', 'tier', 'state', 'amount'] as const
  expect(pickColumns(await readList('event=SeniorQuiz'), ...keys)).toEqual([
    '1 | Zoya First | 9876500001 | 2nd year | +cmd|calc | Tier 2, GOLDEN SPINE | Waiting | 600',
    '2 | Asha Second | 9876500002 | 2nd year | +cmd|calc | Tier 2, GOLDEN SPINE | Waiting | ',
    '3 | =SUM(A1) |  | 2nd year | +cmd|calc | Tier 2, GOLDEN SPINE | Waiting | ',
  ])
  expect(
    pickColumns(await readList('event=JuniorQuiz&state=verified'), 'name', 'tier', 'state'),
  ).toEqual([
    'Bela | not found | Verified (picture)',
    'Zoya First | not found | Verified (picture)',
  ])
  expect(pickColumns(await readList('event=magnus'), 'name', 'college')).toEqual([
    'Asha Test | Test Medical College',
  ])
  const acceptedPeople = await readList('scope=accepted')
  expect(acceptedPeople.entries).toBe(4)
  expect(pickColumns(acceptedPeople, 'name', 'what')).toEqual([
    '@Chitra | Room, Non-AC',
    'Asha Test | GOLDEN SPINE',
    'Bela | Junior Quiz ‘Vistura’',
    'Zoya First | Junior Quiz ‘Vistura’',
    'Zoya First | Senior Quiz ‘Peristalympics’',
    'Asha Second | Senior Quiz ‘Peristalympics’',
    '=SUM(A1) | Senior Quiz ‘Peristalympics’',
  ])
})

test('lists guests on every night of their stay, and one lunch per person and day (14.112)', async () => {
  await fill()
  const guests = async (night: string) =>
    pickColumns(await readList(`night=${night}`), 'name', 'arrival').length
  expect(
    await Promise.all(['2025-10-07', '2025-10-08', '2025-10-09', '2025-10-10'].map(guests)),
  ).toEqual([0, 1, 1, 0])
  const members = [{ name: 'Dev', phone: '9876500001', year: '2nd year' }]
  await submit(festival, 'registration', { email: 'd@college.test', event: 'JuniorQuiz', members })
  const lunch = await readList('lunch=2025-10-12')
  expect(pickColumns(lunch, 'name', 'what').filter((row) => row.startsWith('Zoya'))).toEqual([
    'Zoya First | Junior Quiz ‘Vistura’, Senior Quiz ‘Peristalympics’',
  ])
  expect(lunch.rows).toHaveLength(5)
  expect((await readList('lunch=2025-10-07')).rows).toEqual([])
})

test.each(['scope=accepted', 'event=SeniorQuiz', 'night=2025-10-08', 'q=zoya'])(
  'exports files of %s with the same cells as the screen, and without formulas (14.113)',
  async (query) => {
    await fill()
    const { columns, rows } = await readList(query)
    const shown = [columns.map(({ head }) => head), ...rows.map(({ cells }) => cells.map(asText))]
    const csv = await asha.get(`/api/desk/lists/file?${query}&format=csv`)
    const text = Buffer.from(await csv.arrayBuffer()).toString('utf8')
    expect(csv.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
    const digits = (cell: string) =>
      cell.replace(/^(?:\+91)?([\d ]{5,})$/, (_all, number: string) => number.replaceAll(' ', ''))
    expect(readCsv(text).map((line) => line.map(digits))).toEqual(
      shown.map((line) => line.map(digits)),
    )
    expect(text).not.toMatch(/(?:^|,|\n)"?[=+\-@＝]/m)
    const xlsx = await asha.get(`/api/desk/lists/file?${query}&format=xlsx`)
    const { cells, sheet } = readWorkbook(new Uint8Array(await xlsx.arrayBuffer()))
    expect(cells.map((line) => shown[0]?.map((_head, at) => line[at] ?? ''))).toEqual(shown)
    expect(sheet).not.toMatch(/<f[ >]/)
  },
)

test('logs exports without the search text, and refuses exports by verifiers (14.8, 14.113)', async () => {
  await fill()
  await asha.get('/api/desk/lists/file?event=SeniorQuiz&format=xlsx')
  festival.passSeconds(1)
  await asha.get('/api/desk/lists/file?q=zoya&college=test&state=submitted&format=csv')
  const { lines } = await (await asha.get('/api/desk/audit?action=exported')).json()
  expect(lines.map(({ detail }: { detail: object }) => detail)).toEqual([
    { table: 'list', format: 'csv', rows: 2, of: 'q=words state=submitted college=words' },
    { table: 'list', format: 'xlsx', rows: 3, of: 'event=SeniorQuiz' },
  ])
  const ravi = await signIn(festival)
  expect((await ravi.get('/api/desk/lists/file?format=csv')).status).toBe(403)
  expect((await ravi.get('/api/desk/lists?event=SeniorQuiz')).status).toBe(200)
})

test('lists at most 1,000 entries, and exports at most 5,000 (14.112, 14.113)', async () => {
  await submit(festival, 'delegate-pass')
  const [pass, review] = await Promise.all([
    festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow(),
    festival.db.selectFrom('review').selectAll().executeTakeFirstOrThrow(),
  ])
  const ids = Array.from({ length: 5_000 }, (_, n) => String(n).padStart(12, '0'))
  await insertRows(
    festival.db,
    'DelegatePass',
    ids.map((id) => ({ ...pass, id, delegate_id: id, registration_id: `DP-${id}` })),
  )
  await insertRows(
    festival.db,
    'review',
    ids.map((entry_id) => ({ ...review, entry_id, is_indexed: 1 })),
  )
  const { rows, entries } = await readList('kind=delegate-pass')
  expect([rows.length, entries]).toEqual([1_000, 5_001])
  const file = (query: string) => asha.get(`/api/desk/lists/file?format=csv&${query}`)
  const refused = await file('kind=delegate-pass')
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [
      {
        path: 'format',
        message:
          'A list in csv format can have at most 5000 entries, but this one has 5001. Filter it further.',
      },
    ],
  ])
  await festival.db.deleteFrom('review').where('entry_id', '=', review.entry_id).execute()
  const whole = await (await file('kind=delegate-pass')).text()
  expect(whole.trimEnd().split('\r\n')).toHaveLength(5_001)
})

test('has no columns for rooms or passes if the edition has none (19.18)', async () => {
  vi.resetModules()
  vi.doMock('#edition/accommodation', () => ({ accommodation: undefined }))
  vi.doMock('#edition/delegate-pass', () => ({ tiers: [] }))
  const { listHandlers } = await import('./lists')
  vi.doUnmock('#edition/accommodation')
  vi.doUnmock('#edition/delegate-pass')
  vi.resetModules()
  const { readList: readListWithout } = listHandlers({
    db: festival.db,
    indexer: { catchUp: () => Promise.resolve() },
    matcher: { resolve: (filter: object) => Promise.resolve(filter) },
  } as never)
  const everyone = { query: { scope: 'accepted' }, organiser: { role: 'admin' } }
  const { columns } = (await readListWithout(everyone as never)) as PeopleList
  const heads = columns.map(({ head }) => head)
  expect(heads).toContain('Event')
  expect(heads.filter((head) => /arrival|departure|pass|room/i.test(head))).toEqual([])
})
