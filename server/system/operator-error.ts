/** What went wrong in a way that the operator can mend. Its message says what to do, and is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
