/** What a file that a registrant sends may be (behaviour 6). */

/** The largest file, in bytes: 4 MiB. */
export const maxFileBytes = 4 * 1024 * 1024

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const proofTypes = [...imageTypes, 'application/pdf'] as const

export type FileType = (typeof proofTypes)[number]

/** What each preset of the upload call takes. */
export const presets = {
  payment: proofTypes,
  'id-proof': proofTypes,
  'participation-proof': proofTypes,
} as const satisfies Record<string, readonly FileType[]>

export type Preset = keyof typeof presets

export const isPreset = (text: unknown): text is Preset => typeof text === 'string' && Object.hasOwn(presets, text)

/** The answer to an upload. */
export interface UploadReceipt {
  secure_url: string
  public_id: string
  /** The file's type by its content: `png`, `jpg`, `webp` or `pdf`. */
  format: string
  bytes: number
}
