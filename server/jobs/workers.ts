import type { Logger } from 'pino'
import type { Indexer } from './index-entries'

/** `stop` resolves when the current run has ended. */
export interface Worker {
  stop: () => Promise<void>
}

/** Milliseconds to wait after a run that found nothing to do. */
const intervalMs = 1_000

/** Calls `runOnce` again at once if it returned true, otherwise after a second. */
const pollForWork = (runOnce: () => Promise<boolean>, onError: (err: unknown) => void): Worker => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async () => {
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

export const startDelivery = (
  outbox: { deliverDue: () => Promise<boolean> },
  log: Pick<Logger, 'error'>,
): Worker =>
  pollForWork(outbox.deliverDue, (err) => log.error({ err }, 'the outbox could not be checked'))

/** After an upgrade, the first run indexes all existing entries. */
export const startIndexing = (
  indexer: Pick<Indexer, 'run' | 'stop'>,
  log: Pick<Logger, 'error'>,
): Worker => {
  const poller = pollForWork(
    async () => {
      await indexer.run()
      return false
    },
    (err) => log.error({ err }, 'the desk’s lists could not be updated; it will be tried again'),
  )
  return {
    stop: async () => {
      await Promise.all([indexer.stop(), poller.stop()])
    },
  }
}

export const startWaitlist = (
  waitlist: { run: () => Promise<void> },
  log: Pick<Logger, 'error'>,
): Worker =>
  pollForWork(
    async () => {
      await waitlist.run()
      return false
    },
    (err) => log.error({ err }, 'the waiting lists could not be updated; it will be tried again'),
  )
