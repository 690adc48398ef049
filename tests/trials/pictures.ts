import { tryFestival } from './pictures/try-festival'

/**
 * `npm run trial:pictures -- [SUBMISSIONS]`: the built desk in Chromium reads the pictures of the demo's festival. Prints what was
 * read right and the planted faults that were flagged. Fails if one is missed (behaviour 14.51).
 */
export const main = async ([submissions = '150']: string[]): Promise<void> => {
  if (!(await tryFestival(Number(submissions)))) process.exitCode = 1
}
