import { fileMessages, storedFileMessages } from '../text/messages'
import type { FormKind } from './api'

/** 4 MiB. */
export const maxFileBytes = 4 * 1024 * 1024

/** In bytes. Applies once a network has uploaded too much on one day. */
export const smallFileBytes = 300 * 1024

/** In pixels per side. The screenshots of all phones are larger. */
export const minPictureSide = 64

/** Used in the names of stored files and in `format` of the upload's answer. */
export const formats = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const

export type FileType = keyof typeof formats

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly FileType[]
export const proofTypes = [...imageTypes, 'application/pdf'] as const satisfies readonly FileType[]

const presets = ['payment', 'id-proof', 'participation-proof'] as const

export type Preset = (typeof presets)[number]

export const isPreset = (text: unknown): text is Preset => presets.some((preset) => preset === text)

export interface ProofField {
  label: string
  preset: Preset
  takes: readonly FileType[]
}

const screenshot = { label: 'Payment screenshot', preset: 'payment', takes: imageTypes } as const

/** Keyed by form, then by the field's name in the body. */
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

export const paymentFields: readonly string[] = ['payment_screenshot_url', 'payment_proof_url']

const listFields = (preset: Preset): ProofField[] =>
  Object.values(proofFields)
    .flatMap((form): ProofField[] => Object.values(form))
    .filter((field) => field.preset === preset)

export const listAcceptedTypes = (preset: Preset): readonly FileType[] =>
  proofTypes.filter((type) => listFields(preset).some(({ takes }) => takes.includes(type)))

export const unsupportedWords = ({ takes }: Pick<ProofField, 'takes'>): string =>
  takes.includes('application/pdf') ? fileMessages.unsupportedProof : fileMessages.unsupportedImage

/** For the upload call, which does not know the field. */
export const unsupportedWordsAs = (preset: Preset): string => {
  const [words = '', ...others] = new Set(listFields(preset).map(unsupportedWords))
  return others.length > 0 ? storedFileMessages.unsupportedPayment : words
}

export interface UploadReceipt {
  secure_url: string
  public_id: string
  /** Detected from the content of the file. */
  format: string
  bytes: number
}
