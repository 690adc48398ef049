import { useEffect, useRef } from 'react'
import {
  type AccommodationReceipt,
  type AccommodationRequest,
  accommodationSchema,
  departureBeforeArrival,
} from '../../../festival/accommodation'
import { accommodationMessages } from '../../../festival/messages'
import { type Parsed, parseBody } from '../../../festival/parse-body'
import type { FieldError } from '../../../festival/problem'
import { readTyped } from '../../forms/drafts/read-typed'
import { useDraft } from '../../forms/drafts/use-draft'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { type Prepared, useSubmission } from '../../forms/submission/use-submission'
import {
  type AccommodationField,
  accommodationDraftSchema,
  adoptTyped,
  fillFrom,
  makeEmptyAccommodation,
} from './accommodation-draft'
import { mapProofs, type ProofField, proofFields, useProofs } from './proofs'
import { isTurnedRound } from './stay'

/** Stands for the address of a file that is chosen and not yet uploaded, while the rest is checked. */
const notYet = 'not-yet-uploaded'

/** Where fields stand on the page, for the order in which errors are listed. */
const order = ['name', 'college', 'email', 'phone', 'arrival', 'departure', 'events', 'transaction_id', ...proofFields]

const isProof = ({ path }: FieldError) => proofFields.some((field) => field === path)

/** The request for a room: check, upload the three files, save, e-mail (behaviour 5.23). */
export const useAccommodation = (onDone: (receipt: AccommodationReceipt) => void) => {
  const draft = useDraft('accommodation', accommodationDraftSchema, makeEmptyAccommodation)
  const proofs = useProofs()
  const form = useRef<HTMLFormElement>(null)

  const forget = () => {
    draft.clear()
    for (const field of proofFields) proofs[field].remove()
  }

  const submission = useSubmission({
    kind: 'accommodation',
    words: accommodationMessages,
    draft,
    forget,
    onDone,
    recover: (errors) => {
      for (const field of proofFields) if (errors.some(({ path }) => path === field)) proofs[field].forgetAddress()
      return errors.every(isProof)
    },
  })
  const errors = useFieldErrors(submission.failure)

  const { change } = draft
  useEffect(() => {
    const typed = form.current && readTyped(form.current)
    if (typed && typed.size > 0) change((held) => adoptTyped(held, typed))
  }, [change])

  /** Errors come in the order of the page. The two moments are compared even while other fields are wrong. */
  const check = (urls: Record<ProofField, string>): Parsed<AccommodationRequest> => {
    const held = draft.read()
    const checked = parseBody(accommodationSchema, { ...held, ...urls })
    if (checked.ok) return checked
    const turned = isTurnedRound(held.arrival, held.departure)
    const found = checked.errors.filter(({ path }) => path !== 'departure' || !turned)
    if (turned) found.push({ path: 'departure', message: departureBeforeArrival })
    const place = ({ path }: FieldError) => order.indexOf(path)
    return { ok: false, errors: found.sort((one, other) => place(one) - place(other)) }
  }

  /** Uploads what is not up yet, all at once; gives the addresses, or why there are none. */
  const sendProofs = async () => {
    const sent = await Promise.all(proofFields.map((field) => proofs[field].send()))
    for (const one of sent) if (!one.ok) return { ok: false as const, words: one.words }
    const urls = mapProofs((field) => {
      const one = sent[proofFields.indexOf(field)]
      return one?.ok ? one.url : ''
    })
    return { ok: true as const, urls }
  }

  const asFailure = (words: string): SubmissionFailure => ({ kind: 'upload', words })

  const prepare = async (): Promise<Prepared<AccommodationRequest>> => {
    const checked = check(mapProofs((field) => (proofs[field].file ? notYet : '')))
    if (!checked.ok) return { ok: false, failure: { kind: 'fields', errors: checked.errors } }
    const sent = await sendProofs()
    if (!sent.ok) return { ok: false, failure: asFailure(sent.words) }
    return { ok: true, body: { ...checked.value, ...sent.urls } }
  }

  /** Looks at one field; departure also at once when either moment changes, for they depend on each other. */
  const look = (path: string) => {
    const checked = check(mapProofs(() => notYet))
    errors.note(path, checked.ok ? undefined : checked.errors.find((error) => error.path === path)?.message)
  }

  return {
    form,
    draft,
    proofs,
    submission,
    errors,
    look,
    submit: () => void submission.submit(prepare),
    retryUpload: async () => {
      submission.dismiss()
      const sent = await sendProofs()
      if (!sent.ok) submission.fail(asFailure(sent.words))
    },
    finishAsSent: () => {
      const body = submission.finishAsSent()
      if (body) change((held) => fillFrom(held, body))
    },
    edit: (path: AccommodationField, text: string) => {
      errors.note(path, undefined)
      change((held) => ({ ...held, [path]: text }))
      if (path !== 'arrival' && path !== 'departure') return
      const { arrival, departure } = draft.read()
      if (isTurnedRound(arrival, departure)) look('departure')
      else if (departure) errors.note('departure', undefined)
    },
    chooseEvents: (events: string[]) => {
      errors.note('events', undefined)
      change((held) => ({ ...held, events }))
    },
    clear: () => {
      forget()
      submission.dismiss()
    },
  }
}

export type AccommodationState = ReturnType<typeof useAccommodation>
