import { test } from './journey'

/** A step named after the statement of the specification that it checks. */
export const holds = (statement: string, check: () => Promise<void>): Promise<void> =>
  test.step(statement, check)
