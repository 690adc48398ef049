/** Returns the earliest of several values that are equally frequent. */
export const findMostFrequent = (values: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const byCount = [...counts].sort(([, left], [, right]) => right - left)
  return byCount[0]?.[0]
}
