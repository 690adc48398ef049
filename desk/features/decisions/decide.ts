import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import type { Decided, DecideMany, DecideOne, ManyDecided, Undone } from '../../../festival/desk/decision'
import { transitions } from '../../../festival/desk/states'
import { type CallFailed, call, queryKeys, untilAnswered } from '../../api'
import { recordOptions } from '../record/use-record'
import { patchSubmission, refreshAround, type Standing } from './patch-records'

/** A decision as it was pressed, with what is shown of it until the server's receipt. */
export interface Press {
  command: DecideOne
  /** Whose submission it is, and how it stood before. */
  name: string
  before: Standing
}

/** A decision, or all of many, to be taken back. */
export interface UndoPress {
  /** The decision's id. */
  id: string
  /** "Asha Rao", or "12 submissions". */
  name: string
  /** How many it decided. */
  count: number
  /** The submission, and how it stood before; absent where there were many. */
  back?: { submission: string; before: Standing }
}

/** A decision about many. */
export interface ManyPress {
  command: DecideMany
  /** How many it is about, as the preview counted them. */
  count: number
}

export const decideKey = ['decide']
export const decideManyKey = ['decide-many']
export const undoKey = ['undo']

/**
 * Sends a decision until the server has answered it (behaviour 14.72). Each attempt carries the same id, so that one whose
 * answer was lost is not taken twice. Decisions about one submission wait for each other.
 */
const decideOptions = (client: QueryClient, submission: string): MutationOptions<Decided, CallFailed, Press> => ({
  mutationKey: decideKey,
  scope: { id: submission },
  ...untilAnswered,
  mutationFn: ({ command }) => call('decide', { body: command }),
  onMutate: async ({ command: { decision, ground = 'picture' } }) => {
    // An answer that is on its way knows nothing of the press.
    await client.cancelQueries({ queryKey: [...queryKeys.record, submission] })
    const state = transitions[decision].to
    patchSubmission(client, submission, { state, ground: decision === 'verify' ? ground : null })
  },
  onSuccess: ({ state, ground, version }) => {
    patchSubmission(client, submission, { state, ground, version })
    refreshAround(client, submission)
  },
  onError: ({ problem }, { before }) => {
    const { current } = problem ?? {}
    // Its ground comes with the record, which is asked for again.
    patchSubmission(
      client,
      submission,
      current ? { state: current.state, version: current.version, ground: null } : before,
    )
    refreshAround(client, submission)
  },
})

/** Sends a decision on its way, whatever page is shown meanwhile. */
export const sendDecision = (client: QueryClient, press: Press): Promise<Decided> =>
  client.getMutationCache().build(client, decideOptions(client, press.command.submission)).execute(press)

/** Takes a decision back within its minute; sent until it is answered, after the decision itself. */
export const undoOptions = (
  client: QueryClient,
  { id, back }: UndoPress,
): MutationOptions<Undone, CallFailed, UndoPress> => ({
  mutationKey: undoKey,
  scope: { id: back?.submission ?? id },
  ...untilAnswered,
  mutationFn: () => call('undo', { parts: { id } }),
  onMutate: () => {
    if (back) patchSubmission(client, back.submission, back.before)
  },
  onSuccess: ({ submissions }) => {
    for (const { id, ...standing } of submissions) patchSubmission(client, id, standing)
    // The list that was loaded meanwhile lacks all of them.
    if (!back) void client.invalidateQueries({ queryKey: queryKeys.queue })
    // The bank's rows are free again.
    for (const queryKey of [queryKeys.counts, queryKeys.record, queryKeys.bank, queryKeys.matches, queryKeys.refunds])
      void client.invalidateQueries({ queryKey })
  },
  onError: () => {
    if (!back) return
    refreshAround(client, back.submission)
    // What was shown as taken back is not: it shows as it stands.
    const asItStands = client.fetchQuery(recordOptions(back.submission))
    asItStands.then(
      ({ state, ground, version }) => patchSubmission(client, back.submission, { state, ground, version }),
      () => undefined,
    )
  },
})

export const sendUndo = (client: QueryClient, press: UndoPress): Promise<Undone> =>
  client.getMutationCache().build(client, undoOptions(client, press)).execute(press)

/**
 * Decides about many, batch after batch under one id, until none is left; `onBatch` is told how many there were so far.
 * What an answer that was lost had decided is not decided again.
 */
export const decideManyOptions = (
  client: QueryClient,
  onBatch: (decided: number) => void,
): MutationOptions<ManyDecided, CallFailed, ManyPress> => ({
  mutationKey: decideManyKey,
  ...untilAnswered,
  mutationFn: async ({ command }) => {
    // The first answer has what attempts before this one decided, the others what is new.
    let answer = await call('decideMany', { body: command })
    const { decided, skipped } = answer
    while (answer.next !== null) {
      onBatch(decided.length)
      answer = await call('decideMany', { body: { ...command, after: answer.next } })
      decided.push(...answer.decided)
      skipped.push(...answer.skipped)
    }
    return { ...answer, decided, skipped }
  },
  onSuccess: ({ decided }) => {
    for (const { submission, state, ground, version } of decided)
      patchSubmission(client, submission, { state, ground, version })
    void client.invalidateQueries({ queryKey: queryKeys.counts })
    void client.invalidateQueries({ queryKey: queryKeys.record })
  },
})
