/** How many files are read or written at once. */
const lanes = 8

/** Does the work for each item, several at a time; the first failure is thrown when the others have ended. */
export const inParallel = async <T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const item of items) {
    if (failures.length > 0) break
    const one = work(item)
      .catch((error: unknown) => {
        failures.push(error)
      })
      .finally(() => running.delete(one))
    running.add(one)
    if (running.size >= lanes) await Promise.race(running)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
