import { grouped, type Layout, layout, letterhead, moved, plain, type Sheet, sides, spell, writePage } from './layout'
import { noNote, side, simple, usual } from './more-bank-layouts'
import { type Booked, book } from './transaction'

/** Days from the newest to the oldest, and the rows of a day from the oldest. */
const newestDayFirst = (rows: readonly Booked[]) =>
  rows.toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0))
/** An account on which nobody moves a fraction of a rupee. */
const inRupees = (rows: readonly Booked[]) => {
  const opening = Math.round(((rows[0]?.balance ?? 0) - (rows[0]?.amount ?? 0)) / 100) * 100
  return book(
    rows.map((row) => ({ ...row, amount: Math.sign(row.amount) * Math.ceil(Math.abs(row.amount) / 100) * 100 })),
    opening,
  )
}
const rupees = (paise: number) => grouped(paise).replace(/\.00$/, '')
const signed = (paise: number, form = grouped) => (paise < 0 ? `-${form(-paise)}` : form(paise))

const oneColumn = (amount: (paise: number) => string, balance: (paise: number) => string): Sheet => ({
  as: 'csv',
  header: ['Date', 'Remarks', 'Tran Id', 'Amount', 'Balance'],
  row: (row) => [
    spell(row.day, 'dd/mm/yyyy'),
    usual(row),
    `S${row.rrn.slice(4)}`,
    amount(row.amount),
    balance(row.balance),
  ],
})

/** Every account is overdrawn by as much, so that its balances are owed. */
const owed = (rows: readonly Booked[]) => book(rows, -90_000_000_000)
/** What files of any bank may do. */
export const oddFiles: readonly Layout[] = [
  layout('a page of HTML named .xls', 15, { ...simple('dd/mm/yyyy'), as: 'html' }),
  layout(
    'whole rupees',
    15,
    {
      ...simple('dd/mm/yyyy'),
      row: (row) => [
        spell(row.day, 'dd/mm/yyyy'),
        spell(row.day, 'dd/mm/yyyy'),
        usual(row),
        '',
        ...sides(row.amount, rupees, ''),
        rupees(row.balance),
      ],
    },
    inRupees,
  ),
  layout(
    'whole rupees, one column with a sign',
    15,
    oneColumn((paise) => signed(paise, rupees), rupees),
    inRupees,
  ),
  layout(
    'one column with a sign',
    15,
    oneColumn((paise) => signed(paise, plain), plain),
  ),
  layout(
    '"+₹600.00"',
    15,
    oneColumn(
      (paise) => `${paise < 0 ? '-' : '+'}₹${grouped(Math.abs(paise))}`,
      (paise) => `₹${grouped(paise)}`,
    ),
  ),
  layout(
    '"₹+600.00"',
    15,
    oneColumn(
      (paise) => `₹${paise < 0 ? '-' : '+'}${grouped(Math.abs(paise))}`,
      (paise) => `₹${grouped(paise)}`,
    ),
  ),
  layout(
    '"(600.00)" for what goes',
    15,
    oneColumn((paise) => (paise < 0 ? `(${grouped(-paise)})` : grouped(paise)), grouped),
  ),
  layout(
    'a debt: balances with Dr',
    15,
    oneColumn(
      (paise) => side(paise, (size, word) => `${size} ${word}`),
      (paise) => side(paise, (size, word) => `${size} ${word}`),
    ),
    owed,
  ),
  layout('newest day first, oldest within', 15, simple('dd/mm/yyyy'), newestDayFirst),
  layout('sums by day, opening, footers', 15, {
    ...simple('dd/mm/yyyy'),
    above: [...letterhead(4), ['Opening Balance', '', '', '', '', '', '10,000.50']],
    paged: {
      rows: 25,
      foot: ({ balance }) => [
        ['', '', 'Page Total', '', '10,000.00', '12,345.00', ''],
        ['Closing Balance', '', '', '', '', '', grouped(balance)],
        ['This is a computer generated statement. Registered office: 400001, 12/09/2026'],
      ],
    },
    below: (rows) => [
      ['Total', '', '', '', '1,00,000.00', '2,00,000.00', ''],
      ['', '', '', '', '', 'Closing Balance', grouped(rows.at(-1)?.balance ?? 0)],
      ['Generated on 30/09/2026 10:11:12', '', '', '', '', '', ''],
    ],
  }),
  layout('padded with blanks', 15, {
    ...simple('dd/mm/yyyy'),
    row: (row) => [
      ` ${spell(row.day, 'dd/mm/yyyy')} `,
      ` ${spell(row.day, 'dd/mm/yyyy')} `,
      usual(row).padEnd(80),
      '      ',
      ...sides(row.amount, (paise) => grouped(paise).padStart(16), ' '.repeat(16)),
      `${grouped(row.balance).padStart(16)} `,
    ],
  }),
  layout('numbers that a spreadsheet shortened', 15, {
    ...simple('dd/mm/yyyy', noNote),
    row: (row) => {
      const day = spell(row.day, 'dd/mm/yyyy')
      return [
        day,
        day,
        `UPI FROM ${row.name}`,
        Number(row.rrn).toExponential(5).replace('e', 'E'),
        ...sides(row.amount, grouped, ''),
        grouped(row.balance),
      ]
    },
  }),
  {
    ...layout('printed by Chromium', 15, simple('dd/mm/yyyy')),
    isPrinted: true,
    write: (all) => {
      const { header, row } = simple('dd/mm/yyyy')
      const style =
        'body{font:9px sans-serif} table{border-collapse:collapse;width:100%} td,th{border:1px solid #ccc;padding:2px 4px;word-break:break-word} td:nth-child(n+5){text-align:right} td:nth-child(3){max-width:200px}'
      return new TextEncoder().encode(
        writePage([['CEREBRA FESTIVAL COMMITTEE'], header, ...moved(all).map(row)], header, style),
      )
    },
  },
  {
    ...layout('one column with a sign, no balance', 15, {
      as: 'csv',
      header: ['Date', 'Remarks', 'Reference', 'Amount'],
      row: (row) => [
        spell(row.day, 'dd/mm/yyyy'),
        usual(row),
        row.rrn,
        `${row.amount < 0 ? '-' : ''}${grouped(Math.abs(row.amount))}`,
      ],
    }),
    columns: { day: 0, money: { kind: 'one column', amount: 3 }, states: [] },
  },
  {
    ...layout('debit and credit, no balance', 15, {
      as: 'csv',
      header: ['Date', 'Remarks', 'Reference', 'Debit', 'Credit'],
      row: (row) => [
        spell(row.day, 'dd/mm/yyyy'),
        usual(row),
        row.rrn,
        row.amount < 0 ? grouped(-row.amount) : '',
        row.amount < 0 ? '' : grouped(row.amount),
      ],
    }),
    columns: { day: 0, money: { kind: 'two columns', debit: 3, credit: 4 }, states: [] },
  },
]
