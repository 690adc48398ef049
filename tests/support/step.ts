import { test } from './journey'

/** A step of a journey, named for what it checks of the specification's screens and messages. */
export const holds = (statement: string, check: () => Promise<void>): Promise<void> =>
  test.step(statement, check)
