/** Why a command of the operator's could not be done, in words for the operator. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}
