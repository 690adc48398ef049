import { readFile } from '../../../desk/features/bank/read-file'
import { headerKey } from '../../../festival/bank/columns'
import { identifyRow, type KnownColumns, openStatement, type Statement } from '../../../festival/bank/statement'
import { type Chosen, choosePayments, type Payment, type Window } from '../../../festival/bank/verdict'
import type { BankPayment } from '../../../festival/matching/claim'

export const identify = (payment: Payment): BankPayment => ({ ...payment, id: identifyRow(payment) })

/** What an organiser says once of the merchant app's report, which has no balances: day, amount, type and status. */
const merchantColumns: KnownColumns = {
  key: headerKey(['Transaction Date', 'Transaction Type', 'UTR', 'Amount', 'Status', 'Customer VPA']),
  columns: { day: 0, money: { kind: 'one column', amount: 3 }, states: [1, 4] },
}

/** Reads a file the whole way, as the desk does: bytes, rows, statement, payments. */
export const importFile = async (
  bytes: Uint8Array,
  window: Window,
): Promise<{ statement: Statement; chosen: Chosen; payments: BankPayment[]; reversals: BankPayment[] }> => {
  const opened = openStatement(await readFile(bytes), [merchantColumns])
  if (opened.kind !== 'read') throw new Error(`it ${opened.kind}`)
  const { statement } = opened
  const chosen = choosePayments(statement, window)
  return {
    statement,
    chosen,
    payments: chosen.payments.map(identify),
    reversals: chosen.reversals.map(identify),
  }
}
