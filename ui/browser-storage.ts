import { createStore } from './store'

/**
 * All access to browser storage goes through this module. A store may be missing, throw, refuse, be
 * full or never answer. The page then works without storage and says that not everything is saved.
 */

const timeoutMs = 2_000

const failures = createStore(() => 0)

/** Returns false once a store has failed. */
export const useCanStore = (): boolean => failures.use() === 0

const countFailure = (by = 1): undefined => void failures.write(failures.read() + by)

/** Returns undefined if the store fails. */
export const tryStore = <Answer>(ask: () => Answer): Answer | undefined => {
  try {
    return ask()
  } catch {
    return countFailure()
  }
}

/** Returns undefined if the store fails or does not answer in time. */
export const tryStoreAsync = <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
  const silence = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs))
  const answer = Promise.resolve().then(ask)
  return Promise.race([answer, silence]).catch(() => {
    // A late answer means that the value was saved after all.
    answer.then(() => countFailure(-1)).catch(() => undefined)
    return countFailure()
  })
}

type Store = 'localStorage' | 'sessionStorage'

/** Returns undefined for a missing value or invalid JSON. */
export const readKept = (key: string, store: Store = 'localStorage'): unknown => {
  const text = tryStore(() => globalThis[store].getItem(key))
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Does not record a failure, which would change the markup during hydration. */
export const peekKept = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The value undefined removes the key. */
export const keep = (key: string, value: unknown, store: Store = 'localStorage'): void =>
  tryStore(() =>
    value === undefined
      ? globalThis[store].removeItem(key)
      : globalThis[store].setItem(key, JSON.stringify(value)),
  )
