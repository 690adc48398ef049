import type { AccommodationReceipt } from '../../../festival/accommodation'
import { accommodationMessages } from '../../../festival/messages'
import { parseBody } from '../../../festival/problem'
import { inOrder } from '../../forms/submission/in-order'
import { useSubmissionForm } from '../../forms/submission/use-submission-form'
import { type AccommodationField, accommodationDraftSchema, requestSchema } from './accommodation-draft'
import { proofFields, useProofs } from './proofs'
import { isTurnedRound } from './stay'

/** Where fields stand on the page, for the order in which errors are listed. */
const order = ['name', 'college', 'email', 'phone', 'arrival', 'departure', 'events', 'transaction_id', ...proofFields]

/** The request for a room: check, upload the three files, save, e-mail (behaviour 5.23). */
export const useAccommodation = (onDone: (receipt: AccommodationReceipt) => void) => {
  const proofs = useProofs()
  const request = useSubmissionForm({
    kind: 'accommodation',
    words: accommodationMessages,
    keepAs: 'accommodation',
    schema: accommodationDraftSchema,
    uploads: proofs,
    isPaidHere: true,
    check: (held, urls) => inOrder(parseBody(requestSchema, { ...held, ...urls }), order),
    onDone,
  })
  const { draft, errors, look } = request

  return {
    ...request,
    proofs,
    /** Changes a text. Departure is looked at again when either moment changes, for they depend on each other. */
    editText: (path: AccommodationField, text: string) => {
      request.edit([path], (held) => ({ ...held, [path]: text }))
      if (path !== 'arrival' && path !== 'departure') return
      const { arrival, departure } = draft.read()
      if (isTurnedRound(arrival, departure)) look('departure')
      else if (departure) errors.note('departure', undefined)
    },
  }
}

export type AccommodationState = ReturnType<typeof useAccommodation>
