import type { MutationState } from '@tanstack/react-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DecideBulk, Decided, Undone } from '../../../festival/contract/decision'
import type { QueueRow } from '../../../festival/contract/queue'
import { CallError } from '../../api'
import { recordServerTime } from '../../words'
import {
  bulkOptions,
  decideKey,
  type LatestCommand,
  type PendingDecision,
  rememberCommand,
  sendDecision,
  sendUndo,
  type UndoableCommand,
  undoKey,
} from './commands'
import { listUnsaved, readOpenUndo, readStatus, resumeUnsaved } from './decision-status'
import { secondsLeft } from './undo-bar'

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
  source: null,
  version: 3,
  flags: [],
}
const undoUntil = '2025-10-01T04:31:00.000Z'
const asha = 'asha@college.example'
const ravi = 'ravi@college.example'
const before = { state: row.state, source: row.source, version: row.version }
const press: PendingDecision = {
  command: { id: 'd1', entryId: 'a1', version: 3, decision: 'verify' },
  name: row.name,
  before,
  by: asha,
}
const receipt = {
  id: 'd1',
  entryId: 'a1',
  state: 'verified',
  source: 'picture',
  version: 4,
  undoUntil,
}
const undoPress: UndoableCommand = {
  id: 'd1',
  name: row.name,
  count: 1,
  back: { entryId: 'a1', before },
}
const undone = {
  id: 'd1',
  entries: [{ id: 'a1', state: 'submitted', source: null, version: 5 }],
  tooLate: [],
}

let client: QueryClient
const comeIn = (email: string) => client.setQueryData(['readMe'], { email, role: 'verifier' })
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  comeIn(asha)
  client.setQueryData(['listQueue', {}, 'oldest'], {
    pages: [{ rows: [row], next: null }],
    pageParams: [''],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => {
  const { state, source, version } =
    client.getQueryData<{ pages: { rows: QueueRow[] }[] }>(['listQueue', {}, 'oldest'])?.pages[0]
      ?.rows[0] ?? row
  return { state, source, version }
}
const latest = () => {
  const found = client.getQueryData<LatestCommand | null>(['latestCommand', asha])
  return found && [found.id, found.stage]
}

/** Returns these answers in order, then repeats the last one. Returns the bodies that were sent. */
const answerInTurn = (...answers: (() => Promise<Response>)[]) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(body === undefined ? undefined : JSON.parse(String(body)))
    return (
      answers[Math.min(sent.length, answers.length) - 1] ??
      (() => Promise.reject(new Error('no answer')))
    )()
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

const listStates = (mutationKey: string[]) =>
  client
    .getMutationCache()
    .findAll({ mutationKey })
    .map(({ state }) => state)
const statuses = () =>
  (listStates(decideKey) as MutationState<Decided, CallError, PendingDecision>[])
    .flatMap(readStatus)
    .map(({ status }) => status)
const openUndos = () =>
  (listStates(undoKey) as MutationState<Undone, CallError, UndoableCommand>[])
    .flatMap(readOpenUndo)
    .map(({ title, outcome }) => outcome && `${title}. ${outcome}`)

test('shows a decision that got no response as unsaved, and retries it with the same id (behaviour 14.72)', async () => {
  const sent = answerInTurn(cut, cut, answer(receipt))
  const saved = sendDecision(client, press)
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ state: 'verified', source: 'picture', version: 3 })
  await vi.advanceTimersByTimeAsync(500)
  expect(statuses()).toEqual(['unsaved'])
  expect(listUnsaved(client)).toEqual([press])
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(saved).resolves.toEqual(receipt)
  expect(sent).toEqual([press.command, press.command, press.command])
  expect(statuses()).toEqual(['saved'])
  expect(listUnsaved(client)).toEqual([])
  expect(shown()).toEqual({ state: 'verified', source: 'picture', version: 4 })
})

test('shows the current state instead of retrying if another organiser was faster', async () => {
  const current = {
    state: 'rejected',
    version: 7,
    by: 'ravi@college.example',
    at: '2025-10-01T04:29:00.000Z',
  }
  const sent = answerInTurn(problem(409, 'stale', { current }))
  rememberCommand(client, { id: 'd0', name: 'Bela', count: 1, what: 'Verified', until: undoUntil })
  const refused = sendDecision(client, press).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(await refused).toMatchObject({ problem: { code: 'stale', current } })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toHaveLength(1)
  expect(shown()).toEqual({ state: 'rejected', source: null, version: 7 })
  expect(statuses()).toEqual(['refused'])
  expect(latest()).toEqual(['d0', 'taken'])
})

test('remembers only the latest decision, and whether it is being undone or is undone (behaviour 14.74)', async () => {
  answerInTurn(answer(receipt), answer({ ...receipt, id: 'd2' }), answer({ ...undone, id: 'd2' }))
  await sendDecision(client, press)
  expect(latest()).toEqual(['d1', 'taken'])
  await sendDecision(client, { ...press, command: { ...press.command, id: 'd2' } })
  expect(latest()).toEqual(['d2', 'taken'])
  const back = sendUndo(client, { ...undoPress, id: 'd2' })
  await Promise.resolve()
  expect(latest()).toEqual(['d2', 'taking-back'])
  await back
  expect(latest()).toEqual(['d2', 'taken-back'])
})

test('counts down the time to undo by the server’s clock (behaviour 14.74)', () => {
  const now = Date.parse('2025-10-01T04:30:30.000Z')
  vi.setSystemTime(now)
  recordServerTime(new Date(now).toUTCString())
  expect(secondsLeft(undoUntil, now)).toBe(29)
  recordServerTime(new Date(now + 3_600_000).toUTCString())
  expect(secondsLeft(undoUntil, now)).toBe(0)
  expect(secondsLeft(undoUntil, now - 3_600_000)).toBe(29)
})

test('sends an undo only after the server has responded to the decision', async () => {
  const sent = answerInTurn(cut, answer(receipt), answer(undone))
  const saved = sendDecision(client, press)
  const back = sendUndo(client, undoPress)
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await saved
  await expect(back).resolves.toEqual(undone)
  expect(sent).toEqual([press.command, press.command, undefined])
  expect(shown()).toEqual({ state: 'submitted', source: null, version: 5 })
})

test('reports a late undo, and shows the current state (behaviour 14.79)', async () => {
  const asItStands = { ...row, state: 'verified', source: 'bank', version: 5 }
  answerInTurn(answer(receipt), problem(409, 'too-late'), answer(asItStands))
  await sendDecision(client, press)
  await sendUndo(client, undoPress).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(openUndos()).toEqual(['Not undone. No.'])
  expect(latest()).toBeNull()
  expect(shown()).toEqual({ state: 'verified', source: 'bank', version: 5 })
})

test('retries an undo that got no response, and counts decisions that were too late to undo', async () => {
  answerInTurn(cut, answer({ id: 'm1', entries: [], tooLate: ['a1', 'a2'] }))
  const back = sendUndo(client, { id: 'm1', name: '300 submissions', count: 300 })
  await vi.advanceTimersByTimeAsync(500)
  expect(openUndos()).toEqual([undefined])
  await vi.advanceTimersByTimeAsync(5_000)
  await back
  expect(openUndos()).toEqual(['298 undone, 2 could not be undone. The e-mails were already sent.'])
  // The list was loaded during the decisions, so it is fetched again.
  expect(client.getQueryState(['listQueue', {}, 'oldest'])?.isInvalidated).toBe(true)
})

test('treats an undo as successful if its first response was lost (behaviour 14.79)', async () => {
  answerInTurn(cut, problem(409, 'undone'))
  const back = sendUndo(client, { id: 'm1', name: '300 submissions', count: 300 }).catch(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  await back
  expect(openUndos()).toEqual([])
})

test('counts each entry once if a bulk decision takes several calls (behaviour 14.76)', async () => {
  const decided = ['a1', 'a2', 'a3'].map((entryId) => ({
    ...receipt,
    id: entryId,
    entryId,
  }))
  const answered = { id: 'm1', skipped: [], undoUntil }
  const sent = answerInTurn(
    answer({ ...answered, decided: decided.slice(0, 2), next: '2025-10-01T04:30:00.000Z_a2' }),
    answer({ ...answered, decided: decided.slice(2), next: null }),
  )
  const counts: number[] = []
  const options = bulkOptions(client, (count) => counts.push(count))
  const command: DecideBulk = {
    id: 'm1',
    selection: { by: 'filter', filter: {}, seenAt: row.sentAt },
    decision: 'verify',
  }
  const outcome = await client.getMutationCache().build(client, options).execute(command)
  expect(counts).toEqual([2])
  expect(outcome.decided.map(({ entryId }) => entryId)).toEqual(['a1', 'a2', 'a3'])
  expect(sent).toEqual([command, { ...command, after: '2025-10-01T04:30:00.000Z_a2' }])
  expect(latest()).toEqual(['m1', 'taken'])
})

/**
 * Decides after the session has ended elsewhere. Returns the ids that are sent, and a function that
 * signs in again.
 */
const pressWithoutSession = async () => {
  vi.useRealTimers()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  const sent: string[] = []
  let respond = problem(401, 'signed-out')
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).id)
    return respond()
  })
  const leave = resumeUnsaved(client, asha)
  await expect(sendDecision(client, press)).rejects.toBeInstanceOf(CallError)
  expect([listUnsaved(client), statuses(), shown()]).toEqual([[press], ['unsaved'], before])
  leave()
  return {
    sent,
    signIn: () => {
      respond = answer(receipt)
    },
  }
}

test('sends unsaved decisions once the organiser signs in again (behaviour 14.72)', async () => {
  const { sent, signIn } = await pressWithoutSession()
  signIn()
  const leave = resumeUnsaved(client, asha)
  await vi.waitFor(() => expect(listUnsaved(client)).toEqual([]))
  expect(sent).toEqual(['d1', 'd1'])
  leave()
  resumeUnsaved(new QueryClient(), asha)()
  expect(sent).toEqual(['d1', 'd1'])
})

test('keeps unsaved decisions, without sending them, while another organiser is signed in (behaviour 14.72)', async () => {
  const { sent, signIn } = await pressWithoutSession()
  signIn()
  comeIn(ravi)
  const leave = resumeUnsaved(client, ravi)
  expect(listUnsaved(client)).toEqual([])
  await sendDecision(client, { ...press, by: ravi, command: { ...press.command, id: 'd2' } })
  leave()
  expect(sent).toEqual(['d1', 'd2'])
  const reloaded = new QueryClient()
  const back = resumeUnsaved(reloaded, asha)
  await vi.waitFor(() => expect(sent).toEqual(['d1', 'd2', 'd1']))
  back()
})
