import { createStore } from './store'

/**
 * The one door to what a browser keeps. A store may be missing, throw, refuse, be full or never answer: all of it counts alike,
 * the page goes on without, and says that not all is kept (behaviour 5.63).
 */

/** How long a store may take to answer, in milliseconds. */
const timeout = 2_000

const failures = createStore(() => 0)

/** Whether this browser keeps what the page wants kept: taken for granted until a store has failed. */
export const useCanStore = (): boolean => failures.use() === 0

const countFailure = (by = 1): undefined => void failures.write(failures.read() + by)

/** What a store gives that answers at once; undefined where it fails. */
export const tryStore = <Answer>(ask: () => Answer): Answer | undefined => {
  try {
    return ask()
  } catch {
    return countFailure()
  }
}

/** What a store gives that answers later; undefined where it fails, or doesn't answer in time. */
export const tryStoreAsync = <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
  const silence = new Promise<never>((_, reject) => setTimeout(reject, timeout))
  const answer = Promise.resolve().then(ask)
  return Promise.race([answer, silence]).catch(() => {
    // What comes after all was kept.
    answer.then(() => countFailure(-1)).catch(() => undefined)
    return countFailure()
  })
}

type Store = 'localStorage' | 'sessionStorage'

/** What is kept under a key; undefined for nothing, and for what is no JSON. */
export const readKept = (key: string, store: Store = 'localStorage'): unknown => {
  const text = tryStore(() => globalThis[store].getItem(key))
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Reads like `readKept` without recording a failure, which would change what React finds while it hydrates. */
export const peekKept = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value as JSON, or with undefined nothing any more. */
export const keep = (key: string, value: unknown, store: Store = 'localStorage'): void =>
  tryStore(() =>
    value === undefined
      ? globalThis[store].removeItem(key)
      : globalThis[store].setItem(key, JSON.stringify(value)),
  )
