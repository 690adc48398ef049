import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPaise, readMoney } from './cells'
import { readNarration } from './narration'
import { openStatement, type Statement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))

const open = (text: string): Statement => {
  const opened = openStatement([table(text)], [])
  if (opened.kind !== 'read') {
    throw new Error(`it ${opened.kind}: ${opened.kind === 'asks' ? opened.why : ''}`)
  }
  return opened.statement
}

const amounts = (text: string) => open(text).rows.map(({ amount }) => amount / 100)
const window = { from: '2025-09-01', to: '2025-10-31' } as const
const today = '2025-11-01'
const refusal = (text: string) => checkStatement(open(text), window, today).refusal

const usual = `
Letterhead
Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/527412345678/ASHA/K7Q4M2 | | 600.00 | 1,600.00
02/10/2025 | UPI/527512345678/SHOP/bill | 100.00 | | 1,500.00
03/10/2025 | UPI/527612345678/RAVI/UPI | | 500.00 | 2,000.00`

test.each([
  ['debit and credit', usual, [600, -100, 500]],
  [
    'names that mean nothing, the columns in another order',
    `A | B | C | D | E
1,600.00 | 600.00 | | note one | 01-Oct-2025
1,500.00 | | 100.00 | note two | 02-Oct-2025
2,000.00 | 500.00 | | note three | 03-Oct-2025`,
    [600, -100, 500],
  ],
  [
    'Union Bank: the side stands in the cell',
    `Date | Remarks | Amount (Rs.) | Balance (Rs.)
01/10/2025 | one | 600.00 (Cr) | 1600.00 (Cr)
02/10/2025 | two | 100.00 (Dr) | 1500.00 (Cr)
03/10/2025 | three | 500.00 (Cr) | 2000.00 (Cr)`,
    [600, -100, 500],
  ],
  [
    'Kotak: one column without a blank, and whole rupees',
    `Date | Narration | Withdrawal (Dr)/Deposit (Cr) | Balance
01-10-25 | one | 600(Cr) | 1,600(Cr)
02-10-25 | two | 100(Dr) | 1,500(Cr)
03-10-25 | three | 500(Cr) | 2,000(Cr)`,
    [600, -100, 500],
  ],
  [
    'a signed column with signs of every kind',
    `Date | Details | Amount | Balance
1 Oct 2025 | one | +₹600 | ₹1,600
2 Oct 2025 | two | -₹100 | ₹1,500
3 Oct 2025 | three | (500.00) | ₹1,000`,
    [600, -100, -500],
  ],
  [
    'an amount and its side, and a second side beside the balance that goes below nothing',
    `Date | Details | Amount | Dr / Cr | Balance | Dr / Cr
01/10/2025 | one | 600.00 | CR | 100.00 | CR
02/10/2025 | two | 300.00 | DR | 200.00 | DR
03/10/2025 | three | 500.00 | CR | 300.00 | CR`,
    [600, -300, 500],
  ],
  [
    'an opening balance, page headings and sums between the rows',
    `Date | Details | Debit | Credit | Balance
01/10/2025 | B/F | | | 1000.00
01/10/2025 | one | | 600.00 | 1600.00
Page 1 of 2 | | | |
Date | Details | Debit | Credit | Balance
03/10/2025 | three | | 500.00 | 2100.00
 | Total | 0.00 | 1100.00 | 2100.00`,
    [600, 500],
  ],
])('uses the balances to find the columns: %s (15.3)', (_what, text, expected) => {
  expect(amounts(text)).toEqual(expected)
  expect(open(text).chain?.breaks).toEqual([])
})

test('uses dates and column names to tell debit from credit if all payments are equal', () => {
  const rows = ['01', '02', '03'].map(
    (day, at) => `${day}/10/2025 | n${at} | | 600.00 | ${1600 + at * 600}.00`,
  )
  expect(amounts(['Date | Text | Withdrawal | Deposit | Balance', ...rows].join('\n'))).toEqual([
    600, 600, 600,
  ])
  const oneDay = rows.map((row) => row.replace(/^\d\d/, '01'))
  expect(amounts(['Date | Text | Withdrawal | Deposit | Balance', ...oneDay].join('\n'))).toEqual([
    600, 600, 600,
  ])
})

test('asks what the columns of a report without balances mean, and remembers the answer (15.3)', () => {
  const report = `Transaction Date | Type | UTR | Amount | Status | Customer
01/10/2025 10:00 | PAYMENT | 527412345678 | 600.00 | SUCCESS | asha@ybl
01/10/2025 10:01 | PAYMENT | 527412345679 | 600.00 | FAILED | ravi@ybl
01/10/2025 10:02 | PAYMENT | 527412345680 | 600.00 | PENDING | mary@ybl
02/10/2025 10:03 | REFUND | 527412345678 | 600.00 | SUCCESS | asha@ybl
02/10/2025 10:04 | PAYMENT | 84718897182 | 700.00 | Completed | zoya@ybl`
  const opened = openStatement([table(report)], [])
  if (opened.kind !== 'asks') {
    throw new Error(opened.kind)
  }
  expect(opened.likely).toEqual({
    day: 0,
    money: { kind: 'one column', amount: 3 },
    states: [1, 4],
    refunds: [],
  })
  const columns = { day: 0, money: { kind: 'one column', amount: 3 }, states: [1, 4] } as const
  const known = [
    {
      key: 'transactiondate type utr amount status customer',
      columns: { ...columns, states: [1, 4] },
    },
  ]
  const again = openStatement([table(report)], known)
  if (again.kind !== 'read') {
    throw new Error(again.kind)
  }
  expect(again.statement.rows.map(({ amount }) => amount)).toEqual([60_000, -60_000, 70_000])
  const { chosen, notes } = checkStatement(again.statement, window, today)
  expect(notes).toContain(
    'Rows with these statuses are not counted, because they do not clearly say that money was received: “PAYMENT, FAILED” (1), “PAYMENT, PENDING” (1).',
  )
  expect(chosen.payments.map(({ line }) => line)).toEqual([2, 6])
  expect(chosen.reversals).toEqual([
    { line: 5, day: '2025-10-02', amount: -60_000, narration: '527412345678', reference: '' },
  ])
  expect(readNarration('', chosen.payments[1]?.reference).numbers).toEqual(['084718897182'])
})

test('reads an amount with a minus as a debit in a report with one amount column', () => {
  const report = `Date | Text | Amount
01/10/2025 | one | 600
02/10/2025 | two | -600`
  const columns = { day: 0, money: { kind: 'one column' as const, amount: 2 }, states: [] }
  const opened = openStatement([table(report)], [{ key: 'date text amount', columns }])
  expect(opened.kind === 'read' && opened.statement.rows.map(({ amount }) => amount)).toEqual([
    60_000, -60_000,
  ])
})

test('refuses a file with balances if a row is unreadable, unless it repeats another row (15.4)', () => {
  const twice = `Date | Narration | Debit | Credit | Balance
01/10/2025 | ASHA | | 600.00 | 1,600.00
01/10/2025 | BACK | 600.00 | | 1,000.00
01/10/2025 | ASHA | | 600.00 | 1,600.00
02/10/2025 | RAVI | | 500.00 | 2,100.00`
  expect(refusal(twice)).toBeUndefined()
  expect(open(twice).unreadable).toMatchObject([{ line: 4, isTwin: true }])
  expect(refusal(`${twice}\n03/10/2025 | MARY | | 5oo.00 | 2,600.00`)).toMatch(
    /^Line 6 cannot be read: /,
  )
})

test('joins a narration that spans several lines, and a number that a line break splits', () => {
  const { rows } = open(`Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/5274123 | | 600.00 | 1,600.00
 | 45678/ASHA/K7Q | | |
 | 4M2/HDFC | | |
02/10/2025 | UPI/5275 1234 5679/RAVI | | 500.00 | 2,100.00`)
  const read = rows.map(({ narration, reference }) => readNarration(narration, reference))
  expect(read[0]?.numbers).toEqual(['527412345678'])
  expect(read[0]?.fields).toContain('K7Q4M2')
  expect(read[1]?.numbers).toEqual(['527512345679'])
})

test('reads a reference after “#” or “Ref:” in a narration', () => {
  expect(readNarration('UPI/527412345678/ASHA/#CB7K2M').fields).toContain('CB7K2M')
  expect(readNarration('UPI/527412345678/ASHA/Ref:CB7K2M').fields).toContain('CB7K2M')
})

test('treats a debit with a credit’s number as a reversal, without sending the debit’s text', () => {
  const { chosen } = checkStatement(
    open(`Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/527412345678/ASHA/K7Q4M2 | | 600.00 | 1,600.00
01/10/2025 | UPI/527512345678/RAVI/M2K7Q4 | | 600.00 | 2,200.00
02/10/2025 | UPI-RET-527412345678-ASHA PRIVATE | 600.00 | | 1,600.00
03/10/2025 | CHARGEBACK 527512345678 | 300.00 | | 1,300.00
04/10/2025 | UPI/527912345678/GROCERY | 50.00 | | 1,250.00`),
    window,
    today,
  )
  expect(chosen.reversals).toEqual([
    { line: 4, day: '2025-10-02', amount: -60_000, narration: '527412345678', reference: '' },
    { line: 5, day: '2025-10-03', amount: -30_000, narration: '527512345678', reference: '' },
  ])
  expect(chosen.payments.map(({ line }) => line)).toEqual([2, 3])
  expect(JSON.stringify(chosen)).not.toMatch(/PRIVATE|GROCERY/)
})

test('sends only the longest number or code that a return and its payment share (15.95)', () => {
  const { chosen } = checkStatement(
    open(`Date | Narration | Debit | Credit | Balance
01/10/2025 | NEFT CR-SBIN0001234-ASHA-N274253051234567 | | 600.00 | 1,600.00
01/10/2025 | BY TRANSFER RAVI K7Q4M2 | | 500.00 | 2,100.00
02/10/2025 | NEFT RETURN-N274253051234567-ASHA PRIVATE | 600.00 | | 1,500.00
03/10/2025 | TO TRANSFER RAVI K7Q4M2 | 500.00 | | 1,000.00
04/10/2025 | CHARGES N274253051234567 | 5.00 | | 995.00`),
    window,
    today,
  )
  const back = { reference: '', day: '2025-10-02', line: 4 }
  expect(chosen.reversals).toEqual([
    { ...back, amount: -60_000, narration: 'N274253051234567' },
    { ...back, line: 5, day: '2025-10-03', amount: -50_000, narration: 'K7Q4M2' },
  ])
})

test('does not infer a reversal from a long number that many rows share (15.95)', () => {
  const rows = [600, 500, 400].map(
    (amount, at) => `0${at + 1}/10/2025 | UPI/AXI1557BCD12C674/${amount} | | ${amount}.00`,
  )
  let balance = 1000
  const text = [...rows, '04/10/2025 | UPI/AXI1557BCD12C674/PRIZE | 500.00 | '].map((row, at) => {
    balance += [600, 500, 400, -500][at] ?? 0
    return `${row} | ${balance}.00`
  })
  const { chosen } = checkStatement(
    open(['Date | Narration | Debit | Credit | Balance', ...text].join('\n')),
    window,
    today,
  )
  expect([chosen.payments.length, chosen.reversals]).toEqual([3, []])
})

test('does not count interest or returns of the account’s own money as payments', () => {
  const { chosen } = checkStatement(
    open(`Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/527912345678/HALL | 600.00 | | 400.00
03/10/2025 | UPI/527912345678/HALL RETURNED | | 600.00 | 1,000.00
04/10/2025 | INT.PD:01-07-2025 TO 30-09-2025 | | 20.00 | 1,020.00`),
    window,
    today,
  )
  expect([chosen.payments, chosen.reversals]).toEqual([[], []])
})

test('reports a file whose last line is cut off', () => {
  const cut = `${usual}\n04/10/2025 | UPI/527812345678/ME`
  expect(checkStatement(open(cut), window, today).notes.join(' ')).toMatch(
    /^The last line, 7, is cut off/,
  )
  expect(
    checkStatement(open(`${usual}\n | Total | 100.00 | 1,100.00 |`), window, today).notes.join(' '),
  ).not.toMatch(/cut off/)
})

test('refuses a file with a changed or missing row, and names the line', () => {
  expect(refusal(usual.replace('1,500.00', '1,550.00'))).toMatch(
    /^Line 5 does not follow from line 4/,
  )
  const longer = `${usual}\n04/10/2025 | x | | 700.00 | 2,700.00\n05/10/2025 | y | | 800.00 | 3,500.00`
  expect(refusal(longer.replace(/\n03.*?\n/, '\n'))).toMatch(/^Line 6 does not follow from line 5/)
  expect(refusal(longer.replace('03/10/2025', '33/10/2025'))).toMatch(
    /does not follow|where its date should be/,
  )
})

test('explains a refusal caused by swapped or future dates', () => {
  const swapped = `Date | Narration | Debit | Credit | Balance
09/28/2025 | - | | |
28/09/2025 | one | | 600.00 | 1600.00
10/01/2025 | two | | 600.00 | 2200.00
10/02/2025 | three | | 600.00 | 2800.00`
  expect(refusal(swapped)).toMatch(
    /^Line 4 is dated 10 January 2025.* A spreadsheet may have swapped the day and month/,
  )
  const future = `Date | Narration | Debit | Credit | Balance
01/10/2025 | one | | 600.00 | 1600.00
02/10/2025 | two | | 600.00 | 2200.00
10/12/2025 | three | | 600.00 | 2800.00`
  expect(refusal(future)).toMatch(/^Line 4 is dated 10 December 2025, which is in the future/)
})

test('chooses the date column whose order agrees with the balances', () => {
  const { rows } = open(`Value Date | Posted | Narration | Debit | Credit | Balance
03/10/2025 | 01/10/2025 | one | | 600.00 | 1600.00
01/10/2025 | 02/10/2025 | two | 100.00 | | 1500.00
02/10/2025 | 03/10/2025 | three | | 500.00 | 2000.00`)
  expect(rows.map(({ day }) => day)).toEqual(['2025-10-01', '2025-10-02', '2025-10-03'])
})

test('prefers the transaction date if the balances agree with the order of both dates', () => {
  const { rows } = open(`Value Date | Txn Date | Narration | Debit | Credit | Balance
02/10/2025 | 01/10/2025 | one | | 600.00 | 1600.00
03/10/2025 | 02/10/2025 | two | 100.00 | | 1500.00
04/10/2025 | 03/10/2025 | three | | 500.00 | 2000.00`)
  expect(rows.map(({ day }) => day)).toEqual(['2025-10-01', '2025-10-02', '2025-10-03'])
})

test('prefers the first of two dates if neither names nor order distinguish them', () => {
  const { rows } = open(`Value Date | Book Date | Narration | Debit | Credit | Balance
01/10/2025 | 02/10/2025 | one | | 600.00 | 1600.00
02/10/2025 | 03/10/2025 | two | 100.00 | | 1500.00
03/10/2025 | 04/10/2025 | three | | 500.00 | 2000.00`)
  expect(rows.map(({ day }) => day)).toEqual(['2025-10-01', '2025-10-02', '2025-10-03'])
})

test.each([
  ['₹1,23,456.50', 12_345_650],
  ['1,234,567', 123_456_700],
  ['-50.5', -5_050],
  ['(600.00)', -60_000],
  ['600.00 Dr', -60_000],
  ['Cr. 600', 60_000],
  ['INR 600.00CR', 60_000],
  ['0.00', 0],
])('reads %s as an amount', (text, paise) => expect(readMoney(text)?.paise).toBe(paise))

test.each(['', '-', '1.234,50', '12,34', '4.12346E+11', '600 rupees', '6oo', '1.2.3', 'UPI/600'])(
  'does not read %s as an amount',
  (text) => expect(readMoney(text)).toBeUndefined(),
)

/** The cells of a file with many credits and debits. */
const invented = (seed: readonly number[], layout: 'two' | 'side' | 'signed'): string[][] => {
  let balance = 100_000
  const rows = seed.map((number, at) => {
    const amount = number % 3 === 0 ? -(number % 40_000) - 100 : (number % 90_000) + 100
    balance += amount
    const size = formatPaise(Math.abs(amount)).slice(1)
    const isDebit = amount < 0
    const moneyOf = {
      two: isDebit ? [size, ''] : ['', size],
      side: [size, isDebit ? 'DR' : 'CR'],
      signed: [isDebit ? `-${size}` : size],
    }
    const money = moneyOf[layout]
    return [
      `${String(1 + Math.floor(at / 2)).padStart(2, '0')}/10/2025`,
      `UPI/5274${String(10_000_000 + at)}/N${at}`,
      ...money,
      formatPaise(balance).replace('₹', ''),
    ]
  })
  const heads = { two: ['Debit', 'Credit'], side: ['Amount', 'Type'], signed: ['Amount'] }[layout]
  return [['Date', 'Narration', ...heads, 'Balance'], ...rows]
}

/** Changes the direction of an amount or side. */
const invertSign = (cell: string): string => {
  if (/^[CD]R$/.test(cell)) {
    return cell === 'CR' ? 'DR' : 'CR'
  }
  return cell.startsWith('-') ? cell.slice(1) : `-${cell}`
}

const sumOf = (statement: Statement) => statement.rows.reduce((sum, { amount }) => sum + amount, 0)

test('never accepts a file whose total is wrong because of a changed or missing row (15.5)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 8, maxLength: 24 }),
      fc.constantFrom('two', 'side', 'signed'),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('digit', 'sign', 'empty', 'letter', 'drop'),
      (seed, layout, row, column, change) => {
        const rows = invented(seed, layout)
        const honest = openStatement([rows.map((cells, line) => ({ line, cells }))], [])
        if (honest.kind !== 'read') {
          throw new Error('The unchanged file was not read')
        }
        // Rows at the ends are skipped: the chain proves neither the first row nor that the last
        // one is present.
        const at = 2 + (row % (rows.length - 3))
        const money =
          [2, rows[0]?.length === 5 ? 3 : 2, (rows[0]?.length ?? 0) - 1][column % 3] ?? 2
        const changed = rows.map((cells) => [...cells])
        const cell = changed[at]?.[money] ?? ''
        const other = {
          digit: cell.replace(/\d/, (digit) => String((Number(digit) + 1 + (column % 8)) % 10)),
          sign: invertSign(cell),
          empty: '',
          letter: cell.replace(/\d/, 'o'),
          drop: cell,
        }[change]
        changed[at]?.splice(money, 1, other)
        if (change === 'drop') {
          changed.splice(at, 1)
        }
        const opened = openStatement([changed.map((cells, line) => ({ line, cells }))], [])
        if (
          opened.kind !== 'read' ||
          checkStatement(opened.statement, window, today).refusal !== undefined
        ) {
          return
        }
        expect(sumOf(opened.statement)).toBe(sumOf(honest.statement))
      },
    ),
    { numRuns: 150 },
  )
})
