import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailed
  }
}

/** The keys under which answers are kept, each once. */
export const keys = {
  me: ['me'],
  sessions: ['sessions'],
  lastPress: ['last-press'],
  queue: ['queue'],
  counts: ['counts'],
  record: ['record'],
  audit: ['audit'],
  people: ['people'],
  bank: ['bank'],
  matches: ['matches'],
  refunds: ['refunds'],
} as const

/** Reads are tried three times where the server may only be busy; what it refuses it would refuse again. */
const retryRead = (times: number, failure: unknown): boolean =>
  times < 2 && failure instanceof CallFailed && failure.isPassing

/**
 * The desk's memory of the server. Whatever answers that nobody is signed in brings the sign-in page back, and what was
 * not saved waits for it.
 */
export const createQueryClient = (): QueryClient => {
  const noteSignedOut = (failure: unknown) => {
    if (failure instanceof CallFailed && failure.problem?.code === 'signed-out') client.setQueryData(keys.me, null)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noteSignedOut }),
    mutationCache: new MutationCache({ onError: noteSignedOut }),
    defaultOptions: {
      queries: { retry: retryRead, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 15_000 },
      mutations: { networkMode: 'always' },
    },
  })
  // A decision goes on being sent when its tab is behind another.
  focusManager.setFocused(true)
  return client
}
