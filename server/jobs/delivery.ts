import type { Logger } from 'pino'
import type { Outbox } from '../mail/outbox'

/** How often the outbox is looked through once nothing more is due, in milliseconds. */
const intervalMs = 1_000

/** The worker that keeps sending what is due (behaviour 7.12). `stop` resolves when its last look has ended. */
export const startDelivery = (
  outbox: Pick<Outbox, 'deliverDue'>,
  log: Pick<Logger, 'error'>,
): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async (): Promise<void> => {
    const hasMore = await outbox.deliverDue().catch((err: unknown) => {
      log.error({ err }, 'the outbox could not be looked through')
      return false
    })
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
