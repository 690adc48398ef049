import { findSubject } from '../../festival/catalogue'
import { type CorrectableField, correctable, isCorrectableText, teamLabel } from '../../festival/correction'
import type { StoredReason } from '../../festival/desk/decision'
import { reasonOf } from '../../festival/desk/reasons'
import type { MySubmission } from '../../festival/my-submission'
import { type ProofField, proofFields } from '../../festival/upload'
import type { DbOrTransaction, UploadRow } from '../db/schema'
import type { ReviewedRecord } from '../reviews/records'

type Correction = NonNullable<MySubmission['correction']>

/** The field of the payment's proof. */
const paymentField = (kind: ReviewedRecord['kind']) =>
  kind === 'accommodation' ? 'payment_proof_url' : 'payment_screenshot_url'

/** Which files are to be sent anew, by their fields. */
const listProofs = (kind: ReviewedRecord['kind'], reasons: readonly StoredReason[]): Correction['proofs'] => {
  const asked = new Set(
    reasons
      .map(({ key }) => reasonOf(key))
      .filter(({ remedy }) => remedy !== 'change-field')
      .map(({ field }) => field ?? paymentField(kind)),
  )
  const fields: Readonly<Record<string, ProofField>> = proofFields[kind]
  return Object.entries(fields).flatMap(([field, plan]) =>
    asked.has(field) ? [{ field, label: fileLabels[field] ?? field, ...plan }] : [],
  )
}

/** What stands in each field that this kind has, in the order of its form. */
const readFields = ({ kind, name, phone, utr, delegateId, members }: ReviewedRecord): [CorrectableField, string][] => {
  const own: [CorrectableField, string][] = [
    ['name', name],
    ['phone', phone],
  ]
  if (kind === 'accommodation') return [...own, ['transaction_id', utr]]
  if (kind === 'delegate-pass') return [...own, ['utr', utr]]
  return [...own, ['members', JSON.stringify(members)], ['delegate_id', delegateId], ['utr', utr]]
}

/** Which fields may be changed. A team has its leader's name and phone among its members. */
const listFields = (record: ReviewedRecord, reasons: readonly StoredReason[]): Correction['fields'] => {
  const asked = new Set(reasons.map(({ key }) => reasonOf(key).field))
  const hasTeam = asked.has('members')
  return readFields(record)
    .filter(([name]) => asked.has(name) && !(hasTeam && (name === 'name' || name === 'phone')))
    .map(([name, value]) => ({ name, label: isCorrectableText(name) ? correctable[name].label : teamLabel, value }))
}

const differenceOf = ({ reference, label }: ReviewedRecord, reasons: readonly StoredReason[]) => {
  const amount = reasons.reduce((sum, { difference = 0 }) => sum + difference, 0)
  return amount > 0 ? { amount, reference: reference || label } : null
}

/** What these reasons ask a registrant to mend: those files and fields, and no others (behaviour 14.43). */
export const listAskedFor = (record: ReviewedRecord, reasons: readonly StoredReason[], note: string): Correction => ({
  reasons: reasons.map(({ key }) => {
    const { words, remedy, field } = reasonOf(key)
    return { words, remedy, ...(field === undefined ? {} : { field }) }
  }),
  note,
  fields: listFields(record, reasons),
  teamSize: findSubject(record.event)?.teamSize ?? 1,
  proofs: listProofs(record.kind, reasons),
  difference: differenceOf(record, reasons),
})

/** What each file of a form is called. */
export const fileLabels: Readonly<Record<string, string>> = {
  payment_screenshot_url: 'Payment screenshot',
  payment_proof_url: 'Payment proof',
  id_proof_url: 'ID proof',
  participation_proof_url: 'Proof of participation',
}

/**
 * The files that a record's registrant may look at by a private link (behaviour 14.55): those in our own store that no earlier
 * record refers to, so that nobody reads another's file by naming its address in a form.
 */
export const listOwnFiles = async (
  db: DbOrTransaction,
  { proofs, sentAt }: ReviewedRecord,
): Promise<{ field: string; upload: UploadRow }[]> => {
  const urls = proofs.map(({ url }) => url)
  const uploads = await db
    .selectFrom('upload')
    .selectAll()
    .where('secure_url', 'in', urls)
    .where('location', '=', 'file-store')
    .where('referenced_at', '>=', sentAt)
    .execute()
  return proofs.flatMap(({ field, url }) => {
    const upload = uploads.find(({ secure_url }) => secure_url === url)
    return upload ? [{ field, upload }] : []
  })
}
