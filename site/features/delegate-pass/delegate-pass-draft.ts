import * as v from 'valibot'
import { type DelegatePass, delegatePassSchema } from '../../../festival/delegate-pass'
import { type Ledger, ledgerSchema, openLedger } from '../../forms/submission/ledger'

const fields = ['name', 'email', 'phone', 'institution', 'tier'] as const

/** The fields of the form that hold a text; the tier is one. */
export type DelegatePassField = (typeof fields)[number]

/** What the form keeps on the device: the texts as they were typed, and the attempts to send them. */
export interface DelegatePassDraft extends Record<DelegatePassField, string> {
  ledger: Ledger<DelegatePass>
}

export const delegatePassDraftSchema: v.GenericSchema<unknown, DelegatePassDraft> = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  institution: v.string(),
  tier: v.string(),
  ledger: ledgerSchema(delegatePassSchema),
})

export const makeEmptyDelegatePass = (): DelegatePassDraft => ({
  name: '',
  email: '',
  phone: '',
  institution: '',
  tier: '',
  ledger: openLedger(),
})

/** Puts what was typed before the page came alive into the fields that are still empty. */
export const adoptTyped = (draft: DelegatePassDraft, typed: ReadonlyMap<string, string>): DelegatePassDraft => {
  const adopted = { ...draft }
  for (const field of fields) adopted[field] ||= typed.get(field) ?? ''
  return adopted
}

/** The draft with the texts of a body that was sent. */
export const fillFrom = (draft: DelegatePassDraft, body: DelegatePass): DelegatePassDraft => ({
  ...draft,
  name: body.name,
  email: body.email,
  phone: body.phone,
  institution: body.institution,
  tier: body.tier,
})
