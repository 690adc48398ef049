import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type CallInput,
  type CallResponse,
  type DeskCallName,
  deskCalls,
  fillPath,
} from '../festival/contract/calls'
import { type Me, mayAct, type Role } from '../festival/contract/organisers'
import { isProblem, type Problem } from '../festival/contract/problem'
import { recordServerTime } from './words'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

interface CallArgs {
  params?: object
  query?: object
  body?: object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/**
 * `problem` is the server's refusal. Undefined if no response arrived, or if the response did not
 * come from our server.
 */
export class CallError extends Error {
  override readonly name = 'CallFailed'
  constructor(
    readonly problem: Problem | undefined,
    readonly retryAfterSeconds?: number,
  ) {
    super(problem?.detail ?? 'The server cannot be reached at the moment.')
  }

  /** What is wrong with the fields of the request. */
  get fieldMessages(): string | undefined {
    return this.problem?.errors?.map(({ message }) => message).join(' ')
  }

  get isTransient(): boolean {
    return (
      this.problem === undefined ||
      this.problem.status >= 500 ||
      this.problem.code === 'too-many-requests'
    )
  }
}

const responseTimeoutMs = 15_000
const slowResponseTimeoutMs = 120_000
const longCalls: readonly DeskCallName[] = [
  'previewFile',
  'importFile',
  'readMatches',
  'settle',
  'recordRefunds',
  'previewBulk',
  'undo',
]

const toStringParams = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** Throws the refusal if a call fails. The error page of a proxy is not a refusal. */
const parseResponse = async <T>(response: Response): Promise<T> => {
  const text = await response.text()
  const value = text === '' ? null : JSON.parse(text)
  if (response.ok) {
    return value
  }
  const problem = isProblem(value) ? value : undefined
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  throw new CallError(problem, Number.isFinite(seconds) ? seconds : undefined)
}

/** @throws CallError if the server refuses or there is no response */
export const call = async <Name extends DeskCallName>(
  name: Name,
  args: CallArgs & CallInput<Name>,
): Promise<CallResponse<Name>> => {
  const { params = {}, query = {}, body, headers, signal }: CallArgs = args
  const limit = AbortSignal.timeout(
    longCalls.includes(name) ? slowResponseTimeoutMs : responseTimeoutMs,
  )
  const path = fillPath(deskCalls[name].path, toStringParams(params))
  const search = new URLSearchParams(toStringParams(query)).toString()
  const init: RequestInit = {
    method: deskCalls[name].method,
    headers: headers ?? {},
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }
  if (body) {
    init.headers = { 'Content-Type': 'application/json', ...headers }
    init.body = JSON.stringify(body)
  }
  try {
    const response = await fetch(search === '' ? path : `${path}?${search}`, init)
    recordServerTime(response.headers.get('Date'))
    return await parseResponse(response)
  } catch (error) {
    if (error instanceof CallError) {
      throw error
    }
    // The caller has aborted, so do not report a failure of the server.
    if (signal?.aborted) {
      throw signal.reason
    }
    throw new CallError(undefined)
  }
}

export const retryDelayMs = (times: number, failure: CallError): number =>
  failure.retryAfterSeconds === undefined
    ? Math.min(1_000 * 2 ** times, 10_000)
    : failure.retryAfterSeconds * 1_000

/** Commands carry an id, so repeating them is safe. */
export const retryUntilAnswered = {
  networkMode: 'always',
  gcTime: 10 * 60_000,
  retry: (_times: number, failure: CallError) => failure.isTransient,
  retryDelay: retryDelayMs,
} as const

/** Repeats commands whose response was lost. The id keeps the server from running them twice. */
export const retryWhenLost = {
  retry: (times: number, failure: CallError) => failure.problem === undefined && times < 3,
  retryDelay: retryDelayMs,
} as const

export const queryCall = <Name extends DeskCallName>(
  name: Name,
  args: CallArgs & CallInput<Name>,
) =>
  queryOptions({ queryKey: [name, args], queryFn: ({ signal }) => call(name, { ...args, signal }) })

type QueryReference = DeskCallName | readonly unknown[]

export const refresh = (client: QueryClient, ...calls: readonly QueryReference[]): void => {
  for (const query of calls) {
    void client.invalidateQueries({ queryKey: typeof query === 'string' ? [query] : query })
  }
}

export const moneyCommand = {
  ...retryUntilAnswered,
  refreshes: [
    'listQueue',
    'countQueue',
    'readEntry',
    'readBank',
    'readMatches',
    'listRefunds',
    'readCash',
  ],
} as const

/** Fetches again when the tab comes into view or the connection is restored. */
export const useRefetchOnReturn = (refetch: () => unknown): void =>
  useEffect(() => {
    const refetchIfVisible = () => void (document.visibilityState === 'visible' && refetch())
    document.addEventListener('visibilitychange', refetchIfVisible)
    window.addEventListener('focus', refetchIfVisible)
    window.addEventListener('online', refetchIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', refetchIfVisible)
      window.removeEventListener('focus', refetchIfVisible)
      window.removeEventListener('online', refetchIfVisible)
    }
  }, [refetch])

/** `refreshes` lists the queries to fetch again after the command. */
export const useCommand = <Name extends DeskCallName>(
  name: Name,
  {
    refreshes = [],
    ...options
  }: { refreshes?: readonly QueryReference[] } & Omit<
    UseMutationOptions<CallResponse<Name>, CallError, CallArgs & CallInput<Name>>,
    'mutationFn' | 'onSettled'
  > = {},
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (args: CallArgs & CallInput<Name>) => call(name, args),
    onSettled: () => refresh(client, ...refreshes),
    ...options,
  })
}

export const isSignedOut = (failure: unknown) =>
  failure instanceof CallError && failure.problem?.code === 'signed-out'

/**
 * If the session has ended, shows the sign-in page and keeps unsaved decisions until the organiser
 * signs in again.
 */
export const createQueryClient = (): QueryClient => {
  const onError = (failure: unknown) => {
    if (isSignedOut(failure)) {
      client.setQueryData(meOptions.queryKey, null)
    }
  }
  // Retry only temporary failures, because the server would repeat a refusal.
  const retry = (times: number, { isTransient }: CallError) => times < 2 && isTransient
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 15_000 },
      mutations: { networkMode: 'always' },
    },
  })
  // Decisions are still sent while the tab is in the background.
  focusManager.setFocused(true)
  return client
}

/**
 * Null if signed out. Polls, because the role may change. A hidden tab does not poll, so it does
 * not prolong the session.
 */
export const meOptions = queryOptions<Me | null>({
  queryKey: ['readMe'],
  queryFn: ({ signal }) =>
    call('readMe', { signal }).catch((failure: unknown) => {
      if (isSignedOut(failure)) {
        return null
      }
      throw failure
    }),
  refetchInterval: ({ state }) =>
    state.data && document.visibilityState === 'visible' ? 60_000 : false,
})

/** Undefined while loading, and null if signed out. */
export const useMe = (): Me | null | undefined => useQuery(meOptions).data

export const useMayAct = (needed: Role): boolean => {
  const me = useMe()
  return me ? mayAct(me.role, needed) : false
}
