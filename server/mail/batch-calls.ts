interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Turns a query for many items into calls for one. While one query is under way the next calls gather, and then go
 * together: in a rush most of its cost is its commit (behaviour 12.24). `run` gives a result for each item, in their order;
 * where it fails, each of its calls does.
 */
export const batchCalls = <Item, Result extends NonNullable<unknown>>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  mostAtOnce = 200,
): ((item: Item) => Promise<Result>) => {
  const waiting: Call<Item, Result>[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    // Calls of this same moment go together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const calls = waiting.splice(0, mostAtOnce)
      try {
        const results = await run(calls.map(({ item }) => item))
        for (const [index, { resolve, reject }] of calls.entries()) {
          const result = results[index]
          if (result === undefined) reject(new Error('A call got no result'))
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}
