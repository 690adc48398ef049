import { type MutationState, useMutationState } from '@tanstack/react-query'
import type { Decided, ManyDecided, Undone } from '../../../festival/desk/decision'
import { decisionWords } from '../../../festival/desk/states'
import type { CallFailed } from '../../api'
import { decideKey, decideManyKey, type ManyPress, type Press, type UndoPress, undoKey } from './decide'
import { type SettleOutcome, type SettlePress, settleKey } from './settle'

type DecideState = MutationState<Decided, CallFailed, Press>
type ManyState = MutationState<ManyDecided, CallFailed, ManyPress>
type SettleState = MutationState<SettleOutcome, CallFailed, SettlePress>
type UndoState = MutationState<Undone, CallFailed, UndoPress>

/** How a decision that was pressed here fares. */
export interface Fate {
  press: Press
  /** `unsaved`: an attempt has failed, and the next one is coming. */
  stage: 'sending' | 'unsaved' | 'saved' | 'refused'
  failure: CallFailed | null
}

export const fateOf = ({ status, variables, error, failureCount }: DecideState): Fate[] => {
  if (!variables) return []
  const waiting = failureCount > 0 ? 'unsaved' : 'sending'
  return [
    {
      press: variables,
      stage: status === 'success' ? 'saved' : status === 'error' ? 'refused' : waiting,
      failure: error,
    },
  ]
}

/** Every decision that was pressed in this tab, the oldest first. */
export const useFates = (): Fate[] =>
  useMutationState<DecideState>({ filters: { mutationKey: decideKey } }).flatMap(fateOf)

/** A decision of this tab that can still be taken back. */
export interface Undoable {
  press: UndoPress
  /** "Verify". */
  what: string
  /** When it was pressed, in milliseconds since 1970. */
  at: number
  /** Until when, in UTC; undefined while the server has not answered. */
  until: string | undefined
}

const undoableOf = ({ status, variables, data, submittedAt }: DecideState): Undoable[] => {
  if (!variables || status === 'error') return []
  const { command, name, before } = variables
  return [
    {
      press: { id: command.id, name, back: { submission: command.submission, before } },
      what: decisionWords[command.decision],
      at: submittedAt,
      until: data?.undoUntil,
    },
  ]
}

const undoableOfMany = ({ status, variables, data, submittedAt }: ManyState): Undoable[] => {
  if (!variables || status !== 'success' || !data) return []
  const { command, count } = variables
  const name = `${count} submissions`
  return [
    {
      press: { id: command.id, name },
      what: decisionWords[command.decision],
      at: submittedAt,
      until: data.undoUntil,
    },
  ]
}

const undoableOfSettled = ({ data, submittedAt }: SettleState): Undoable[] => {
  // A payment that was added to what was verified before is no decision of this press.
  if (!data?.settled.some(({ decision }) => decision !== null)) return []
  const name = data.settled.length === 1 ? 'one submission' : `${data.settled.length} submissions`
  return [{ press: { id: data.id, name }, what: 'Verified (bank)', at: submittedAt, until: data.undoUntil }]
}

/**
 * The decision that was pressed last and can be taken back at a moment.
 * @param now milliseconds since 1970
 */
export const findUndoable = (
  decided: readonly DecideState[],
  many: readonly ManyState[],
  settled: readonly SettleState[],
  undone: readonly UndoState[],
  now: number,
): Undoable | undefined => {
  const taken = new Set(undone.map(({ variables }) => variables?.id))
  return [...decided.flatMap(undoableOf), ...many.flatMap(undoableOfMany), ...settled.flatMap(undoableOfSettled)]
    .filter(({ press, until }) => !taken.has(press.id) && (until === undefined || Date.parse(until) > now))
    .toSorted((one, other) => other.at - one.at)[0]
}

/** A press of Undo that the server has not answered yet, or took for some of them only, or not at all. */
export interface OpenUndo {
  press: UndoPress
  /** Absent while it is being tried again. */
  outcome: string | undefined
}

export const openUndoOf = ({ status, variables, data, error, failureCount }: UndoState): OpenUndo[] => {
  if (!variables) return []
  // An earlier attempt took it back, and its answer was lost; or somebody else did.
  if (status === 'error' && error?.problem?.code === 'undone') return []
  if (status === 'error') return [{ press: variables, outcome: error?.message ?? '' }]
  if (status === 'pending') return failureCount > 0 ? [{ press: variables, outcome: undefined }] : []
  const late = data?.tooLate.length ?? 0
  return late > 0
    ? [{ press: variables, outcome: `The minute of ${late} was over: they stay as they were decided.` }]
    : []
}

/** What of this tab's presses of Undo is to be told. */
export const useOpenUndos = (): OpenUndo[] =>
  useMutationState<UndoState>({ filters: { mutationKey: undoKey } }).flatMap(openUndoOf)

/** @param now milliseconds since 1970 */
export const useUndoable = (now: number): Undoable | undefined =>
  findUndoable(
    useMutationState<DecideState>({ filters: { mutationKey: decideKey } }),
    useMutationState<ManyState>({ filters: { mutationKey: decideManyKey } }),
    useMutationState<SettleState>({ filters: { mutationKey: settleKey } }),
    useMutationState<UndoState>({ filters: { mutationKey: undoKey } }),
    now,
  )
