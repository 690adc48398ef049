/** How often a worker looks once it found nothing more to do, in milliseconds. */
const intervalMs = 1_000

/**
 * Looks again and again: at once while there may be more to do, else a second later. `look` tells whether there may be
 * more and does not throw. `stop` resolves when the last look has ended.
 */
export const keepLooking = (look: () => Promise<boolean>): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async (): Promise<void> => {
    const hasMore = await look()
    if (!isStopped) timer = setTimeout(begin, hasMore ? 0 : intervalMs)
  }
  const begin = () => {
    working = work()
  }

  begin()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
