import { type Courier, type CourierParts, createCourier } from './courier'

/** How often the outbox is looked through, in milliseconds. */
const intervalMs = 1_000

export interface Outbox extends Courier {
  /** Keeps sending what is due, what an earlier process left behind included. */
  start(): void
  /** Resolves when nothing is on its way any more. */
  stop(): Promise<void>
}

/** The messages that wait to go out, and the worker that goes through them until none is left (behaviour 7.12). */
export const createOutbox = (parts: CourierParts): Outbox => {
  const courier = createCourier(parts)
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  let isStopped = false

  const work = async (): Promise<void> => {
    const hasMore = await courier.deliverDue().catch((err: unknown) => {
      parts.log.error({ err }, 'the outbox could not be looked through')
      return false
    })
    if (!isStopped) timer = setTimeout(begin, hasMore ? 0 : intervalMs)
  }
  const begin = () => {
    working = work()
  }

  return {
    ...courier,
    start: begin,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const settled = courier.settle()
      await working
      await settled
    },
  }
}
