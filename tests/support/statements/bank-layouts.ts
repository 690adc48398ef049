import { grouped, type Layout, layout, letterhead, plain, sides, spell, type Template, teller } from './layout'
import type { Booked } from './transaction'

const hdfc = teller(
  ({ name, address, rrn }, note) => `UPI-${name}-${address}-SBIN0001234-${rrn}-${note}`.toUpperCase(),
  18,
)

export const hdfcDelimited = layout('HDFC .txt, padded', 18, {
  as: 'csv',
  above: [['']],
  header: [
    '  Date     ',
    'Narration                                        ',
    'Value Dat',
    'Debit Amount       ',
    'Credit Amount      ',
    'Chq/Ref Number   ',
    'Closing Balance',
  ],
  row: (row) => {
    const day = ` ${spell(row.day, 'dd/mm/yy')}  `
    const [gone, come] = sides(row.amount, (paise) => plain(paise).padStart(14), '          0.00')
    return [day, hdfc(row).padEnd(60), day, gone, come, row.rrn.padStart(16, '0'), grouped(row.balance)]
  },
})

const ruler = Array.from({ length: 7 }, () => '********')
const hdfcWorkbook = layout('HDFC .xls', 18, {
  as: 'xls',
  above: letterhead(20),
  header: ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
  row: (row) => {
    const day = spell(row.day, 'dd/mm/yy')
    const [gone, come] = sides<number | null>(row.amount, (paise) => paise / 100, null)
    // As a spreadsheet saves it: a number, which has no zeros before it.
    return [day, hdfc(row), row.kind === 'upi' ? Number(row.rrn) : null, day, gone, come, row.balance / 100]
  },
  below: () => [
    [null],
    ruler,
    ['STATEMENT SUMMARY :-'],
    ['Opening Balance', null, null, 'Dr Count', 'Cr Count', 'Debits', 'Credits'],
    [10_000.5, null, null, 3, 7, 1200.25, 9000],
    ['Generated On: 30-SEP-2026 10:11:12'],
  ],
})

const sbiOld = teller(
  ({ name, address, rrn }, note) =>
    `BY TRANSFER-UPI/CR/${rrn}/${name.slice(0, 8)}/HDFC/${address.slice(0, 10)}/${note}--`,
  5,
)
const sbiSheet = {
  above: letterhead(20),
  header: ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', '        Debit', 'Credit', 'Balance'],
  row: (row: Booked) => {
    const day = spell(row.day, 'd mon yyyy')
    return [
      day,
      day,
      sbiOld(row),
      'TRANSFER FROM 4897690162090',
      ...sides(row.amount, grouped, ' '),
      grouped(row.balance),
    ]
  },
  below: () => [['**This is a computer generated statement and does not require a signature']],
}
const sbiTabs = layout('SBI .xls (tabs)', 5, { as: 'tab', ...sbiSheet })
const sbiComma = layout('SBI .csv', 5, { as: 'csv', ...sbiSheet })

/** SBI's new file breaks one word in two with a newline and a blank, and keeps four to seven characters of the note. */
const sbiText = teller(
  ({ name, address, rrn }, note) =>
    `DEP TFR UPI/CR/${rrn}/${name.slice(0, 8)}/HD\n FC/${address.slice(0, 10)}/${note} AT 04430 PUDUCHERRY`,
  ({ rrn }) => 4 + (Number(rrn.at(-1)) % 4),
)
export const sbiNewFile = layout('SBI .xlsx', 4, {
  as: 'xlsx',
  above: letterhead(17),
  header: ['Date', 'Details', 'Ref No/Cheque No', 'Debit', 'Credit', 'Balance'],
  row: (row) => [
    spell(row.day, 'dd/mm/yyyy'),
    sbiText(row),
    'TRANSFER FROM 4897690162090',
    ...sides(row.amount, plain, ''),
    plain(row.balance),
  ],
  below: (rows) => [['Statement Summary', null, null, null, null, `${grouped(rows.at(-1)?.balance ?? 0)}CR`]],
})

const iciciId = (rrn: string) => `ICI${rrn}DE0${rrn.slice(0, 6)}`
const icici = teller(
  ({ address, rrn }, note) =>
    Number(rrn.at(-1)) % 2 === 0
      ? `UPI/${rrn}/${note}/${address.slice(0, 15)}/State Bank Of I/${iciciId(rrn)}`
      : `UPI/${address.slice(0, 15)}/${note}/State Bank Of I/${rrn}/${iciciId(rrn)}`,
  15,
)
const iciciFile = layout('ICICI .xls', 15, {
  as: 'xls',
  above: letterhead(12),
  header: [
    '',
    'S No.',
    'Value Date',
    'Transaction Date',
    'Cheque Number',
    'Transaction Remarks',
    'Withdrawal Amount (INR )',
    'Deposit Amount (INR )',
    'Balance (INR )',
  ],
  row: (row, index) => {
    const day = spell(row.day, 'dd/mm/yyyy')
    return [
      '',
      String(index + 1),
      day,
      day,
      '-',
      icici(row),
      ...sides(row.amount, grouped, '0.00'),
      grouped(row.balance),
    ]
  },
  below: () => [['', 'Legends Used in Account Statement']],
})

const axisTemplate: Template = ({ name, rrn }, note) => `UPI/P2A/${rrn}/${name}/${note}/HDFC BANK LTD`
const axis = teller(axisTemplate, 6)
export const axisFile = layout('Axis .csv', 6, {
  as: 'csv',
  above: [
    ['Name :- CEREBRA FESTIVAL COMMITTEE'],
    ['Statement of Account No - 91234567890 for the period (From : 01-09-2026 To : 30-09-2026)'],
    [''],
  ],
  header: ['SRL NO', 'Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
  row: (row, index) => [
    index + 1,
    spell(row.day, 'dd-mm-yyyy'),
    '-',
    axis(row),
    ...sides(row.amount, grouped, ' '),
    grouped(row.balance),
    248,
  ],
  below: () => [
    [''],
    [
      'Unless the constituent notifies the bank immediately of any discrepancy, it will be taken as correct, Rs. 0.00 aside.',
    ],
  ],
})

/** The branch stands among the amounts, the balance before them. */
const axisCorporate = layout('Axis corporate .csv', 6, {
  as: 'csv',
  above: [['Account Statement Report'], ['Account No', '="00000012345678901"'], ['Opening Balance', 'INR 10,000.50']],
  header: [
    'S.No',
    'Branch',
    'Balance(INR)',
    'Transaction Date',
    'Amount(INR)',
    'Value Date',
    'Debit/Credit',
    'Particulars',
  ],
  row: (row, index) => [
    index + 1,
    248,
    grouped(row.balance),
    spell(row.day, 'dd/mm/yyyy'),
    grouped(Math.abs(row.amount)),
    spell(row.day, 'dd/mm/yyyy'),
    row.amount < 0 ? 'DR' : 'CR',
    axis(row),
  ],
})

const canara = teller(
  ({ name, address, rrn, day }, note) =>
    `UPI/CR/${rrn}/${name.slice(0, 9)}/HDFC/**${address.slice(-10)}/${note}//HDF${rrn}AB/${day.split('-').reverse().join('/')} 08:46:47`,
  8,
)
const canaraFile = layout('Canara .csv', 8, {
  as: 'csv',
  above: [
    ['Current & Saving Account Statement'],
    ...letterhead(15).map(([label = '', value]) => [label, value ? `="${value}"` : '']),
  ],
  header: ['Txn Date', 'Value Date', 'Cheque No.', 'Description', 'Branch Code', 'Debit', 'Credit', 'Balance'],
  row: (row) => [
    `="${spell(row.day, 'dd-mm-yyyy')} 08:46:47"`,
    `="${spell(row.day, 'dd mon yyyy')}"`,
    '=""',
    canara(row),
    '="33"',
    ...sides(row.amount, (paise) => (paise < 100_000 ? `="${grouped(paise)}"` : grouped(paise)), ''),
    grouped(row.balance),
  ],
})

const kotak = teller(({ name, rrn }, note) => `UPI/${name}/${rrn}/${note}`, 15)
const kotakFile = layout('Kotak .csv, two columns of sides', 15, {
  as: 'csv',
  above: [['Kotak Mahindra Bank']],
  header: [
    'Sl. No.',
    'Transaction Date',
    'Value Date',
    'Description',
    'Chq / Ref No.',
    'Amount',
    'Dr / Cr',
    'Balance',
    'Dr / Cr',
  ],
  row: (row, index) => {
    const day = spell(row.day, 'dd/mm/yyyy')
    const side = row.amount < 0 ? 'DR' : 'CR'
    return [
      index + 1,
      day,
      day,
      kotak(row),
      `UPI-6${900_000 + index}`,
      grouped(Math.abs(row.amount)),
      side,
      grouped(row.balance),
      'CR',
    ]
  },
})
const kotakOneColumn = layout('Kotak "600.00(Cr)"', 15, {
  as: 'csv',
  above: letterhead(10),
  header: ['Date', 'Narration', 'Chq/Ref No', 'Withdrawal (Dr)/Deposit (Cr)', 'Balance'],
  row: (row, index) => [
    spell(row.day, 'dd-mm-yyyy'),
    kotak(row),
    `UPI-6${900_000 + index}`,
    `${grouped(Math.abs(row.amount))}(${row.amount < 0 ? 'Dr' : 'Cr'})`,
    `${grouped(row.balance)}(Cr)`,
  ],
  below: () => [
    ['Statement Summary'],
    ['Opening Balance', '', '', '', '10,000.50(Cr)'],
    ['Closing Balance', '', '', '', '10,000.50(Cr)'],
  ],
})

/** The banks whose files were seen. */
export const seenBanks: readonly Layout[] = [
  hdfcWorkbook,
  hdfcDelimited,
  sbiNewFile,
  sbiTabs,
  sbiComma,
  iciciFile,
  axisFile,
  axisCorporate,
  canaraFile,
  kotakFile,
  kotakOneColumn,
]
