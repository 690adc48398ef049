import * as v from 'valibot'
import { keep, readKept } from '../ui/browser-storage'
import { createStore } from '../ui/store'

const settingsSchema = v.object({
  /** Whether single-key shortcuts are on. They may conflict with those of a screen reader. */
  keys: v.exactOptional(v.boolean()),
  advance: v.exactOptional(v.boolean()),
  /** Whether this device reads pictures. Off by default on phones, to save the battery. */
  reading: v.exactOptional(v.boolean()),
})

export type Settings = Required<v.InferOutput<typeof settingsSchema>>

const storageKey = 'cerebra:desk:settings'

const store = createStore<Settings>(() => {
  const defaults = {
    keys: true,
    advance: true,
    reading: !window.matchMedia('(pointer: coarse)').matches,
  }
  const stored = v.safeParse(settingsSchema, readKept(storageKey))
  return stored.success ? { ...defaults, ...stored.output } : defaults
})

export const readSettings = store.read
export const useSettings = store.use

export const changeSettings = (change: Partial<Settings>): void => {
  store.write({ ...readSettings(), ...change })
  // Without storage, the change lasts until the page is closed.
  keep(storageKey, readSettings())
}
