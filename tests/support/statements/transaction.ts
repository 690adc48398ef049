import type { Day } from '../../../festival/slot'

/** A movement on an invented account, before any bank prints it. */
export interface Transaction {
  day: Day
  /** Paise; above 0 for what comes. */
  amount: number
  /** What failed never came: only a report shows it, with its status. */
  kind: 'upi' | 'reversal' | 'interest' | 'cash' | 'debit' | 'failed'
  /** The payment number, 12 digits. */
  rrn: string
  /** As the payer's app sent it. */
  note: string
  name: string
  address: string
  /** Whose money it is, as nobody but the test knows. */
  claim?: string
}

/** A movement with the balance after it. */
export interface Booked extends Transaction {
  balance: number
}

/** Books movements in the order of their days, from an opening balance in paise. */
export const book = (transactions: readonly Transaction[], opening: number): Booked[] => {
  let balance = opening
  return [...transactions]
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map((transaction) => {
      balance += transaction.kind === 'failed' ? 0 : transaction.amount
      return { ...transaction, balance }
    })
}
