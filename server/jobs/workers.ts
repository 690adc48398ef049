import type { Logger } from 'pino'
import type { Indexer } from './index-entries'

/** What looks for work again and again. `stop` resolves when its last look has ended. */
export interface Worker {
  stop: () => Promise<void>
}

/** How often a worker looks once it found nothing more to do, in milliseconds. */
const intervalMs = 1_000

/** Looks at once while there may be more to do, which `look` tells, else a second later, also after a look that failed. */
const pollForWork = (runOnce: () => Promise<boolean>, onError: (err: unknown) => void): Worker => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async (): Promise<void> => {
    const hasMore = await runOnce().catch(onError)
    if (!isStopped) {
      timer = setTimeout(begin, hasMore ? 0 : intervalMs)
    }
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

/** Keeps sending what is due (behaviour 7.12). */
export const startDelivery = (
  outbox: { deliverDue: () => Promise<boolean> },
  log: Pick<Logger, 'error'>,
): Worker =>
  pollForWork(outbox.deliverDue, (err) =>
    log.error({ err }, 'the outbox could not be looked through'),
  )

/**
 * Keeps what the desk makes of the records up to date (behaviour 14.16). What it finds at its first start is indexed like
 * new records, some at a time.
 */
export const startIndexing = (
  indexer: Pick<Indexer, 'run' | 'stop'>,
  log: Pick<Logger, 'error'>,
): Worker => {
  const poller = pollForWork(
    async () => {
      await indexer.run()
      return false
    },
    (err) =>
      log.error(
        { err },
        'the desk’s lists could not be brought up to date; it will be tried again',
      ),
  )
  return {
    stop: async () => {
      await Promise.all([indexer.stop(), poller.stop()])
    },
  }
}
