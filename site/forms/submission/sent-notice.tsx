import { Banner } from '../../../ui/banner'
import type { Attempts } from './attempts'

/**
 * On a form that was sent and is not finished, also after a reload: whether it is saved, as far as that is known, and what
 * to do (behaviour 7.42). It may have arrived although its answer was lost.
 */
export const SentNotice = ({
  attempts: { sent, savedAs },
  noun = 'registration',
  how,
}: {
  attempts: Pick<Attempts<unknown>, 'sent' | 'savedAs'>
  noun?: string
  /** How to send it again: "Press Submit". */
  how: string
}) =>
  sent.length > 0 || savedAs ? (
    <Banner
      tone="note"
      title={
        savedAs
          ? `Your ${noun} ${savedAs} is saved; its e-mail has not gone out yet.`
          : `Your ${noun} was sent, and no answer came back. It may be saved all the same.`
      }
    >
      <p>
        {how} to finish it{savedAs ? '' : ' and see its ID'}. You do not pay again, and no second {noun} is made.
      </p>
    </Banner>
  ) : null
