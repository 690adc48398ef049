import type { Logger } from 'pino'
import { endOfFestival } from '../festival/availability'
import type { Edition } from '../festival/content'

/** Says once at the start whether what has ended is closed, and warns when the whole edition is over (behaviour 2.10). */
export const tellAvailability = (
  { identity }: Pick<Edition, 'identity'>,
  now: Date,
  isPublic: boolean,
  log: Pick<Logger, 'info' | 'warn'>,
): void => {
  if (!isPublic) {
    log.info('this address is private: the status alone decides what is open, also after its end')
    return
  }
  if (now.getTime() >= endOfFestival(identity))
    log.warn(
      { lastDay: identity.lastDay },
      'the edition is over: every registration, pass and room is refused; its pages say thank you',
    )
}
