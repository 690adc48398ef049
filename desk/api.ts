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
import {
  type CallAnswer,
  type CallInput,
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

/** Why a call gave no answer: the server refused it, or nothing that we understand came back. */
export class CallError extends Error {
  override readonly name = 'CallFailed'
  constructor(
    readonly problem: Problem | undefined,
    readonly retryAfterSeconds?: number,
  ) {
    super(problem?.detail ?? 'The server cannot be reached at the moment.')
  }

  /** Whether the same call may go through later without anybody changing anything. */
  get isTransient(): boolean {
    return (
      this.problem === undefined ||
      this.problem.status >= 500 ||
      this.problem.code === 'too-many-requests'
    )
  }
}

/** Past this nobody is answering, in milliseconds; a whole statement, and all of a press that is taken back, take longer. */
const responseTimeoutMs = 15_000
const slowResponseTimeoutMs = 120_000
const longCalls: readonly DeskCallName[] = [
  'previewFile',
  'importFile',
  'readMatches',
  'settle',
  'previewBulk',
  'undo',
]

const toStringParams = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** The value of an answer, or CallFailed. A proxy's own page is no answer of ours. */
const parseResponse = async <T>(response: Response): Promise<T> => {
  const text = await response.text()
  const value = text === '' ? null : JSON.parse(text)
  if (response.ok) {
    return value
  }
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  throw new CallError(
    isProblem(value) ? value : undefined,
    Number.isFinite(seconds) ? seconds : undefined,
  )
}

/** @throws CallFailed when there is no answer, or a refusal */
export const call = async <Name extends DeskCallName>(
  name: Name,
  args: CallArgs & CallInput<Name>,
): Promise<CallAnswer<Name>> => {
  const { params = {}, query = {}, body, headers, signal }: CallArgs = args
  const limit = AbortSignal.timeout(
    longCalls.includes(name) ? slowResponseTimeoutMs : responseTimeoutMs,
  )
  const search = new URLSearchParams(toStringParams(query)).toString()
  try {
    const response = await fetch(
      fillPath(deskCalls[name].path, toStringParams(params)) + (search && `?${search}`),
      {
        method: deskCalls[name].method,
        headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
    )
    recordServerTime(response.headers.get('Date'))
    return await parseResponse(response)
  } catch (error) {
    if (error instanceof CallError) {
      throw error
    }
    // Whoever asked has gone away: that is no fault of the server's.
    if (signal?.aborted) {
      throw signal.reason
    }
    throw new CallError(undefined)
  }
}

/** How long the next attempt waits, in milliseconds: what the server asks for, else a little longer each time. */
export const retryDelayMs = (times: number, failure: CallError): number =>
  failure.retryAfterSeconds === undefined
    ? Math.min(1_000 * 2 ** times, 10_000)
    : failure.retryAfterSeconds * 1_000

/** A mutation that is sent until the server has answered it: a command carries its id, and is taken once. */
export const retryUntilAnswered = {
  networkMode: 'always',
  gcTime: 10 * 60_000,
  retry: (_times: number, failure: CallError) => failure.isTransient,
  retryDelay: retryDelayMs,
} as const

/** If the response to a command with an id is lost, the command is retried a few times; the server carries it out only once. */
export const retryWhenLost = {
  retry: (times: number, failure: CallError) => failure.problem === undefined && times < 3,
  retryDelay: retryDelayMs,
} as const

/** An answer as it is asked for, and remembered: under its call's name, and what the call is given. */
export const queryCall = <Name extends DeskCallName>(
  name: Name,
  args: CallArgs & CallInput<Name>,
) =>
  queryOptions({ queryKey: [name, args], queryFn: ({ signal }) => call(name, { ...args, signal }) })

/** A call's answers, or one of them by its key. */
type QueryReference = DeskCallName | readonly unknown[]

/** Asks again for whatever is shown of these calls' answers. */
export const refresh = (client: QueryClient, ...calls: readonly QueryReference[]): void => {
  for (const one of calls) {
    void client.invalidateQueries({ queryKey: typeof one === 'string' ? [one] : one })
  }
}

/** A command about money: all that shows some is asked for again. */
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

/** A call that changes something, on a press; `refreshes` is asked for again once it is answered. */
export const useCommand = <Name extends DeskCallName>(
  name: Name,
  {
    refreshes = [],
    ...options
  }: { refreshes?: readonly QueryReference[] } & Omit<
    UseMutationOptions<CallAnswer<Name>, CallError, CallArgs & CallInput<Name>>,
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

/** Whatever answers that nobody is signed in brings the sign-in page back, and what was not saved waits for it. */
export const createQueryClient = (): QueryClient => {
  const onError = (failure: unknown) => {
    if (isSignedOut(failure)) {
      client.setQueryData(meOptions.queryKey, null)
    }
  }
  // Reads are tried three times where the server may only be busy; what it refuses it would refuse again.
  const retry = (times: number, { isTransient }: CallError) => times < 2 && isTransient
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 15_000 },
      mutations: { networkMode: 'always' },
    },
  })
  // A decision goes on being sent when its tab is behind another.
  focusManager.setFocused(true)
  return client
}

/** Null for nobody. The role may change, so it is read each minute; a tab that is not seen keeps no session alive (behaviour 14.5). */
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

export const useMayAct = (needed: Role): boolean => {
  const { data: me } = useQuery(meOptions)
  return me ? mayAct(me.role, needed) : false
}
