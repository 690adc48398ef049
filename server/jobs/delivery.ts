import type { Logger } from 'pino'
import type { Outbox } from '../mail/outbox'
import { keepLooking } from './keep-looking'

/** The worker that keeps sending what is due (behaviour 7.12). `stop` resolves when its last look has ended. */
export const startDelivery = (
  outbox: Pick<Outbox, 'deliverDue'>,
  log: Pick<Logger, 'error'>,
): { stop: () => Promise<void> } =>
  keepLooking(() =>
    outbox.deliverDue().catch((err: unknown) => {
      log.error({ err }, 'the outbox could not be looked through')
      return false
    }),
  )
