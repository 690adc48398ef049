import { type Bank, letterhead, sides, teller } from './bank'
import { hdfc, icici, narrate, pnb, sbiNew } from './narrate'
import { writeWorkbook } from './workbook'
import { grouped, plain, spell } from './write-amounts'

const hdfcText = teller(hdfc, 18)

export const hdfcWorkbook: Bank = {
  name: 'HDFC .xls',
  noteKept: 18,
  write: (rows) =>
    writeWorkbook(
      [
        ...letterhead(20),
        ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
        Array.from({ length: 7 }, () => '********'),
        ...rows.map((row) => {
          const day = spell(row.day, 'dd/mm/yy')
          // As a spreadsheet saves it: a number, which has no zeros before it.
          const reference = row.kind === 'upi' ? Number(row.rrn) : null
          const [gone, come] = row.amount < 0 ? [-row.amount / 100, null] : [null, row.amount / 100]
          return [day, hdfcText(row), reference, day, gone, come, row.balance / 100]
        }),
        [null],
        Array.from({ length: 7 }, () => '********'),
        ['STATEMENT SUMMARY :-'],
        ['Opening Balance', null, null, 'Dr Count', 'Cr Count', 'Debits', 'Credits'],
        [10_000.5, null, null, 3, 7, 1200.25, 9000],
        ['Generated On: 30-SEP-2026 10:11:12'],
      ],
      'biff8',
    ),
}

export const sbiNewFile: Bank = {
  name: 'SBI .xlsx',
  noteKept: 4,
  write: (rows) =>
    writeWorkbook(
      [
        ...letterhead(17),
        ['Date', 'Details', 'Ref No/Cheque No', 'Debit', 'Credit', 'Balance'],
        ...rows.map((row) => [
          spell(row.day, 'dd/mm/yyyy'),
          // Four to seven characters of the note come through.
          narrate(row, sbiNew, 4 + (Number(row.rrn.at(-1)) % 4)),
          'TRANSFER FROM 4897690162090',
          ...sides(row.amount, plain, ''),
          plain(row.balance),
        ]),
        ['Statement Summary', null, null, null, null, `${grouped(rows.at(-1)?.balance ?? 0)}CR`],
      ],
      'xlsx',
    ),
}

const iciciText = teller(icici, 15)

export const iciciFile: Bank = {
  name: 'ICICI .xls',
  noteKept: 15,
  write: (rows) =>
    writeWorkbook(
      [
        ...letterhead(12),
        [
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
        ...rows.map((row, index) => {
          const day = spell(row.day, 'dd/mm/yyyy')
          return [
            '',
            String(index + 1),
            day,
            day,
            '-',
            iciciText(row),
            ...sides(row.amount, grouped, '0.00'),
            grouped(row.balance),
          ]
        }),
        ['', 'Legends Used in Account Statement'],
      ],
      'biff8',
    ),
}

const pnbText = teller(pnb, 1)

export const pnbFile: Bank = {
  name: 'PNB .xls',
  noteKept: 1,
  write: (rows) =>
    writeWorkbook(
      [
        ...letterhead(15),
        ['Date', 'Instrument ID', 'Amount(INR)', 'Type', 'Balance', 'Remarks'],
        ...rows.map((row) => {
          const amount = Math.abs(row.amount) / 100
          return [
            spell(row.day, 'dd/mm/yyyy'),
            '',
            amount.toFixed(1) === String(amount) ? String(amount) : plain(Math.abs(row.amount)),
            row.amount < 0 ? 'DR' : 'CR',
            plain(row.balance),
            pnbText(row),
          ]
        }),
      ],
      'biff8',
    ),
}
