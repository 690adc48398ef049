import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterEach, expect, test, vi } from 'vitest'
import type { Columns } from '../../../festival/bank/columns'
import { askWorker, type FileWorker } from './file-steps'
import { type ReadRequest, type ReadResult, readBankFile } from './file-worker'

afterEach(() => vi.useRealTimers())

const window = { from: '2026-08-15', to: '2026-10-15' } as const
const reading = { known: [], window, today: '2026-11-01' } as const

/** Runs the worker's code in the test's own thread. */
const makeFake = (answer: (ask: ReadRequest) => Promise<ReadResult>) => {
  const events = new EventTarget()
  const worker: FileWorker = {
    addEventListener: events.addEventListener.bind(events),
    terminate: vi.fn(),
    postMessage: (ask: ReadRequest) =>
      void answer(ask).then(
        (data) => events.dispatchEvent(new MessageEvent('message', { data })),
        () => events.dispatchEvent(new Event('error')),
      ),
  }
  return worker
}

const readText = (text: BlobPart, given: Partial<ReadRequest> = {}) =>
  askWorker({ ...reading, file: new Blob([text]), ...given }, () => makeFake(readBankFile))

test('sends only credits to the page (behaviour 15.1)', async () => {
  const file = readFileSync(join(import.meta.dirname, '../../../tests/statements/20-axis.csv'))
  const answer = await readText(new Uint8Array(file))
  if (answer.kind !== 'read') {
    throw new Error(answer.kind)
  }
  const { payments, reversals } = answer.file
  expect(answer.links).toBe(answer.rowCount - 1)
  expect(payments.every(({ amount }) => amount > 0)).toBe(true)
  expect(payments.length + reversals.length).toBeLessThan(answer.rowCount)
  expect(answer.firstCredits.every((row) => row.balance === undefined)).toBe(true)
})

test('sends a debit to the page only if a credit has the same number (behaviour 15.73)', async () => {
  const lines = [
    'Date,What,Out,In,Balance',
    '01/09/2026,UPI/412345678901/K7Q4M2,,600.00,1600.00',
    '02/09/2026,UPI/499900001111/RENT TO ASHA,600.00,,1000.00',
    '03/09/2026,UPI/412345678901/CANTEEN,100.00,,900.00',
  ]
  const answer = await readText(lines.join('\n'))
  if (answer.kind !== 'read') {
    throw new Error(answer.kind)
  }
  expect(answer.file.reversals).toEqual([
    { line: 4, day: '2026-09-03', amount: -10_000, narration: '412345678901', reference: '' },
  ])
  expect(JSON.stringify(answer)).not.toMatch(/RENT|CANTEEN|499900001111/)
})

test('reads unknown columns once the organiser has identified them (15.3)', async () => {
  const text =
    'Posted,What,Out,In\n01/09/2026,UPI/412345678901/K7Q4M2,,600.00\n02/09/2026,Rent,100.00,\n'
  expect(await readText(text)).toMatchObject({
    kind: 'asks',
    columns: ['Posted', 'What', 'Out', 'In'],
    key: 'posted what out in',
  })
  const columns = {
    day: 0,
    states: [],
    money: { kind: 'two columns' as const, debit: 2, credit: 3 },
  }
  expect(await readText(text, { chosen: { key: 'posted what out in', columns } })).toMatchObject({
    kind: 'read',
    firstCredits: [{ amount: 60_000, day: '2026-09-01', narration: 'UPI/412345678901/K7Q4M2' }],
  })
})

test('prefers columns that an organiser chose, and trusts balances more than remembered columns (15.92)', async () => {
  const rows = [
    '01/09/2026,a,,600.00,1600.00',
    '02/09/2026,b,,500.00,2100.00',
    '03/09/2026,c,,500.00,2600.00',
    '04/09/2026,d,,500.00,3150.00',
    '05/09/2026,e,,500.00,3650.00',
  ]
  const text = ['Posted,What,Out,In,Left', ...rows].join('\n')
  const broken = { refusal: expect.stringMatching(/^Line 5 does not follow from line 4/) }
  expect(await readText(text)).toMatchObject(broken)
  const columns = {
    day: 0,
    states: [],
    money: { kind: 'two columns' as const, debit: 2, credit: 3 },
  }
  const choose = (chosen: Columns) => ({ key: 'posted what out in left', columns: chosen })
  expect(await readText(text, { known: [choose(columns)] })).toMatchObject(broken)
  const chosen = choose({ ...columns, balance: 4, text: 0 })
  expect(await readText(text, { chosen })).toMatchObject({
    ...broken,
    columnsQuestion: { likely: { text: 0 } },
  })
  const byHand = await readText(text, { chosen: choose(columns) })
  expect(byHand).toMatchObject({
    kind: 'read',
    rowCount: 5,
    notes: expect.arrayContaining([expect.stringMatching(/^This report has no balances/)]),
  })
  expect(byHand).not.toHaveProperty('refusal')
})

const report = [
  'Date,Payer,UTR,Note,Amount,Status',
  '03/09/2026,BHAVNA IYER,424512345602,4TRZ8B,500.00,SUCCESS',
  '02/09/2026,ASHA RAO,424512345601,K7Q4M2,300.00,SUCCESS',
]

test('asks what the columns mean if a report has only one or two payments (15.92)', async () => {
  for (const rows of [report.slice(0, 2), report]) {
    const asked = await readText(rows.join('\n'))
    if (asked.kind !== 'asks') {
      throw new Error(asked.kind)
    }
    expect(asked.likely).toMatchObject({
      day: 0,
      money: { kind: 'one column', amount: 4 },
      states: [5],
    })
    const columns = { day: 0, states: [5], money: { kind: 'one column' as const, amount: 4 } }
    const known = [{ key: asked.key, columns }]
    expect(await readText(rows.join('\n'), { known, areReceived: true })).toMatchObject({
      kind: 'read',
      rowCount: rows.length - 1,
      unreadableCount: 0,
    })
  }
})

test('asks whether a report’s payments were received, and refuses the report if some were not (15.93)', async () => {
  const text = report.join('\n')
  const columns = { day: 0, states: [5], money: { kind: 'one column' as const, amount: 4 } }
  const known = [{ key: 'date payer utr note amount status', columns }]
  expect(await readText(text, { known })).toMatchObject({
    kind: 'asks direction',
    count: 2,
    examples: [{ line: 2, amount: 50_000 }, { line: 3 }],
    unreadable: [],
  })
  // The question also shows unreadable lines, because their payments may have gone out (15.101).
  const gone = text.concat('\nYesterday,ASHA RAO,630512345601,,400.00,SUCCESS')
  expect(await readText(gone, { known })).toMatchObject({
    kind: 'asks direction',
    unreadableCount: 1,
    unreadable: [{ line: 4, why: '“Yesterday” is not a date' }],
  })
  expect(await readText(text, { known, areReceived: true })).toMatchObject({
    kind: 'read',
    file: { payments: [{}, {}] },
  })
  expect(await readText(text, { known, areReceived: false })).toEqual({
    kind: 'refused',
    message: expect.stringMatching(
      /^This file does not show which payments came in .* Download the account’s statement/,
    ),
  })
})

test('leaves out credits that are unrelated to the festival or outside its period, and says so (15.94)', async () => {
  const rows = [
    '01/09/2026,SELF-UPI-ASHA RAO-424512345601-K7Q4M2,,600.00,1600.00',
    '02/09/2026,CASH K7Q4M3 COUNTER,,500.00,2100.00',
    '03/09/2026,BY CASH - COLLEGE ROAD,,2000.00,4100.00',
    '04/09/2026,INT.PD:01-07-2026 TO 31-08-2026,,20.00,4120.00',
    '20/12/2025,LATE,,20.00,4140.00',
  ]
  const answer = await readText(['Date,What,Out,In,Balance', ...rows.slice(0, 4)].join('\n'))
  if (answer.kind !== 'read') {
    throw new Error(answer.kind)
  }
  expect(answer.file.payments.map(({ line }) => line)).toEqual([2, 3])
  expect([answer.leftOutCount, answer.leftOut.map(({ line }) => line)]).toEqual([2, [4, 5]])
  expect(answer.notes).toContain(
    '2 credits are left out as unrelated to the festival. See the list below.',
  )
  const other = await readText(
    ['Date,What,Out,In,Balance', rows[0], rows[1], '20/10/2026,LATER,,20.00,2120.00'].join('\n'),
  )
  expect(other).toMatchObject({
    notes: expect.arrayContaining([
      '1 credit is dated outside 15 August to 15 October 2026 and left out.',
    ]),
  })
})

test('refuses month-first dates, dates without a year and columns separated by spaces (15.97)', async () => {
  const readRefusal = async (text: string) => {
    const answer = await readText(text)
    if (answer.kind === 'refused') {
      return answer.message
    }
    return answer.kind === 'read' ? answer.refusal : answer.kind
  }
  const monthFirst = (days: readonly string[]) =>
    [
      'Date,What,Out,In,Balance',
      ...days.map((day, at) => `${day},n${at},,600.00,${(at + 2) * 600}.00`),
    ].join('\n')
  const words = /^The dates (?:of this file|in this file) have the month first/
  expect(await readRefusal(monthFirst(['09/02/2026', '09/03/2026', '09/04/2026']))).toMatch(words)
  expect(await readRefusal(monthFirst(['09/13/2026', '09/14/2026', '09/15/2026']))).toMatch(words)
  expect(await readRefusal('Date,What,In\n02 Nov,a,600.00\n03 Nov,b,500.00\n')).toMatch(
    /^The dates in this file have no year/,
  )
  const spaced = [
    '02/11/26  UPI-ASHA RAO      300.00     41550.50',
    '03/11/26  UPI-RAVI          500.00     42050.50',
  ]
  expect(
    await readRefusal(['Date      Text       In       Balance', ...spaced].join('\n')),
  ).toMatch(/^The columns of this text file are separated only by spaces\./)
})

test('refuses a file whose text contradicts the direction of its rows (15.96)', async () => {
  const rows = [600, -100, 500, -200, 700, -300]
  let balance = 10_000
  const lines = rows.map((amount, at) => {
    balance += amount
    const word = amount > 0 ? 'DR' : 'CR'
    const sides = amount > 0 ? `,${amount}.00` : `${-amount}.00,`
    return `0${at + 1}/09/2026,UPI/${word}/42451234560${at}/A,${sides},${balance}.00`
  })
  expect(await readText(['Date,What,Out,In,Balance', ...lines].join('\n'))).toMatchObject({
    refusal: expect.stringMatching(/^In 6 rows the text contradicts the direction of the payment/),
  })
})

const workbook = (sheets: readonly (readonly (readonly string[])[])[]) => {
  const book = utils.book_new()
  for (const [at, rows] of sheets.entries()) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), `S${at}`)
  }
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx' })
  return bytes
}
const month = (number: string, opening: number, head = 'Narration') => [
  ['Account 123'],
  ['Date', head, 'Debit', 'Credit', 'Balance'],
  ...[1, 2, 3].map((at) => [
    `0${at}/${number}/2026`,
    `N${number}${at}`,
    '',
    '600.00',
    `${opening + at * 600}.00`,
  ]),
]

test('reads sheets with consecutive balances as one statement, in either order (15.3)', async () => {
  const parts = [
    month('08', 1000),
    [['Notes'], ['all is well']],
    month('09', 2800),
    month('10', 4600),
  ]
  for (const sheets of [parts, parts.toReversed()]) {
    const answer = await readText(workbook(sheets))
    if (answer.kind !== 'read') {
      throw new Error(answer.kind)
    }
    expect([answer.refusal, answer.rowCount, answer.links]).toEqual([undefined, 9, 8])
    expect(answer.notes[0]).toMatch(/^Read of this file: sheet \d, \d, \d \(3 of 4 sheets\)\.$/)
  }
})

test('asks which sheets to read if several could be the statement (15.3)', async () => {
  const file = workbook([month('09', 1000), month('09', 5000), month('10', 6800)])
  const asked = await readText(file)
  expect(asked).toEqual({
    kind: 'asks sheets',
    choices: [[0], [1, 2]],
  })
  expect(await readText(file, { sheets: [0] })).toMatchObject({
    kind: 'read',
    firstCredits: [{ narration: 'N091' }, { narration: 'N092' }, { narration: 'N093' }],
    notes: expect.arrayContaining(['Read of this file: sheet 1 (1 of 3 sheets).']),
  })
  const one = workbook([[['Summary'], ['01/09/2026', 'total', '1,800.00']], month('09', 1000)])
  expect(await readText(one)).toMatchObject({
    rowCount: 3,
    notes: expect.arrayContaining(['Read of this file: sheet 2 (1 of 2 sheets).']),
  })
})

test('explains why a file cannot be read', async () => {
  const readRefusal = async (text: string) => {
    const answer = await readText(text)
    return answer.kind === 'refused' ? answer.message : answer.kind
  }
  expect(await readRefusal('%PDF-1.7')).toMatch(/^This PDF cannot be opened/)
  expect(await readRefusal('Dear customer,\nall is well.\n')).toMatch(
    /^This file has no table of payments/,
  )
  const unread = ['Date,Text,Amount', '12 Feb,UPI/704255218807/ASHA,650.00', ''].join('\n')
  expect(await readRefusal(unread)).toMatch(
    /^This file has no table of payments that can be read\. Line 2 says “12 Feb” where its date should be\./,
  )
})

test('stops a worker that fails or takes longer than a minute, and reports the reason (behaviour 15.2)', async () => {
  const ask = { ...reading, file: new Blob() }
  const broken = makeFake(() => Promise.reject(new Error('out of memory')))
  expect(await askWorker(ask, () => broken)).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^The browser could not read this file/),
  })
  expect(broken.terminate).toHaveBeenCalledOnce()

  vi.useFakeTimers()
  const slow = makeFake(() => new Promise(() => undefined))
  const answer = askWorker(ask, () => slow)
  vi.advanceTimersByTime(60_000)
  expect(await answer).toMatchObject({
    message: expect.stringMatching(/^This file could not be read within a minute/),
  })
  expect(slow.terminate).toHaveBeenCalledOnce()
})

test('refuses a file with more than 20,000 payments and reversals in total (15.20)', async () => {
  const lines = Array.from({ length: 10_001 }, (_none, at) => {
    const text = `UPI/${412_300_000_000 + at * 7}/A`
    return `01/09/2026,${text},,1.00\n01/09/2026,${text},1.00,`
  })
  const money = { kind: 'two columns', debit: 2, credit: 3 } as const
  const chosen = { key: 'date what out in', columns: { day: 0, states: [], money } }
  expect(await readText(['Date,What,Out,In', ...lines].join('\n'), { chosen })).toMatchObject({
    refusal: expect.stringMatching(/^At most 20,000 payments can be imported at once/),
  })
})
