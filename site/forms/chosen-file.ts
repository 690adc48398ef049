import { del, get, set } from 'idb-keyval'
import {
  type FileType,
  maxFileBytes,
  minPictureSide,
  type ProofField,
  unsupportedWords,
} from '../../festival/forms/upload'
import { fileMessages } from '../../festival/text/messages'
import { tryStoreAsync } from '../../ui/browser-storage'
import { draftLifetimeMs } from '../device/storage-keys'

export interface ChosenFile {
  name: string
  type: FileType
  /** Read immediately, because a phone may revoke access to a gallery file after a minute. */
  bytes: ArrayBuffer
  url?: string | undefined
  /** The amount due, in rupees, when the file was chosen or its amount last confirmed. */
  due?: number | undefined
}

/** Returns the shorter side in pixels, or undefined if the browser cannot decode the picture. */
const measureSide = async (picture: Blob): Promise<number | undefined> => {
  const address = URL.createObjectURL(picture)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return Math.min(image.naturalWidth, image.naturalHeight)
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}

export type ReadFile = { ok: true; file: ChosenFile } | { ok: false; words: string }

export const readFile = async (file: File, field: Pick<ProofField, 'takes'>): Promise<ReadFile> => {
  const isHeic = /\.hei[cf]$/i.test(file.name)
  if (file.size > maxFileBytes) {
    return { ok: false, words: isHeic ? fileMessages.heic : fileMessages.tooLarge }
  }
  const unsupported = isHeic ? fileMessages.heic : unsupportedWords(field)
  try {
    const bytes = await file.arrayBuffer()
    const type = readFileType(new Uint8Array(bytes))
    if (!type || !field.takes.includes(type)) {
      return { ok: false, words: unsupported }
    }
    if (type !== 'application/pdf') {
      const side = await measureSide(new Blob([bytes], { type }))
      if (side === undefined) {
        return { ok: false, words: unsupported }
      }
      if (side < minPictureSide) {
        return { ok: false, words: fileMessages.tooSmall }
      }
    }
    return { ok: true, file: { name: file.name, type, bytes } }
  } catch {
    return { ok: false, words: 'This file could not be opened. Please choose it again.' }
  }
}

const hasText = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

export const readFileType = (bytes: Uint8Array): FileType | undefined => {
  if (bytes[0] === 0x89 && hasText(bytes, 1, 'PNG\r\n')) {
    return 'image/png'
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) {
    return 'image/jpeg'
  }
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) {
    return 'image/webp'
  }
  return hasText(bytes, 0, '%PDF-') ? 'application/pdf' : undefined
}

const makeFileKey = (name: string) => `cerebra:file:${name}`

/** Keeps or removes a file. Storage errors are ignored; `findFile` skips outdated files. */
export const keepFile = (name: string, file: ChosenFile | undefined): Promise<void> =>
  tryStoreAsync(() =>
    file ? set(makeFileKey(name), { changedAt: Date.now(), file }) : del(makeFileKey(name)),
  )

export const findFile = async (name: string): Promise<ChosenFile | undefined> => {
  const entry = await tryStoreAsync(() =>
    get<{ changedAt: number; file: ChosenFile }>(makeFileKey(name)),
  )
  const isWhole =
    entry?.file?.bytes instanceof ArrayBuffer && Date.now() - entry.changedAt <= draftLifetimeMs
  return isWhole ? entry.file : undefined
}
