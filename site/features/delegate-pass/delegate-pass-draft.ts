import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { delegatePassSchema } from '../../../festival/delegate-pass'
import { typedText } from '../../forms/drafts/early-texts'
import { attemptsSchema } from '../../forms/submission/attempts'

/** The body of a purchase. */
export const purchaseSchema = delegatePassSchema(tiers)

/** What the form keeps on the device: the texts as they were typed, and the attempts to send them. */
export const delegatePassDraftSchema = v.object({
  name: typedText,
  email: typedText,
  phone: typedText,
  institution: typedText,
  tier: typedText,
  utr: typedText,
  attempts: attemptsSchema(purchaseSchema),
})

/** The fields of the form that hold a text; the tier is one. */
export type DelegatePassField = Exclude<keyof v.InferOutput<typeof delegatePassDraftSchema>, 'attempts'>
