import { fileMessages, storedFileMessages } from '../text/messages'
import type { FormKind } from './api'

/** What a file that a registrant sends may be: the one table (behaviour 6.4, 6.14). */

/** The largest file, in bytes: 4 MiB. */
export const maxFileBytes = 4 * 1024 * 1024

/** The largest that is taken once very much has come from a network on a day (behaviour 6.23), in bytes. */
export const smallFileBytes = 300 * 1024

/** The least that a picture has, in pixels a side: no screenshot of a telephone has less. */
export const minPictureSide = 64

/** The ending that a stored file of each type has, and that the upload's answer calls its format. */
export const formats = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const

export type FileType = keyof typeof formats

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly FileType[]
export const proofTypes = [...imageTypes, 'application/pdf'] as const satisfies readonly FileType[]

/** What a file is sent for, as the upload call names it. */
const presets = ['payment', 'id-proof', 'participation-proof'] as const

export type Preset = (typeof presets)[number]

export const isPreset = (text: unknown): text is Preset => presets.some((preset) => preset === text)

export interface ProofField {
  label: string
  preset: Preset
  takes: readonly FileType[]
}

const screenshot = { label: 'Payment screenshot', preset: 'payment', takes: imageTypes } as const

/** Every field that holds the address of a file, by form and by its name in the request. */
export const proofFields = {
  registration: { payment_screenshot_url: screenshot },
  'delegate-pass': { payment_screenshot_url: screenshot },
  accommodation: {
    id_proof_url: { label: 'ID proof', preset: 'id-proof', takes: proofTypes },
    participation_proof_url: {
      label: 'Proof of participation',
      preset: 'participation-proof',
      takes: proofTypes,
    },
    payment_proof_url: { label: 'Payment proof', preset: 'payment', takes: proofTypes },
  },
} as const satisfies Record<FormKind, Record<string, ProofField>>

/** The fields that hold the picture of a payment. */
export const paymentFields: readonly string[] = ['payment_screenshot_url', 'payment_proof_url']

const listFields = (preset: Preset): ProofField[] =>
  Object.values(proofFields)
    .flatMap((form): ProofField[] => Object.values(form))
    .filter((field) => field.preset === preset)

/** What the upload call takes under a preset: whatever any field of it takes. */
export const listAcceptedTypes = (preset: Preset): readonly FileType[] =>
  proofTypes.filter((type) => listFields(preset).some(({ takes }) => takes.includes(type)))

/** What to choose instead of a file that a field doesn't take. */
export const unsupportedWords = ({ takes }: Pick<ProofField, 'takes'>): string =>
  takes.includes('application/pdf') ? fileMessages.unsupportedProof : fileMessages.unsupportedImage

/** The same of the upload call, which doesn't know the field: those of a preset may take different types (behaviour 6.21). */
export const unsupportedWordsAs = (preset: Preset): string => {
  const [words = '', ...others] = new Set(listFields(preset).map(unsupportedWords))
  return others.length > 0 ? storedFileMessages.unsupportedPayment : words
}

export interface UploadReceipt {
  secure_url: string
  public_id: string
  /** The file's type by its content: `png`, `jpg`, `webp` or `pdf`. */
  format: string
  bytes: number
}
