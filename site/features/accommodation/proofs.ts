import { accommodationMessages } from '../../../festival/messages'
import { proofFields as table } from '../../../festival/upload'
import { type Upload, useUpload } from '../../forms/uploads/use-upload'

/** The three files of a request by their fields, each with what it is for. */
export const proofPlans = {
  id_proof_url: {
    label: 'ID proof',
    hint: 'A college or government ID (JPEG, PNG, WebP or PDF, up to 4 MB).',
  },
  participation_proof_url: {
    label: 'Proof of participation',
    hint: 'This site’s confirmation of your pass or registration, or its e-mail (JPEG, PNG, WebP or PDF, up to 4 MB).',
  },
  payment_proof_url: {
    label: 'Payment proof',
    hint: 'Screenshot of “Payment successful” in your UPI app (JPEG, PNG, WebP or PDF, up to 4 MB).',
  },
} as const satisfies Record<string, { label: string; hint: string }>

export type ProofField = keyof typeof proofPlans

export const proofFields: readonly ProofField[] = ['id_proof_url', 'participation_proof_url', 'payment_proof_url']

export type Proofs = Readonly<Record<ProofField, Upload>>

const planOf = (field: ProofField) => ({
  ...table.accommodation[field],
  keepAs: `accommodation:${field}`,
  failed: accommodationMessages.uploadFailed,
})

/** The three files, each kept on the device and uploaded once. */
export const useProofs = (): Proofs => ({
  id_proof_url: useUpload(planOf('id_proof_url')),
  participation_proof_url: useUpload(planOf('participation_proof_url')),
  payment_proof_url: useUpload(planOf('payment_proof_url')),
})
