import { useSyncExternalStore } from 'react'

/**
 * `start` runs on first use. Pass `built` if built pages show a different value: it is used during
 * hydration.
 */
export const createStore = <Value>(start: () => Value, built?: Value) => {
  let current: { value: Value } | undefined
  const listeners = new Set<() => void>()
  const read = (): Value => {
    current ??= { value: start() }
    return current.value
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    write: (value: Value): void => {
      current = { value }
      for (const listener of listeners) {
        listener()
      }
    },
    use: () => useSyncExternalStore(subscribe, read, () => built ?? read()),
  }
}
