import { grouped, type Layout, layout, letterhead, plain, type Sheet, sides, spell, teller } from './layout'
import type { Booked } from './transaction'

export const usual = teller(({ name, rrn, address }, note) => `UPI/CR/${rrn}/${name}/HDFC/${address}/${note}`, 15)
const short = teller(
  ({ name, rrn, address }, note) => `UPI/${rrn}/CR/${name.slice(0, 8)}/HDFC/${address.slice(0, 12)}/${note}`,
  5,
)
export const noNote = teller(({ name, rrn, address }) => `UPIAR/${rrn}/CR/${name.slice(0, 8)}/HDFC/${address}`, 0)

const newestFirst = (rows: readonly Booked[]) => rows.toReversed()
export const simple = (form: string, text = usual): Sheet => ({
  as: 'csv',
  above: letterhead(6),
  header: ['Transaction Date', 'Value Date', 'Particulars', 'Cheque No.', 'Debit', 'Credit', 'Balance'],
  row: (row) => [
    spell(row.day, form),
    spell(row.day, form),
    text(row),
    '',
    ...sides(row.amount, grouped, ''),
    grouped(row.balance),
  ],
})

export const side = (paise: number, form: (size: string, side: 'Cr' | 'Dr') => string) =>
  form(grouped(Math.abs(paise)), paise < 0 ? 'Dr' : 'Cr')

const pnb = teller(
  ({ name, address, rrn }, note) => `UPI/CR/${rrn}/${name.slice(0, 8)}/HDFC/${address.slice(0, 15)}/${note}`,
  1,
)
const pnbFile = layout('PNB .xls', 1, {
  as: 'xls',
  above: letterhead(15),
  header: ['Date', 'Instrument ID', 'Amount(INR)', 'Type', 'Balance', 'Remarks'],
  row: (row) => {
    const amount = Math.abs(row.amount) / 100
    return [
      spell(row.day, 'dd/mm/yyyy'),
      '',
      amount.toFixed(1) === String(amount) ? String(amount) : plain(Math.abs(row.amount)),
      row.amount < 0 ? 'DR' : 'CR',
      plain(row.balance),
      pnb(row),
    ]
  },
})
const pnbOne = layout('PNB ONE .csv', 1, {
  as: 'csv',
  above: letterhead(8),
  header: ['Transaction Date', 'Cheque Number', 'Withdrawal', 'Deposit', 'Balance', 'Narration'],
  row: (row) => [
    spell(row.day, 'dd/mm/yyyy'),
    '',
    ...sides(row.amount, grouped, ''),
    `${grouped(row.balance)} Cr.`,
    pnb(row),
  ],
  below: () => [['Page 1 of 1'], ['Unless constituent notifies the bank immediately of any discrepancy, 0.00']],
})

const federal = teller(({ address, rrn }, note) => `UPIIN/${rrn}/${address}/${note}/0000`, 8)
const federalFile = layout(
  'Federal .csv, newest first',
  8,
  {
    as: 'csv',
    header: [
      'Date',
      'Particulars',
      'Value Date',
      'Tran Type',
      'Cheque Details',
      'Withdrawal',
      'Deposit',
      'Balance Amount',
    ],
    row: (row) => [
      spell(row.day, 'dd-mm-yyyy'),
      federal(row),
      spell(row.day, 'dd-mon-yyyy').toUpperCase(),
      'TFR',
      '',
      ...sides(row.amount, grouped, '-'),
      `${grouped(row.balance)}Cr`,
    ],
  },
  (rows) => rows.toReversed(),
)

/** More banks whose files were seen. */
export const seenBanksToo: readonly Layout[] = [pnbFile, pnbOne, federalFile]

const baroda = teller(({ rrn, address }, note) => `UPI/${rrn}/10:22:33/UPI/${address}/${note}`, 8)

/** Banks as their customers describe their files. */
export const moreBanks: readonly Layout[] = [
  layout(
    'Baroda .csv, newest first',
    8,
    {
      ...simple('dd-mm-yyyy'),
      header: ['Date', 'Value Date', 'Description', 'Cheque No', 'Withdrawals', 'Deposits', 'Balance'],
      row: (row) => {
        const day = spell(row.day, 'dd-mm-yyyy')
        return [day, day, baroda(row), '-', ...sides(row.amount, grouped, '-'), `${grouped(row.balance)}Cr`]
      },
    },
    newestFirst,
  ),
  layout('IDFC .xlsx', 15, { ...simple('dd-mon-yyyy'), as: 'xlsx' }),
  layout('Yes .csv (UTF-16, tabs)', 15, {
    ...simple(
      'dd/mm/yyyy',
      teller(({ rrn, address }, note) => `UPI/${rrn}/From:${address}/To:fest@yesbank/${note}`, 15),
    ),
    as: 'utf-16',
  }),
  layout('IOB .csv', 15, {
    ...simple(
      'dd-mon-yy',
      teller(({ rrn, name }, note) => `UPI/${rrn}/CR/${name}/HDFC/${note}`, 15),
    ),
    header: [
      'Date (Value Date)',
      'Value',
      'Particulars',
      'Ref No./Cheque No.',
      'Debit (Rs)',
      'Credit (Rs)',
      'Balance (Rs)',
    ],
  }),
  layout('Central .csv, paged', 5, {
    ...simple('dd/mm/yyyy', short),
    header: ['Value Date', 'Post Date', 'Details', 'Chq.No.', 'Debit', 'Credit', 'Balance'],
    wrapped: { column: 2, at: 34 },
    paged: {
      rows: 40,
      foot: ({ balance }) => [
        ['', '', 'Carried Forward', '', '', '', `${grouped(balance)} CR`],
        ['', '', '', '', '', '', ''],
        ['Page 1', '', '', '', '', '', ''],
        ['', '', 'Brought Forward', '', '', '', `${grouped(balance)} CR`],
      ],
    },
    below: () => [['', '', 'Total', '', '1,234.00', '9,999.00', ''], ['** END OF STATEMENT **']],
  }),
  layout('Indian Bank .csv, wrapped', 15, { ...simple('dd/mm/yyyy'), wrapped: { column: 2, at: 24 } }),
  layout('Indian Bank .csv, number broken', 15, { ...simple('dd/mm/yyyy'), wrapped: { column: 2, at: 13 } }),
  layout('Bank of India .csv, note cut', 5, { ...simple('dd-mm-yyyy', short), above: letterhead(18) }),
  layout('Union .xlsx "600.00 (Cr)"', 0, {
    as: 'xlsx',
    above: letterhead(14),
    header: ['Date', 'Tran Id', 'Remarks', 'Amount (Rs.)', 'Balance (Rs.)'],
    row: (row) => [
      `${spell(row.day, 'dd/mm/yyyy')} 10:11:12`,
      `S${row.rrn.slice(4)}`,
      noNote(row),
      side(row.amount, (size, word) => `${size} (${word})`),
      side(row.balance, (size, word) => `${size} (${word})`),
    ],
  }),
  layout(
    'IndusInd .csv',
    15,
    {
      as: 'csv',
      above: letterhead(9),
      header: [
        'Bank Reference',
        'Value Date',
        'Transaction Date & Time',
        'Type',
        'Payment Narration',
        'Debit',
        'Credit',
        'Available Balance',
      ],
      row: (row) => [
        `S${row.rrn.slice(3)}`,
        spell(row.day, 'dd mon yyyy'),
        `${spell(row.day, 'dd mon yyyy')} 10:11`,
        row.amount < 0 ? 'Transfer Debit' : 'Transfer Credit',
        usual(row),
        ...sides(row.amount, grouped, ''),
        grouped(row.balance),
      ],
    },
    newestFirst,
  ),
  layout('IDBI .xls', 1, {
    as: 'xls',
    above: letterhead(10),
    header: [
      'Srl',
      'Txn Date',
      'Value Date',
      'Description',
      'Cheque No',
      'CR/DR',
      'CCY',
      'Amount (INR)',
      'Balance (INR)',
    ],
    row: (row, index) => [
      index + 1,
      `${spell(row.day, 'dd/mm/yyyy')} 10:11:12 AM`,
      spell(row.day, 'dd/mm/yyyy'),
      noNote(row),
      '',
      row.amount < 0 ? 'Dr.' : 'Cr.',
      'INR',
      grouped(Math.abs(row.amount)),
      grouped(row.balance),
    ],
  }),
]
