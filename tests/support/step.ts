import { test } from './journey'

/** Runs a step that checks a statement of the specification, and names the step after it. */
export const holds = (statement: string, check: () => Promise<void>): Promise<void> =>
  test.step(statement, check)
