import * as v from 'valibot'
import { keep, readKept } from '../ui/browser-storage'
import { createStore } from '../ui/store'

const settingsSchema = v.object({
  /** Whether single keys decide and move; off, they are the screen reader's or the browser's again. */
  keys: v.exactOptional(v.boolean()),
  /** Whether the next record comes by itself after a decision. */
  advance: v.exactOptional(v.boolean()),
  /** Whether this browser reads pictures while nobody acts; a phone does once it is told to, for its battery's sake. */
  reading: v.exactOptional(v.boolean()),
})

/** What an organiser has set on this device. */
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
  // A browser that keeps nothing has it until the page is closed.
  keep(storageKey, readSettings())
}
