import { grouped, type Layout, layout, letterhead, plain, type Sheet } from './layout'
import type { Booked } from './transaction'

const rupees = (paise: number) => paise / 100
const newestFirst = (rows: readonly Booked[]) => rows.toReversed()

const hdfc = 'UPI-{name}-{ADDRESS}-SBIN0001234-{rrn}-{NOTE}'
export const hdfcDelimited = layout('HDFC .txt, padded', 18, {
  above: [['']],
  header:
    '  Date     |Narration                                        |Value Dat|Debit Amount       |Credit Amount      |Chq/Ref Number   |Closing Balance',
  row: ' {dd/mm/yy}  |{text~60}| {dd/mm/yy}  |{out}|{in}|{rrn16}|{balance}',
  text: hdfc,
  money: (paise) => plain(paise).padStart(14),
  balance: grouped,
  blank: '          0.00',
})

const sbi: Sheet = {
  above: letterhead(20),
  header: 'Txn Date|Value Date|Description|Ref No./Cheque No.|        Debit|Credit|Balance',
  row: '{d mon yyyy}|{d mon yyyy}|{text}|TRANSFER FROM 4897690162090|{out}|{in}|{balance}',
  text: 'BY TRANSFER-UPI/CR/{rrn}/{name:8}/HDFC/{address:10}/{note}--',
  blank: ' ',
  below: () => [['**This is a computer generated statement and does not require a signature']],
}

/** SBI's new file breaks one word in two with a newline and a blank, and keeps four to seven characters of the note. */
const sbiNewFile = layout('SBI .xlsx', 4, {
  as: 'xlsx',
  above: letterhead(17),
  header: 'Date|Details|Ref No/Cheque No|Debit|Credit|Balance',
  row: '{dd/mm/yyyy}|{text}|TRANSFER FROM 4897690162090|{out}|{in}|{balance}',
  text: 'DEP TFR UPI/CR/{rrn}/{name:8}/HD\n FC/{address:10}/{note} AT 04430 PUDUCHERRY',
  keep: (rrn) => 4 + (Number(rrn.at(-1)) % 4),
  money: plain,
  below: (rows) => [['Statement Summary', null, null, null, null, `${grouped(rows.at(-1)?.balance ?? 0)}CR`]],
})

const axis = 'UPI/P2A/{rrn}/{name}/{note}/HDFC BANK LTD'
export const axisFile = layout('Axis .csv', 6, {
  above: [
    ['Name :- CEREBRA FESTIVAL COMMITTEE'],
    ['Statement of Account No - 91234567890 for the period (From : 01-09-2026 To : 30-09-2026)'],
    [''],
  ],
  header: 'SRL NO|Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL',
  row: '{n}|{dd-mm-yyyy}|-|{text}|{out}|{in}|{balance}|248',
  text: axis,
  blank: ' ',
  below: () => [
    [''],
    [
      'Unless the constituent notifies the bank immediately of any discrepancy, it will be taken as correct, Rs. 0.00 aside.',
    ],
  ],
})

const kotak = 'UPI/{name}/{rrn}/{note}'
const pnb = 'UPI/CR/{rrn}/{name:8}/HDFC/{address:15}/{note}'

/** The banks whose files were seen. */
export const seenBanks: readonly Layout[] = [
  layout('HDFC .xls', 18, {
    as: 'xls',
    above: letterhead(20),
    header: 'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance',
    // As a spreadsheet saves the number, which has no zeros before it.
    row: '{dd/mm/yy}|{text}|{rrnNumber}|{dd/mm/yy}|{out}|{in}|{balance}',
    text: hdfc,
    money: rupees,
    blank: null,
    below: () => [
      [null],
      Array.from({ length: 7 }, () => '********'),
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', null, null, 'Dr Count', 'Cr Count', 'Debits', 'Credits'],
      [10_000.5, null, null, 3, 7, 1200.25, 9000],
      ['Generated On: 30-SEP-2026 10:11:12'],
    ],
  }),
  hdfcDelimited,
  sbiNewFile,
  layout('SBI .xls (tabs)', 5, { ...sbi, as: 'tab' }),
  layout('SBI .csv', 5, sbi),
  layout('ICICI .xls', 15, {
    as: 'xls',
    above: letterhead(12),
    header:
      '|S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )',
    row: '|{n}|{dd/mm/yyyy}|{dd/mm/yyyy}|-|{text}|{out}|{in}|{balance}',
    text: [
      'UPI/{rrn}/{note}/{address:15}/State Bank Of I/ICI{rrn}DE0{rrn:6}',
      'UPI/{address:15}/{note}/State Bank Of I/{rrn}/ICI{rrn}DE0{rrn:6}',
    ],
    blank: '0.00',
    below: () => [['', 'Legends Used in Account Statement']],
  }),
  axisFile,
  // The branch stands among the amounts, the balance before them.
  layout('Axis corporate .csv', 6, {
    above: [['Account Statement Report'], ['Account No', '="00000012345678901"'], ['Opening Balance', 'INR 10,000.50']],
    header: 'S.No|Branch|Balance(INR)|Transaction Date|Amount(INR)|Value Date|Debit/Credit|Particulars',
    row: '{n}|248|{balance}|{dd/mm/yyyy}|{amount}|{dd/mm/yyyy}|{side}|{text}',
    text: axis,
  }),
  layout('Canara .csv', 8, {
    above: [
      ['Current & Saving Account Statement'],
      ...letterhead(15).map(([label = '', value]) => [label, value ? `="${value}"` : '']),
    ],
    header: 'Txn Date|Value Date|Cheque No.|Description|Branch Code|Debit|Credit|Balance',
    row: '="{dd-mm-yyyy} 08:46:47"|="{dd mon yyyy}"|=""|{text}|="33"|{out}|{in}|{balance}',
    text: 'UPI/CR/{rrn}/{name:9}/HDFC/**{address:-10}/{note}//HDF{rrn}AB/{dd/mm/yyyy} 08:46:47',
    money: (paise) => (paise < 100_000 ? `="${grouped(paise)}"` : grouped(paise)),
    balance: grouped,
  }),
  layout('Kotak .csv, two columns of sides', 15, {
    above: [['Kotak Mahindra Bank']],
    header: 'Sl. No.|Transaction Date|Value Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr',
    row: '{n}|{dd/mm/yyyy}|{dd/mm/yyyy}|{text}|UPI-6{serial}|{amount}|{side}|{balance}|CR',
    text: kotak,
  }),
  layout('Kotak "600.00(Cr)"', 15, {
    above: letterhead(10),
    header: 'Date|Narration|Chq/Ref No|Withdrawal (Dr)/Deposit (Cr)|Balance',
    row: '{dd-mm-yyyy}|{text}|UPI-6{serial}|{amount}({side})|{balance}(Cr)',
    text: kotak,
    sides: ['Dr', 'Cr'],
    below: () => [
      ['Statement Summary'],
      ['Opening Balance', '', '', '', '10,000.50(Cr)'],
      ['Closing Balance', '', '', '', '10,000.50(Cr)'],
    ],
  }),
  layout('PNB .xls', 1, {
    as: 'xls',
    above: letterhead(15),
    header: 'Date|Instrument ID|Amount(INR)|Type|Balance|Remarks',
    row: '{dd/mm/yyyy}||{amount}|{side}|{balance}|{text}',
    text: pnb,
    money: (paise) => (rupees(paise).toFixed(1) === String(rupees(paise)) ? String(rupees(paise)) : plain(paise)),
    balance: plain,
  }),
  layout('PNB ONE .csv', 1, {
    above: letterhead(8),
    header: 'Transaction Date|Cheque Number|Withdrawal|Deposit|Balance|Narration',
    row: '{dd/mm/yyyy}||{out}|{in}|{balance} Cr.|{text}',
    text: pnb,
    below: () => [['Page 1 of 1'], ['Unless constituent notifies the bank immediately of any discrepancy, 0.00']],
  }),
  layout(
    'Federal .csv, newest first',
    8,
    {
      header: 'Date|Particulars|Value Date|Tran Type|Cheque Details|Withdrawal|Deposit|Balance Amount',
      row: '{dd-mm-yyyy}|{text}|{dd-MON-yyyy}|TFR||{out}|{in}|{balance}Cr',
      text: 'UPIIN/{rrn}/{address}/{note}/0000',
      blank: '-',
    },
    newestFirst,
  ),
]

const usual = 'UPI/CR/{rrn}/{name}/HDFC/{address}/{note}'
const short = 'UPI/{rrn}/CR/{name:8}/HDFC/{address:12}/{note}'
/** Words that keep no note. */
export const noNote = 'UPIAR/{rrn}/CR/{name:8}/HDFC/{address}'

/** A file as most banks write it, its days in this spelling. */
export const simple = (form: string, text = usual): Sheet => ({
  above: letterhead(6),
  header: 'Transaction Date|Value Date|Particulars|Cheque No.|Debit|Credit|Balance',
  row: `{${form}}|{${form}}|{text}||{out}|{in}|{balance}`,
  text,
})

/** Banks as their customers describe their files. */
export const moreBanks: readonly Layout[] = [
  layout(
    'Baroda .csv, newest first',
    8,
    {
      ...simple('dd-mm-yyyy', 'UPI/{rrn}/10:22:33/UPI/{address}/{note}'),
      header: 'Date|Value Date|Description|Cheque No|Withdrawals|Deposits|Balance',
      row: '{dd-mm-yyyy}|{dd-mm-yyyy}|{text}|-|{out}|{in}|{balance}Cr',
      blank: '-',
    },
    newestFirst,
  ),
  layout('IDFC .xlsx', 15, { ...simple('dd-mon-yyyy'), as: 'xlsx' }),
  layout('Yes .csv (UTF-16, tabs)', 15, {
    ...simple('dd/mm/yyyy', 'UPI/{rrn}/From:{address}/To:fest@yesbank/{note}'),
    as: 'utf-16',
  }),
  layout('IOB .csv', 15, {
    ...simple('dd-mon-yy', 'UPI/{rrn}/CR/{name}/HDFC/{note}'),
    header: 'Date (Value Date)|Value|Particulars|Ref No./Cheque No.|Debit (Rs)|Credit (Rs)|Balance (Rs)',
  }),
  layout('Central .csv, paged', 5, {
    ...simple('dd/mm/yyyy', short),
    header: 'Value Date|Post Date|Details|Chq.No.|Debit|Credit|Balance',
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
    header: 'Date|Tran Id|Remarks|Amount (Rs.)|Balance (Rs.)',
    row: '{dd/mm/yyyy} 10:11:12|S{rrn:+4}|{text}|{amount} ({side})|{owed} ({owedSide})',
    text: noNote,
    sides: ['Dr', 'Cr'],
  }),
  layout(
    'IndusInd .csv',
    15,
    {
      above: letterhead(9),
      header: 'Bank Reference|Value Date|Transaction Date & Time|Type|Payment Narration|Debit|Credit|Available Balance',
      row: 'S{rrn:+3}|{dd mon yyyy}|{dd mon yyyy} 10:11|Transfer {side}|{text}|{out}|{in}|{balance}',
      text: usual,
      sides: ['Debit', 'Credit'],
    },
    newestFirst,
  ),
  layout('IDBI .xls', 1, {
    as: 'xls',
    above: letterhead(10),
    header: 'Srl|Txn Date|Value Date|Description|Cheque No|CR/DR|CCY|Amount (INR)|Balance (INR)',
    row: '{n}|{dd/mm/yyyy} 10:11:12 AM|{dd/mm/yyyy}|{text}||{side}|INR|{amount}|{balance}',
    text: noNote,
    sides: ['Dr.', 'Cr.'],
  }),
]
