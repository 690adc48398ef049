import { useSyncExternalStore } from 'react'

/** What an organiser has set on this device. */
export interface Settings {
  /** Whether single keys decide and move; off, they are the screen reader's or the browser's again. */
  keys: boolean
  /** Whether the next record comes by itself after a decision. */
  advance: boolean
  /** Whether this browser reads pictures while nobody acts; a phone does once it is told to, for its battery's sake. */
  reading: boolean
}

const storageKey = 'cerebra:desk:settings'
const isPhone = (): boolean => window.matchMedia('(pointer: coarse)').matches
const makeUsual = (): Settings => ({ keys: true, advance: true, reading: !isPhone() })

const read = (): Settings => {
  const usual = makeUsual()
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return usual
    return {
      keys: !('keys' in kept && kept.keys === false),
      advance: !('advance' in kept && kept.advance === false),
      reading: 'reading' in kept && typeof kept.reading === 'boolean' ? kept.reading : usual.reading,
    }
  } catch {
    return usual
  }
}

let settings: Settings | undefined
const listeners = new Set<() => void>()

export const readSettings = (): Settings => {
  settings ??= read()
  return settings
}

export const changeSettings = (change: Partial<Settings>): void => {
  settings = { ...readSettings(), ...change }
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing has it until the page is closed.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSettings = (): Settings => useSyncExternalStore(subscribe, readSettings)
