import { expect, test } from 'vitest'
import { type Columns, headerKey } from './columns'
import { findStateWords } from './report'
import { openStatement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))

const window = { from: '2026-10-01', to: '2026-10-31' } as const

const openBy = (text: string, columns?: Partial<Columns>) => {
  const key = headerKey(table(text)[0]?.cells ?? [])
  // A first row that begins with a date means that there is no header row.
  const chosen = {
    key: /^\d/.test(text) ? '' : key,
    columns: { states: [], ...columns } as Columns,
  }
  return openStatement([table(text)], [], columns && chosen)
}

/** Reads the file once with the proposed columns and the changes in `said`. */
const readByProposal = (text: string, said: Partial<Columns> = {}) => {
  const asked = openBy(text)
  if (asked.kind !== 'asks') {
    throw new Error(asked.kind)
  }
  const opened = openBy(text, { ...asked.likely, ...said })
  if (opened.kind !== 'read') {
    throw new Error(opened.kind === 'asks' ? opened.why : opened.kind)
  }
  const { rows } = opened.statement
  const amounts = rows.map(({ amount }) => amount / 100)
  const stays = amounts.filter((amount) => amount > 0 && !amounts.includes(-amount))
  const back = amounts.filter((amount) => amount < 0)
  return { ...checkStatement(opened.statement, window, '2026-11-02'), rows, amounts, stays, back }
}

/** A report with three received payments, two failed or pending ones, and one refund. */
const states = (words: readonly string[], head: string) =>
  [
    ...(head === '' ? [] : [`Paid at | UTR | Amount | Payer | ${head}`]),
    ...[0, 0, 0, 1, 2, 3].map(
      (word, at) =>
        `0${at + 1}/10/2026 | 62741234567${at} | ${600 + at}.00 | P${at} Rao | ${words[word]}`,
    ),
  ].join('\n')

test.each(['TransactionStatus', 'PaymentType', 'Outcome', 'txn_state', 'W'])(
  'finds a status column by its values, regardless of its name: %s (15.3)',
  (head) => {
    for (const words of [
      ['SUCCESS', 'FAILED', 'PENDING', 'REFUNDED'],
      ['Payment Successful', 'Declined', 'In Progress', 'Reversed'],
      ['Received', 'Expired', 'On hold', 'Charge back'],
      ['Paid', 'NotPaid', 'onHold', 'Refund'],
    ]) {
      expect(readByProposal(states(words, head)), words.join()).toMatchObject({
        stays: [600, 601, 602],
        back: [-605],
      })
    }
  },
)

test('finds a status column without a header row (15.3)', () => {
  const text = states(['SUCCESS', 'FAILED', 'PENDING', 'REFUNDED'], '')
  const read = readByProposal(text, { money: { kind: 'one column', amount: 2 } })
  expect(read).toMatchObject({ stays: [600, 601, 602], back: [-605] })
})

test('asks again and proposes the status column if a payment was not received (15.3)', () => {
  const text = states(['SUCCESS', 'SUCCESS', 'FAILED', 'SUCCESS'], 'TransactionStatus')
  const chosen = { day: 0, money: { kind: 'one column', amount: 2 } } as const
  expect(openBy(text, chosen)).toMatchObject({
    kind: 'asks',
    why: 'Line 6 says “FAILED” in the column “TransactionStatus”, but would count as received. Choose that column too.',
    likely: { ...chosen, states: [4] },
  })
  // The question is repeated for an earlier choice that lacks this column.
  const known = [
    { key: headerKey(table(text)[0]?.cells ?? []), columns: { ...chosen, states: [] } },
  ]
  expect(openStatement([table(text)], known)).toMatchObject({
    kind: 'asks',
    likely: { states: [4] },
  })
  // A column that reports no failures need not be chosen.
  const settled = text.replaceAll('FAILED', 'SUCCESS')
  expect(openBy(settled, chosen)).toMatchObject({ kind: 'read' })
})

test('does not read the kind or settlement of a payment as its status', () => {
  const text = `Date | RRN | Amount | Mode | Status | Settlement Status
01/10/2026 | 627412345678 | 600.00 | UPI | SUCCESS | Settled
02/10/2026 | 627512345678 | 700.00 | Debit Card | SUCCESS | Pending
03/10/2026 | 627612345678 | 800.00 | UPI | FAILED | Settled`
  expect(openBy(text)).toMatchObject({ kind: 'asks', likely: { states: [4] } })
  expect(readByProposal(text).amounts).toEqual([600, 700])
})

const razorpay = `id | amount | currency | status | method | amount_refunded | refund_status | contact | acquirer_rrn | created_at
pay_A | 600.00 | INR | captured | upi | 0.00 | | +919000000000 | 627412345678 | 01/10/2026 10:11:12
pay_B | 700.00 | INR | refunded | upi | 700.00 | full | +919000000001 | 627512345678 | 02/10/2026 10:11:12
pay_C | 800.00 | INR | captured | upi | 200.00 | partial | +919000000002 | 627612345678 | 03/10/2026 10:11:12
pay_D | 900.00 | INR | failed | upi | 0.00 | | +919000000003 | 627712345678 | 04/10/2026 10:11:12
pay_E | 500.00 | INR | captured | upi | 500.00 | full | +919000000004 | 627812345678 | 05/10/2026 10:11:12
pay_F | 400.00 | INR | captured | upi | 0.00 | null | +919000000005 | 627912345678 | 06/10/2026 10:11:12
${[7, 8, 9].map((at) => `pay_G${at} | 650.00 | INR | captured | upi | 0.00 | | +91900000000${at} | 62841234567${at} | 0${at}/10/2026 10:11:12`).join('\n')}`

test('ignores partial refunds without a payment number or amount', () => {
  const text = razorpay.replace('627612345678', '')
  expect(readByProposal(text)).toMatchObject({
    stays: [600, 400, 650, 650, 650],
    back: [-700, -500],
  })
  const unclear = razorpay.replace('| 200.00 |', '| 0.00 |')
  expect(readByProposal(unclear)).toMatchObject({
    stays: [600, 400, 650, 650, 650],
    notes: expect.arrayContaining([expect.stringMatching(/“captured, 0.00, partial” \(1\)/)]),
  })
})

test('subtracts a refund in a separate row once, from the payment with the same number', () => {
  const text = `Date | RRN | Amount | Type
01/10/2026 | 627412345678 | 600.00 | Payment
02/10/2026 | 627512345678 | 700.00 | Payment
03/10/2026 | 627412345678 | 600.00 | Refunded
04/10/2026 | 627512345678 | 700.00 | Refund`
  expect(readByProposal(text).amounts).toEqual([600, 700, -600, -700])
})

test('does not count a payment with an empty status if other rows have one', () => {
  const text = `Date | RRN | Amount | Type | Status
01/10/2026 | 627412345678 | 600.00 | | SUCCESS
02/10/2026 | 627512345678 | 700.00 | PAYMENT |
03/10/2026 | 627612345678 | 800.00 | REFUND | SUCCESS
04/10/2026 | 627712345678 | 900.00 | | FAILED
05/10/2026 | 627712345678 | 900.00 | |`
  expect(readByProposal(text).amounts).toEqual([600, -800])
})

test('asks once whether large whole amounts are paise (15.4)', () => {
  const text = `Date | RRN | Amount | Refunded
01/10/2026 | 627412345678 | 60000 | 0
02/10/2026 | 627512345678 | 70000 | 20000
03/10/2026 | 627612345678 | 150000 | 0
04/10/2026 | 627712345678 | 60000 | 0
05/10/2026 | 627812345678 | 90000 | 0`
  const columns = { day: 0, money: { kind: 'one column', amount: 2 }, refunds: [3] } as const
  expect(openBy(text, { ...columns, refunds: [3] })).toMatchObject({
    kind: 'asks',
    why: 'All amounts are large whole numbers. Are they in rupees or paise?',
  })
  expect(readByProposal(text, { isPaise: true }).amounts).toEqual([600, 700, -200, 1500, 600, 900])
  expect(readByProposal(text, { isPaise: false }).amounts).toEqual([
    60_000, 70_000, -20_000, 150_000, 60_000, 90_000,
  ])
  expect(readByProposal(text.replace(/00(?= \||$)/gm, '')).amounts).toEqual([
    600, 700, -200, 1500, 600, 900,
  ])
  // Paise have no fractions.
  expect(readByProposal(text.replace('60000', '600.50'), { isPaise: true }).rows.length).toBe(5)
})

/** Twelve payments, of which the fourth failed according to a column with these two words. */
const markedReport = (head: string, [came, failed]: readonly [string, string], others = '') =>
  [
    `Paid at | UTR | Amount | Payer | ${head}`,
    ...Array.from({ length: 12 }, (_none, at) => {
      const day = String(at + 1).padStart(2, '0')
      return `${day}/10/2026 | 62741${(at + 3) * (at + 7) * 12_345} | ${at === 3 ? 603 : [600, 850, 500][at % 3]}.00 | P${at} Rao | ${at === 3 ? failed : came}${others}`
    }),
  ].join('\n')

test.each([
  ['✅', '❌'],
  ['00', 'U30'],
  ['true', 'false'],
  ['Y', 'N'],
  ['1', '0'],
  ['सफल', 'विफल'],
  ['', 'U30'],
] as const)('asks about a column of a few unknown words: %s and %s (15.3)', (came, failed) => {
  for (const head of ['W', 'Status', 'Outcome']) {
    const text = markedReport(head, [came, failed])
    const asked = openBy(text)
    if (asked.kind !== 'asks') {
      throw new Error(asked.kind)
    }
    const key = headerKey(table(text)[0]?.cells ?? [])
    const columns = { states: [], day: 0, money: { kind: 'one column' as const, amount: 2 } }
    // The question is repeated for an earlier choice.
    const again = openStatement([table(text)], [{ key, columns }])
    expect(again).toMatchObject({
      kind: 'asks',
      why: expect.stringMatching(/^Some columns contain only a few different words/),
    })
    expect(findStateWords(table(text), asked.layout, columns)).toEqual([
      { column: 4, word: came },
      { column: 4, word: failed },
    ])
    // The question is asked only once, even if no word means "received".
    const answered = { ...columns, states: [4], asked: [4], received: { column: 4, word: came } }
    const read = openStatement([table(text)], [{ key, columns: answered }])
    if (read.kind !== 'read') {
      throw new Error(read.kind)
    }
    expect(read.statement.rows.length).toBe(11)
    expect(read.statement.rows.some(({ amount }) => amount === 60_300)).toBe(false)
    expect([...read.statement.uncounted]).toEqual([[failed, 1]])
    const none = openStatement([table(text)], [{ key, columns: { ...columns, asked: [4] } }])
    expect(none).toMatchObject({ kind: 'read', statement: { rows: { length: 12 } } })
  }
})

test('remembers the word that the organiser chose for “received”', () => {
  const key = headerKey(table(markedReport('W', ['', '']))[0]?.cells ?? [])
  const columns = {
    ...{ states: [4], day: 0, money: { kind: 'one column' as const, amount: 2 } },
    ...{ asked: [4], received: { column: 4, word: '✅' } },
  }
  const read = openStatement([table(markedReport('W', ['❌', '⏳']))], [{ key, columns }])
  if (read.kind !== 'read') {
    throw new Error(read.kind)
  }
  expect(checkStatement(read.statement, window, '2026-11-02').refusal).toBe(
    'No row clearly says that money was received. The rows say “❌” (11), “⏳” (1). Choose the columns yourself. If that does not work, download the account’s statement as CSV, Excel or PDF from the bank’s site.',
  )
  const only = table(markedReport('W', ['✅', '✅']))
  expect(findStateWords(only, read.layout, columns)).toEqual([{ column: 4, word: '✅' }])
})

test('does not ask about payment methods, banks, currencies, long numbers or totals', () => {
  const others = ['UPI', 'inr', 'HDFC Bank', '2.00', 'setl_8841920017'].map((cell) => ` | ${cell}`)
  const head = 'Status | Method | Currency | Bank | Fee | Settlement'
  const rows = markedReport(head, ['SUCCESS', 'FAILED'], others.join('')).split('\n')
  rows[2] = `${rows[2]?.split('SUCCESS')[0]}SUCCESS | Debit Card |  | Canara Bank | 3.00 | setl_8841920018`
  expect(readByProposal(rows.join('\n')).amounts.length).toBe(11)
})

test.each([
  ['N', 'Y'],
  ['0', '1'],
  ['false', 'true'],
  ['No', 'Yes'],
])(
  'proposes a column named refund, and reads full refunds from that column: %s and %s',
  (no, yes) => {
    const text = markedReport('Status | Refunded', [`SUCCESS | ${no}`, `SUCCESS | ${yes}`])
    expect(openBy(text)).toMatchObject({ likely: { refunds: [5] } })
    const { stays, back } = readByProposal(text)
    expect(stays.length).toBe(11)
    expect(back).toEqual([-603])
  },
)

test('asks again about paise if a file has fractional amounts (15.4)', () => {
  const text = markedReport('Status', ['SUCCESS', 'FAILED'])
  const columns = {
    states: [4],
    day: 0,
    money: { kind: 'one column', amount: 2 },
    isPaise: true,
  } as const
  const known = [
    { key: headerKey(table(text)[0]?.cells ?? []), columns: { ...columns, states: [4] } },
  ]
  expect(openStatement([table(text)], known)).toMatchObject({
    kind: 'asks',
    likely: { money: columns.money },
  })
  expect(openStatement([table(text.replaceAll('.00 |', '00 |'))], known)).toMatchObject({
    kind: 'read',
    statement: { rows: [{ amount: 60_000 }, ...Array.from({ length: 10 }, () => ({}))] },
  })
})

test('counts two payments that share a number if the balances show both', () => {
  const text = `Date | RRN | Amount | Refunded | Balance
01/10/2026 | 627412345678 | 600.00 | 200.00 | 1600.00
02/10/2026 | 627412345678 | 600.00 | 0.00 | 2200.00
03/10/2026 | 627612345678 | 500.00 | 0.00 | 2700.00`
  const columns = { day: 0, money: { kind: 'one column', amount: 2 } } as const
  const readAmounts = (more: Partial<Columns>) => {
    const opened = openBy(text, { ...columns, refunds: [3], ...more })
    return opened.kind === 'read' && opened.statement.rows.map(({ amount }) => amount / 100)
  }
  expect(readAmounts({ balance: 4 })).toEqual([600, -200, 600, 500])
  expect(readAmounts({})).toEqual([-200, 600, 500])
})
