import type { FileType } from '../../../festival/upload'

const hasText = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

/** A file's type by how it begins, whatever its name says; undefined for one that no form takes. */
export const readFileType = (bytes: Uint8Array): FileType | undefined => {
  if (bytes[0] === 0x89 && hasText(bytes, 1, 'PNG\r\n')) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'image/webp'
  return hasText(bytes, 0, '%PDF-') ? 'application/pdf' : undefined
}
