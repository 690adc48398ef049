import { readFile } from '../../../desk/features/bank/read-file'
import {
  type ChosenPayments,
  choosePayments,
  type PaymentWindow,
} from '../../../festival/bank/choose-payments'
import { type Columns, headerKey } from '../../../festival/bank/columns'
import type { BankRow } from '../../../festival/bank/match'
import {
  identifyRow,
  openStatement,
  type Payment,
  type Statement,
} from '../../../festival/bank/statement'

export const identify = (payment: Payment): BankRow => ({
  ...payment,
  id: identifyRow(payment),
  file: 'file',
})

/** Imports a file like the desk. `columns` answers the desk's question about columns. */
export const importFile = async (
  bytes: Uint8Array,
  window: PaymentWindow,
  columns?: Columns,
): Promise<{
  statement: Statement
  chosen: ChosenPayments
  payments: BankRow[]
  reversals: BankRow[]
}> => {
  const tables = await readFile(bytes)
  const asked = openStatement(tables, [])
  const opened =
    asked.kind === 'asks' && columns
      ? openStatement(tables, [{ key: headerKey(asked.layout.header), columns }])
      : asked
  if (opened.kind !== 'read') {
    throw new Error(`it ${opened.kind}`)
  }
  const { statement } = opened
  const chosen = choosePayments(statement, window)
  return {
    statement,
    chosen,
    payments: chosen.payments.map(identify),
    reversals: chosen.reversals.map(identify),
  }
}
