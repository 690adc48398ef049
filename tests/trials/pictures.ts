import { tryCopies } from './pictures/try-copies'
import { tryFestival } from './pictures/try-festival'

/**
 * `npm run trial:pictures -- [SUBMISSIONS] [PAYMENTS]`: the built desk in Chromium reads the pictures of the demo's festival, then
 * payments that were each written anew in nine ways. Prints what was read right, the planted faults that were flagged, and
 * how much copies and other payments differ. Fails if a planted fault is missed or another payment is taken for a
 * copy (behaviour 14.51, 14.53).
 */
export const main = async ([submissions = '150', payments = '16']: string[]): Promise<void> => {
  const areFound = await tryFestival(Number(submissions))
  const areApart = await tryCopies(Number(payments))
  if (!areFound || !areApart) process.exitCode = 1
}
