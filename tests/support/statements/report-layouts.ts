import { type Cells, grouped, type Layout, plain, type Sheet, spell, writeSheet } from './layout'
import type { Booked } from './transaction'

/** What an app's report says of a movement. */
type Told = 'received' | 'refunded' | 'failed' | 'pending'

const tell = ({ kind, rrn }: Booked): Told | undefined => {
  if (kind === 'upi') return 'received'
  if (kind === 'reversal') return 'refunded'
  return kind === 'failed' ? (Number(rrn.at(-1)) % 3 === 0 ? 'pending' : 'failed') : undefined
}

interface Report {
  header: readonly string[]
  row: (row: Booked, told: Told, size: number) => Cells
  day: string
  amount: string
  states: readonly string[]
  as?: Sheet['as']
  above?: readonly Cells[]
}

const report = (
  name: string,
  noteKept: number,
  { header, row, day, amount, states, as = 'csv', above }: Report,
): Layout => {
  const at = (column: string) => header.indexOf(column)
  const sheet: Sheet = {
    as,
    ...(above ? { above } : {}),
    header,
    row: (one) => row(one, tell(one) ?? 'failed', Math.abs(one.amount)),
  }
  return {
    name,
    noteKept,
    // It knows payments to the festival only, and of these what did not fail moved money.
    told: (rows) => rows.filter(({ kind }) => kind === 'upi' || kind === 'reversal'),
    write: (rows) =>
      writeSheet(
        rows.filter((one) => tell(one)),
        sheet,
      ),
    columns: { day: at(day), money: { kind: 'one column', amount: at(amount) }, states: states.map(at) },
  }
}

/** A merchant app's report that lost its zeros in a spreadsheet. */
const usual = report('merchant app .csv', 0, {
  header: ['Transaction Date', 'Transaction Type', 'UTR', 'Amount', 'Status', 'Customer VPA'],
  row: (row, told, size) => [
    `${spell(row.day, 'dd/mm/yyyy')} 10:11:12`,
    told === 'refunded' ? 'REFUND' : 'PAYMENT',
    String(Number(row.rrn)),
    plain(size),
    told === 'failed' ? 'FAILED' : told === 'pending' ? 'PENDING' : 'SUCCESS',
    row.address,
  ],
  day: 'Transaction Date',
  amount: 'Amount',
  states: ['Transaction Type', 'Status'],
})

const say = (told: Told, words: Record<Told, string>) => words[told]
const time = (row: Booked) =>
  `${String(9 + (Number(row.rrn.at(-1)) % 10)).padStart(2, '0')}:${row.rrn.slice(-2, -1)}5:12`

export const reports: readonly Layout[] = [
  usual,
  report('PhonePe Business .xlsx', 0, {
    as: 'xlsx',
    above: [
      ['Merchant Name', 'CEREBRA'],
      ['Report of', '01/09/2026 - 30/09/2026'],
    ],
    header: [
      'Transaction Id',
      'Merchant Ref Id',
      'Transaction Date',
      'Bank Reference No (UTR)',
      'Payer Name',
      'Payment Mode',
      'Type',
      'Transaction Amount',
      'Status',
    ],
    row: (row, told, size) => [
      `T26090${row.rrn}${row.rrn.slice(0, 4)}`,
      `QR${row.rrn.slice(3)}`,
      `${spell(row.day, 'dd mon yyyy')} ${time(row)}`,
      row.rrn,
      row.name,
      'UPI',
      told === 'refunded' ? 'Refund' : 'Payment',
      grouped(size),
      say(told, { received: 'COMPLETED', refunded: 'COMPLETED', failed: 'FAILED', pending: 'PENDING' }),
    ],
    day: 'Transaction Date',
    amount: 'Transaction Amount',
    states: ['Status', 'Type'],
  }),
  report('Google Pay for Business .csv', 15, {
    header: [
      'Creation time',
      'Transaction ID',
      'UPI transaction ID',
      'Customer',
      'Type',
      'Status',
      'Amount',
      'Processing fee',
      'Net amount',
      'Note',
    ],
    row: (row, told, size) => [
      `${spell(row.day, 'mon dd, yyyy')}, ${time(row)}`,
      `CICAgKD${row.rrn.slice(5)}`,
      row.rrn,
      row.name,
      told === 'refunded' ? 'Refund' : 'Payment',
      say(told, { received: 'Complete', refunded: 'Complete', failed: 'Failed', pending: 'In progress' }),
      `₹${grouped(size)}`,
      '₹0.00',
      `₹${grouped(size)}`,
      row.note.slice(0, 15),
    ],
    day: 'Creation time',
    amount: 'Amount',
    states: ['Status', 'Type'],
  }),
  report('Paytm for Business .csv', 0, {
    header: [
      'Transaction_ID',
      'Order_ID',
      'Transaction_Date',
      'Updated_Date',
      'Transaction_Type',
      'Status',
      'MID',
      'Customer_VPA',
      'Amount',
      'Commission',
      'GST',
      'Settled_Amount',
      'UTR_No',
      'RRN',
    ],
    row: (row, told, size) =>
      [
        `202609${row.rrn}99`,
        `ORD${row.rrn.slice(2)}`,
        `${row.day} ${time(row)}`,
        `${row.day} ${time(row)}`,
        told === 'refunded' ? 'REFUND' : 'ACQUIRING',
        say(told, { received: 'SUCCESS', refunded: 'SUCCESS', failed: 'FAILURE', pending: 'PENDING' }),
        'CerebRa12345',
        row.address,
        plain(size),
        '0.00',
        '0.00',
        plain(size),
        `AXISCN0${row.rrn.slice(0, 6)}`,
        row.rrn,
      ].map((cell) => `'${cell}'`),
    day: 'Transaction_Date',
    amount: 'Amount',
    states: ['Status', 'Transaction_Type'],
  }),
  report('BharatPe .csv', 0, {
    header: [
      'Date',
      'Time',
      'Transaction ID',
      'Bank UTR',
      'Payer Name',
      'Payer Handle',
      'Amount',
      'Settlement',
      'Status',
      'Settled On',
    ],
    row: (row, told, size) => [
      spell(row.day, 'dd-mm-yyyy'),
      time(row),
      `BP${row.rrn}`,
      row.rrn,
      row.name,
      row.address,
      `${told === 'refunded' ? '-' : '+'}₹${grouped(size)}`,
      told === 'received' ? 'SETTLED' : '-',
      say(told, { received: 'SUCCESS', refunded: 'REFUNDED', failed: 'FAILED', pending: 'INITIATED' }),
      told === 'received' ? spell(row.day, 'dd-mm-yyyy') : '-',
    ],
    day: 'Date',
    amount: 'Amount',
    states: ['Status'],
  }),
  report('Razorpay payments .csv', 15, {
    header: [
      'id',
      'amount',
      'currency',
      'status',
      'order_id',
      'method',
      'amount_refunded',
      'refund_status',
      'description',
      'vpa',
      'email',
      'contact',
      'notes',
      'fee',
      'tax',
      'acquirer_rrn',
      'created_at',
    ],
    row: (row, told, size) => [
      `pay_${row.rrn}`,
      plain(size),
      'INR',
      say(told, { received: 'captured', refunded: 'refunded', failed: 'failed', pending: 'authorized' }),
      `order_${row.rrn}`,
      'upi',
      told === 'refunded' ? plain(size) : '0.00',
      told === 'refunded' ? 'full' : '',
      'QR',
      row.address,
      'payer@college.test',
      '+919000000000',
      row.note.slice(0, 15),
      '0.00',
      '0.00',
      row.rrn,
      `${spell(row.day, 'dd/mm/yyyy')} ${time(row)}`,
    ],
    day: 'created_at',
    amount: 'amount',
    states: ['status'],
  }),
  report('Razorpay settlements .xlsx', 0, {
    as: 'xlsx',
    header: [
      'entity_id',
      'type',
      'debit',
      'credit',
      'amount',
      'fee',
      'tax',
      'settled',
      'created_at',
      'settled_at',
      'settlement_id',
      'rrn',
    ],
    row: (row, told, size) => [
      `${told === 'refunded' ? 'rfnd' : told === 'received' ? 'pay' : 'setl'}_${row.rrn.slice(2)}`,
      say(told, { received: 'payment', refunded: 'refund', failed: 'settlement', pending: 'adjustment' }),
      told === 'received' ? '0.00' : plain(size),
      told === 'received' ? plain(size) : '0.00',
      plain(size),
      '0.00',
      '0.00',
      '1',
      `${spell(row.day, 'dd/mm/yyyy')} ${time(row)}`,
      `${spell(row.day, 'dd/mm/yyyy')} 23:00:00`,
      `setl_${row.day.replaceAll('-', '')}`,
      row.rrn,
    ],
    day: 'created_at',
    amount: 'amount',
    states: ['type'],
  }),
]
