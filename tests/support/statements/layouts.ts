import { moreBanks, noNote, seenBanks, simple } from './bank-layouts'
import { grouped, type Layout, layout, letterhead, plain, type Sheet, writeSheet } from './layout'
import { pdfs } from './pdf-layouts'
import { type Booked, book } from './transaction'

/** An account on which nobody moves a fraction of a rupee. */
const inRupees = (rows: readonly Booked[]) => {
  const opening = Math.round(((rows[0]?.balance ?? 0) - (rows[0]?.amount ?? 0)) / 100) * 100
  return book(
    rows.map((row) => ({ ...row, amount: Math.sign(row.amount) * Math.ceil(Math.abs(row.amount) / 100) * 100 })),
    opening,
  )
}
const rupees = (paise: number) => grouped(paise).replace(/\.00$/, '')
/** Every account is overdrawn by as much, so that its balances are owed. */
const owed = (rows: readonly Booked[]) => book(rows, -90_000_000_000)

const usual = simple('dd/mm/yyyy')
const oneColumn = (amount: string, balance = '{balance}', money = grouped): Sheet => ({
  ...usual,
  above: [],
  header: 'Date|Remarks|Tran Id|Amount|Balance',
  row: `{dd/mm/yyyy}|{text}|S{rrn:+4}|${amount}|${balance}`,
  sides: ['Dr', 'Cr'],
  money,
})
const noBalance: Sheet = {
  ...usual,
  above: [],
  header: 'Date|Remarks|Reference|Amount',
  row: '{dd/mm/yyyy}|{text}|{rrn}|{signed}',
}

/** What files of any bank may do. */
const oddFiles: readonly Layout[] = [
  layout('a page of HTML named .xls', 15, { ...usual, as: 'html' }),
  layout('whole rupees', 15, { ...usual, money: rupees }, inRupees),
  layout('whole rupees, one column with a sign', 15, oneColumn('{signed}', '{balance}', rupees), inRupees),
  layout('one column with a sign', 15, oneColumn('{signed}', '{balance}', plain)),
  layout('"+₹600.00"', 15, oneColumn('{sign}₹{amount}', '₹{balance}')),
  layout('"₹+600.00"', 15, oneColumn('₹{sign}{amount}', '₹{balance}')),
  layout('"(600.00)" for what goes', 15, oneColumn('{bracketed}')),
  layout('a debt: balances with Dr', 15, oneColumn('{amount} {side}', '{owed} {owedSide}'), owed),
  layout('sums by day, opening, footers', 15, {
    ...usual,
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
    ...usual,
    row: ' {dd/mm/yyyy} | {dd/mm/yyyy} |{text~80}|      |{out}|{in}|{balance} ',
    money: (paise) => grouped(paise).padStart(16),
    blank: ' '.repeat(16),
  }),
  layout('numbers that a spreadsheet shortened', 15, {
    ...simple('dd/mm/yyyy', noNote),
    row: '{dd/mm/yyyy}|{dd/mm/yyyy}|UPI FROM {name}|{rrnShort}|{out}|{in}|{balance}',
  }),
  {
    ...layout('printed by Chromium', 15, { ...usual, as: 'html', above: [['CEREBRA FESTIVAL COMMITTEE']] }),
    isPrinted: true,
  },
  {
    ...layout('one column with a sign, no balance', 15, noBalance),
    columns: { day: 0, money: { kind: 'one column', amount: 3 }, states: [] },
  },
  {
    ...layout('debit and credit, no balance', 15, {
      ...noBalance,
      header: 'Date|Remarks|Reference|Debit|Credit',
      row: '{dd/mm/yyyy}|{text}|{rrn}|{out}|{in}',
    }),
    columns: { day: 0, money: { kind: 'two columns', debit: 3, credit: 4 }, states: [] },
  },
]

/** An app's report of the payments to the festival, which has no balance; `columns` are the names of those that tell. */
const report = (
  name: string,
  noteKept: number,
  columns: { day: string; amount: string; states: readonly string[] },
  sheet: Sheet,
): Layout => {
  const at = (column: string) => sheet.header.split('|').indexOf(column)
  const isOfFestival = ({ kind }: Booked) => kind === 'upi' || kind === 'reversal'
  return {
    name,
    noteKept,
    // Of these what did not fail moved money.
    told: (rows) => rows.filter(isOfFestival),
    write: (rows) =>
      writeSheet(
        rows.filter((row) => isOfFestival(row) || row.kind === 'failed'),
        sheet,
        noteKept,
      ),
    columns: {
      day: at(columns.day),
      money: { kind: 'one column', amount: at(columns.amount) },
      states: columns.states.map(at),
    },
  }
}

/** Received, refunded, failed, pending. */
const kinds = 'Payment|Refund|Payment|Payment'
const reports: readonly Layout[] = [
  // One that lost its zeros in a spreadsheet.
  report(
    'merchant app .csv',
    0,
    { day: 'Transaction Date', amount: 'Amount', states: ['Transaction Type', 'Status'] },
    {
      header: 'Transaction Date|Transaction Type|UTR|Amount|Status|Customer VPA',
      row: '{dd/mm/yyyy} 10:11:12|{type}|{rrnPlain}|{amount}|{status}|{address}',
      words: { type: kinds.toUpperCase(), status: 'SUCCESS|SUCCESS|FAILED|PENDING' },
      money: plain,
    },
  ),
  report(
    'PhonePe Business .xlsx',
    0,
    { day: 'Transaction Date', amount: 'Transaction Amount', states: ['Status', 'Type'] },
    {
      as: 'xlsx',
      above: [
        ['Merchant Name', 'CEREBRA'],
        ['Report of', '01/09/2026 - 30/09/2026'],
      ],
      header:
        'Transaction Id|Merchant Ref Id|Transaction Date|Bank Reference No (UTR)|Payer Name|Payment Mode|Type|Transaction Amount|Status',
      row: 'T26090{rrn}{rrn:4}|QR{rrn:+3}|{dd mon yyyy} {time}|{rrn}|{name}|UPI|{type}|{amount}|{status}',
      words: { type: kinds, status: 'COMPLETED|COMPLETED|FAILED|PENDING' },
    },
  ),
  report(
    'Google Pay for Business .csv',
    15,
    { day: 'Creation time', amount: 'Amount', states: ['Status', 'Type'] },
    {
      header:
        'Creation time|Transaction ID|UPI transaction ID|Customer|Type|Status|Amount|Processing fee|Net amount|Note',
      row: '{mon dd, yyyy}, {time}|CICAgKD{rrn:+5}|{rrn}|{name}|{type}|{status}|₹{amount}|₹0.00|₹{amount}|{note}',
      words: { type: kinds, status: 'Complete|Complete|Failed|In progress' },
    },
  ),
  report(
    'Paytm for Business .csv',
    0,
    { day: 'Transaction_Date', amount: 'Amount', states: ['Status', 'Transaction_Type'] },
    {
      header:
        'Transaction_ID|Order_ID|Transaction_Date|Updated_Date|Transaction_Type|Status|MID|Customer_VPA|Amount|Commission|GST|Settled_Amount|UTR_No|RRN',
      row: "'202609{rrn}99'|'ORD{rrn:+2}'|'{day} {time}'|'{day} {time}'|'{type}'|'{status}'|'CerebRa12345'|'{address}'|'{amount}'|'0.00'|'0.00'|'{amount}'|'AXISCN0{rrn:6}'|'{rrn}'",
      words: { type: 'ACQUIRING|REFUND|ACQUIRING|ACQUIRING', status: 'SUCCESS|SUCCESS|FAILURE|PENDING' },
      money: plain,
    },
  ),
  report(
    'BharatPe .csv',
    0,
    { day: 'Date', amount: 'Amount', states: ['Status'] },
    {
      header: 'Date|Time|Transaction ID|Bank UTR|Payer Name|Payer Handle|Amount|Settlement|Status|Settled On',
      row: '{dd-mm-yyyy}|{time}|BP{rrn}|{rrn}|{name}|{address}|{sign}₹{amount}|{settled}|{status}|{on}',
      words: { settled: 'SETTLED|-|-|-', status: 'SUCCESS|REFUNDED|FAILED|INITIATED', on: '{dd-mm-yyyy}|-|-|-' },
    },
  ),
  report(
    'Razorpay payments .csv',
    15,
    { day: 'created_at', amount: 'amount', states: ['status'] },
    {
      header:
        'id|amount|currency|status|order_id|method|amount_refunded|refund_status|description|vpa|email|contact|notes|fee|tax|acquirer_rrn|created_at',
      row: 'pay_{rrn}|{amount}|INR|{status}|order_{rrn}|upi|{back}|{full}|QR|{address}|payer@college.test|+919000000000|{note}|0.00|0.00|{rrn}|{dd/mm/yyyy} {time}',
      words: {
        status: 'captured|refunded|failed|authorized',
        back: '0.00|{amount}|0.00|0.00',
        full: '|full||',
      },
      money: plain,
    },
  ),
  report(
    'Razorpay settlements .xlsx',
    0,
    { day: 'created_at', amount: 'amount', states: ['type'] },
    {
      as: 'xlsx',
      header: 'entity_id|type|debit|credit|amount|fee|tax|settled|created_at|settled_at|settlement_id|rrn',
      row: '{entity}_{rrn:+2}|{type}|{gone}|{come}|{amount}|0.00|0.00|1|{dd/mm/yyyy} {time}|{dd/mm/yyyy} 23:00:00|setl_{yyyymmdd}|{rrn}',
      words: {
        entity: 'pay|rfnd|setl|setl',
        type: 'payment|refund|settlement|adjustment',
        gone: '0.00|{amount}|{amount}|{amount}',
        come: '{amount}|0.00|0.00|0.00',
      },
      money: plain,
    },
  ),
]

/** Banks whose files were seen, and a merchant app's report. */
export const banks: readonly Layout[] = [...seenBanks, ...reports.slice(0, 1)]

/** Every layout that is tried. */
export const layouts: readonly Layout[] = [...seenBanks, ...moreBanks, ...oddFiles, ...pdfs, ...reports]
