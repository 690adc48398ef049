import { type MutationState, useMutationState, useQuery } from '@tanstack/react-query'
import type { Decided, LastPress, ManyDecided, Undone } from '../../../festival/desk/decision'
import { decidedWords } from '../../../festival/desk/states'
import { type CallFailed, call, meOptions, queryKeys, useMayAct } from '../../api'
import { serverAheadMs } from '../../words'
import { type SettleOutcome, type SettlePress, settleKey } from '../bank/bank'
import { decideKey, decideManyKey, type ManyPress, type Press, type UndoPress, undoKey } from './decide'

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

/** The latest press of an organiser, and what became of it. */
export interface Latest {
  press: UndoPress
  /** "Verified". */
  what: string
  /** When it was pressed, in milliseconds since 1970. */
  at: number
  /** Until when it can be taken back, in UTC; undefined while the server has not answered. */
  until: string | undefined
  stage: 'taken' | 'taking-back' | 'taken-back'
}

type Taken = Omit<Latest, 'stage'>

/** "12 submissions". */
const nameMany = (count: number) => (count === 1 ? 'one submission' : `${count.toLocaleString('en-IN')} submissions`)

const takenOf = ({ status, variables, data, submittedAt }: DecideState): Taken[] => {
  if (!variables || status === 'error') return []
  const { command, name, before } = variables
  return [
    {
      press: { id: command.id, name, count: 1, back: { submission: command.submission, before } },
      what: decidedWords[command.decision],
      at: submittedAt,
      until: data?.undoUntil,
    },
  ]
}

const takenOfMany = ({ variables, data, submittedAt }: ManyState): Taken[] => {
  const count = data?.decided.length ?? 0
  if (!variables || !data || count === 0) return []
  const { id, decision } = variables.command
  const press = { id, name: nameMany(count), count }
  return [{ press, what: decidedWords[decision], at: submittedAt, until: data.undoUntil }]
}

const takenOfSettled = ({ data, submittedAt }: SettleState): Taken[] => {
  // A payment that was added to what was verified before is no decision of this press.
  const count = data?.settled.filter(({ decision }) => decision !== null).length ?? 0
  if (!data || count === 0) return []
  const press = { id: data.id, name: nameMany(count), count }
  return [{ press, what: 'Verified (bank)', at: submittedAt, until: data.undoUntil }]
}

/** What the server remembers, once the page was loaded anew. */
export const takenBefore = ({ id, decision, count, submission, undoUntil }: LastPress): Taken => ({
  press: {
    id,
    name: submission?.name ?? nameMany(count),
    count,
    ...(submission ? { back: { submission: submission.id, before: submission.before } } : {}),
  },
  what: decidedWords[decision],
  at: 0,
  until: undoUntil,
})

const wasUndone = (error: CallFailed | null) => error?.problem?.code === 'undone'

/** How long what was taken back is told, in milliseconds. */
const toldForMs = 60_000

/**
 * The press that an organiser made last: only this one is taken back by a key, or told as taken back, and never the one before it
 * (behaviour 14.74).
 * @param now milliseconds since 1970, by this device
 */
export const findLatest = (
  taken: readonly Taken[],
  undone: readonly UndoState[],
  now: number,
  aheadMs: number,
): Latest | undefined => {
  const latest = taken.toSorted((one, other) => other.at - one.at)[0]
  if (!latest) return undefined
  const undo = undone.findLast(({ variables }) => variables?.id === latest.press.id)
  if (!undo) {
    const isOver = latest.until !== undefined && Date.parse(latest.until) <= now + aheadMs
    return isOver ? undefined : { ...latest, stage: 'taken' }
  }
  if (undo.status === 'pending') return { ...latest, stage: 'taking-back' }
  const isWhole = undo.data ? undo.data.tooLate.length === 0 : wasUndone(undo.error)
  return isWhole && now - undo.submittedAt < toldForMs ? { ...latest, stage: 'taken-back' } : undefined
}

/** A press of Undo that the server has not answered yet, or took for some of them only, or not at all. */
export interface OpenUndo {
  press: UndoPress
  /** "Not taken back", or "1,145 taken back, 579 stayed". */
  title: string
  /** Absent while it is being tried again. */
  outcome: string | undefined
  /** How many stayed as they were decided. */
  stayed: number
}

export const openUndoOf = ({ status, variables, data, error, failureCount }: UndoState): OpenUndo[] => {
  // An earlier attempt took it back, and its answer was lost; or somebody else did.
  if (!variables || wasUndone(error)) return []
  const open = { press: variables, title: 'Not taken back', outcome: error?.message, stayed: 0 }
  if (status === 'error') return [open]
  if (status === 'pending') return failureCount > 0 ? [{ ...open, outcome: undefined }] : []
  const stayed = data?.tooLate.length ?? 0
  if (stayed === 0) return []
  const [back, left] = [Math.max(0, variables.count - stayed), stayed].map((count) => count.toLocaleString('en-IN'))
  const outcome = stayed === 1 ? 'Its mail had left.' : 'Their mails had left.'
  return [{ ...open, title: `${back} taken back, ${left} stayed`, outcome, stayed }]
}

const useUndos = (): UndoState[] => useMutationState<UndoState>({ filters: { mutationKey: undoKey } })

/** What of this tab's presses of Undo is to be told. */
export const useOpenUndos = (): OpenUndo[] => useUndos().flatMap(openUndoOf)

/** How many of a press were taken back; undefined where nobody took it back. */
export const useTakenBack = (id: string): number | undefined => {
  const undo = useUndos().findLast(({ variables }) => variables?.id === id)
  if (!undo?.variables || !(undo.data || wasUndone(undo.error))) return undefined
  return undo.variables.count - (undo.data?.tooLate.length ?? 0)
}

/** @param now milliseconds since 1970 */
export const useLatest = (now: number): Latest | undefined => {
  const mayDecide = useMayAct('verifier')
  const { data: me } = useQuery(meOptions)
  const { data } = useQuery({
    queryKey: [...queryKeys.lastPress, me?.email],
    queryFn: ({ signal }) => call('readLastPress', { signal }),
    enabled: mayDecide,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const decided = useMutationState<DecideState>({ filters: { mutationKey: decideKey } })
  const many = useMutationState<ManyState>({ filters: { mutationKey: decideManyKey } })
  const settled = useMutationState<SettleState>({ filters: { mutationKey: settleKey } })
  const before = data?.press ? [takenBefore(data.press)] : []
  const taken = [
    ...before,
    ...decided.flatMap(takenOf),
    ...many.flatMap(takenOfMany),
    ...settled.flatMap(takenOfSettled),
  ]
  return findLatest(taken, useUndos(), now, serverAheadMs())
}
