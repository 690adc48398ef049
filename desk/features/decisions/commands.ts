import {
  type InfiniteData,
  type MutationOptions,
  type QueryClient,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallInput } from '../../../festival/contract/calls'
import type {
  BulkDecided,
  DecideBulk,
  Decided,
  DecideOne,
  Undone,
} from '../../../festival/contract/decision'
import type { EntryDetails } from '../../../festival/contract/entry'
import type { QueuePage } from '../../../festival/contract/queue'
import { decidedWords, type ReviewStatus, transitions } from '../../../festival/contract/states'
import { type CallError, call, meOptions, queryCall, refresh, retryUntilAnswered } from '../../api'
import { serverAheadMs, formatCount as writeCount } from '../../words'

export interface PendingDecision {
  command: DecideOne
  name: string
  before: ReviewStatus
  /** Who decided. Other organisers' sessions never send the decision. */
  by?: string
}

export interface UndoableCommand {
  id: string
  name: string
  count: number
  /** Undefined if the command decided several entries. */
  back?: { entryId: string; before: ReviewStatus }
}

export interface LatestCommand extends UndoableCommand {
  what: string
  /** When the undo bar disappears, in UTC. Undefined until the server has answered. */
  until: string | undefined
  stage: 'taken' | 'taking-back' | 'taken-back'
}

export const entryOptions = (id: string) => queryCall('readEntry', { params: { id } })

/**
 * Rows stay in the list even if they no longer match the filter, so that nothing moves while the
 * organiser is tapping.
 */
const patchCache = (
  client: QueryClient,
  changes: readonly ({ id: string; name?: string } & ReviewStatus)[],
): void => {
  const byId = new Map<string, ReviewStatus & { name?: string }>()
  for (const { id, state, source, version, name } of changes) {
    const change = { state, source, version }
    byId.set(id, name === undefined ? change : { ...change, name })
  }
  const apply = <Row extends { id: string }>(row: Row): Row => ({ ...row, ...byId.get(row.id) })
  client.setQueriesData<InfiniteData<QueuePage>>(
    { queryKey: ['listQueue'] },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({ ...page, rows: page.rows.map(apply) })),
      },
  )
  for (const { id } of changes) {
    client.setQueryData<EntryDetails>(
      entryOptions(id).queryKey,
      (cached) => cached && apply(cached),
    )
  }
}

const reload = (client: QueryClient, id: string): void => {
  client.fetchQuery({ ...entryOptions(id), staleTime: 0 }).then(
    (entry) => patchCache(client, [entry]),
    () => undefined,
  )
}

const lastCommandKey = (client: QueryClient) => [
  'latestCommand',
  client.getQueryData(meOptions.queryKey)?.email,
]

/**
 * Makes a command the next one to undo, unless nothing was decided. Returns the previous command.
 */
export const rememberCommand = (
  client: QueryClient,
  latest: Omit<LatestCommand, 'stage' | 'name'> & { name?: string },
): LatestCommand | null => {
  const key = lastCommandKey(client)
  const previous = client.getQueryData<LatestCommand>(key) ?? null
  if (latest.count === 0) {
    return previous
  }
  client.setQueryData<LatestCommand>(key, {
    name: writeCount(latest.count, 'entry', 'entries'),
    ...latest,
    stage: 'taken',
  })
  return previous
}

/** Does nothing if another command has followed. */
const changeLatest = (
  client: QueryClient,
  id: string,
  change: Partial<LatestCommand> | null,
): void => {
  client.setQueriesData<LatestCommand | null>({ queryKey: ['latestCommand'] }, (latest) =>
    latest?.id === id ? change && { ...latest, ...change } : latest,
  )
}

/** Returns the user's own last command, the only one that the undo key affects. */
export const useLatest = (): LatestCommand | undefined => {
  const client = useQueryClient()
  const { data } = useQuery<LatestCommand>({
    queryKey: lastCommandKey(client),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

export const decideKey = ['decide']

/** Decisions about the same entry run one at a time. */
const decideOptions = (
  client: QueryClient,
  entryId: string,
): MutationOptions<Decided, CallError, PendingDecision, LatestCommand | null> => ({
  mutationKey: decideKey,
  scope: { id: entryId },
  ...retryUntilAnswered,
  mutationFn: ({ command }) => call('decide', { body: command }),
  onMutate: async ({ command: { id, version, decision, source = 'picture' }, name, before }) => {
    await client.cancelQueries({ queryKey: entryOptions(entryId).queryKey })
    const { to: state } = transitions[decision]
    patchCache(client, [
      { id: entryId, version, state, source: decision === 'verify' ? source : null },
    ])
    const what = decidedWords[decision]
    return rememberCommand(client, {
      id,
      name,
      count: 1,
      back: { entryId, before },
      what,
      until: undefined,
    })
  },
  onSuccess: ({ id, state, source, version, undoUntil }) => {
    patchCache(client, [{ id: entryId, state, source, version }])
    changeLatest(client, id, { until: undoUntil })
    refresh(client, 'countQueue', entryOptions(entryId).queryKey)
  },
  onError: ({ problem }, { command, before }, previousCommand = null) => {
    const current = problem?.current
    // The entry is fetched again, and then has a source.
    const status = current ? { ...before, ...current, source: null } : before
    patchCache(client, [{ id: entryId, ...status }])
    changeLatest(client, command.id, previousCommand)
    refresh(client, 'countQueue', entryOptions(entryId).queryKey)
  },
})

/** The decision is sent even if the organiser leaves the page. */
export const sendDecision = (client: QueryClient, pending: PendingDecision): Promise<Decided> => {
  const me = client.getQueryData(meOptions.queryKey)
  const decision = me ? { by: me.email, ...pending } : pending
  return client
    .getMutationCache()
    .build(client, decideOptions(client, pending.command.entryId))
    .execute(decision)
}

export const correctOptions = (
  client: QueryClient,
  entryId: string,
): MutationOptions<Decided, CallError, CallInput<'correctDetails'>['body']> => ({
  ...retryUntilAnswered,
  mutationFn: (body) => call('correctDetails', { params: { id: entryId }, body }),
  onSettled: () => {
    refresh(client, 'countQueue')
    reload(client, entryId)
  },
})

/** All batches share one id, so that retries have no further effect. */
export const bulkOptions = (
  client: QueryClient,
  onBatch: (decided: number) => void,
): MutationOptions<BulkDecided, CallError, DecideBulk> => ({
  ...retryUntilAnswered,
  mutationFn: async (command) => {
    // The first response includes entries decided by earlier attempts.
    let batch = await call('decideBulk', { body: command })
    const { decided, skipped } = batch
    while (batch.next !== null) {
      onBatch(decided.length)
      batch = await call('decideBulk', { body: { ...command, after: batch.next } })
      decided.push(...batch.decided)
      skipped.push(...batch.skipped)
    }
    return { ...batch, decided, skipped }
  },
  onSuccess: ({ id, decided, undoUntil }, { decision }) => {
    const count = decided.length
    patchCache(
      client,
      decided.map((entry) => ({ ...entry, id: entry.entryId })),
    )
    rememberCommand(client, { id, count, what: decidedWords[decision], until: undoUntil })
    refresh(client, 'countQueue', 'readEntry')
  },
})

export const undoKey = ['undo']

export const wasUndone = (failure: CallError | null) => failure?.problem?.code === 'undone'

const undoneShownMs = 60_000

/** An undo shares the decision's scope, so it runs after the decision. */
export const undoOptions = (
  client: QueryClient,
  { id, back }: Pick<UndoableCommand, 'id' | 'back'>,
): MutationOptions<Undone, CallError, UndoableCommand> => {
  const recordUndoOutcome = (isComplete: boolean) => {
    const until = new Date(Date.now() + serverAheadMs() + undoneShownMs).toISOString()
    changeLatest(client, id, isComplete ? { stage: 'taken-back', until } : null)
  }
  return {
    mutationKey: undoKey,
    scope: { id: back?.entryId ?? id },
    ...retryUntilAnswered,
    mutationFn: () => call('undo', { params: { id } }),
    onMutate: () => {
      if (back) {
        patchCache(client, [{ id: back.entryId, ...back.before }])
      }
      changeLatest(client, id, { stage: 'taking-back' })
    },
    onSuccess: ({ entries, tooLate }) => {
      patchCache(client, entries)
      recordUndoOutcome(tooLate.length === 0)
      // A list loaded since the decision lacks the entries that return.
      if (!back) {
        refresh(client, 'listQueue')
      }
      refresh(client, 'countQueue', 'readEntry', 'readBank', 'readMatches', 'listRefunds')
    },
    onError: (failure) => {
      recordUndoOutcome(wasUndone(failure))
      if (!back) {
        return
      }
      refresh(client, 'countQueue')
      reload(client, back.entryId)
    },
  }
}

export const sendUndo = (client: QueryClient, command: UndoableCommand): Promise<Undone> =>
  client.getMutationCache().build(client, undoOptions(client, command)).execute(command)
