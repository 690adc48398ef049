import type { Mutation, QueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../api'
import { decideKey, type Press, sendDecision } from './decide'

const storageKey = 'cerebra:desk:unsaved'

/** A press, and whose it was: nobody else's browser session sends it on. */
interface Kept {
  by: string
  press: Press
}

const isPress = (value: unknown): value is Press =>
  typeof value === 'object' && value !== null && 'command' in value && 'before' in value && 'name' in value

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'by' in value && 'press' in value && isPress(value.press)

const readKept = (): Kept[] => {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

const keep = (kept: readonly Kept[]): void => {
  try {
    if (kept.length === 0) window.sessionStorage.removeItem(storageKey)
    else window.sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing still warns before the page is left.
  }
}

/** Whether the server's word on a decision is still out, or it only lacked somebody who is signed in. */
const isUnsaved = ({ state, options }: Mutation): boolean =>
  options.mutationKey?.[0] === decideKey[0] &&
  (state.status === 'pending' || (state.error instanceof CallFailed && state.error.problem?.code === 'signed-out'))

/** What was pressed and not yet saved, the oldest first. */
export const listUnsaved = (client: QueryClient): Press[] =>
  client
    .getMutationCache()
    .getAll()
    .filter((mutation) => isUnsaved(mutation))
    .flatMap(({ state }) => (isPress(state.variables) ? [state.variables] : []))

/** Takes what waited for somebody to sign in out of the cache, where it is kept besides: whoever pressed it sends it anew. */
const takeOutSignedOut = (client: QueryClient, kept: readonly Kept[]): void => {
  const cache = client.getMutationCache()
  const ids = new Set(kept.map(({ press }) => press.command.id))
  for (const mutation of cache.getAll()) {
    const { status, variables } = mutation.state
    if (status === 'error' && isUnsaved(mutation) && isPress(variables) && ids.has(variables.command.id))
      cache.remove(mutation)
  }
}

let pressedBy: string | undefined

/** What somebody else decided in this tab is theirs to take back. */
const forgetOthers = (client: QueryClient, by: string): void => {
  const cache = client.getMutationCache()
  if (pressedBy !== undefined && pressedBy !== by)
    for (const mutation of cache.getAll()) if (mutation.state.status === 'success') cache.remove(mutation)
  pressedBy = by
}

/**
 * Keeps what an organiser has pressed and the server has not yet saved over a reload of the page and over the end of a
 * session, and goes on sending it (behaviour 14.72); what somebody else pressed stays for them. Warns before the page is
 * left with it. Gives the way to stop.
 */
export const resumeUnsaved = (client: QueryClient, by: string): (() => void) => {
  forgetOthers(client, by)
  const kept = readKept()
  takeOutSignedOut(client, kept)
  const others = kept.filter((one) => one.by !== by)
  const known = new Set(listUnsaved(client).map(({ command }) => command.id))
  const own = kept.filter((one) => one.by === by && !known.has(one.press.command.id))
  for (const { press } of own) sendDecision(client, press).catch(() => undefined)
  const keepAll = () => keep([...others, ...listUnsaved(client).map((press) => ({ by, press }))])
  const stop = client.getMutationCache().subscribe(keepAll)
  const warn = (event: BeforeUnloadEvent) => {
    // A decision that waits for somebody to sign in is at rest, and yet to be saved.
    if (client.isMutating() > 0 || listUnsaved(client).length > 0) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => {
    stop()
    window.removeEventListener('beforeunload', warn)
  }
}
