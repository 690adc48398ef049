/**
 * A question as a visitor types it; what a right answer holds, every one of them, or `not known` where the festival has not
 * published it; what it does not hold; and when it is asked in India, a week before the festival where nothing is said.
 */
export type Question = readonly [
  asked: string,
  says: readonly (string | RegExp)[] | 'not known',
  never?: readonly string[],
  at?: string,
]
