import { ApiError } from '../../http/api-error'
import type { DeskHandlers } from '../desk-handlers'

type StatementCalls =
  | 'readStatements'
  | 'previewStatement'
  | 'importStatement'
  | 'readProposals'
  | 'settlePayments'
  | 'keepLayout'
  | 'listRefunds'
  | 'noteRefund'

const notYet = (): never => {
  throw new ApiError('unavailable', 'Statements cannot be imported yet.')
}

/** The bank's statement (section 15 of the behaviour). */
export const statementHandlers = (): Pick<DeskHandlers, StatementCalls> => ({
  readStatements: notYet,
  previewStatement: notYet,
  importStatement: notYet,
  readProposals: notYet,
  settlePayments: notYet,
  keepLayout: notYet,
  listRefunds: notYet,
  noteRefund: notYet,
})
