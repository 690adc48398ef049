import { type Bank, letterhead, sides, teller } from './bank'
import { axis, canara, federal, hdfc, kotak, sbiOld } from './narrate'
import { writeText } from './workbook'
import { grouped, plain, spell } from './write-amounts'

const hdfcText = teller(hdfc, 18)

export const hdfcDelimited: Bank = {
  name: 'HDFC delimited',
  noteKept: 18,
  write: (rows) =>
    writeText([
      '',
      '  Date     ,Narration                                        ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance',
      ...rows.map((row) => {
        const day = ` ${spell(row.day, 'dd/mm/yy')}  `
        const [gone, come] = sides(row.amount, (paise) => plain(paise).padStart(14), '          0.00')
        return [
          day,
          hdfcText(row).padEnd(60),
          day,
          gone,
          come,
          row.rrn.padStart(16, '0'),
          `"${grouped(row.balance)}"`,
        ].join()
      }),
    ]),
}

const sbiOldText = teller(sbiOld, 5)

export const sbiOldFile: Bank = {
  name: 'SBI tab .xls',
  noteKept: 5,
  write: (rows) =>
    writeText(
      [
        ...letterhead(18).map(([label, value]) => `${label}\t${value ?? ''}`),
        ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', '        Debit', 'Credit', 'Balance'].join(
          '\t',
        ),
        ...rows.map((row) => {
          const day = spell(row.day, 'd mon yyyy')
          const [gone, come] = sides(row.amount, (paise) => `"${grouped(paise)}"`, ' ')
          return [
            day,
            day,
            sbiOldText(row),
            'TRANSFER FROM 4897690162090',
            gone,
            come,
            `"${grouped(row.balance)}"`,
          ].join('\t')
        }),
        '**This is a computer generated statement and does not require a signature',
      ],
      '\n',
    ),
}

const axisText = teller(axis, 6)

export const axisFile: Bank = {
  name: 'Axis .csv',
  noteKept: 6,
  write: (rows) =>
    writeText([
      'Name :- CEREBRA FESTIVAL COMMITTEE',
      'Statement of Account No - 91234567890 for the period (From : 01-09-2026 To : 30-09-2026)',
      '',
      'SRL NO,Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
      ...rows.map((row, index) => {
        const [gone, come] = sides(row.amount, (paise) => `"${grouped(paise)}"`, '" "')
        return [
          index + 1,
          spell(row.day, 'dd-mm-yyyy'),
          '-',
          `"${axisText(row)}"`,
          gone,
          come,
          `"${grouped(row.balance)}"`,
          248,
        ].join()
      }),
      '',
      '"Unless the constituent notifies the bank immediately of any discrepancy, it will be taken as correct, Rs. 0.00 aside."',
    ]),
}

const canaraText = teller(canara, 8)

export const canaraFile: Bank = {
  name: 'Canara .csv',
  noteKept: 8,
  write: (rows) =>
    writeText([
      'Current & Saving Account Statement',
      ...letterhead(15).map(([label, value]) => `${label},${value ? `="${value}"` : ''}`),
      'Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance',
      ...rows.map((row) => {
        const [gone, come] = sides(
          row.amount,
          (paise) => (paise < 100_000 ? `="${grouped(paise)}"` : `"${grouped(paise)}"`),
          '',
        )
        return [
          `="${spell(row.day, 'dd-mm-yyyy')} 08:46:47"`,
          `="${spell(row.day, 'dd mon yyyy')}"`,
          '=""',
          `"${canaraText(row)}"`,
          '="33"',
          gone,
          come,
          `"${grouped(row.balance)}"`,
        ].join()
      }),
    ]),
}

const kotakText = teller(kotak, 15)

export const kotakFile: Bank = {
  name: 'Kotak .csv',
  noteKept: 15,
  write: (rows) =>
    writeText([
      'Kotak Mahindra Bank',
      'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
      ...rows.map((row, index) => {
        const day = spell(row.day, 'dd/mm/yyyy')
        const side = row.amount < 0 ? 'DR' : 'CR'
        return [
          index + 1,
          day,
          day,
          `"${kotakText(row)}"`,
          `"UPI-6${900_000 + index}"`,
          `"${grouped(Math.abs(row.amount))}"`,
          side,
          `"${grouped(row.balance)}"`,
          'CR',
        ].join()
      }),
    ]),
}

const federalText = teller(federal, 8)

export const federalFile: Bank = {
  name: 'Federal .csv, newest first',
  noteKept: 8,
  write: (rows) =>
    writeText([
      'Date,Particulars,Value Date,Tran Type,Cheque Details,Withdrawal,Deposit,Balance Amount',
      ...[...rows].reverse().map((row) => {
        const [gone, come] = sides(row.amount, (paise) => `"${grouped(paise)}"`, '-')
        return [
          spell(row.day, 'dd-mm-yyyy'),
          `"${federalText(row)}"`,
          spell(row.day, 'dd-mon-yyyy').toUpperCase(),
          'TFR',
          '',
          gone,
          come,
          `"${grouped(row.balance)}Cr"`,
        ].join()
      }),
    ]),
}

/** A merchant app's report knows credits only, has no balance, and lost its zeros in a spreadsheet. */
export const merchantFile: Bank = {
  name: 'merchant app .csv',
  noteKept: 0,
  write: (rows) =>
    writeText([
      'Transaction Date,Transaction Type,UTR,Amount,Status,Customer VPA',
      ...rows
        .filter(({ kind }) => kind === 'upi' || kind === 'reversal')
        .map((row) =>
          [
            `${spell(row.day, 'dd/mm/yyyy')} 10:11:12`,
            row.kind === 'reversal' ? 'REFUND' : 'PAYMENT',
            String(Number(row.rrn)),
            plain(Math.abs(row.amount)),
            'SUCCESS',
            row.address,
          ].join(),
        ),
    ]),
}
