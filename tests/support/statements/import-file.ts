import { readFile } from '../../../desk/features/statement/read-file/read-file'
import type { BankPayment } from '../../../festival/matching/claim'
import { type Chosen, choosePayments, type Payment, type Window } from '../../../festival/statement/choose-payments'
import { knownLayouts } from '../../../festival/statement/known-layouts'
import { openStatement } from '../../../festival/statement/open-statement'
import type { Statement } from '../../../festival/statement/read-statement'
import { identifyRow } from '../../../festival/statement/row'

export const identify = (payment: Payment): BankPayment => ({ ...payment, id: identifyRow(payment) })

/** Reads a file the whole way, as the desk does: bytes, rows, statement, payments. */
export const importFile = async (
  bytes: Uint8Array,
  window: Window,
): Promise<{ statement: Statement; chosen: Chosen; payments: BankPayment[]; reversals: BankPayment[] }> => {
  const { tables } = await readFile(bytes)
  const opened = openStatement(tables, knownLayouts)
  if (opened.kind !== 'read') throw new Error(`no known layout: ${opened.kind}`)
  const { statement } = opened
  const chosen = choosePayments(statement, window)
  return {
    statement,
    chosen,
    payments: chosen.payments.map(identify),
    reversals: chosen.reversals.map(identify),
  }
}
