import { del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { proofTypes } from '../../../festival/upload'

const keptForMs = 30 * 24 * 60 * 60 * 1000

const heldFileSchema = v.object({
  name: v.string(),
  type: v.picklist(proofTypes),
  /** Read at once when it was chosen: a file of a phone's gallery may not be readable a minute later. */
  bytes: v.instance(ArrayBuffer),
  /** Where the server put it, once it has been uploaded. */
  url: v.optional(v.string()),
})

/** A file that a form holds. */
export type HeldFile = v.InferOutput<typeof heldFileSchema>

const addressOf = (name: string) => `cerebra:file:${name}`

/** Keeps a file on the device; where that fails the form goes on without. */
export const keepFile = async (name: string, file: HeldFile): Promise<void> => {
  try {
    await set(addressOf(name), { changedAt: Date.now(), file })
  } catch {
    // The form itself still holds it.
  }
}

/** The file that was kept under a name; undefined for none or an old one (behaviour 5.11). */
export const findFile = async (name: string): Promise<HeldFile | undefined> => {
  try {
    const kept = v.parse(v.object({ changedAt: v.number(), file: heldFileSchema }), await get(addressOf(name)))
    return Date.now() - kept.changedAt > keptForMs ? undefined : kept.file
  } catch {
    return undefined
  }
}

export const removeFile = async (name: string): Promise<void> => {
  try {
    await del(addressOf(name))
  } catch {
    // What could not be removed is not read after its time.
  }
}
