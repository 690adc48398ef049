import { type StatementId, statements } from '../journeys/statements'
import { test } from './journey'

/** A step of a journey that checks one statement of the specification by its words. */
export const holds = (id: StatementId, check: () => Promise<void>): Promise<void> =>
  test.step(`${id}: ${statements[id]}`, check)
