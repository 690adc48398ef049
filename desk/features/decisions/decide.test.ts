import type { MutationState } from '@tanstack/react-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueueRow } from '../../../festival/desk/queue'
import { CallFailed, retryDelayMs } from '../../api'
import {
  decideManyOptions,
  type ManyPress,
  type Press,
  sendDecision,
  sendUndo,
  type UndoPress,
  undoKey,
} from './decide'
import { fateOf, openUndoOf } from './recent'
import { listUnsaved } from './unsaved'

const row: QueueRow = {
  id: 'a1',
  kind: 'registration',
  label: 'EVT-004217',
  name: 'Asha Rao',
  email: 'asha@students.test',
  event: 'SeniorQuiz',
  eventName: 'Senior Quiz',
  amount: 300,
  sentAt: '2025-10-01T04:30:00.000Z',
  state: 'submitted',
  ground: null,
  version: 3,
  flags: [],
}
const before = { state: row.state, ground: row.ground, version: row.version }
const press: Press = { command: { id: 'd1', submission: 'a1', version: 3, decision: 'verify' }, name: row.name, before }
const receipt = {
  id: 'd1',
  submission: 'a1',
  state: 'verified',
  ground: 'picture',
  version: 4,
  undoUntil: '2025-10-01T04:31:00.000Z',
}

let client: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(['queue', {}, 'oldest'], { pages: [{ rows: [row], next: null }], pageParams: [''] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => {
  const { state, ground, version } =
    client.getQueryData<{ pages: { rows: QueueRow[] }[] }>(['queue', {}, 'oldest'])?.pages[0]?.rows[0] ?? row
  return { state, ground, version }
}

/** Answers in turn; the last answer again and again. Gives the bodies that were sent. */
const answerInTurn = (...answers: (() => Promise<Response>)[]) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(body === undefined ? undefined : JSON.parse(String(body)))
    return (answers[Math.min(sent.length, answers.length) - 1] ?? (() => Promise.reject(new Error('no answer'))))()
  })
  return sent
}
const cut = () => Promise.reject(new TypeError('Failed to fetch'))
const answer =
  (value: object, status = 200) =>
  async () =>
    Response.json(value, { status })
const problem = (status: number, code: string, more = {}) =>
  answer({ type: 'about:blank', title: code, status, code, detail: 'No.', ...more }, status)

const fates = () =>
  client
    .getMutationCache()
    .getAll()
    .flatMap(({ state }) => fateOf(state as MutationState<never, CallFailed, Press>).map(({ stage }) => stage))

test('a decision whose answer was cut off is not yet saved, is sent again with the same id, and then is (behaviour 14.72)', async () => {
  const sent = answerInTurn(cut, cut, answer(receipt))
  const saved = sendDecision(client, press)
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ state: 'verified', ground: 'picture', version: 3 })
  await vi.advanceTimersByTimeAsync(500)
  expect(fates()).toEqual(['unsaved'])
  expect(listUnsaved(client)).toEqual([press])
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(saved).resolves.toEqual(receipt)
  expect(sent).toEqual([press.command, press.command, press.command])
  expect(fates()).toEqual(['saved'])
  expect(listUnsaved(client)).toEqual([])
  expect(shown()).toEqual({ state: 'verified', ground: 'picture', version: 4 })
})

test('where somebody else was there before, the row shows how it stands, and nothing is sent again', async () => {
  const current = { state: 'rejected', version: 7, by: 'ravi@college.example', at: '2025-10-01T04:29:00.000Z' }
  const sent = answerInTurn(problem(409, 'stale', { current }))
  const refused = sendDecision(client, press).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(await refused).toMatchObject({ problem: { code: 'stale', current } })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toHaveLength(1)
  expect(shown()).toEqual({ state: 'rejected', ground: null, version: 7 })
  expect(fates()).toEqual(['refused'])
})

test('a decision of somebody who was signed out stays unsaved, and the row stands as before', async () => {
  answerInTurn(problem(401, 'signed-out'))
  const refused = sendDecision(client, press).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(await refused).toBeInstanceOf(CallFailed)
  expect(listUnsaved(client)).toEqual([press])
  expect(shown()).toEqual(before)
})

test('an undo waits for its decision, however long that takes', async () => {
  const undone = { id: 'd1', submissions: [{ id: 'a1', state: 'submitted', ground: null, version: 5 }], tooLate: [] }
  const sent = answerInTurn(cut, answer(receipt), answer(undone))
  const saved = sendDecision(client, press)
  const back = sendUndo(client, { id: 'd1', name: row.name, count: 1, back: { submission: 'a1', before } })
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await saved
  await expect(back).resolves.toEqual(undone)
  expect(sent).toEqual([press.command, press.command, undefined])
  expect(shown()).toEqual({ state: 'submitted', ground: null, version: 5 })
})

const openUndos = () =>
  client
    .getMutationCache()
    .findAll({ mutationKey: undoKey })
    .flatMap(({ state }) =>
      openUndoOf(state as MutationState<never, CallFailed, UndoPress>).map(
        ({ title, outcome }) => outcome && `${title}. ${outcome}`,
      ),
    )

test('an undo that comes too late is told, and the row shows how it stands (behaviour 14.79)', async () => {
  answerInTurn(
    answer(receipt),
    problem(409, 'too-late'),
    answer({ ...row, state: 'verified', ground: 'bank', version: 5 }),
  )
  await sendDecision(client, press)
  const back = sendUndo(client, { id: 'd1', name: row.name, count: 1, back: { submission: 'a1', before } }).catch(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(0)
  await back
  await vi.advanceTimersByTimeAsync(0)
  expect(openUndos()).toEqual(['Not taken back. No.'])
  expect(shown()).toEqual({ state: 'verified', ground: 'bank', version: 5 })
})

test('an undo that the server does not answer is not yet saved either, and tells of those that it came too late for', async () => {
  answerInTurn(cut, answer({ id: 'm1', submissions: [], tooLate: ['a1', 'a2'] }))
  const back = sendUndo(client, { id: 'm1', name: '300 submissions', count: 300 })
  await vi.advanceTimersByTimeAsync(500)
  expect(openUndos()).toEqual([undefined])
  await vi.advanceTimersByTimeAsync(5_000)
  await back
  expect(openUndos()).toEqual(['298 taken back, 2 stayed. Their mails had left.'])
  // The list was loaded while they were decided: it is asked for again.
  expect(client.getQueryState(['queue', {}, 'oldest'])?.isInvalidated).toBe(true)
})

test('an undo whose answer was lost is taken back already: nothing of it is told as open (behaviour 14.79)', async () => {
  answerInTurn(cut, problem(409, 'undone'))
  const back = sendUndo(client, { id: 'm1', name: '300 submissions', count: 300 }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  await back
  expect(openUndos()).toEqual([])
})

test('of many that take several calls, each is counted once (behaviour 14.76)', async () => {
  const decided = ['a1', 'a2', 'a3'].map((submission) => ({ ...receipt, id: submission, submission }))
  const many = { id: 'm1', skipped: [], undoUntil: receipt.undoUntil }
  const sent = answerInTurn(
    answer({ ...many, decided: decided.slice(0, 2), next: '2025-10-01T04:30:00.000Z_a2' }),
    answer({ ...many, decided: decided.slice(2), next: null }),
  )
  const counts: number[] = []
  const options = decideManyOptions(client, (count) => counts.push(count))
  const all: ManyPress = {
    command: { id: 'm1', selection: { by: 'filter', filter: {}, seenAt: row.sentAt }, decision: 'verify' },
    count: 3,
  }
  const outcome = await client.getMutationCache().build(client, options).execute(all)
  expect(counts).toEqual([2])
  expect(outcome.decided.map(({ submission }) => submission)).toEqual(['a1', 'a2', 'a3'])
  expect(sent).toEqual([all.command, { ...all.command, after: '2025-10-01T04:30:00.000Z_a2' }])
})

test('attempts come after 1, 2, 4 seconds, at most 10, and not before the server wants them', () => {
  const passing = new CallFailed(undefined)
  expect([0, 1, 2, 9].map((times) => retryDelayMs(times, passing))).toEqual([1_000, 2_000, 4_000, 10_000])
  expect(retryDelayMs(0, new CallFailed(undefined, 30))).toBe(30_000)
})
