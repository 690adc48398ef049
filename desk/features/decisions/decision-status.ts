import {
  type Mutation,
  type MutationState,
  type QueryClient,
  useMutationState,
} from '@tanstack/react-query'
import type { Decided, Undone } from '../../../festival/contract/decision'
import { keep, readKept } from '../../../ui/browser-storage'
import { type CallError, isSignedOut } from '../../api'
import { formatNumber } from '../../words'
import {
  decideKey,
  type PendingDecision,
  sendDecision,
  type UndoableCommand,
  undoKey,
  wasUndone,
} from './commands'

export interface DecisionStatus {
  pending: PendingDecision
  /** `unsaved` means that an attempt has failed and another will follow. */
  status: 'sending' | 'unsaved' | 'saved' | 'refused'
  failure: CallError | null
}

export const readStatus = ({
  status,
  variables: pending,
  error: failure,
  failureCount,
}: MutationState<Decided, CallError, PendingDecision>): DecisionStatus[] => {
  if (!pending) {
    return []
  }
  if (status === 'success') {
    return [{ pending, failure, status: 'saved' }]
  }
  if (status === 'error' && !isSignedOut(failure)) {
    return [{ pending, failure, status: 'refused' }]
  }
  return [{ pending, failure, status: failureCount > 0 ? 'unsaved' : 'sending' }]
}

export const useDecisions = (): DecisionStatus[] =>
  useMutationState<MutationState<Decided, CallError, PendingDecision>>({
    filters: { mutationKey: decideKey },
  }).flatMap(readStatus)

type UndoState = MutationState<Undone, CallError, UndoableCommand>

/** An undo that is unanswered, or that failed for some entries. */
export interface OpenUndo {
  command: UndoableCommand
  title: string
  /** Undefined while the undo is being retried. */
  outcome: string | undefined
  failedCount: number
}

export const readOpenUndo = ({
  status,
  variables,
  data,
  error,
  failureCount,
}: UndoState): OpenUndo[] => {
  // An earlier attempt or another organiser has already undone the decision.
  if (!variables || wasUndone(error)) {
    return []
  }
  const open = { command: variables, title: 'Not undone', outcome: error?.message, failedCount: 0 }
  if (status === 'error') {
    return [open]
  }
  if (status === 'pending') {
    return failureCount > 0 ? [{ ...open, outcome: undefined }] : []
  }
  const failedCount = data?.tooLate.length ?? 0
  if (failedCount === 0) {
    return []
  }
  const undone = formatNumber(Math.max(0, variables.count - failedCount))
  const outcome =
    failedCount === 1 ? 'The e-mail was already sent.' : 'The e-mails were already sent.'
  const title = `${undone} undone, ${formatNumber(failedCount)} could not be undone`
  return [{ ...open, title, outcome, failedCount }]
}

const useUndos = (): UndoState[] =>
  useMutationState<UndoState>({ filters: { mutationKey: undoKey } })

export const useOpenUndos = (): OpenUndo[] => useUndos().flatMap(readOpenUndo)

/** Returns `pending` while an undo is running, or undefined if there is none. */
export const useUndoneCount = (id: string): number | 'pending' | undefined => {
  const undo = useUndos().findLast(({ variables }) => variables?.id === id)
  if (undo?.status === 'pending') {
    return 'pending'
  }
  if (!undo?.variables || !(undo.data || wasUndone(undo.error))) {
    return undefined
  }
  return undo.variables.count - (undo.data?.tooLate.length ?? 0)
}

const storageKey = 'cerebra:desk:unsaved'

/** Another version of the desk may have stored a different shape. */
const isPendingDecision = (value: unknown): value is PendingDecision =>
  typeof value === 'object' && value !== null && 'command' in value

const readStored = (): PendingDecision[] => {
  const stored = readKept(storageKey, 'sessionStorage')
  return Array.isArray(stored) ? stored.filter(isPendingDecision) : []
}

/** Without storage, the browser still warns before the page is left. */
const store = (decisions: readonly PendingDecision[]): void =>
  keep(storageKey, decisions.length > 0 ? decisions : undefined, 'sessionStorage')

const findUnsaved = (client: QueryClient): Mutation[] =>
  client.getMutationCache().findAll({
    mutationKey: decideKey,
    predicate: ({ state: { status, error } }) => status === 'pending' || isSignedOut(error),
  })

/** Returns the oldest decision first. */
export const listUnsaved = (client: QueryClient): PendingDecision[] =>
  findUnsaved(client).map(({ state }) => state.variables as PendingDecision)

/**
 * Keeps unsaved decisions across a reload or the end of a session, and continues to send them.
 * Other organisers' decisions stay stored. Returns a function that stops the sending.
 */
export const resumeUnsaved = (client: QueryClient, by: string): (() => void) => {
  const cache = client.getMutationCache()
  const unsent = new Map(
    [...readStored(), ...listUnsaved(client)].map((pending) => [pending.command.id, pending]),
  )
  for (const mutation of findUnsaved(client)) {
    // Running decisions continue. All others are sent again, or kept for the organiser who made
    // them.
    if (mutation.state.status === 'pending') {
      unsent.delete((mutation.state.variables as PendingDecision).command.id)
    } else {
      cache.remove(mutation)
    }
  }
  const others = [...unsent.values()].filter((pending) => pending.by !== by)
  const storeAll = () => store([...others, ...listUnsaved(client)])
  const stop = cache.subscribe(storeAll)
  for (const pending of unsent.values()) {
    if (pending.by === by) {
      sendDecision(client, pending).catch(() => undefined)
    }
  }
  const warn = (event: BeforeUnloadEvent) => {
    // A decision is not running while it waits for a sign-in.
    if (client.isMutating() > 0 || listUnsaved(client).length > 0) {
      event.preventDefault()
    }
  }
  window.addEventListener('beforeunload', warn)
  return () => {
    stop()
    window.removeEventListener('beforeunload', warn)
  }
}
