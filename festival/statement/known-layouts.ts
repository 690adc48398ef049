import type { Layout } from './layout'

const twoColumns = (debit: string, credit: string): Layout['money'] => ({
  kind: 'two columns',
  debit: [debit],
  credit: [credit],
})

/** The layouts of banks that were seen in public statements. They change without notice; an organiser's own come first. */
const bankLayouts: readonly Layout[] = [
  {
    id: 'hdfc-workbook',
    name: 'HDFC Bank',
    day: ['Date'],
    narration: ['Narration'],
    reference: ['Chq./Ref.No.'],
    money: twoColumns('Withdrawal Amt.', 'Deposit Amt.'),
    balance: ['Closing Balance'],
    noteKept: 18,
  },
  {
    id: 'hdfc-delimited',
    name: 'HDFC Bank, delimited',
    day: ['Date'],
    narration: ['Narration'],
    reference: ['Chq/Ref Number'],
    money: twoColumns('Debit Amount', 'Credit Amount'),
    balance: ['Closing Balance'],
    noteKept: 18,
  },
  {
    id: 'sbi-new',
    name: 'State Bank of India',
    day: ['Date'],
    narration: ['Details'],
    money: twoColumns('Debit', 'Credit'),
    balance: ['Balance'],
    besides: ['Ref No/Cheque No'],
    noteKept: 7,
  },
  {
    id: 'sbi-old',
    name: 'State Bank of India, older file',
    day: ['Txn Date'],
    narration: ['Description'],
    money: twoColumns('Debit', 'Credit'),
    balance: ['Balance'],
    besides: ['Ref No./Cheque No.'],
    noteKept: 5,
  },
  {
    id: 'icici',
    name: 'ICICI Bank',
    day: ['Transaction Date'],
    narration: ['Transaction Remarks'],
    money: twoColumns('Withdrawal Amount (INR )', 'Deposit Amount (INR )'),
    balance: ['Balance (INR )'],
    noteKept: 15,
  },
  {
    id: 'axis',
    name: 'Axis Bank',
    day: ['Tran Date'],
    narration: ['PARTICULARS'],
    money: twoColumns('DR', 'CR'),
    balance: ['BAL'],
    noteKept: 6,
  },
  {
    id: 'canara',
    name: 'Canara Bank',
    day: ['Txn Date'],
    narration: ['Description'],
    money: twoColumns('Debit', 'Credit'),
    balance: ['Balance'],
    besides: ['Branch Code'],
    noteKept: 8,
  },
  {
    id: 'kotak',
    name: 'Kotak Mahindra Bank',
    day: ['Transaction Date'],
    narration: ['Description'],
    money: { kind: 'with direction', amount: ['Amount'], direction: ['Dr / Cr'] },
    balance: ['Balance'],
    balanceDirection: ['Dr / Cr 2'],
    noteKept: 15,
  },
  {
    id: 'pnb',
    name: 'Punjab National Bank, Union Bank, IDBI Bank',
    day: ['Date', 'Txn Date', 'Transaction Date'],
    narration: ['Remarks', 'Description', 'Particulars'],
    money: {
      kind: 'with direction',
      amount: ['Amount(INR)', 'Amount (Rs.)', 'Amount'],
      direction: ['Type', 'CR/DR'],
    },
    balance: ['Balance', 'Balance (Rs.)', 'Balance (INR)'],
    noteKept: 1,
  },
  {
    id: 'federal',
    name: 'Federal Bank, Bank of Baroda',
    day: ['Value Date'],
    narration: ['Particulars'],
    money: twoColumns('Withdrawal', 'Deposit'),
    balance: ['Balance Amount'],
    noteKept: 8,
  },
]

/**
 * A merchant app's own report, where the bank shows only one sum a day: each payment with its number. The apps name their
 * columns differently and rename them at times; a report that none of these names fits is mapped as an unknown layout.
 */
const merchantLayout: Layout = {
  id: 'merchant-app',
  name: 'a merchant app’s report (Google Pay, PhonePe, Paytm)',
  day: ['Transaction Date', 'TransactionDate', 'Creation time', 'Created on', 'Date'],
  narration: ['Notes', 'Note', 'Remarks', 'Message', 'Description', 'Payer', 'Customer', 'From', 'Customer VPA'],
  reference: ['UTR', 'UTR No', 'RRN', 'UPI transaction ID', 'UPI Ref No', 'Bank RRN', 'Transaction UTR'],
  money: {
    kind: 'received',
    amount: ['Amount', 'Transaction Amount', 'Txn Amount'],
    type: ['Payment Type', 'PaymentType', 'Transaction Type', 'Type'],
  },
  only: {
    column: ['Status', 'Transaction Status', 'Payment Status'],
    words: ['SUCCESS', 'SUCCESSFUL', 'COMPLETED', 'CAPTURED', 'SETTLED', 'PAID'],
  },
}

/** Every layout that the product knows, most particular first. */
export const knownLayouts: readonly Layout[] = [...bankLayouts, merchantLayout]
