import { OperatorError } from '../operator-error'

/** Why a command of the operator's could not be done, in words for the operator. */
export class OperationError extends OperatorError {
  override readonly name = 'OperationError'
}
